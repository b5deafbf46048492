//! Files written whole or not at all, and read.

use std::{
    env, error, fmt,
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicUsize, Ordering},
};

use tempfile::NamedTempFile;

/// What [`put`] had to do.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Written {
    /// The file was missing or different, and is right now.
    Written,
    /// The file was right already and has not been touched.
    UpToDate,
}

/// A file or folder could not be read or written.
#[derive(Debug)]
pub struct FileError {
    action: &'static str,
    path: PathBuf,
    source: io::Error,
}

impl FileError {
    pub(crate) fn new(action: &'static str, path: PathBuf) -> impl FnOnce(io::Error) -> FileError {
        move |source| FileError {
            action,
            path,
            source,
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {} {}", self.action, self.path.display())
    }
}

impl error::Error for FileError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        Some(&self.source)
    }
}

/// Makes `folder`, and those it lies in, if it is missing.
///
/// # Errors
///
/// [`FileError`] if that is not possible.
pub fn make_folder(folder: &Path) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(FileError::new("make the folder", folder.to_owned()))
}

/// The text of a file, or `None` if there is nothing of that name. Bytes that are
/// no UTF-8 are replaced.
///
/// # Errors
///
/// [`FileError`] if the file is there and cannot be read.
pub fn read_text(path: &Path) -> Result<Option<String>, FileError> {
    let contents = read(path)?;
    Ok(contents.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Makes `contents` the contents of a file, and leaves it alone if they are.
///
/// They go to a temporary file in the same folder, which then takes the name,
/// so that whoever reads the file finds all of the old or all of the new.
///
/// # Errors
///
/// [`FileError`] if the old file cannot be compared or the new one not be
/// written; the old file is as it was.
pub fn put(path: &Path, contents: &[u8]) -> Result<Written, FileError> {
    if read(path)?.is_some_and(|old| old == contents) {
        return Ok(Written::UpToDate);
    }
    put_with(path, |file| file.write_all(contents))?;
    Ok(Written::Written)
}

/// Makes what `write` writes the contents of a file: all of it, or the file is as
/// it was.
///
/// # Errors
///
/// [`FileError`] if that is not possible.
pub fn put_with(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), FileError> {
    let write = || {
        if optional(fs::metadata(path))?.is_some_and(|metadata| !metadata.is_file()) {
            return Err(io::Error::other("not a regular file"));
        }
        let mut file = temporary(path)?;
        checkpoint();
        write(file.as_file_mut())?;
        checkpoint();
        // Not synced: after a power cut the next run finds and mends the file.
        file.persist(path)?;
        checkpoint();
        Ok(())
    };
    write().map_err(FileError::new("write", path.to_owned()))
}

/// The bytes of a file, or `None` if there is nothing of that name.
///
/// # Errors
///
/// [`FileError`] if the file is there and cannot be read.
pub fn read(path: &Path) -> Result<Option<Vec<u8>>, FileError> {
    let contents = fs::metadata(path).and_then(|metadata| {
        if metadata.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if !metadata.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        fs::read(path)
    });
    optional(contents).map_err(FileError::new("read", path.to_owned()))
}

/// `None` if there is nothing of that name.
pub(crate) fn optional<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(cause),
    }
}

/// Makes sure, before long work, that a file could be written in its end: makes
/// the folder it lies in, and a temporary file there.
///
/// # Errors
///
/// [`FileError`] if that is not possible.
pub fn prepare(path: &Path) -> Result<(), FileError> {
    make_folder(folder_of(path))?;
    temporary(path)
        .map(drop)
        .map_err(FileError::new("write", path.to_owned()))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// An empty file beside `path`, which goes when it is dropped.
fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".san_strings-").suffix(".tmp");
    // Readable by everybody, as far as the user's umask allows.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder_of(path))
}

/// Stands after every change on disk. In a build for tests, the environment variable
/// `SAN_STRINGS_KILL_AT` ends the program at the checkpoint with this number, as a
/// kill would, so that a test can see what any kill leaves behind.
pub(crate) fn checkpoint() {
    static PASSED: AtomicUsize = AtomicUsize::new(0);
    if cfg!(debug_assertions)
        && let Ok(at) = env::var("SAN_STRINGS_KILL_AT")
        && at == PASSED.fetch_add(1, Ordering::Relaxed).to_string()
    {
        process::exit(137);
    }
}
