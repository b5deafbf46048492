//! Prints a list of strings. This is a separate program, so that Cargo has to build only seven packages for it.
//!
//! ```sh
//! cargo run --release -p san-strings-core -- symbols > san_strings_with_symbols.txt
//! ```

use std::{
    env,
    io::{self, ErrorKind, Write},
    process::ExitCode,
};

use san_strings_core::Vocabulary;

const USAGE: &str = "usage: san-strings-lists [base | symbols | occurring]

Prints SAN strings, one per line:
  base       the base strings, without `+` and `#`
  symbols    every base string plain, with `+` and with `#`
  occurring  the strings that occur in games (the default)
";

fn main() -> ExitCode {
    let names: Vec<_> = env::args_os().skip(1).collect();
    let list = match names.iter().map(|name| name.to_str()).collect::<Vec<_>>()[..] {
        [] | [Some("occurring")] => Vocabulary::occurring(),
        [Some("base")] => Vocabulary::base(),
        [Some("symbols")] => Vocabulary::with_symbols(),
        [Some("--help")] => return print(USAGE),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    print(&list.texts().flat_map(|text| [text.to_string(), "\n".to_owned()]).collect::<String>())
}

/// Prints a text to standard output. A reader that closes the pipe early is not an error.
fn print(text: &str) -> ExitCode {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            eprintln!("error: cannot write to standard output: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
