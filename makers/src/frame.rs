//! Printing and exit codes, which all commands share.

use std::{
    fmt::Display,
    io::{self, BufWriter, Write},
    process::ExitCode,
};

use anyhow::{Error, Result};
use san_strings_core::excerpt::printable;
use san_strings_files::FileError;

/// The maximum number of failures that we print. We only count the rest.
const SHOWN: usize = 10;

/// Converts the answer of a command to its exit code: 0 for yes, 1 for no or an error. A closed pipe counts
/// as success, so that `| head` works. If the arguments are wrong, clap has already exited with code 2.
pub fn exit_code(answer: Result<bool>) -> ExitCode {
    let is_closed = |error: &Error| {
        let io = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
        io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    };
    let answer = answer.unwrap_or_else(|error| {
        if !is_closed(&error) {
            let is_foreign = error.downcast_ref().is_some_and(FileError::is_foreign);
            let advice = if is_foreign { ": `--force` renames it to NAME.orig" } else { "" };
            eprint_line(format_args!("error: {error:#}{advice}"));
        }
        is_closed(&error)
    });
    ExitCode::from(u8::from(!answer))
}

/// Buffered standard output, or a sink with `--quiet`.
pub fn stdout(quiet: bool) -> impl Write + Send {
    let out: Box<dyn Write + Send> =
        if quiet { Box::new(io::sink()) } else { Box::new(io::stdout()) };
    BufWriter::new(out)
}

/// Prints a line to standard error, and ignores write errors.
pub fn eprint_line(message: impl Display) {
    let _ = writeln!(io::stderr(), "{}", printable(&message.to_string()));
}

/// Prints the first [`SHOWN`] failures, and how many more there are.
pub fn print_first(
    failures: impl ExactSizeIterator<Item: Display>,
    out: &mut impl Write,
) -> io::Result<()> {
    let more = failures.len().saturating_sub(SHOWN);
    for failure in failures.take(SHOWN) {
        writeln!(out, "{failure}")?;
    }
    if more > 0 {
        writeln!(out, "... and {more} more failures")?;
    }
    Ok(())
}
