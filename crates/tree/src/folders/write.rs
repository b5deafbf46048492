//! Writes the tree into folders. We never overwrite or remove a file that does not belong to a tree.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use super::{
    INFO, Info, ROOT, STAGED, info, is_root, kind,
    owned::{Entry, NodeFolder, OnDisk, ensure_ours, foreign_beside_root, root_file},
    root_text,
};
use crate::{Tree, TreeError, ids::Id, walk::for_each_node};
use san_strings_files::{
    FileError, Others, Ours, Progress, Target, checkpoint, lock_folder, make_folder,
    none_if_missing, set_aside,
};

/// What [`write_folders`] may do besides writing the tree's own files.
///
/// ```
/// use san_strings_tree::{GrowOptions, Grower, WriteOptions, write_folders};
/// use san_strings_tree::shakmaty::Chess;
/// use std::{env, fs, process};
///
/// let folder = env::temp_dir().join(format!("san-strings-options-{}", process::id()));
/// fs::create_dir_all(folder.join("0"))?;
/// fs::write(folder.join("0/info.txt"), "mine")?;
/// let mut grower = Grower::new(Chess::default(), GrowOptions::new(1))?;
/// grower.grow(&())?;
/// let options = WriteOptions { force: true, ..WriteOptions::default() };
/// write_folders(grower.tree(), &folder, options, &())?;
/// assert_eq!(fs::read_to_string(folder.join("0/info.txt.orig"))?, "mine");
/// # fs::remove_dir_all(folder)?;
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct WriteOptions {
    /// Remove the folders that a deeper tree left below the last ply of this tree.
    pub prune: bool,
    /// If a file that does not belong to the tree has a name that the tree needs, rename the file to
    /// `NAME.orig`.
    pub force: bool,
}

/// How many folders [`write_folders`] wrote, removed or kept. See the example of [`write_folders`].
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Summary {
    /// Number of folders that needed no change.
    pub unchanged: usize,
    /// Number of folders whose `info.txt` we wrote.
    pub written: usize,
    /// Number of folders that we removed because they belong to a tree with more plies.
    pub removed: usize,
    /// Number of folders that we kept, with all their contents, although they belong to a tree with more
    /// plies. Folders nested inside them are not counted.
    pub deeper: usize,
    /// Files and folders that do not belong to the tree. We kept them.
    pub foreign: Vec<PathBuf>,
}

/// Writes the tree into `folder`: creates missing files, and replaces files that differ. An earlier, deeper
/// tree may have left folders below the last ply of the new tree: [`WriteOptions::prune`] removes them.
/// Without [`WriteOptions::force`], never replaces a file that does not belong to the tree.
///
/// You may stop or kill the process at any time. Every `info.txt` is then either the old file or the new
/// file, and the next run completes the tree.
///
/// ```
/// use san_strings_tree::{GrowOptions, Grower, WriteOptions, write_folders};
/// use san_strings_tree::shakmaty::Chess;
/// use std::{env, fs, process};
///
/// let mut grower = Grower::new(Chess::default(), GrowOptions::new(1))?;
/// grower.grow(&())?;
/// let folder = env::temp_dir().join(format!("san-strings-tree-{}", process::id()));
/// let summary = write_folders(grower.tree(), &folder, WriteOptions::default(), &())?;
/// assert_eq!(summary.written, 1);
/// assert!(folder.join("0/info.txt").exists());
/// # fs::remove_dir_all(folder)?;
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`TreeError`] if the folders cannot be written, or if files that do not belong to the tree are in the
/// way. In the second case, we change nothing. With [`WriteOptions::force`], we write the tree anyway.
pub fn write_folders(
    tree: &Tree,
    folder: &Path,
    options: WriteOptions,
    progress: &dyn Progress,
) -> Result<Summary, TreeError> {
    if !options.force {
        ensure_ours(tree.root(), folder)?;
    }
    make_folder(folder)?;
    let _lock = lock_folder(folder).map_err(|_| TreeError::Busy(folder.to_owned()))?;
    let (in_the_way, deeper) = survey(tree, folder, progress)?;
    if !options.force && !in_the_way.is_empty() {
        return Err(TreeError::InTheWay(in_the_way));
    }
    if let Some(text) = root_text(tree.root())
        && !matches!(root_file(folder), Ok(Some(found)) if is_root(&found, tree.root()))
    {
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
    for_each_node(
        tree,
        0..tree.plies(),
        ("visiting", progress),
        |cursor, part| write_node(&NodeFolder::of(cursor, folder)?, options, leaves_deeper, part),
        |mut part: Summary| {
            summary.unchanged += part.unchanged;
            summary.written += part.written;
            summary.removed += part.removed;
            summary.foreign.append(&mut part.foreign);
            Ok::<_, TreeError>(())
        },
    )?;
    Ok(summary)
}

/// Recognizes `root.fen` by its contents. Also recognizes a truncated copy, because a power cut may
/// leave one.
struct RootFile<'a>(&'a str);

