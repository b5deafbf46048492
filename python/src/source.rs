//! Sources of games: paths, and open Python files.
//!
//! The encoding thread does not read an open file itself. It sends requests to the caller's thread, which reads
//! the file while it waits for the games. So only one thread ever calls into Python, exceptions are raised in the
//! caller's thread, and no thread is left waiting for the GIL when Python exits.

use std::{
    ffi::OsString,
    io::{self, Read, Seek, SeekFrom},
    sync::mpsc::{Receiver, SyncSender},
};

use pyo3::{
    exceptions::{PyAttributeError, PyBlockingIOError, PyOSError, PyTypeError, PyValueError},
    prelude::*,
    pybacked::PyBackedBytes,
    types::PyString,
};

#[derive(FromPyObject)]
pub enum Source {
    Path(OsString),
    /// An open binary file.
    Open(Py<PyAny>),
}

impl Source {
    /// Returns the name to use in error messages: the path, the path of the open file, or the type of the object.
    pub fn name(&self, py: Python<'_>) -> PyResult<OsString> {
        match self {
            Source::Path(path) => Ok(path.clone()),
            Source::Open(file) => {
                let file = file.bind(py);
                let path = file.getattr("name").ok().and_then(|name| name.extract().ok());
                path.map_or_else(|| Ok(file.get_type().name()?.to_string().into()), Ok)
            }
        }
    }
}

/// An open Python file. Only the caller's thread reads the file, because reading needs the GIL.
pub struct OpenFile {
    file: Py<PyAny>,
    /// Offset in the file where the games begin; `None` if the file is not seekable.
    start: Option<u64>,
}

impl OpenFile {
    pub fn new(py: Python<'_>, file: Py<PyAny>) -> PyResult<OpenFile> {
        let start = match file.call_method0(py, "tell") {
            Ok(start) => Some(start.extract(py)?),
            Err(error) if cannot_seek(py, &error) => None,
            Err(error) => return Err(error),
        };
        Ok(OpenFile { file, start })
    }

    /// Answers a request from the encoding thread. If the file does not support seeking, returns
    /// [`Answer::Nothing`], so that the encoding thread can handle this case. Any other exception is returned as
    /// an error.
    pub fn answer(&self, py: Python<'_>, wish: Wish) -> PyResult<Answer> {
        let file = self.file.bind(py);
        match wish {
            Wish::Read(bytes) => read(file, bytes).map(Answer::Bytes),
            Wish::Seek(to) => match self.seek(file, to) {
                Ok(at) => Ok(Answer::At(at)),
                Err(error) if cannot_seek(py, &error) => Ok(Answer::Nothing(error.to_string())),
                Err(error) => Err(error),
            },
        }
    }

    fn seek(&self, file: &Bound<'_, PyAny>, to: SeekFrom) -> PyResult<u64> {
        let start =
            self.start.ok_or_else(|| PyOSError::new_err("the file does not support seeking"))?;
        let at: u64 = match to {
            SeekFrom::Start(at) => file.call_method1("seek", (start + at,)),
            SeekFrom::Current(by) => file.call_method1("seek", (by, 1)),
            SeekFrom::End(by) => file.call_method1("seek", (by, 2)),
        }?
        .extract()?;
        at.checked_sub(start).ok_or_else(|| PyOSError::new_err("cannot seek before the first byte"))
    }
}

/// Whether the error means that a file is not seekable.
fn cannot_seek(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyOSError>(py) || error.is_instance_of::<PyAttributeError>(py)
}

/// Reads up to `most` bytes. Returns an empty vector at the end of the file.
fn read(file: &Bound<'_, PyAny>, most: usize) -> PyResult<Vec<u8>> {
    let bytes = file.call_method1("read", (most,))?;
    if bytes.is_none() {
        return Err(PyBlockingIOError::new_err("the file is non-blocking and has no data yet"));
    }
    if bytes.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("the file is open as text: open it with \"rb\""));
    }
    let bytes: PyBackedBytes = bytes.extract()?;
    if bytes.len() > most {
        let message = format!("read({most}) returned {} bytes", bytes.len());
        return Err(PyValueError::new_err(message));
    }
    Ok(bytes.to_vec())
}

/// A request from the encoding thread to an open file.
pub enum Wish {
    Read(usize),
    Seek(SeekFrom),
}

pub enum Answer {
    Bytes(Vec<u8>),
    At(u64),
    /// The reason why the request failed.
    Nothing(String),
}

/// A proxy for an open file, used by the encoding thread.
pub struct Remote<'a, M> {
    /// Index of the source.
    pub number: usize,
    pub asks: &'a SyncSender<M>,
    pub answers: &'a mut Receiver<Answer>,
}

impl<M: From<(usize, Wish)>> Remote<'_, M> {
    fn wish(&mut self, wish: Wish) -> io::Result<Answer> {
        let gone = || io::Error::other("the thread that uses the file has stopped");
        self.asks.send((self.number, wish).into()).map_err(|_| gone())?;
        match self.answers.recv().map_err(|_| gone())? {
            Answer::Nothing(why) => Err(io::Error::other(why)),
            answer => Ok(answer),
        }
    }
}

impl<M: From<(usize, Wish)>> Read for Remote<'_, M> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Answer::Bytes(bytes) = self.wish(Wish::Read(buffer.len()))? else {
            unreachable!("a read request is answered with bytes");
        };
        buffer[..bytes.len()].copy_from_slice(&bytes);
        Ok(bytes.len())
    }
}

impl<M: From<(usize, Wish)>> Seek for Remote<'_, M> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let Answer::At(at) = self.wish(Wish::Seek(to))? else {
            unreachable!("a seek request is answered with an offset");
        };
        Ok(at)
    }
}
