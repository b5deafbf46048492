//! Makes the folders hold the tree. Nothing but the tree's own is overwritten or removed.

use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use super::{
    FolderError, INFO, Info, ROOT, STAGED, cannot, child, entries, info, is_folder, kind, name,
    owned::{OnDisk, ensure_ours, foreign_beside_root, look},
    relative, root_text,
};
use crate::{Cursor, Id, Tree, walk::for_each_folder};
use san_strings_files::{
    Others, Ours, Progress, Target, checkpoint, lock_folder, make_folder, none_if_missing,
    read_text, set_aside,
};

/// What [`write_folders`] may do beyond writing.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct WriteOptions {
    /// Remove the folders of a tree with more plies.
    pub prune: bool,
    /// Rename foreign files that stand in the way of the tree to `NAME.orig`.
    pub force: bool,
}

/// What [`write_folders`] did.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Summary {
    /// Folders that were right already.
    pub unchanged: usize,
    /// Folders that are new, or whose `info.txt` is.
    pub written: usize,
    /// Folders of a tree with more plies, which were removed.
    pub removed: usize,
    /// Folders of the first ply beyond those asked for, which were left, with all below them.
    pub deeper: usize,
    /// Entries that belong to no tree. They were left alone.
    pub foreign: Vec<PathBuf>,
}

/// Makes `folder` hold the tree: writes missing or different files, and with
/// [`WriteOptions::prune`] removes the folders that a tree with more plies has. Nothing else
/// is removed, and without [`WriteOptions::force`] nothing is replaced that is not of the
/// tree.
///
/// It may be stopped or killed at any time: every `info.txt` is the old one or the new one,
/// and the next run goes on.
///
/// # Errors
///
/// [`FolderError`]; if `folder` holds something else where the tree has to be, nothing is
/// touched.
pub fn write_folders(
    tree: &Tree,
    folder: &Path,
    options: WriteOptions,
    progress: &dyn Progress,
) -> Result<Summary, FolderError> {
    if !options.force {
        ensure_ours(tree.root(), folder)?;
    }
    make_folder(folder)?;
    let _lock = lock_folder(folder).map_err(|_| FolderError::Busy(folder.to_owned()))?;
    let (in_the_way, deeper) = survey(tree, folder, progress)?;
    if !options.force && !in_the_way.is_empty() {
        return Err(FolderError::InTheWay(in_the_way));
    }
    if let Some(text) = root_text(tree.root()) {
        let path = folder.join(ROOT);
        let target = Target::claim(&path, Others::forced(options.force), &RootFile(&text));
        target?.write(text.as_bytes())?;
    }
    let mut summary = Summary {
        deeper: if options.prune { 0 } else { deeper },
        foreign: foreign_beside_root(tree.root(), folder)?,
        ..Summary::default()
    };
    let leaves_deeper = summary.deeper > 0;
    for_each_folder(
        tree,
        progress,
        |cursor, part| write_node(folder, cursor, options, leaves_deeper, part),
        |mut part: Summary| {
            summary.unchanged += part.unchanged;
            summary.written += part.written;
            summary.removed += part.removed;
            summary.foreign.append(&mut part.foreign);
            Ok::<_, FolderError>(())
        },
    )?;
    Ok(summary)
}

/// The file of the root of a tree, by its whole contents. It may be cut off: a power cut leaves that.
struct RootFile<'a>(&'a str);

impl Ours for RootFile<'_> {
    fn foreign(&self, contents: &[u8]) -> Option<String> {
        let is_ours = self.0.as_bytes().starts_with(contents);
        (!is_ours).then(|| "it is of another tree".to_owned())
    }
}

/// Looks at every folder of the tree, and changes nothing: what stands where the tree has to
/// be written and is not its own, and how many folders there are of the first ply beyond.
fn survey(
    tree: &Tree,
    folder: &Path,
    progress: &dyn Progress,
) -> Result<(Vec<PathBuf>, usize), FolderError> {
    let (mut in_the_way, mut deeper) = (Vec::new(), 0);
    if kind(&folder.join("0"))?.is_none() {
        return Ok((in_the_way, deeper));
    }
    for_each_folder(
        tree,
        progress,
        |cursor, (in_the_way, deeper): &mut (Vec<_>, usize)| {
            let node = folder.join(relative(&cursor.path()));
            let info = Info::of(cursor)?;
            match look(&node, &info)? {
                OnDisk::Foreign(path) => in_the_way.push(path),
                OnDisk::Info(_) if cursor.ply() + 1 == tree.plies() => {
                    let is_child = |path: &&PathBuf| child(path, &info).is_some();
                    *deeper += entries(&node)?.iter().filter(is_child).count();
                }
                _ => {}
            }
            Ok::<_, FolderError>(())
        },
        |(mut paths, count)| {
            in_the_way.append(&mut paths);
            deeper += count;
            Ok(())
        },
    )?;
    Ok((in_the_way, deeper))
}

