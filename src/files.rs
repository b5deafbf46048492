//! Files written whole or not at all, and read.
//!
//! One rule keeps the user's files: it overwrites and deletes only what it can
//! show to be its own, by all of its contents; everything else needs an explicit word. A
//! [`Target`] keeps the rule for single files, `tree/folders/sync.rs` for the folders of a
//! tree, and `tree/grow/scratch.rs` for the files in which a tree grows.

use std::{
    env, error, fmt,
    fs::{self, File, FileType, Metadata, OpenOptions, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicUsize, Ordering},
    time::SystemTime,
};

use tempfile::{NamedTempFile, TempDir};

/// What [`Target::write`] did.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Written {
    /// The file was missing or different, and is now as it should be.
    Replaced,
    /// The file was as it should be, and was not touched.
    UpToDate,
    /// Another program changed the file in the meantime, so this one was written beside it.
    Beside(PathBuf),
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Written::Replaced => f.write_str("written"),
            Written::UpToDate => f.write_str("up to date"),
            Written::Beside(path) => {
                let path = path.display();
                write!(f, "changed by another program: kept, and ours is {path}")
            }
        }
    }
}

/// The SHA-256 of bytes, in hexadecimal digits.
#[cfg(feature = "cli")]
pub fn sha256(bytes: &[u8]) -> String {
    use fmt::Write;
    use sha2::Digest;
    let mut text = String::new();
    for byte in sha2::Sha256::digest(bytes) {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
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
        move |source| FileError { action, path, source, is_foreign: false }
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

/// A file that a command is about to write. It was claimed when the command began: nothing
/// was there, or a file that the program may replace.
#[derive(Debug)]
pub struct Target {
    path: PathBuf,
    /// The content when the command last looked.
    seen: Option<Stamp>,
    /// Whether it is a device or a pipe, which is written without checks.
    is_stream: bool,
}

impl Target {
    /// Claims a file that the program keeps up to date. `foreign` says what in the contents of
    /// a file is not the program's. An empty file may be replaced, a symbolic link may not,
    /// and with `force` anything may.
    ///
    /// # Errors
    ///
    /// [`FileError`] if the file may not be replaced, or cannot be read.
    pub fn claim(
        path: &Path,
        force: bool,
        foreign: impl FnOnce(&[u8]) -> Option<String>,
    ) -> Result<Target, FileError> {
        // If that fails, the files stay; the command's next step shows why.
        let _ = remove_stale(folder_of(path));
        let target = Target {
            path: path.to_owned(),
            seen: Stamp::of(path).map_err(FileError::new("read", path.to_owned()))?,
            is_stream: false,
        };
        let refuse = |what: String| {
            let error = FileError::new("replace", path.to_owned())(io::Error::other(what));
            Err(FileError { is_foreign: true, ..error })
        };
        if force {
            return Ok(target);
        }
        if path.is_symlink() {
            return refuse("it is a symbolic link".to_owned());
        }
        match read(path)? {
            Some(old) if !old.is_empty() => foreign(&old).map_or(Ok(target), refuse),
            _ => Ok(target),
        }
    }

    /// Claims a file that the user names for a result. One that is there is not replaced
    /// without `force`; a device or a pipe is written without checks.
    ///
    /// # Errors
    ///
    /// [`FileError`] as [`Target::claim`].
    pub fn export(path: &Path, force: bool) -> Result<Target, FileError> {
        let is_stream = |kind: FileType| !kind.is_file() && !kind.is_dir();
        if fs::metadata(path).is_ok_and(|metadata| is_stream(metadata.file_type())) {
            return Ok(Target { path: path.to_owned(), seen: None, is_stream: true });
        }
        Target::claim(path, force, |_| Some("there is such a file".to_owned()))
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes sure, before long work, that the file can be written when the work is done, and
    /// makes its folder.
    ///
    /// # Errors
    ///
    /// [`FileError`] if that is not possible.
    pub fn ensure_writable(&self) -> Result<(), FileError> {
        if self.is_stream {
            return Ok(());
        }
        ensure_writable(&self.path)?;
        make_folder(folder_of(&self.path))
    }

    /// Whether another program wrote the file since this one last looked.
    pub fn has_changed(&self) -> bool {
        Stamp::of(&self.path).ok().as_ref() != Some(&self.seen)
    }

    /// Writes `contents` to the file, unless it holds them already.
    ///
    /// # Errors
    ///
    /// [`FileError`] if the old file cannot be compared or the new one not be written; the
    /// old file is as it was.
    pub fn write(&mut self, contents: &[u8]) -> Result<Written, FileError> {
        if !self.is_stream && read(&self.path)?.is_some_and(|old| old == contents) {
            return Ok(Written::UpToDate);
        }
        self.write_with(|file| file.write_all(contents))
    }

    /// Replaces the contents of the file with all that `write` writes, or leaves it as it was. The
    /// file keeps its owner and permissions. If another program changed it in the meantime, the
    /// contents go to a file beside it, now and later.
    ///
    /// # Errors
    ///
    /// [`FileError`] if that is not possible.
    pub fn write_with(
        &mut self,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<Written, FileError> {
        let path = self.path.clone();
        let written = if self.is_stream {
            let file = OpenOptions::new().write(true).open(&path);
            file.and_then(|mut file| write(&mut file)).map(|()| Written::Replaced)
        } else {
            self.replace(write)
        };
        written.map_err(FileError::new("write", path))
    }

    fn replace(&mut self, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<Written> {
        none_if_missing(ensure_regular(&self.path))?;
        let mut staged = Staged::new(&self.path)?;
        checkpoint();
        write(staged.file.as_file_mut())?;
        if let Some(Stamp { metadata, .. }) = &self.seen
            && metadata.is_file()
        {
            keep_owner(staged.file.as_file(), metadata)?;
        }
        checkpoint();
        // Not synced: after a power cut the next run finds and mends the file.
        let written = if self.has_changed() {
            staged.persist_beside(&self.path)?
        } else if self.seen.is_some() {
            staged.file.persist(&self.path)?;
            Written::Replaced
        } else {
            match staged.file.persist_noclobber(&self.path) {
                Ok(_) => Written::Replaced,
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                    staged.file = error.file;
                    staged.persist_beside(&self.path)?
                }
                Err(error) => return Err(error.error),
            }
        };
        checkpoint();
        if let Written::Beside(path) = &written {
            self.path.clone_from(path);
        }
        self.seen = Stamp::of(&self.path)?;
        Ok(written)
    }
}

/// Distinguishes a file from another of the same name, and from its earlier contents.
#[derive(Debug)]
struct Stamp {
    metadata: Metadata,
    modified: SystemTime,
}

impl Stamp {
    /// The metadata of a path itself, which may be a link. `None` if there is nothing.
    fn of(path: &Path) -> io::Result<Option<Stamp>> {
        let metadata = none_if_missing(fs::symlink_metadata(path))?;
        let stamp = |metadata: Metadata| {
            let modified = metadata.modified()?;
            Ok(Stamp { metadata, modified })
        };
        metadata.map(stamp).transpose()
    }
}

impl PartialEq for Stamp {
    fn eq(&self, other: &Stamp) -> bool {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let id = |stamp: &Stamp| (stamp.metadata.dev(), stamp.metadata.ino());
            if id(self) != id(other) {
                return false;
            }
        }
        self.metadata.len() == other.metadata.len() && self.modified == other.modified
    }
}

/// Locks a folder against other runs that write there, until the file is dropped.
///
/// # Errors
///
/// [`io::ErrorKind::WouldBlock`] if another run is at work there.
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
pub fn ensure_writable(path: &Path) -> Result<(), FileError> {
    let mut first = path;
    while !folder_of(first).exists() {
        first = folder_of(first);
    }
    let file = tempfile::tempfile_in(folder_of(first)).map(drop);
    file.map_err(FileError::new("write", path.to_owned()))
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
/// not UTF-8 are replaced.
///
/// # Errors
///
/// [`FileError`] if the file is there and cannot be read.
pub fn read_text(path: &Path) -> Result<Option<String>, FileError> {
    Ok(read(path)?.map(lossy_string))
}

/// Bytes as text; those that are not UTF-8 are replaced.
#[must_use]
pub fn lossy_string(bytes: Vec<u8>) -> String {
    // Without a copy where it can be.
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Copies the owner and the permissions of a file to another, as far as the user may.
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
    let contents = ensure_regular(path).and_then(|()| fs::read(path));
    none_if_missing(contents).map_err(FileError::new("read", path.to_owned()))
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
pub(crate) fn none_if_missing<T>(result: io::Result<T>) -> io::Result<Option<T>> {
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

/// The prefix of the folders in which files are written.
const STAGING: &str = ".san_strings-";

/// The file that shows that such a folder is the program's, and its content.
const MARKER: (&str, &str) =
    ("about.txt", "san-strings writes a file here; it gets its name when it is complete.\n");

/// The name of the file before it is complete.
const STAGED: &str = "new";

/// A file that is being written, in a folder of its own beside the place where it will be.
/// As long as its marker is locked, a run is at work there. So [`remove_stale`] can tell it from
/// one that a killed run left behind.
pub(crate) struct Staged {
    pub(crate) file: NamedTempFile,
    _lock: File,
    /// Dropped after the file.
    _folder: TempDir,
}

impl Staged {
    /// An empty file for what will be at `path`.
    pub(crate) fn new(path: &Path) -> io::Result<Staged> {
        loop {
            let folder = tempfile::Builder::new().prefix(STAGING).tempdir_in(folder_of(path))?;
            let staged = || {
                let mut lock = File::create_new(folder.path().join(MARKER.0))?;
                // Not every system can lock.
                let is_taken = matches!(lock.try_lock(), Err(TryLockError::WouldBlock));
                lock.write_all(MARKER.1.as_bytes())?;
                let mut builder = tempfile::Builder::new();
                builder.prefix(STAGED).rand_bytes(0);
                // Readable by everybody, as far as the user's umask allows.
                #[cfg(unix)]
                builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
                let file = builder.tempfile_in(&folder)?;
                Ok((!is_taken).then_some((lock, file)))
            };
            // Before it was locked, another run may have swept it away.
            if let Some(Some((lock, file))) = none_if_missing(staged())? {
                return Ok(Staged { file, _lock: lock, _folder: folder });
            }
        }
    }

    /// Gives the file a free name like that of `path`, unless another run has written the same
    /// contents under one.
    fn persist_beside(mut self, path: &Path) -> io::Result<Written> {
        let is_file = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file());
        if is_file && fs::read(path)? == fs::read(self.file.path())? {
            return Ok(Written::UpToDate);
        }
        for number in 1.. {
            let mut name = path.as_os_str().to_owned();
            name.push(format!(".new{number}"));
            let beside = PathBuf::from(name);
            match self.file.persist_noclobber(&beside) {
                Ok(_) => return Ok(Written::Beside(beside)),
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                    self.file = error.file;
                }
                Err(error) => return Err(error.error),
            }
        }
        unreachable!("there are fewer files than numbers")
    }
}

/// Whether a name is that of a folder in which a file is written.
pub(crate) fn is_staging(name: &str) -> bool {
    name.starts_with(STAGING)
}

/// Removes what killed runs have left in a folder: files that were not complete, each in a
/// folder with our marker.
pub(crate) fn remove_stale(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if !is_staging(&name.to_string_lossy()) || !entry.file_type()?.is_dir() {
            continue;
        }
        // If it is locked, its run is at work; if it is gone, so much the better.
        let marker = entry.path().join(MARKER.0);
        let is_ours = |text: &str| MARKER.1.starts_with(text);
        if let Ok(file) = File::open(&marker)
            && file.try_lock().is_ok()
            && fs::read_to_string(&marker).is_ok_and(|text| is_ours(&text))
        {
            for name in [STAGED, MARKER.0] {
                let _ = fs::remove_file(entry.path().join(name));
            }
        }
        // Only if nothing else is in it.
        let _ = fs::remove_dir(entry.path());
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
