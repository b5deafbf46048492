//! Claims the output files of a command before its work begins, and writes them when its work is done.
//!
//! Unless the user asks to change a file ([`Target::change`]), the program replaces and deletes only files
//! whose complete contents show that the program wrote them. So it never replaces an empty file, a symbolic
//! link, or a truncated copy of its own output. Each format that the program writes implements [`Ours`], which
//! checks whether the program could have written a file. [`Target::claim`](crate::Target::claim) runs this
//! check before the program writes to a path.

use std::{
    fmt,
    fs::{self, File, FileType, Metadata, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use thiserror::Error;

use san_strings_core::excerpt::printable_path;

use super::{
    FileError, checkpoint, ensure_regular, ensure_writable, folder_of, make_folder,
    none_if_missing, read,
    staged::{Staged, remove_stale},
};

/// The result of [`Target::write`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Written {
    /// The file was missing or had different contents, and was written.
    Replaced,
    /// The file was already correct, and was not touched.
    UpToDate,
    /// The file was written. The previous file was renamed to this path.
    SetAside(PathBuf),
    /// Another program changed the file during the run. So we left the file alone, and wrote to this path.
    Beside(PathBuf),
}

impl Written {
    /// Whether the file at the original path now has the new contents. `false` if we wrote to another path.
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
                write!(f, "written; the old file is now {}", printable_path(path))
            }
            Written::Beside(path) => {
                let path = printable_path(path);
                write!(
                    f,
                    "changed by another program during the run, so it was not replaced; the new version \
                     is in {path}"
                )
            }
        }
    }
}

/// The reason why a file that the user asked to change was left unchanged.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum Kept {
    /// The file has several hard links. The field is the number of links. If we replaced the file under one
    /// name, its other names would keep the old contents.
    #[error("it has {0} hard links: if it were replaced, its other names would keep the old text")]
    HardLinks(u64),
    /// The file is read-only.
    #[error("it is read-only")]
    ReadOnly,
}

impl Kept {
    /// Returns the reason to leave a file unchanged, or `None` if we may replace it. Looks only at the metadata:
    /// opening the file for writing is not a sufficient test, because root can open even a read-only file.
    fn of(file: &Metadata) -> Option<Kept> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            if file.nlink() > 1 {
                return Some(Kept::HardLinks(file.nlink()));
            }
        }
        file.permissions().readonly().then_some(Kept::ReadOnly)
    }
}

/// The format of an output file whose path the user passes. We never treat an existing file at this path as
/// our own, because it belongs to the user.
struct Export;

impl Ours for Export {
    fn foreign(&self, _: &[u8]) -> Option<String> {
        Some("the file already exists".to_owned())
    }
}

/// A format that the program writes, and recognizes when it reads a file.
pub trait Ours {
    /// Describes a part of the contents that no version of the program could have written. `None` if there is no
    /// such part.
    fn foreign(&self, contents: &[u8]) -> Option<String>;
}

/// What to do with an existing file that, according to [`Ours`], the program did not write.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Others {
    /// Keep the file, and return an error.
    Stay,
    /// Rename the file to `NAME.orig`, or to `NAME.orig.1` and so on if that name is taken. For a link, rename
    /// the link, not the file that it points to.
    SetAside,
}

impl Others {
    /// Returns [`Others::SetAside`] if the option `--force` is given.
    pub fn forced(force: bool) -> Others {
        if force { Others::SetAside } else { Others::Stay }
    }
}

/// A file that a command is going to write. The command claims the file before it does any work, so that it
/// fails early if the file must not be replaced.
#[derive(Debug)]
pub struct Target {
    /// The path that was passed to the command.
    path: PathBuf,
    /// The path to write to: `path` itself, the target of a link, or a file next to `path`.
    place: PathBuf,
    /// The metadata of the file when we claimed or last wrote it. `None` if there was no file.
    seen: Option<Metadata>,
    /// Whether to rename the existing file instead of replacing it, for example because this program did not
    /// write it.
    sets_aside: bool,
    /// Whether the target is a device or a pipe. We verify nothing before we write to such a target.
    is_stream: bool,
    /// Whether the file may be the only copy of its contents.
    is_only_copy: bool,
}

