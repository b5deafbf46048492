//! Writing the folders.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
};

use super::{
    Info, info,
    layout::{
        DiskError, INFO, ROOT, STAGED, beside, cannot, child, entries, is_folder, kind, name,
        relative, root_text,
    },
    own::{Found, find, refuse_others, survey},
};
use crate::{
    files::{checkpoint, make_folder, put},
    tree::{Cursor, Id, Tree, Watch, visit::for_each_folder},
};

/// What may be done beyond writing.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Permit {
    /// Remove the folders of a tree with more plies.
    pub prune: bool,
    /// Replace what is not of the tree and stands in its way.
    pub force: bool,
}

/// What [`write_folders`] did.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Summary {
    /// Folders that were right already.
    pub right: usize,
    /// Folders that are new, or whose `info.txt` is.
    pub written: usize,
    /// Folders of a tree with more plies, which were removed.
    pub removed: usize,
    /// Folders of the first ply beyond those asked for, which were left, with all below
    /// them.
    pub deeper: usize,
    /// What is there and belongs to no tree; it was left alone.
    pub foreign: Vec<PathBuf>,
}

/// Makes `folder` hold the tree: writes what is missing or different, and with
/// [`Permit::prune`] removes the folders that a tree with more plies has. Nothing else
/// is removed, and without [`Permit::force`] nothing is replaced that is not of the
/// tree.
///
/// It may be stopped or killed at any time: every `info.txt` is the old one or the
/// new one, and the next run goes on.
///
/// # Errors
///
/// [`DiskError`]; if `folder` holds something else where the tree has to be, nothing is
/// touched.
///
/// # Panics
///
/// If the tree has no ply but the root.
pub fn write_folders(
    tree: &Tree,
    folder: &Path,
    permit: Permit,
    watch: &Watch,
) -> Result<Summary, DiskError> {
    if !permit.force {
        refuse_others(tree.root(), folder)?;
    }
    make_folder(folder)?;
    // Not every system can lock a folder: only a lock that is taken is an error.
    let lock = File::open(folder);
    if let Ok(lock) = &lock
        && let Err(TryLockError::WouldBlock) = lock.try_lock()
    {
        return Err(DiskError::Busy(folder.to_owned()));
    }
    let survey = survey(tree, folder, watch)?;
    if !permit.force && !survey.in_the_way.is_empty() {
        return Err(DiskError::InTheWay(survey.in_the_way));
    }
    if let Some(text) = root_text(tree.root()) {
        put(&folder.join(ROOT), text.as_bytes())?;
    }
    let mut summary = Summary {
        deeper: if permit.prune { 0 } else { survey.deeper },
        foreign: beside(tree.root(), folder)?,
        ..Summary::default()
    };
    let leave_deeper = summary.deeper > 0;
    for_each_folder(
        tree,
        watch,
        |cursor, part| write_node(tree, folder, cursor, permit, leave_deeper, part),
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
    cursor: &mut Cursor<'_>,
    permit: Permit,
    leave_deeper: bool,
    summary: &mut Summary,
) -> Result<(), DiskError> {
    let node = folder.join(relative(&cursor.path()));
    let path = node.join(INFO);
    let info = Info::of(cursor)?;
    let text = info.to_string();
    if !make(&node)? {
        let found = find(&node, &info)?;
        if let Found::Foreign(path) = &found {
            if !permit.force {
                return Err(DiskError::InTheWay(vec![path.clone()]));
            }
            // Of a folder nobody can say what is in it.
            fs::remove_file(path).map_err(cannot("replace", path))?;
            make(&node)?;
        }
        let is_last = cursor.ply() + 1 == tree.plies();
        tidy(&node, &info, is_last && permit.prune, is_last, summary)?;
        if let Found::Info(old) = found {
            let knows_more = || {
                let old = old.parse::<Info>();
                leave_deeper && old.is_ok_and(|old| old.knows_more_than(&info))
            };
            if old == text || knows_more() {
                summary.right += 1;
                return Ok(());
            }
        }
    }
    // In the same folder, where a file system that keeps neighbours together is
    // ten times faster than elsewhere.
    let staged = node.join(STAGED);
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&staged)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .and_then(|()| {
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

/// Makes the folder of a node, unless something has its name.
fn make(node: &Path) -> Result<bool, DiskError> {
    match fs::create_dir(node) {
        Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        made => {
            made.map_err(cannot("make the folder", node))?;
            checkpoint();
            Ok(true)
        }
    }
}

/// Removes what a killed run has left in a folder, and with `prune` the folders of the
/// children; notes what is foreign. Without `prune` the children of a folder that
/// should have none are left.
fn tidy(
    node: &Path,
    info: &Info,
    prune: bool,
    is_last: bool,
    summary: &mut Summary,
) -> Result<(), DiskError> {
    for path in entries(node)? {
        match (name(&path), child(&path, info)) {
            (Some(INFO), _) => {}
            (Some(STAGED), _) => fs::remove_file(&path).map_err(cannot("remove", &path))?,
            (_, Some(id)) if prune => remove(&path, id, summary)?,
            (_, Some(_)) if is_last && !is_folder(&path)? => {
                summary.foreign.push(path);
            }
            (_, Some(_)) => {}
            (_, None) => summary.foreign.push(path),
        }
    }
    Ok(())
}

/// Removes the folder of a node and those below, as far as they are of a tree.
fn remove(node: &Path, id: Id, summary: &mut Summary) -> Result<(), DiskError> {
    let is_real = is_folder(node)?;
    let path = node.join(INFO);
    match info::read(&path)? {
        Some(Ok(info)) if is_real && info.id == id => {
            tidy(node, &info, true, true, summary)?;
            fs::remove_file(&path).map_err(cannot("remove", &path))?;
            checkpoint();
        }
        // A run was killed before it wrote the file, or after it removed it.
        None if is_real && kind(&path)?.is_none() => {
            let staged = node.join(STAGED);
            if kind(&staged)?.is_some() {
                fs::remove_file(&staged).map_err(cannot("remove", &staged))?;
            }
        }
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
        Err(cause) if cause.kind() == io::ErrorKind::DirectoryNotEmpty => {
            summary.foreign.push(node.to_owned());
        }
        Err(cause) => return Err(cannot("remove", node)(cause)),
    }
    Ok(())
}