impl Ours for RootFile<'_> {
    fn foreign(&self, contents: &[u8]) -> Option<String> {
        let is_ours = self.0.as_bytes().starts_with(contents);
        (!is_ours).then(|| "it belongs to another tree".to_owned())
    }
}

/// Looks at the folder of every node, and changes nothing. Returns the paths at which the tree cannot be
/// written, because files that do not belong to the tree are there. Also counts the folders below the
/// last ply, which an earlier, deeper tree left behind.
fn survey(
    tree: &Tree,
    folder: &Path,
    progress: &dyn Progress,
) -> Result<(Vec<PathBuf>, usize), TreeError> {
    let (mut in_the_way, mut deeper) = (Vec::new(), 0);
    if kind(&folder.join("0"))?.is_none() {
        return Ok((in_the_way, deeper));
    }
    for_each_node(
        tree,
        0..tree.plies(),
        ("visiting", progress),
        |cursor, (in_the_way, deeper): &mut (Vec<_>, usize)| {
            let node = NodeFolder::of(cursor, folder)?;
            match node.look()? {
                OnDisk::Foreign(path) => in_the_way.push(path),
                OnDisk::Info(_) if node.is_last => {
                    let is_child = |(_, entry): &(_, Entry)| matches!(entry, Entry::Child(_));
                    *deeper += node.entries()?.iter().filter(|entry| is_child(entry)).count();
                }
                _ => {}
            }
            Ok::<_, TreeError>(())
        },
        |(mut paths, count)| {
            in_the_way.append(&mut paths);
            deeper += count;
            Ok(())
        },
    )?;
    Ok((in_the_way, deeper))
}

/// Creates or repairs the folder of a node.
fn write_node(
    node: &NodeFolder,
    options: WriteOptions,
    leaves_deeper: bool,
    summary: &mut Summary,
) -> Result<(), TreeError> {
    let text = node.info.to_string();
    if !make(&node.path)? {
        let found = node.look()?;
        if let OnDisk::Foreign(path) = &found {
            make_way(node, path, options, summary)?;
        }
        tidy(node, node.is_last && options.prune, summary)?;
        if let OnDisk::Info(old) = found {
            let knows_more = |old: Info| leaves_deeper && old.knows_more_than(&node.info);
            if old == text || old.parse().is_ok_and(knows_more) {
                summary.unchanged += 1;
                return Ok(());
            }
        }
    }
    write_info(&node.path, &text)?;
    summary.written += 1;
    Ok(())
}

