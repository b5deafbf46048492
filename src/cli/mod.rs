//! The commands, one a file: arguments in, library calls, text out.

pub(crate) mod count;
mod diff;
pub(crate) mod encode;
pub(crate) mod explain;
pub(crate) mod generate;
mod growth;
mod input;
pub(crate) mod judge;
pub(crate) mod list;
pub(crate) mod look;
pub(crate) mod man;
pub(crate) mod out;
mod parquet;
pub(crate) mod progress;
pub(crate) mod prove;
pub(crate) mod stats;
mod steps;
pub(crate) mod suite;
pub(crate) mod tree;
pub(crate) mod verify;

use std::{
    error, fmt,
    fmt::Display,
    io::{self, Read, Write},
    path::Path,
    process::ExitCode,
};

use anyhow::{Context, Result};
use san_strings::files;

/// What the exit code tells.
#[derive(Clone, Copy, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum Answer {
    Yes,
    No,
    Misuse,
}

impl From<Answer> for ExitCode {
    fn from(answer: Answer) -> ExitCode {
        ExitCode::from(answer as u8)
    }
}

/// Arguments that make no sense together: the error that ends a command with
/// [`Answer::Misuse`].
#[derive(Debug)]
pub(crate) struct Misuse(pub(crate) String);

impl Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl error::Error for Misuse {}

/// Whether the name of a file stands for standard input or output.
fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// The text of a file, or of standard input; `None` if there is no such file.
fn read_input(path: &Path) -> Result<Option<String>> {
    if !is_stream(path) {
        return Ok(files::read_text(path)?);
    }
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_to_end(&mut bytes);
    read.context("cannot read standard input")?;
    Ok(Some(files::text(bytes)))
}

/// A report names this many things.
const SHOWN: usize = 10;

/// Prints the first lines, and how many `more` there are, with those that are not here.
fn name_some(
    lines: impl ExactSizeIterator<Item: Display>,
    absent: usize,
    more: &str,
    out: &mut impl Write,
) -> Result<()> {
    let beyond = lines.len().saturating_sub(SHOWN) + absent;
    for line in lines.take(SHOWN) {
        writeln!(out, "{line}")?;
    }
    if beyond > 0 {
        writeln!(out, "... and {beyond} {more}")?;
    }
    Ok(())
}
