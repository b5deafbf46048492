//! Standard output, whose errors can be told from all others.

use std::{
    error, fmt,
    io::{self, BufWriter, Write},
};

/// Where results and reports go. Its errors are [`OutError`]s in an [`io::Error`].
pub(crate) struct Out(BufWriter<Box<dyn Write + Send>>);

impl Out {
    /// Standard output, or nowhere.
    pub(crate) fn new(quiet: bool) -> Out {
        let out: Box<dyn Write + Send> = if quiet {
            Box::new(io::sink())
        } else {
            Box::new(io::stdout())
        };
        Out(BufWriter::new(out))
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(OutError::mark)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(OutError::mark)
    }
}

/// Standard output cannot be written.
#[derive(Debug)]
pub(crate) struct OutError(io::Error);

impl OutError {
    fn mark(cause: io::Error) -> io::Error {
        io::Error::new(cause.kind(), OutError(cause))
    }

    /// The one among the causes of an error.
    pub(crate) fn among(error: &anyhow::Error) -> Option<&OutError> {
        error.chain().find_map(|cause| {
            let cause: &io::Error = cause.downcast_ref()?;
            cause.get_ref()?.downcast_ref()
        })
    }

    /// Whether the reader has all it wants, as `head` does.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        self.0.kind() == io::ErrorKind::BrokenPipe
    }
}

impl fmt::Display for OutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write to standard output: {}", self.0)
    }
}

impl error::Error for OutError {}
