//! Reads files, and writes them whole or not at all.
//!
//! Long work shows its [`Progress`] and can be stopped: every long function of this project takes one. The rest is
//! for the other crates of this project, hidden here, and may change with any version.

// `Ours` has the rule that keeps the user's files safe, and a `Target` keeps it for single files: what is not the
// program's stays, if need be under another name.

mod progress;
mod staged;
mod target;
mod terminal;

pub use self::progress::{Progress, Stopped};
#[doc(hidden)]
pub use self::{
    progress::Meter,
    staged::{Staged, is_staging, remove_stale},
    target::{Kept, Others, Ours, Target, Written, set_aside},
    terminal::{Terminal, threads},
};

use std::{
    env,
    fs::{self, File, TryLockError},
    io::{self, Read},
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicUsize, Ordering},
};

use thiserror::Error;

/// A file or folder could not be read or written.
///
/// ```
/// use san_strings_files::FileError;
/// use std::{fs, path::Path};
///
/// let path = Path::new("no-such-file.pgn");
/// let error = fs::read(path).map_err(FileError::new("read", path)).expect_err("it is missing");
/// assert_eq!(error.to_string(), "cannot read no-such-file.pgn");
/// ```
#[derive(Debug, Error)]
#[error("cannot {action} {}", path.display())]
pub struct FileError {
    action: &'static str,
    path: PathBuf,
    source: io::Error,
    is_foreign: bool,
}

impl FileError {
    /// What could not be done to a path, and why.
    pub fn new(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FileError {
        move |source| FileError { action, path: path.to_owned(), source, is_foreign: false }
    }

    /// Whether the file is not the program's, which would have replaced it.
    pub fn is_foreign(&self) -> bool {
        self.is_foreign
    }

    /// Why the file is not changed, though it could be.
    #[doc(hidden)]
    pub fn kept(&self) -> Option<Kept> {
        self.source.get_ref()?.downcast_ref().copied()
    }
}

/// Locks a folder against other runs that write there, until the file is dropped.
///
/// # Errors
///
/// [`io::ErrorKind::WouldBlock`] if another run is at work there.
#[doc(hidden)]
pub fn lock_folder(folder: &Path) -> io::Result<Option<File>> {
    // Not every system can lock a folder: only a lock that is taken is an error.
    match File::open(folder) {
        Ok(lock) if matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) => {
            Err(io::Error::new(io::ErrorKind::WouldBlock, "another run is at work there"))
        }
        lock => Ok(lock.ok()),
    }
}

/// Makes sure that a file or folder can be created, by writing a file in the nearest folder
/// that exists.
///
/// # Errors
///
/// [`FileError`] if that is not possible.
#[doc(hidden)]
pub fn ensure_writable(path: &Path) -> Result<(), FileError> {
    let mut first = path;
    while !folder_of(first).exists() {
        first = folder_of(first);
    }
    let file = tempfile::tempfile_in(folder_of(first)).map(drop);
    file.map_err(FileError::new("write", path))
}

/// Makes `folder`, and those it lies in, if it is missing.
///
/// # Errors
///
/// [`FileError`] if that is not possible.
#[doc(hidden)]
pub fn make_folder(folder: &Path) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(FileError::new("make the folder", folder))
}

/// The text of a file, or `None` if there is nothing of that name. Bytes that are
/// not UTF-8 are replaced.
///
/// # Errors
///
/// [`FileError`] if the file is there and cannot be read.
#[doc(hidden)]
pub fn read_text(path: &Path) -> Result<Option<String>, FileError> {
    Ok(read(path)?.map(lossy_string))
}

/// Bytes as text; those that are not UTF-8 are replaced.
#[doc(hidden)]
pub fn lossy_string(bytes: Vec<u8>) -> String {
    // Without a copy where it can be.
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// The bytes of a file, or `None` if there is nothing of that name.
///
/// # Errors
///
/// [`FileError`] if the file is there and cannot be read.
#[doc(hidden)]
pub fn read(path: &Path) -> Result<Option<Vec<u8>>, FileError> {
    log::debug!("reads {}", path.display());
    let contents = ensure_regular(path).and_then(|()| fs::read(path));
    none_if_missing(contents).map_err(FileError::new("read", path))
}

/// The first bytes of a file, as [`read`]: what a stranger wrote may have any size.
///
/// # Errors
///
/// [`FileError`] if the file is there and cannot be read.
#[doc(hidden)]
pub fn read_at_most(path: &Path, most: u64) -> Result<Option<Vec<u8>>, FileError> {
    let start = || {
        let mut bytes = Vec::new();
        fs::File::open(path)?.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let contents = ensure_regular(path).and_then(|()| start());
    none_if_missing(contents).map_err(FileError::new("read", path))
}

/// Refuses a path that is neither a file nor a link to one.
fn ensure_regular(path: &Path) -> io::Result<()> {
    match fs::metadata(path)? {
        kind if kind.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        kind if !kind.is_file() => Err(io::Error::other("not a regular file")),
        _ => Ok(()),
    }
}

/// `None` if there is nothing of that name.
///
/// # Errors
///
/// Every other error.
#[doc(hidden)]
pub fn none_if_missing<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(cause),
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Called after every change on disk. In a build for tests, the environment variable
/// `SAN_STRINGS_KILL_AT` ends the program at the checkpoint with this number, as a
/// kill would, so that a test can see what any kill leaves behind.
#[doc(hidden)]
pub fn checkpoint() {
    static PASSED: AtomicUsize = AtomicUsize::new(0);
    if cfg!(debug_assertions)
        && let Ok(at) = env::var("SAN_STRINGS_KILL_AT")
        && at == PASSED.fetch_add(1, Ordering::Relaxed).to_string()
    {
        process::exit(137);
    }
}
