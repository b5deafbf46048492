//! Reads files, and writes them atomically.
//!
//! Every function of this project that may run for a long time accepts a [`Progress`], which shows the
//! progress of the work and can stop it. A [`FileError`] names the file that cannot be read or written. All
//! other items are hidden: only the crates of this project use them, and they may change with any version.

// Unless the user asks us to change a file, we never destroy a file that the program did not write. If such a
// file already has the name of an output file, we return an error or, with `--force`, rename the existing file
// first. `Target` follows this rule, and uses the trait `Ours` to recognize files that the program wrote.

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

/// The error returned when a file or folder cannot be read or written.
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
    /// Returns a closure that turns an I/O error into a [`FileError`] with this action and path.
    pub fn new(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FileError {
        move |source| FileError { action, path: path.to_owned(), source, is_foreign: false }
    }

    /// Whether the program refused to replace a file that it did not write.
    pub fn is_foreign(&self) -> bool {
        self.is_foreign
    }

    /// If the program refused to change the file, returns the reason.
    #[doc(hidden)]
    pub fn kept(&self) -> Option<Kept> {
        self.source.get_ref()?.downcast_ref().copied()
    }
}

/// Locks a folder, so that no other run of the program writes there. The lock lasts until the returned file is
/// dropped.
///
/// # Errors
///
/// [`io::ErrorKind::WouldBlock`] if another run of the program has locked the folder.
#[doc(hidden)]
pub fn lock_folder(folder: &Path) -> io::Result<Option<File>> {
    // Some systems cannot lock a folder. So we return an error only if another run holds the lock.
    match File::open(folder) {
        Ok(lock) if matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) => {
            Err(io::Error::new(io::ErrorKind::WouldBlock, "another run is using this folder"))
        }
        lock => Ok(lock.ok()),
    }
}

/// Checks that a file or folder can be created, by writing a temporary file into its nearest existing
/// ancestor folder.
///
/// # Errors
///
/// [`FileError`] if the temporary file cannot be written.
#[doc(hidden)]
pub fn ensure_writable(path: &Path) -> Result<(), FileError> {
    let mut first = path;
    while !folder_of(first).exists() {
        first = folder_of(first);
    }
    let file = tempfile::tempfile_in(folder_of(first)).map(drop);
    file.map_err(FileError::new("write", path))
}

/// Creates `folder`, and its parent folders, if they are missing.
///
/// # Errors
///
/// [`FileError`] if a folder cannot be created.
#[doc(hidden)]
pub fn make_folder(folder: &Path) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(FileError::new("make the folder", folder))
}

/// Reads a file as text. Returns `None` if the file does not exist. Replaces invalid UTF-8 with U+FFFD.
///
/// # Errors
///
/// [`FileError`] if the file exists but cannot be read.
#[doc(hidden)]
pub fn read_text(path: &Path) -> Result<Option<String>, FileError> {
    Ok(read(path)?.map(lossy_string))
}

/// Converts bytes to text. Replaces invalid UTF-8 with U+FFFD.
#[doc(hidden)]
pub fn lossy_string(bytes: Vec<u8>) -> String {
    // If the bytes are valid UTF-8, we do not copy them.
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Reads a file. Returns `None` if it does not exist.
///
/// # Errors
///
/// [`FileError`] if the file exists but cannot be read.
#[doc(hidden)]
pub fn read(path: &Path) -> Result<Option<Vec<u8>>, FileError> {
    log::debug!("reads {}", path.display());
    let contents = ensure_regular(path).and_then(|()| fs::read(path));
    none_if_missing(contents).map_err(FileError::new("read", path))
}

/// Like [`read`], but reads only the first `most` bytes. We use this for files that another program
/// may have written, because such a file may have any size.
///
/// # Errors
///
/// [`FileError`] if the file exists but cannot be read.
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

/// Returns an error unless the path is a regular file or a symbolic link to one.
fn ensure_regular(path: &Path) -> io::Result<()> {
    match fs::metadata(path)? {
        kind if kind.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        kind if !kind.is_file() => Err(io::Error::other("not a regular file")),
        _ => Ok(()),
    }
}

/// Turns the error for a missing file into `None`.
///
/// # Errors
///
/// Returns every other error unchanged.
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

/// Marks a checkpoint after a change on disk. A debug build exits at the checkpoint whose number, counted from
/// 0, is in the environment variable `SAN_STRINGS_KILL_AT`. So tests can see what a killed run leaves behind.
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