/// Renames a file that does not belong to the tree, but is at a path that the node needs. Then makes the
/// folder of the node, if it is missing. Without [`WriteOptions::force`], returns an error instead.
fn make_way(
    node: &NodeFolder,
    path: &Path,
    options: WriteOptions,
    summary: &mut Summary,
) -> Result<(), TreeError> {
    if !options.force {
        return Err(TreeError::InTheWay(vec![path.to_owned()]));
    }
    let aside = set_aside(path).map_err(FileError::new("replace", path))?;
    // If `set_aside` made a hard link, the file also keeps its old name. Remove that name.
    none_if_missing(fs::remove_file(path)).map_err(FileError::new("replace", path))?;
    // `tidy` reports the renamed file if it is in the folder of the node. If it is in another
    // folder, we report it here.
    summary.foreign.extend(Some(aside).filter(|aside| aside.parent() != Some(&node.path)));
    make(&node.path)?;
    Ok(())
}

fn write_info(node: &Path, text: &str) -> Result<(), TreeError> {
    // We stage the file in the folder of the node. On a file system that stores the files of a folder
    // close together, this is ten times as fast as staging the file in another folder.
    let (path, staged) = (node.join(INFO), node.join(STAGED));
    let write = || {
        let mut file = File::create_new(&staged)?;
        file.write_all(text.as_bytes())?;
        checkpoint();
        fs::rename(&staged, &path)
    };
    match write() {
        Ok(()) => {
            checkpoint();
            Ok(())
        }
        Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => {
            Err(TreeError::InTheWay(vec![staged]))
        }
        Err(cause) => {
            // If we cannot remove the file either, the next run removes it.
            let _ = fs::remove_file(&staged);
            Err(FileError::new("write", &path)(cause).into())
        }
    }
}

/// Creates the folder of a node. Returns `false` if the name already exists.
fn make(node: &Path) -> Result<bool, TreeError> {
    match fs::create_dir(node) {
        Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        made => {
            made.map_err(FileError::new("make the folder", node))?;
            checkpoint();
            Ok(true)
        }
    }
}

/// Removes the leftovers of a killed run from a node's folder. With `prune`, also removes the folders of the
/// children. Adds foreign entries, which are not part of the tree, to the summary.
fn tidy(node: &NodeFolder, prune: bool, summary: &mut Summary) -> Result<(), TreeError> {
    for (path, entry) in node.entries()? {
        match entry {
            Entry::Staged => remove_staged(&path)?,
            Entry::Child(id) if prune => remove(path, id, summary)?,
            Entry::Child(_) => {}
            Entry::Foreign => summary.foreign.push(path),
        }
    }
    Ok(())
}

/// Removes the temporary file of a run that was killed while it wrote an `info.txt`. If a file of that
/// name has other contents, it belongs to the user, and we keep it. In that case, `write_info` fails with
/// an error that names the file, and `remove` reports the folder as foreign.
fn remove_staged(path: &Path) -> Result<(), TreeError> {
    if kind(path)?.is_some_and(|kind| kind.is_file())
        && let Some(text) = info::read_text(path)?
        && (text.is_empty() || text.parse::<Info>().is_ok())
    {
        fs::remove_file(path).map_err(FileError::new("remove", path))?;
    }
    Ok(())
}

/// Removes the folder of a node and the folders below it. Keeps everything that does not belong to a
/// tree, and adds it to the summary.
fn remove(node: PathBuf, id: Id, summary: &mut Summary) -> Result<(), TreeError> {
    let file = node.join(INFO);
    match info::read(&file)? {
        Some(Ok(info)) if info.id == id => {
            tidy(&NodeFolder { path: node.clone(), info, is_last: true }, true, summary)?;
            fs::remove_file(&file).map_err(FileError::new("remove", &file))?;
            checkpoint();
        }
        // The `info.txt` is missing, because a run was killed before it wrote the file, or after it
        // removed the file.
        None if kind(&file)?.is_none() => remove_staged(&node.join(STAGED))?,
        _ => {
            summary.foreign.push(node);
            return Ok(());
        }
    }
    match fs::remove_dir(&node) {
        Ok(()) => {
            checkpoint();
            summary.removed += 1;
        }
        Err(cause) if cause.kind() == io::ErrorKind::DirectoryNotEmpty => {
            summary.foreign.push(node);
        }
        Err(cause) => return Err(FileError::new("remove", &node)(cause).into()),
    }
    Ok(())
}
