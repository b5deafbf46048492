//! Files written whole or not at all, and read.
//!
//! One rule keeps what is not the program's: it overwrites and deletes only what it can
//! show to be its own; everything else needs an explicit word. For single files
//! [`ensure_ours`] keeps it, for the tree on disk `tree/disk/own.rs`.

use std::{
    env, error, fmt,
    fs::{self, File, Metadata, TryLockError},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicUsize, Ordering},
};

use tempfile::NamedTempFile;

/// What [`write_if_changed`] had to do.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Written {
    /// The file was missing or different, and is right now.
    Written,
    /// The file was right already and has not been touched.
    UpToDate,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Written::Written => "written",
            Written::UpToDate => "up to date",
        })
    }
}

/// A file or folder could not be read or written.
#[derive(Debug)]
pub struct FileError {
    action: &'static str,
    path: PathBuf,
    source: io::Error,
    is_foreign: bool,
}

impl FileError {
    pub(crate) fn new(action: &'static str, path: PathBuf) -> impl FnOnce(io::Error) -> FileError {
        move |source| FileError {
            action,
            path,
            source,
            is_foreign: false,
        }
    }

    /// Whether the file is not the program's, which would have replaced it.
    pub(crate) fn is_foreign(&self) -> bool {
        self.is_foreign
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

/// The beginning of a file is enough to know it.
const HEAD: u64 = 4096;

/// Refuses a file that may not be replaced: one whose contents do not show that the
/// program wrote it, or a link, wherever it leads. An empty file may be replaced.
///
/// # Errors
///
/// [`FileError`] if it may not, or cannot be read.
pub fn ensure_ours(path: &Path, is_own: impl Fn(&[u8]) -> bool) -> Result<(), FileError> {
    let foreign = |what: &'static str| {
        let error = FileError::new("replace", path.to_owned())(io::Error::other(what));
        Err(FileError {
            is_foreign: true,
            ..error
        })
    };
    if path.is_symlink() {
        return foreign("a symbolic link");
    }
    match read_up_to(HEAD, path)? {
        Some(old) if !old.is_empty() && !is_own(&old) => foreign("not written by san-strings"),
        _ => Ok(()),
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
    Ok(read(path)?.map(lossy_string))
}

/// Bytes as text; those that are no UTF-8 are replaced.
#[must_use]
pub fn lossy_string(bytes: Vec<u8>) -> String {
    // Without a copy where it can be.
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
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
pub fn write_if_changed(path: &Path, contents: &[u8]) -> Result<Written, FileError> {
    if read(path)?.is_some_and(|old| old == contents) {
        return Ok(Written::UpToDate);
    }
    write_atomically(path, |file| file.write_all(contents))?;
    Ok(Written::Written)
}

/// Makes what `write` writes the contents of a file: all of it, or the file is as
/// it was. It keeps its owner and permissions.
///
/// # Errors
///
/// [`FileError`] if that is not possible.
pub fn write_atomically(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), FileError> {
    let write = || {
        let old = none_if_missing(fs::symlink_metadata(path))?;
        if old.as_ref().is_some_and(Metadata::is_dir) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if none_if_missing(fs::metadata(path))?.is_some_and(|metadata| !metadata.is_file()) {
            return Err(io::Error::other("not a regular file"));
        }
        remove_stale(folder_of(path))?;
        let mut file = temporary(path)?;
        checkpoint();
        write(file.as_file_mut())?;
        if let Some(old) = old.filter(Metadata::is_file) {
            keep_owner(file.as_file(), &old)?;
        }
        checkpoint();
        // Not synced: after a power cut the next run finds and mends the file.
        file.persist(path)?;
        checkpoint();
        Ok(())
    };
    write().map_err(FileError::new("write", path.to_owned()))
}

/// Gives a file the owner and the permissions of another, as far as the user may.
fn keep_owner(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only root may give files away.
        let _ = fchown(file, Some(old.uid()), Some(old.gid()));
    }
    file.set_permissions(old.permissions())
}

/// The bytes of a file, or `None` if there is nothing of that name.
///
/// # Errors
///
/// [`FileError`] if the file is there and cannot be read.
pub fn read(path: &Path) -> Result<Option<Vec<u8>>, FileError> {
    read_up_to(u64::MAX, path)
}

/// The first bytes of a file, this many at most.
fn read_up_to(limit: u64, path: &Path) -> Result<Option<Vec<u8>>, FileError> {
    let contents = fs::metadata(path).and_then(|metadata| {
        if metadata.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if !metadata.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        let mut contents =
            Vec::with_capacity(usize::try_from(metadata.len().min(limit)).unwrap_or(0));
        File::open(path)?.take(limit).read_to_end(&mut contents)?;
        Ok(contents)
    });
    none_if_missing(contents).map_err(FileError::new("read", path.to_owned()))
}

/// `None` if there is nothing of that name.
pub(crate) fn none_if_missing<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(cause),
    }
}

/// Makes sure, before long work, that the file can be written when the work is done:
/// makes its folder, and a temporary file there.
///
/// # Errors
///
/// [`FileError`] if that is not possible.
pub fn ensure_writable(path: &Path) -> Result<(), FileError> {
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

/// What the names of temporary files begin and end with.
const TEMPORARY: (&str, &str) = (".san_strings-", ".tmp");

/// An empty file beside `path`, which goes when it is dropped. As long as it is there
/// it is locked: so [`remove_stale`] tells it from one that a killed run has left.
pub(crate) fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY.0).suffix(TEMPORARY.1);
    // Readable by everybody, as far as the user's umask allows.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let file = builder.tempfile_in(folder_of(path))?;
        // Before it was locked, another run may have swept it away, or be about to. Not
        // every system can lock.
        let is_taken = matches!(file.as_file().try_lock(), Err(TryLockError::WouldBlock));
        if !is_taken && file.path().exists() {
            return Ok(file);
        }
    }
}

/// Whether a file has the name of a temporary one.
#[cfg(feature = "tree")]
pub(crate) fn is_temporary(name: &str) -> bool {
    name.starts_with(TEMPORARY.0) && name.ends_with(TEMPORARY.1)
}

/// Removes the temporary files that killed runs have left in a folder.
pub(crate) fn remove_stale(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if name.to_str().is_some_and(is_temporary) && entry.file_type()?.is_file() {
            // If it is locked, its run is at work; if it is gone, so much the better.
            if let Ok(file) = File::open(entry.path())
                && file.try_lock().is_ok()
            {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
    Ok(())
}

/// Called after every change on disk. In a build for tests, the environment variable
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