impl Target {
    /// Claims an output file: checks in advance that the program may write to `path`. An existing file may be
    /// replaced only if an earlier run of the program wrote it, in `format`.
    ///
    /// # Errors
    ///
    /// [`FileError`] if the file cannot be read, or if the program did not write it and `others` is
    /// [`Others::Stay`].
    pub fn claim(path: &Path, others: Others, format: &impl Ours) -> Result<Target, FileError> {
        // If the folder cannot be read, for example because it does not exist, old temporary files stay, and
        // the next step of the command reports the error.
        let _ = remove_stale(folder_of(path));
        let seen = metadata(path).map_err(FileError::new("read", path))?;
        if seen.as_ref().is_some_and(Metadata::is_dir) {
            return Err(FileError::new("write", path)(io::ErrorKind::IsADirectory.into()));
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
                let error = FileError::new("replace", path)(io::Error::other(what));
                Err(FileError { is_foreign: true, ..error })
            }
            (what, _) => {
                let sets_aside = what.is_some();
                Ok(Target { seen, sets_aside, ..Target::new(path) })
            }
        }
    }

    fn new(path: &Path) -> Target {
        let (path, place) = (path.to_owned(), path.to_owned());
        let (seen, sets_aside, is_stream, is_only_copy) = (None, false, false, false);
        Target { path, place, seen, sets_aside, is_stream, is_only_copy }
    }

    /// Claims an output file that the user names. An existing file belongs to the user, so it is never
    /// overwritten. If `path` is a device or a pipe, we write to it and verify nothing in advance.
    ///
    /// # Errors
    ///
    /// The same errors as [`Target::claim`].
    pub fn export(path: &Path, others: Others) -> Result<Target, FileError> {
        let is_stream = |kind: FileType| !kind.is_file() && !kind.is_dir();
        if fs::metadata(path).is_ok_and(|metadata| is_stream(metadata.file_type())) {
            return Ok(Target { is_stream: true, ..Target::new(path) });
        }
        Target::claim(path, others, &Export)
    }

    /// Claims a file that the user asks to change, whatever its contents. Follows links. The file may be the
    /// only copy of its contents, so we sync the new contents to disk before we replace the file. Some files
    /// are left unchanged: see [`Kept`].
    ///
    /// # Errors
    ///
    /// [`FileError`] if the path does not exist, or is not a file.
    pub fn change(path: &Path) -> Result<Target, FileError> {
        let cannot = || FileError::new("write", path);
        let place = fs::canonicalize(path).map_err(cannot())?;
        ensure_regular(&place).map_err(cannot())?;
        // If the removal fails, old temporary files stay.
        let _ = remove_stale(folder_of(&place));
        let seen = metadata(&place).map_err(cannot())?;
        Ok(Target { place, seen, is_only_copy: true, ..Target::new(path) })
    }

    /// Returns the path that was claimed.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Creates the folder of the file, and checks that the file can be written, so that a long command does
    /// not fail at its end.
    ///
    /// # Errors
    ///
    /// [`FileError`] if the folder cannot be created or the file cannot be written.
    pub fn ensure_writable(&self) -> Result<(), FileError> {
        if self.is_stream {
            return Ok(());
        }
        ensure_writable(&self.place)?;
        make_folder(folder_of(&self.place))
    }

    /// Whether another program has created, changed or removed the file since we claimed or last wrote it.
    pub fn has_changed(&self) -> bool {
        match (metadata(&self.place), &self.seen) {
            (Ok(None), None) => false,
            (Ok(Some(now)), Some(seen)) => !is_unchanged(&now, seen),
            _ => true,
        }
    }

    /// Writes `contents` to the file, unless the file already has these contents.
    ///
    /// # Errors
    ///
    /// [`FileError`] if the old file cannot be read, or the new one cannot be written. The old file is then
    /// unchanged.
    pub fn write(&mut self, contents: &[u8]) -> Result<Written, FileError> {
        let old = match read(&self.place) {
            _ if self.is_stream => None,
            // The old file is a dangling link, or a link to a folder.
            Err(_) if self.sets_aside => None,
            old => old?,
        };
        if old.is_some_and(|old| old == contents) {
            return Ok(Written::UpToDate);
        }
        self.write_with(|file| file.write_all(contents))
    }

    /// Atomically replaces the contents of the file with the output of `write`. The file keeps its owner and
    /// permissions. If another program has changed the file since we claimed it, we do not replace the file.
    /// Instead, this output and all later output go to a new file in the same folder.
    ///
    /// # Errors
    ///
    /// [`FileError`] if the contents cannot be written.
    pub fn write_with(
        &mut self,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<Written, FileError> {
        let place = self.place.clone();
        let written = if self.is_stream {
            let file = OpenOptions::new().write(true).open(&place);
            file.and_then(|mut file| write(&mut file)).map(|()| Written::Replaced)
        } else {
            self.replace(write)
        };
        written.map_err(FileError::new("write", &place))
    }

    fn replace(&mut self, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<Written> {
        if !self.sets_aside {
            none_if_missing(ensure_regular(&self.place))?;
        }
        let mut staged = Staged::new(&self.place)?;
        checkpoint();
        write(staged.file.as_file_mut())?;
        if let Some(seen) = self.seen.as_ref().filter(|seen| seen.is_file()) {
            keep_owner(staged.file.as_file(), seen)?;
        }
        if self.is_only_copy {
            ensure_changeable(&self.place, self.seen.as_ref())?;
            // We sync this file, because a power cut must not destroy the only copy of its contents. We do not
            // sync other files: if a power cut damages one of them, the next run writes it again.
            staged.file.as_file().sync_all()?;
        }
        checkpoint();
        let beside = |staged: Staged, path| {
            let beside = staged.persist_beside(path)?;
            Ok::<_, io::Error>(beside.map_or(Written::UpToDate, Written::Beside))
        };
        let written = if self.has_changed() {
            beside(staged, &self.place)?
        } else if self.sets_aside {
            let aside = set_aside(&self.place)?;
            checkpoint();
            staged.file.persist(&self.place)?;
            Written::SetAside(aside)
        } else if self.seen.is_some() {
            staged.file.persist(&self.place)?;
            Written::Replaced
        } else {
            match staged.file.persist_noclobber(&self.place) {
                Ok(_) => Written::Replaced,
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                    staged.file = error.file;
                    beside(staged, &self.place)?
                }
                Err(error) => return Err(error.error),
            }
        };
        if self.is_only_copy {
            sync_folder(folder_of(&self.place));
        }
        checkpoint();
        if let Written::Beside(path) = &written {
            self.place.clone_from(path);
        }
        log::debug!("{}: {written}", self.place.display());
        self.seen = metadata(&self.place)?;
        self.sets_aside = false;
        Ok(written)
    }
}