/// Makes the folder of a node right.
fn write_node(
    folder: &Path,
    cursor: &mut Cursor<'_>,
    options: WriteOptions,
    leaves_deeper: bool,
    summary: &mut Summary,
) -> Result<(), FolderError> {
    let node = folder.join(relative(&cursor.path()));
    let path = node.join(INFO);
    let info = Info::of(cursor)?;
    let text = info.to_string();
    if !make(&node)? {
        let found = look(&node, &info)?;
        if let OnDisk::Foreign(path) = &found {
            if !options.force {
                return Err(FolderError::InTheWay(vec![path.clone()]));
            }
            let aside = set_aside(path).map_err(cannot("replace", path))?;
            // It may have its old name, too.
            none_if_missing(fs::remove_file(path)).map_err(cannot("replace", path))?;
            // What lies in the folder of the node, `tidy` names.
            summary.foreign.extend(Some(aside).filter(|aside| aside.parent() != Some(&node)));
            make(&node)?;
        }
        let is_last = cursor.ply() + 1 == cursor.tree().plies();
        tidy(&node, &info, is_last && options.prune, is_last, summary)?;
        if let OnDisk::Info(old) = found {
            let knows_more = || {
                let old = old.parse::<Info>();
                leaves_deeper && old.is_ok_and(|old| old.knows_more_than(&info))
            };
            if old == text || knows_more() {
                summary.unchanged += 1;
                return Ok(());
            }
        }
    }
    // In the same folder, where a file system that keeps neighbours together is ten times
    // faster than elsewhere.
    let staged = node.join(STAGED);
    let write = || {
        let mut file = OpenOptions::new().write(true).create_new(true).open(&staged)?;
        file.write_all(text.as_bytes())?;
        checkpoint();
        fs::rename(&staged, &path)
    };
    if let Err(cause) = write() {
        if cause.kind() == io::ErrorKind::AlreadyExists {
            return Err(FolderError::InTheWay(vec![staged]));
        }
        // If that fails too, the next run does it.
        let _ = fs::remove_file(&staged);
        return Err(cannot("write", &path)(cause));
    }
    checkpoint();
    summary.written += 1;
    Ok(())
}

/// Makes the folder of a node, unless something has its name.
fn make(node: &Path) -> Result<bool, FolderError> {
    match fs::create_dir(node) {
        Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        made => {
            made.map_err(cannot("make the folder", node))?;
            checkpoint();
            Ok(true)
        }
    }
}

/// Removes the leftovers of a killed run in a folder, and with `prune` the folders of the
/// children; notes foreign entries. Without `prune` the children of a folder that should have
/// none are left.
fn tidy(
    node: &Path,
    info: &Info,
    prune: bool,
    is_last: bool,
    summary: &mut Summary,
) -> Result<(), FolderError> {
    for path in entries(node)? {
        match (name(&path), child(&path, info)) {
            (Some(INFO), _) => {}
            (Some(STAGED), _) => remove_staged(&path)?,
            (_, Some(id)) if prune => remove(&path, id, summary)?,
            (_, Some(_)) if is_last && !is_folder(&path)? => summary.foreign.push(path),
            (_, Some(_)) => {}
            (_, None) => summary.foreign.push(path),
        }
    }
    Ok(())
}

/// Removes an `info.txt` that a killed run has not given its name. Whatever else is there
/// stays: the folder is not empty then, or the next `info.txt` cannot be written.
fn remove_staged(path: &Path) -> Result<(), FolderError> {
    if kind(path)?.is_some_and(|kind| kind.is_file())
        && let Some(text) = read_text(path)?
        && (text.is_empty() || text.parse::<Info>().is_ok())
    {
        fs::remove_file(path).map_err(cannot("remove", path))?;
    }
    Ok(())
}

/// Removes the folder of a node and those below, as far as they are of a tree.
fn remove(node: &Path, id: Id, summary: &mut Summary) -> Result<(), FolderError> {
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
            remove_staged(&node.join(STAGED))?;
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
