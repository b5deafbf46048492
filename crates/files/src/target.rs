//! Files that a command writes: claimed before the work, written after it.

use std::{
    fmt,
    fs::{self, File, FileType, Metadata, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    time::SystemTime,
};

use crate::printable_path;

use super::{
    FileError, Ours, checkpoint, ensure_regular, ensure_writable, folder_of, make_folder,
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
    /// The file is as it should be. Another one stood there, which now has this name.
    SetAside(PathBuf),
    /// Another program changed the file in the meantime, so this one was written beside it.
    Beside(PathBuf),
}

impl Written {
    /// Whether the file is as it should be.
    pub fn is_in_place(&self) -> bool {
        !matches!(self, Written::Beside(_))
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Written::Replaced => f.write_str("written"),
            Written::UpToDate => f.write_str("up to date"),
            Written::SetAside(path) => {
                write!(f, "written; what stood there is now {}", printable_path(path))
            }
            Written::Beside(path) => {
                let path = printable_path(path);
                write!(
                    f,
                    "changed by another program while we ran; left as is, our version is in {path}"
                )
            }
        }
    }
}

/// A result that the user names a file for: one that is there is the user's.
struct Export;

impl Ours for Export {
    fn foreign(&self, _: &[u8]) -> Option<String> {
        Some("the file already exists".to_owned())
    }
}

/// What becomes of a file that is not [`Ours`], where the program is about to write one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Others {
    /// It stays, and the program refuses to go on.
    Stay,
    /// It is renamed to `NAME.orig`, or to `NAME.orig.1` and so on if that name is taken. A link
    /// is renamed itself.
    SetAside,
}

impl Others {
    /// What `--force` asks for.
    pub fn forced(force: bool) -> Others {
        if force { Others::SetAside } else { Others::Stay }
    }
}

/// A file that a command is about to write. It was claimed when the command began: nothing
/// was there, or a file that the program may replace.
#[derive(Debug)]
pub struct Target {
    path: PathBuf,
    /// The file as the command last saw it.
    seen: Option<Stamp>,
    /// Whether that is set aside, as the program did not write it.
    sets_aside: bool,
    /// Whether it is a device or a pipe, which is written without checks.
    is_stream: bool,
}

impl Target {
    /// Claims a file of a format that the program keeps up to date.
    ///
    /// # Errors
    ///
    /// [`FileError`] if the file is not the program's and stays, or cannot be read.
    pub fn claim(path: &Path, others: Others, format: &impl Ours) -> Result<Target, FileError> {
        // If that fails, the files stay; the command's next step shows why.
        let _ = remove_stale(folder_of(path));
        let seen = Stamp::of(path).map_err(FileError::new("read", path.to_owned()))?;
        if seen.as_ref().is_some_and(|seen| seen.metadata.is_dir()) {
            return Err(FileError::new("write", path.to_owned())(
                io::ErrorKind::IsADirectory.into(),
            ));
        }
        let what = if path.is_symlink() {
            Some("it is a symbolic link".to_owned())
        } else {
            read(path)?.and_then(|old| match &old[..] {
                [] => Some("it is empty".to_owned()),
                old => format.foreign(old),
            })
        };
        match (what, others) {
            (Some(what), Others::Stay) => {
                let error = FileError::new("replace", path.to_owned())(io::Error::other(what));
                Err(FileError { is_foreign: true, ..error })
            }
            (what, _) => Ok(Target {
                path: path.to_owned(),
                seen,
                sets_aside: what.is_some(),
                is_stream: false,
            }),
        }
    }

    /// Claims a file that the user names for a result. One that is there is the user's; a device or
    /// a pipe is written without checks.
    ///
    /// # Errors
    ///
    /// [`FileError`] as [`Target::claim`].
    pub fn export(path: &Path, others: Others) -> Result<Target, FileError> {
        let is_stream = |kind: FileType| !kind.is_file() && !kind.is_dir();
        if fs::metadata(path).is_ok_and(|metadata| is_stream(metadata.file_type())) {
            let path = path.to_owned();
            return Ok(Target { path, seen: None, sets_aside: false, is_stream: true });
        }
        Target::claim(path, others, &Export)
    }

    /// Claims a file that the user asks to change, whatever is in it. A link leads to the file.
    ///
    /// # Errors
    ///
    /// [`FileError`] if it is no file, or is not there.
    pub fn change(path: &Path) -> Result<Target, FileError> {
        let cannot = || FileError::new("write", path.to_owned());
        let file = fs::canonicalize(path).map_err(cannot())?;
        ensure_regular(&file).map_err(cannot())?;
        // If that fails, the files stay.
        let _ = remove_stale(folder_of(&file));
        let seen = Stamp::of(&file).map_err(cannot())?;
        Ok(Target { path: file, seen, sets_aside: false, is_stream: false })
    }

    /// The path of the file; once one is written beside it, of that.
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
        let old = match read(&self.path) {
            _ if self.is_stream => None,
            // A link to nothing, or to a folder.
            Err(_) if self.sets_aside => None,
            old => old?,
        };
        if old.is_some_and(|old| old == contents) {
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
        if !self.sets_aside {
            none_if_missing(ensure_regular(&self.path))?;
        }
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
        } else if self.sets_aside {
            let aside = set_aside(&self.path)?;
            checkpoint();
            staged.file.persist(&self.path)?;
            Written::SetAside(aside)
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
        log::debug!("{}: {written}", self.path.display());
        self.seen = Stamp::of(&self.path)?;
        self.sets_aside = false;
        Ok(written)
    }
}

/// Gives a file or a link that is to be replaced one more name, `NAME.orig` or the like, and
/// returns that. Where a file cannot have two names, it has the new one alone.
///
/// # Errors
///
/// [`io::Error`] if that is not possible; it never is for a folder.
pub fn set_aside(path: &Path) -> io::Result<PathBuf> {
    if fs::symlink_metadata(path)?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let names = (0..).map(|number| match number {
        0 => ".orig".to_owned(),
        number => format!(".orig.{number}"),
    });
    for end in names {
        let mut aside = path.as_os_str().to_owned();
        aside.push(end);
        let aside = PathBuf::from(aside);
        match fs::hard_link(path, &aside) {
            Ok(()) => return Ok(aside),
            Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => {}
            Err(_) if aside.symlink_metadata().is_ok() => {}
            Err(_) => return fs::rename(path, &aside).map(|()| aside),
        }
    }
    unreachable!("there are fewer files than numbers")
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
