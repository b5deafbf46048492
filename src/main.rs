//! Runs the program. All its code is in the library.

use std::{env, process::ExitCode};

fn main() -> ExitCode {
    san_strings::run(env::args_os()).into()
}
