//! The scratch folder, which holds the files of a growing tree.
//!
//! A step writes each file under a temporary name, and renames the file when the file is complete. So a step
//! can be repeated, and growth resumes after the last finished step. A power cut may still damage a complete
//! file. Each file therefore has checksums, and the next run replaces damaged files.

use std::{
    fs::{self, File, TryLockError},
    io::{self, BufWriter, Read, Write},
    ops::Range,
    path::{Path, PathBuf},
};

use super::steps::Step;
use crate::{
    TreeError,
    words::{self, BLOCK, Run, SIGNATURE, Writer, index},
};
use san_strings_files::{
    self as files, FileError, Staged, checkpoint, lossy_string, make_folder, none_if_missing,
    remove_stale,
};

/// Name of the file that marks a folder as a scratch folder of a tree.
const MARKER: &str = "tree.txt";

/// Magic bytes of the marker.
const MAGIC: &str = "san-strings tree, scratch, format 5\n";

/// Last line of the marker if the folder existed before the tree. In that case, we keep the folder when we
/// remove the scratch files.
const WAS_THERE: &str = "the folder was there before\n";

/// Number of words whose checksums we verify at a time.
const CHECKED: u64 = 64 * BLOCK;

/// Number of bytes of disk space that must remain free after a step.
const SPARE: u64 = 64 << 20;

/// The scratch files of a tree.
#[derive(Debug)]
pub(super) struct Scratch {
    folder: PathBuf,
    /// Lock on the marker file, held while the tree grows.
    lock: File,
    /// Whether to keep the folder at the end: true if it existed before we began to grow the tree.
    keeps_folder: bool,
}

impl Scratch {
    /// Opens the scratch folder for the tree with this description. If an earlier run began to grow this tree
    /// in the folder, we continue its work. If the folder holds the files of another tree, we remove them.
    /// But if that tree is grown in separate steps, we return an error instead.
    pub(super) fn open(folder: &Path, description: &str) -> Result<Scratch, TreeError> {
        let marker = folder.join(MARKER);
        if folder.is_symlink() || marker.is_symlink() {
            return Err(TreeError::NotScratch(folder.to_owned()));
        }
        // We treat an existing folder named `*.scratch` as our own, because a run may have been killed before
        // it wrote the marker there.
        let is_named = folder.extension().is_some_and(|end| end == "scratch");
        let was_there = folder.exists() && !is_named;
        make_folder(folder)?;
        let wanted = format!("{MAGIC}{description}");
        match files::read(&marker)? {
            Some(found) if found.starts_with(MAGIC.as_bytes()) => {
                Scratch::take_up(folder, &lossy_string(found), &wanted)
            }
            Some(found) if is_close(&found, MAGIC.as_bytes()) => {
                // The marker is damaged, or has another format, so we do not know whose files these
                // are.
                let lock = lock(folder, &wanted)?;
                let scratch = Scratch { folder: folder.to_owned(), lock, keeps_folder: was_there };
                scratch.clear()?;
                if !names(folder)?.iter().all(|name| name == MARKER || files::is_staging(name)) {
                    return Err(TreeError::NotScratch(folder.to_owned()));
                }
                drop(scratch);
                Scratch::begin(folder, &wanted, was_there)
            }
            Some(_) => Err(TreeError::NotScratch(folder.to_owned())),
            None => {
                // A run may have been killed before it wrote the marker, or another process may be
                // writing it right now.
                remove_stale(folder).map_err(FileError::new("tidy", folder))?;
                let names = names(folder)?;
                if !names.iter().all(|name| files::is_staging(name)) && !marker.exists() {
                    return Err(TreeError::NotScratch(folder.to_owned()));
                }
                Scratch::begin(folder, &wanted, was_there)
            }
        }
    }

