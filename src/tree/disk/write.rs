//! Writing the folders.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

use super::visit::for_each_folder;
use super::{
    Info,
    layout::{
        DiskError, INFO, STAGED, beside, cannot, child, entries, name, refuse_others, relative,
    },
};
use crate::{
    files::{checkpoint, make_folder, read_text},
    tree::{Cursor, Id, Tree, Watch},
};

/// What [`write_folders`] did.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Summary {
    /// Folders that were right already.
    pub right: usize,
    /// Folders that are new, or whose `info.txt` is.
    pub written: usize,
    /// Folders of a tree with more plies, which were removed.
    pub removed: usize,
    /// What is there and belongs to no tree; it was left alone.
    pub foreign: Vec<PathBuf>,
}

/// Makes `folder` hold the tree: writes what is missing or different, and removes
/// the folders that a tree with more plies has. Nothing else is removed.
///
/// It may be stopped or killed at any time: every `info.txt` is the old one or the
/// new one, and the next run goes on.
///
/// # Errors
///
/// [`DiskError`]; if `folder` holds something else, it is not touched.
///
/// # Panics
///
/// If the tree has no ply but the root.
pub fn write_folders(tree: &Tree, folder: &Path, watch: &Watch) -> Result<Summary, DiskError> {
    refuse_others(tree, folder)?;
    make_folder(folder)?;
    // Not every system can lock a folder: only a lock that is taken is an error.
    let lock = File::open(folder);
    if let Ok(lock) = &lock
        && let Err(TryLockError::WouldBlock) = lock.try_lock()
    {
        return Err(DiskError::Busy(folder.to_owned()));
    }
    let mut summary = Summary {
        foreign: beside(folder)?,
        ..Summary::default()
    };
    for_each_folder(
        tree,
        watch,
        |cursor, part| write_node(tree, folder, cursor, part),
        |mut part: Summary| {
            summary.right += part.right;
            summary.written += part.written;
            summary.removed += part.removed;
            summary.foreign.append(&mut part.foreign);
            Ok::<_, DiskError>(())
        },
    )?;
    Ok(summary)
}

/// Makes the folder of a node right.
fn write_node(
    tree: &Tree,
    folder: &Path,
    cursor: &Cursor<'_>,
    summary: &mut Summary,
) -> Result<(), DiskError> {
    let node = folder.join(relative(cursor.path()));
    let path = node.join(INFO);
    let info = Info::of(cursor);
    let text = info.to_string();
    let old = match fs::create_dir(&node) {
        Ok(()) => {
            checkpoint();
            None
        }
        Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => {
            let is_last = cursor.path().len() == tree.plies();
            tidy(&node, &info, is_last, summary)?;
            read_text(&path)?
        }
        Err(cause) => return Err(cannot("make the folder", &node)(cause)),
    };
    if old.is_some_and(|old| old == text) {
        summary.right += 1;
        return Ok(());
    }
    // In the same folder, where a file system that keeps neighbours together is
    // ten times faster than elsewhere.
    let staged = node.join(STAGED);
    let written = fs::write(&staged, text).and_then(|()| {
        checkpoint();
        fs::rename(&staged, &path)
    });
    if let Err(cause) = written {
        // If that fails too, the next run does it.
        let _ = fs::remove_file(&staged);
        return Err(cannot("write", &path)(cause));
    }
    checkpoint();
    summary.written += 1;
    Ok(())
}

/// Removes what a killed run has left in a folder, and the folders in it that a
/// tree with more plies has; notes what is foreign.
fn tidy(node: &Path, info: &Info, is_last: bool, summary: &mut Summary) -> Result<(), DiskError> {
    for path in entries(node)? {
        match (name(&path), child(&path, info)) {
            (Some(INFO), _) => {}
            (Some(STAGED), _) => fs::remove_file(&path).map_err(cannot("remove", &path))?,
            (_, Some(id)) if is_last => remove(&path, id, summary)?,
            (_, Some(_)) => {}
            (_, None) => summary.foreign.push(path),
        }
    }
    Ok(())
}

/// Removes the folder of a node and those below, as far as they are of a tree.
fn remove(node: &Path, id: Id, summary: &mut Summary) -> Result<(), DiskError> {
    let path = node.join(INFO);
    let is_folder = fs::symlink_metadata(node).is_ok_and(|metadata| metadata.is_dir());
    let info = read_text(&path).map(|text| text.map(|text| text.parse::<Info>()));
    match info {
        Ok(Some(Ok(info))) if is_folder && info.id == id => {
            tidy(node, &info, true, summary)?;
            fs::remove_file(&path).map_err(cannot("remove", &path))?;
            checkpoint();
        }
        // A run was killed before it wrote the file.
        Ok(None) if is_folder => {}
        _ => {
            summary.foreign.push(node.to_owned());
            return Ok(());
        }
    }
    match fs::remove_dir(node) {
        Ok(()) => {
            checkpoint();
            summary.removed += 1;
        }
        Err(_) => summary.foreign.push(node.to_owned()),
    }
    Ok(())
}
