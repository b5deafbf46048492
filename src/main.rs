//! Starts the program, which is entirely in the library.

use std::{env, process::ExitCode};

fn main() -> ExitCode {
    san_strings::run(env::args_os()).into()
}
