//! Writes files under temporary names until they are complete, and removes the incomplete files of killed
//! runs.

use std::{
    fs::{self, File, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tempfile::{NamedTempFile, TempDir};

use super::{folder_of, none_if_missing};

/// Name prefix of the temporary folders in which files are written.
const STAGING: &str = ".san_strings-";

/// Name and content of the file that marks a temporary folder as ours.
const MARKER: (&str, &str) =
    ("about.txt", "san-strings writes a file here; it gets its name when it is complete.\n");

/// The name of the incomplete file in its temporary folder.
const STAGED: &str = "new";

/// A file that is being written, in a temporary folder next to its destination. The folder contains a marker
/// file. The marker file stays locked until this value is dropped, so [`remove_stale`] leaves the folder
/// alone.
pub struct Staged {
    /// The temporary file.
    pub file: NamedTempFile,
    _lock: File,
    /// Dropped after the file.
    _folder: TempDir,
}

impl Staged {
    /// Creates an empty file, which will be renamed to `path` later.
    ///
    /// # Errors
    ///
    /// [`io::Error`] if the file or its folder cannot be created.
    pub fn new(path: &Path) -> io::Result<Staged> {
        loop {
            let folder = tempfile::Builder::new().prefix(STAGING).tempdir_in(folder_of(path))?;
            let staged = || {
                let mut lock = File::create_new(folder.path().join(MARKER.0))?;
                // Some systems cannot lock files, so we ignore all errors except `WouldBlock`.
                let is_taken = matches!(lock.try_lock(), Err(TryLockError::WouldBlock));
                lock.write_all(MARKER.1.as_bytes())?;
                let mut builder = tempfile::Builder::new();
                builder.prefix(STAGED).rand_bytes(0);
                // The usual permissions of a new file, before the umask is applied.
                #[cfg(unix)]
                builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
                let file = builder.tempfile_in(&folder)?;
                Ok((!is_taken).then_some((lock, file)))
            };
            // Another run may have removed the folder before we locked the marker. If so, we start again.
            if let Some(Some((lock, file))) = none_if_missing(staged())? {
                return Ok(Staged { file, _lock: lock, _folder: folder });
            }
        }
    }

    /// Renames the file to an unused name next to `path`, such as `NAME.new1`, and returns the new path.
    /// Returns `None` if the file at `path` already has the same contents.
    pub(super) fn persist_beside(mut self, path: &Path) -> io::Result<Option<PathBuf>> {
        let is_file = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file());
        if is_file && fs::read(path)? == fs::read(self.file.path())? {
            return Ok(None);
        }
        for number in 1.. {
            let beside = path.with_added_extension(format!("new{number}"));
            match self.file.persist_noclobber(&beside) {
                Ok(_) => return Ok(Some(beside)),
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                    self.file = error.file;
                }
                Err(error) => return Err(error.error),
            }
        }
        unreachable!("there are more numbers than files")
    }
}

/// Whether this is the name of one of our temporary folders.
pub fn is_staging(name: &str) -> bool {
    name.starts_with(STAGING)
}

/// Removes the temporary folders of killed runs from `folder`, with the incomplete files in these folders.
/// Deletes files only in folders that have our marker.
///
/// # Errors
///
/// [`io::Error`] if the folder cannot be read.
pub fn remove_stale(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if !is_staging(&name.to_string_lossy()) || !entry.file_type()?.is_dir() {
            continue;
        }
        // If the marker is locked, the run that created the folder is still in progress, so we leave the
        // folder alone. If there is no marker, we delete no files, and remove the folder only if it is empty.
        let marker = entry.path().join(MARKER.0);
        let is_ours = |text: &str| MARKER.1.starts_with(text);
        if let Ok(file) = File::open(&marker)
            && file.try_lock().is_ok()
            // We read through this handle, because on Windows only the handle with the lock can read the
            // file.
            && io::read_to_string(&file).is_ok_and(|text| is_ours(&text))
        {
            for name in [STAGED, MARKER.0] {
                let _ = fs::remove_file(entry.path().join(name));
            }
            // We remove the marker before we close it, so that no other run can lock it. We close the marker
            // before we remove the folder: on Windows, a removed file stays in the folder while it is open.
            drop(file);
        }
        // If the folder contains other files, it cannot be removed, and stays.
        log::info!("removes {}, left behind by a killed run", entry.path().display());
        let _ = fs::remove_dir(entry.path());
    }
    Ok(())
}