    /// Opens a scratch folder whose marker has the text `found`. If the marker describes the wanted tree,
    /// keeps the files in the folder. If the marker describes another tree, deletes that tree's files. But
    /// if the other tree is grown in separate steps, keeps its files and returns an error.
    fn take_up(folder: &Path, found: &str, wanted: &str) -> Result<Scratch, TreeError> {
        let keeps_folder = found.ends_with(WAS_THERE);
        let found = found.trim_end_matches(WAS_THERE);
        let lock = lock(folder, wanted)?;
        let scratch = Scratch { folder: folder.to_owned(), lock, keeps_folder };
        if found == wanted {
            remove_stale(folder).map_err(FileError::new("tidy", folder))?;
            return Ok(scratch);
        }
        if is_divided(found) {
            return Err(TreeError::OtherSteps(folder.to_owned()));
        }
        scratch.clear()?;
        // Windows cannot replace an open file.
        drop(scratch);
        Scratch::begin(folder, wanted, keeps_folder)
    }

    /// Writes and locks the marker.
    fn begin(folder: &Path, wanted: &str, keeps_folder: bool) -> Result<Scratch, TreeError> {
        let text = format!("{wanted}{}", if keeps_folder { WAS_THERE } else { "" });
        let written = write(&folder.join(MARKER), |file| file.write_all(text.as_bytes()));
        if written.is_err() && !keeps_folder {
            // `remove_dir` removes the folder only if it is empty.
            let _ = fs::remove_dir(folder);
        }
        written?;
        let lock = lock(folder, wanted)?;
        Ok(Scratch { folder: folder.to_owned(), lock, keeps_folder })
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Whether a file exists and begins with our signature, intact or slightly damaged.
    pub(super) fn has(&self, name: &str) -> bool {
        let path = self.path(name);
        let is_file = fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_file());
        let mut start = Vec::new();
        let read = || File::open(&path)?.take(SIGNATURE.len() as u64).read_to_end(&mut start);
        is_file && { read }().is_ok() && is_close(&start, SIGNATURE)
    }

    pub(super) fn write(
        &self,
        name: &str,
        contents: impl FnOnce(&mut Writer<&mut BufWriter<&File>>) -> io::Result<()>,
    ) -> Result<(), TreeError> {
        let path = self.path(name);
        if path.symlink_metadata().is_ok() && !self.has(name) {
            return Err(TreeError::Foreign(path));
        }
        write(&path, |out| {
            let mut out = Writer::new(out)?;
            contents(&mut out)?;
            out.end()
        })
    }

    pub(super) fn read(
        &self,
        name: &str,
        run: Run,
        words: Range<u64>,
    ) -> Result<Vec<u64>, TreeError> {
        words::read(&self.path(name), run, words)
    }

    /// Reads a file that holds a single run.
    pub(super) fn read_all(&self, name: &str) -> Result<Vec<u64>, TreeError> {
        let path = self.path(name);
        let metadata = fs::metadata(&path).map_err(FileError::new("read", &path))?;
        let run = Run::whole(metadata.len());
        self.read(name, run, 0..run.len)
    }

    /// Checks that a run is intact.
    pub(super) fn check(&self, name: &str, run: Run) -> Result<(), TreeError> {
        let starts = (0..=run.len).step_by(index(CHECKED));
        starts.map(|start| start..run.len.min(start + CHECKED)).try_for_each(|words| {
            self.read(name, run, words)?;
            Ok(())
        })
    }

    /// Removes a file if it exists.
    pub(super) fn remove(&self, name: &str) -> Result<(), TreeError> {
        let path = self.path(name);
        none_if_missing(fs::remove_file(&path)).map_err(FileError::new("remove", &path))?;
        checkpoint();
        Ok(())
    }

    /// Checks that the disk has room for the files of a step.
    pub(super) fn need(&self, bytes: u64) -> Result<(), TreeError> {
        let needed = bytes.saturating_add(SPARE);
        match free_space(&self.folder) {
            Some(free) if free < needed => {
                Err(TreeError::NoRoom { folder: self.folder.clone(), needed, free })
            }
            _ => Ok(()),
        }
    }

