//! Standard input, output and error. Errors when writing to standard output have their own type, so that the
//! program can tell a closed pipe from a failure.

use std::{
    fmt,
    io::{self, BufWriter, Read, Write},
    path::Path,
};

use anyhow::{Context, Result};
use thiserror::Error;

use san_strings_core::excerpt::printable;
use san_strings_files as files;

/// Standard output, for results and reports. Every [`io::Error`] that it returns contains a
/// [`StdoutError`].
pub struct Stdout(BufWriter<Box<dyn Write + Send>>);

impl Stdout {
    /// Opens standard output. If `quiet`, everything that is written is discarded.
    pub fn new(quiet: bool) -> Stdout {
        let out: Box<dyn Write + Send> =
            if quiet { Box::new(io::sink()) } else { Box::new(io::stdout()) };
        Stdout(BufWriter::new(out))
    }

    /// Prints the output of `--help` or `--version`.
    pub(crate) fn print(help: &clap::Error) -> io::Result<()> {
        let printed = help.print().and_then(|()| io::stdout().flush());
        printed.map_err(StdoutError::mark)
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(StdoutError::mark)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(StdoutError::mark)
    }
}

/// Prints a line to standard error, and ignores write errors. We escape the message, because it may contain
/// file names, and these may contain any character.
pub fn eprint_line(message: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "{}", printable(&message.to_string()));
}

/// An error when writing to standard output.
#[derive(Debug, Error)]
#[error("cannot write to standard output: {0}")]
pub(crate) struct StdoutError(io::Error);

impl StdoutError {
    fn mark(cause: io::Error) -> io::Error {
        io::Error::new(cause.kind(), StdoutError(cause))
    }

    /// Finds a [`StdoutError`] among the causes of an error.
    pub(crate) fn among(error: &anyhow::Error) -> Option<&StdoutError> {
        error.chain().find_map(|cause| {
            let cause: &io::Error = cause.downcast_ref()?;
            cause.get_ref()?.downcast_ref()
        })
    }

    /// Whether the reader has closed the pipe, as `head` does when it has enough.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        self.0.kind() == io::ErrorKind::BrokenPipe
    }
}

/// Whether the name of a file is `-`, which means standard input or output.
pub(super) fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// Reads a file, or standard input; `None` if the file does not exist.
pub(super) fn read_input(path: &Path) -> Result<Option<String>> {
    if !is_stream(path) {
        return Ok(files::read_text(path)?);
    }
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_to_end(&mut bytes);
    read.context("cannot read standard input")?;
    Ok(Some(files::lossy_string(bytes)))
}