/// Fails if we must not change a file for one of the reasons in [`Kept`], or if we have no permission to
/// write it. Without this check, a rename could replace even a read-only file, if we may write to its folder.
fn ensure_changeable(path: &Path, seen: Option<&Metadata>) -> io::Result<()> {
    if let Some(kept) = seen.and_then(Kept::of) {
        return Err(io::Error::other(kept));
    }
    OpenOptions::new().write(true).open(path).map(drop)
}

/// Syncs a folder, so that the new name of a file in it survives a power cut. Does nothing if the system
/// cannot sync folders.
fn sync_folder(folder: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

/// Gives a file or symbolic link a second name, such as `NAME.orig`, with a hard link. If hard links are not
/// possible, renames the file. Returns the second name.
///
/// # Errors
///
/// [`io::Error`] if the file can be neither linked nor renamed, or if `path` is a folder.
pub fn set_aside(path: &Path) -> io::Result<PathBuf> {
    if fs::symlink_metadata(path)?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    for number in 0.. {
        let aside = match number {
            0 => path.with_added_extension("orig"),
            number => path.with_added_extension(format!("orig.{number}")),
        };
        match fs::hard_link(path, &aside) {
            Ok(()) => return Ok(aside),
            Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => {}
            Err(_) if aside.symlink_metadata().is_ok() => {}
            Err(_) => return fs::rename(path, &aside).map(|()| aside),
        }
    }
    unreachable!("there are more numbers than files")
}

/// Returns the metadata of a path, without following a link. `None` if the path does not exist.
fn metadata(path: &Path) -> io::Result<Option<Metadata>> {
    none_if_missing(fs::symlink_metadata(path))
}

/// Whether `now` and `then` describe the same file, with the same size and modification time.
fn is_unchanged(now: &Metadata, then: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        if (now.dev(), now.ino()) != (then.dev(), then.ino()) {
            return false;
        }
    }
    now.len() == then.len() && now.modified().ok() == then.modified().ok()
}

/// Gives a new file the permissions of the old file and, if the system allows it, the owner and group of the
/// old file.
fn keep_owner(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // We ignore errors, because only root may change the owner of a file.
        let _ = fchown(file, Some(old.uid()), Some(old.gid()));
    }
    file.set_permissions(old.permissions())
}