    /// Removes the scratch files and the marker. Then removes the folder, if it is empty and we created it.
    pub(super) fn remove_all(self) -> Result<(), TreeError> {
        self.clear()?;
        self.remove(MARKER)?;
        let Scratch { folder, lock, keeps_folder } = self;
        // The lock keeps the marker open. On Windows, a removed file stays in its folder until the file is
        // closed.
        drop(lock);
        if !keeps_folder {
            // If the folder contains files that are not ours, `remove_dir` fails, and the folder stays.
            let _ = fs::remove_dir(folder);
        }
        Ok(())
    }

    /// Removes the scratch files. Keeps the marker, and all files that are not ours.
    fn clear(&self) -> Result<(), TreeError> {
        remove_stale(&self.folder).map_err(FileError::new("tidy", &self.folder))?;
        let mut names = names(&self.folder)?;
        names.retain(|name| is_ours(name) && self.has(name));
        // An existing ply file counts as complete. We remove ply files first, so that the next run grows
        // those plies again if we are interrupted here.
        names.sort_by_key(|name| !name.ends_with("-ply"));
        names.iter().try_for_each(|name| self.remove(name))
    }
}

/// Whether `found` is the text that we wrote, or a damaged copy: truncated, with zeroed bytes, or with
/// one wrong byte.
fn is_close(found: &[u8], written: &[u8]) -> bool {
    let pairs = found.iter().zip(written);
    let wrong = pairs.filter(|&(&found, written)| found != 0 && found != *written).count();
    wrong == 0 || wrong == 1 && found.len() >= written.len()
}

/// Writes a file atomically: it gets its name only when it is complete.
fn write(
    path: &Path,
    contents: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> Result<(), TreeError> {
    let write = || {
        let staged = Staged::new(path)?;
        checkpoint();
        let mut buffered = BufWriter::with_capacity(1 << 18, staged.file.as_file());
        contents(&mut buffered)?;
        buffered.flush()?;
        drop(buffered);
        checkpoint();
        staged.file.persist(path)?;
        checkpoint();
        Ok(())
    };
    write().map_err(|cause: io::Error| match cause.downcast() {
        Ok(error) => error,
        Err(cause) => TreeError::File(FileError::new("write", path)(cause)),
    })
}

/// Whether a tree with this description grows in separate steps, which several processes can run.
fn is_divided(description: &str) -> bool {
    description.contains("\nparts ")
}

/// The names of the entries of a folder. We replace invalid UTF-8.
fn names(folder: &Path) -> Result<Vec<String>, TreeError> {
    let names = fs::read_dir(folder).and_then(|entries| {
        let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
        names.collect()
    });
    Ok(names.map_err(FileError::new("read", folder))?)
}

/// Whether a growing tree uses this name for one of its scratch files.
fn is_ours(file: &str) -> bool {
    let as_ply = file.strip_suffix("links").or_else(|| file.strip_suffix("keys"));
    let as_ply = as_ply.map(|start| format!("{start}ply"));
    as_ply.as_deref().unwrap_or(file).parse::<Step>().is_ok()
}

/// Free space on the disk that holds the folder, in bytes; `None` if unknown.
fn free_space(folder: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let disk = rustix::fs::statvfs(folder).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}

/// Locks the folder for this process. If the tree grows in steps, all processes that run its steps share
/// the lock.
fn lock(folder: &Path, description: &str) -> Result<File, TreeError> {
    let marker = folder.join(MARKER);
    let file = File::open(&marker).map_err(FileError::new("read", &marker))?;
    let is_shared = is_divided(description);
    match if is_shared { file.try_lock_shared() } else { file.try_lock() } {
        Err(TryLockError::WouldBlock) => Err(TreeError::Busy(folder.to_owned())),
        // We ignore all other errors, because some systems cannot lock files.
        _ => Ok(file),
    }
}
