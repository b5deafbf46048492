//! Files that a command writes: claimed before the work, written after it.

use std::{
    fmt,
    fs::{self, File, FileType, Metadata, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    time::SystemTime,
};

use super::{
    FileError, checkpoint, ensure_regular, ensure_writable, folder_of, make_folder,
    none_if_missing, read,
    staged::{Staged, remove_stale},
};

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

/// A file that a command is about to write. It was claimed when the command began: nothing
/// was there, or a file that the program may replace.
#[derive(Debug)]
pub struct Target {
    path: PathBuf,
    /// The file as the command last saw it.
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
        let beside = |staged: Staged, path| {
            let beside = staged.persist_beside(path)?;
            Ok::<_, io::Error>(beside.map_or(Written::UpToDate, Written::Beside))
        };
        let written = if self.has_changed() {
            beside(staged, &self.path)?
        } else if self.seen.is_some() {
            staged.file.persist(&self.path)?;
            Written::Replaced
        } else {
            match staged.file.persist_noclobber(&self.path) {
                Ok(_) => Written::Replaced,
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                    staged.file = error.file;
                    beside(staged, &self.path)?
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
