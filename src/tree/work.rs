//! The folder with the files that a tree is grown in.
//!
//! A step reads whole files and writes whole ones: under a name of its own, which is
//! changed when the file is complete. So whatever is there is right, a step may be done
//! again, and a tree goes on growing after the last step that was finished.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use sysinfo::Disks;

use super::TreeError;
use crate::files::{FileError, checkpoint, make_folder, optional, sweep, temporary, text};

/// The file that shows whose folder it is.
const MARKER: &str = "tree.txt";

/// How the file begins.
const MAGIC: &str = "san-strings tree, work, format 1\n";

/// Beyond what a step needs, this much is left free.
const SPARE: u64 = 64 << 20;

/// The files of a tree that grows.
#[derive(Debug)]
pub struct Work {
    folder: PathBuf,
    /// Held as long as the tree grows in one process.
    lock: Option<File>,
    /// A folder that goes with it.
    temporary: Option<tempfile::TempDir>,
}

impl Work {
    /// A folder for this tree, as its work is described; one that is there is taken up if
    /// it says the same, and emptied if it is of another tree.
    ///
    /// # Errors
    ///
    /// [`TreeError::Work`] if it is neither, or another run is at work there.
    pub(super) fn open(folder: &Path, description: &str) -> Result<Work, TreeError> {
        let marker = folder.join(MARKER);
        let wanted = format!("{MAGIC}{description}");
        if folder.is_symlink() {
            return Err(foreign(folder));
        }
        make_folder(folder).map_err(TreeError::Work)?;
        let found = match fs::symlink_metadata(&marker) {
            Ok(metadata) if metadata.is_file() => {
                let found = fs::read(&marker).map_err(failed("read", &marker))?;
                Some(text(found))
            }
            Ok(_) => return Err(foreign(folder)),
            Err(_) => {
                // A run may have been killed when it had written no more than that.
                sweep(folder).map_err(failed("tidy", folder))?;
                let mut entries = fs::read_dir(folder).map_err(failed("read", folder))?;
                if entries.next().is_some() {
                    return Err(foreign(folder));
                }
                None
            }
        };
        if found
            .as_ref()
            .is_some_and(|found| !found.starts_with(MAGIC))
        {
            return Err(foreign(folder));
        }
        let mut work = Work {
            folder: folder.to_owned(),
            lock: None,
            temporary: None,
        };
        if let Some(found) = found {
            work.lock = Some(lock(&marker)?);
            if found == wanted {
                sweep(folder).map_err(failed("tidy", folder))?;
                return Ok(work);
            }
            work.clear()?;
        }
        if let Err(error) = work.put(MARKER, |file| {
            let written = file.write_all(wanted.as_bytes());
            written.map_err(failed("write", &marker))
        }) {
            // If there is anything in it, it stays.
            let _ = fs::remove_dir(folder);
            return Err(error);
        }
        work.lock = Some(lock(&marker)?);
        Ok(work)
    }

    /// The folder of a tree that others may be at work on, and its description.
    ///
    /// # Errors
    ///
    /// [`TreeError::Foreign`] if it is none.
    pub(super) fn join(folder: &Path) -> Result<(Work, String), TreeError> {
        let marker = folder.join(MARKER);
        let found = match fs::symlink_metadata(&marker) {
            Ok(metadata) if metadata.is_file() && !folder.is_symlink() => {
                text(fs::read(&marker).map_err(failed("read", &marker))?)
            }
            _ => return Err(foreign(folder)),
        };
        let text = found.strip_prefix(MAGIC).ok_or_else(|| foreign(folder))?;
        let work = Work {
            folder: folder.to_owned(),
            lock: None,
            temporary: None,
        };
        Ok((work, text.to_owned()))
    }

    /// A folder that goes when the tree is dropped.
    ///
    /// # Errors
    ///
    /// [`TreeError::Work`] if it cannot be made.
    pub(super) fn temporary() -> Result<Work, TreeError> {
        let folder = tempfile::tempdir()
            .map_err(failed("make a folder in", Path::new("temporary folder")))?;
        Ok(Work {
            folder: folder.path().to_owned(),
            lock: None,
            temporary: Some(folder),
        })
    }

    /// The path of a file.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Whether a file is there, and so is complete.
    pub(super) fn has(&self, name: &str) -> bool {
        let metadata = fs::symlink_metadata(self.path(name));
        metadata.is_ok_and(|metadata| metadata.is_file())
    }

