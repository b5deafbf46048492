//! Standard output, whose errors can be told from all others.

use std::{
    error, fmt,
    io::{self, BufWriter, Write},
    sync::atomic::{AtomicBool, Ordering},
};

/// Where results and reports go. Its errors are [`OutError`]s in an [`io::Error`].
pub(crate) struct Out(BufWriter<Box<dyn Write + Send>>);

impl Out {
    /// Standard output, or nowhere.
    pub(crate) fn new(quiet: bool) -> Out {
        let out: Box<dyn Write + Send> = if quiet {
            Box::new(io::sink())
        } else if CLOSED.load(Ordering::Relaxed) {
            Box::new(Closed)
        } else {
            Box::new(io::stdout())
        };
        Out(BufWriter::new(out))
    }

    /// Prints what `--help` and `--version` ask for.
    pub(crate) fn print(&mut self, help: &clap::Error) -> io::Result<()> {
        // Where it is closed.
        self.flush()?;
        let printed = help.print().and_then(|()| io::stdout().flush());
        printed.map_err(OutError::mark)
    }
}

/// Whether standard output was closed when the program was started, as by `>&-`.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Looks before `main`: Rust's runtime, which comes first, opens `/dev/null` in place of
/// a closed standard output, and then all that is written is lost without a word.
#[cfg(any(target_os = "linux", target_os = "macos"))]
#[allow(unsafe_code, reason = "a function that is called before main")]
#[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
#[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
#[used]
static LOOK: extern "C" fn() = {
    extern "C" fn look() {
        let flags = rustix::io::fcntl_getfd(rustix::stdio::stdout());
        CLOSED.store(flags.is_err(), Ordering::Relaxed);
    }
    look
};

/// A standard output that was closed.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        self.flush().map(|()| 0)
    }

    fn flush(&mut self) -> io::Result<()> {
        Err(io::Error::other("it is closed"))
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

/// Says something on standard error. With that gone there is nobody left to tell.
pub(crate) fn tell(message: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "{message}");
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