    /// Writes a file, which has its name when it is complete.
    pub(super) fn put<T>(
        &self,
        name: &str,
        write: impl FnOnce(&mut BufWriter<&File>) -> Result<T, TreeError>,
    ) -> Result<T, TreeError> {
        let path = self.path(name);
        let cannot = || failed("write", &path);
        let file = temporary(&path).map_err(cannot())?;
        checkpoint();
        let mut buffered = BufWriter::with_capacity(1 << 18, file.as_file());
        let result = write(&mut buffered)?;
        buffered.flush().map_err(cannot())?;
        drop(buffered);
        checkpoint();
        let persisted = file.persist(&path);
        persisted.map_err(|error| cannot()(error.error))?;
        checkpoint();
        Ok(result)
    }

    /// Removes a file if it is there.
    pub(super) fn remove(&self, name: &str) -> Result<(), TreeError> {
        let path = self.path(name);
        optional(fs::remove_file(&path)).map_err(failed("remove", &path))?;
        checkpoint();
        Ok(())
    }

    /// Makes sure that there is room for what a step writes.
    pub(super) fn need(&self, bytes: u64) -> Result<(), TreeError> {
        match free(&self.folder) {
            Some(free) if free < bytes.saturating_add(SPARE) => Err(TreeError::NoRoom {
                folder: self.folder.clone(),
                needed: bytes.saturating_add(SPARE),
                free,
            }),
            _ => Ok(()),
        }
    }

    /// Removes the files, and the folder if nothing else is in it.
    pub(super) fn remove_all(&mut self) -> Result<(), TreeError> {
        if self.temporary.is_some() {
            return Ok(());
        }
        self.clear()?;
        self.remove(MARKER)?;
        self.lock = None;
        // What is left is not ours.
        let _ = fs::remove_dir(&self.folder);
        Ok(())
    }

    /// Removes all files but the marker.
    fn clear(&self) -> Result<(), TreeError> {
        let cannot = || failed("tidy", &self.folder);
        sweep(&self.folder).map_err(cannot())?;
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(cannot())? {
            let entry = entry.map_err(cannot())?;
            let is_file = entry.file_type().map_err(cannot())?.is_file();
            let name = entry.file_name().into_string().unwrap_or_default();
            if is_file && is_step(&name) {
                names.push(name);
            }
        }
        // A ply that is there is complete: if this is stopped, what is left grows again.
        names.sort_by_key(|name| !name.ends_with("-ply"));
        names.iter().try_for_each(|name| self.remove(name))
    }
}

/// The name of a file of a ply.
pub(super) fn name(ply: usize, what: &str) -> String {
    format!("{ply:03}-{what}")
}

/// The name of one of many.
pub(super) fn name_of(ply: usize, what: &str, number: u64) -> String {
    format!("{}-{number:04}", name(ply, what))
}

/// The files of a ply.
const KINDS: [&str; 5] = ["moves", "sorted", "ply", "links", "keys"];

/// Whether a file has a name that [`name`] or [`name_of`] gives.
fn is_step(file: &str) -> bool {
    let mut parts = file.split('-');
    let digits = |part: Option<&str>| {
        part.is_some_and(|part| part.len() >= 3 && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    digits(parts.next())
        && parts.next().is_some_and(|kind| KINDS.contains(&kind))
        && match parts.next() {
            None => true,
            number => digits(number) && parts.next().is_none(),
        }
}

/// The free bytes of the disk that a folder is on, if that is known.
fn free(folder: &Path) -> Option<u64> {
    let folder = folder.canonicalize().ok()?;
    let disks = Disks::new_with_refreshed_list().ok()?;
    let on = disks
        .iter()
        .filter(|disk| folder.starts_with(disk.mount_point()));
    let disk = on.max_by_key(|disk| disk.mount_point().components().count())?;
    Some(disk.available_space())
}

fn lock(marker: &Path) -> Result<File, TreeError> {
    let file = File::open(marker).map_err(failed("read", marker))?;
    // Not every system can lock a file: only a lock that is taken is an error.
    match file.try_lock() {
        Err(fs::TryLockError::WouldBlock) => Err(TreeError::Busy(marker.to_owned())),
        _ => Ok(file),
    }
}

fn foreign(folder: &Path) -> TreeError {
    TreeError::Foreign(folder.to_owned())
}

/// Why something could not be done with a file.
pub(super) fn failed(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> TreeError {
    move |cause| TreeError::Work(FileError::new(action, path.to_owned())(cause))
}
