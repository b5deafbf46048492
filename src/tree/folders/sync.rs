//! Comparing the folders with the tree, and making them hold it.
//!
//! Nothing but the tree's own is overwritten or removed. A link is never the tree's own,
//! wherever it leads, and so it is never followed.

use std::{
    fmt,
    fs::{self, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use shakmaty::Chess;

use super::{
    FolderError, INFO, Info, InfoError, ROOT, STAGED, cannot, child, entries, info, is_folder,
    kind, name, relative, root_text,
};
use crate::{
    files::{Target, checkpoint, lock_folder, make_folder, read_text},
    progress::Progress,
    tree::{Cursor, Id, Root, Tree, walk::for_each_folder},
};

/// What is on disk for a node.
enum OnDisk {
    /// Nothing.
    Nothing,
    /// Its folder, without an `info.txt`: a run was killed before it wrote that.
    Folder,
    /// Its folder and the text of its `info.txt`, which may be cut off.
    Info(String),
    /// Something else, at this path.
    Foreign(PathBuf),
}

/// Looks at the folder of the node that `info` describes.
fn look(node: &Path, info: &Info) -> Result<OnDisk, FolderError> {
    match kind(node)? {
        None => return Ok(OnDisk::Nothing),
        Some(kind) if !kind.is_dir() => return Ok(OnDisk::Foreign(node.to_owned())),
        Some(_) => {}
    }
    let path = node.join(INFO);
    match kind(&path)? {
        None => return Ok(OnDisk::Folder),
        Some(kind) if !kind.is_file() => return Ok(OnDisk::Foreign(path)),
        Some(_) => {}
    }
    let text = read_text(&path)?.unwrap_or_default();
    Ok(if is_own(&text, info) { OnDisk::Info(text) } else { OnDisk::Foreign(path) })
}

/// Whether a text is an `info.txt` of the node, with whatever outcomes, or was cut off.
fn is_own(text: &str, info: &Info) -> bool {
    match text.parse::<Info>() {
        Ok(found) => found.id == info.id && found.state == info.state,
        Err(_) => info.to_string().starts_with(text),
    }
}

/// Refuses a folder that holds anything but the tree of this root, with any number of plies:
/// so that the user does not wait for a tree that cannot be written.
pub(crate) fn ensure_ours(root: &Chess, folder: &Path) -> Result<(), FolderError> {
    let foreign = |path: &Path| Err(FolderError::Foreign(path.to_owned()));
    match kind(folder)? {
        None => return Ok(()),
        Some(kind) if !kind.is_dir() => return foreign(folder),
        Some(_) => {}
    }
    let node = folder.join("0");
    if kind(&node)?.is_none() {
        if let Some(path) = foreign_beside_root(root, folder)?.first() {
            return foreign(path);
        }
        // A run may have been killed when it had written no more than this.
        return match root_file(folder)? {
            Some(text) if Some(&text) != root_text(root).as_ref() => foreign(&folder.join(ROOT)),
            _ => Ok(()),
        };
    }
    let info = Info::of_root(root);
    match look(&node, &info)? {
        OnDisk::Foreign(path) => match info::read(&path)? {
            Some(Ok(found)) if found.id == 0 => {
                let root = found.state.to_string();
                return Err(FolderError::OtherRoot { path, root });
            }
            _ => return foreign(&path),
        },
        OnDisk::Folder => {
            let is_own =
                |path: &PathBuf| name(path) == Some(STAGED) || child(path, &info).is_some();
            if let Some(path) = entries(&node)?.into_iter().find(|path| !is_own(path)) {
                return foreign(&path);
            }
        }
        OnDisk::Nothing | OnDisk::Info(_) => {}
    }
    // The same board with another halfmove clock is another root.
    let recorded = root_file(folder)?;
    if recorded == root_text(root) {
        return Ok(());
    }
    let other = recorded.unwrap_or_else(|| format!("{}, with a halfmove clock of 0", info.state));
    Err(FolderError::OtherRoot { path: folder.join(ROOT), root: other.trim_end().to_owned() })
}

/// The content of the file beside the root, if there is one.
fn root_file(folder: &Path) -> Result<Option<String>, FolderError> {
    let path = folder.join(ROOT);
    match kind(&path)? {
        Some(kind) if !kind.is_file() => Err(FolderError::Foreign(path)),
        Some(_) => Ok(read_text(&path)?),
        None => Ok(None),
    }
}

/// The root of the tree in a folder, if its files name it.
pub(crate) fn recorded_root(folder: &Path) -> Result<Option<Chess>, FolderError> {
    let fen = match root_file(folder)? {
        Some(fen) => Some(fen.trim_end().to_owned()),
        None => match info::read(&folder.join("0").join(INFO))? {
            Some(Ok(info)) => Some(info.state.to_string()),
            _ => None,
        },
    };
    let root = fen.and_then(|fen| fen.parse::<Root>().ok());
    Ok(root.map(|Root(root)| root))
}

/// How deeply the folders of a tree are nested, at most.
pub(crate) fn depth(folder: &Path) -> Result<usize, FolderError> {
    let mut depth = 0;
    for path in entries(folder)? {
        if name(&path).is_some_and(|name| name.parse::<Id>().is_ok()) && is_folder(&path)? {
            depth = depth.max(1 + self::depth(&path)?);
        }
    }
    Ok(depth)
}

/// The foreign entries beside the root.
fn foreign_beside_root(root: &Chess, folder: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let mut paths = entries(folder)?;
    let has_root_file = root_text(root).is_some();
    paths.retain(|path| name(path) != Some("0") && !(has_root_file && name(path) == Some(ROOT)));
    Ok(paths)
}

/// A difference between the disk and the tree.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Difference {
    /// There is no `info.txt`.
    Missing(PathBuf),
    /// It cannot be read as one.
    Damaged(PathBuf, InfoError),
    /// It says something else.
    Differs {
        /// The `info.txt`.
        path: PathBuf,
        /// The first line that differs, from 1.
        line: usize,
        /// The expected line.
        expected: String,
        /// The actual line.
        found: String,
    },
    /// It belongs to no tree.
    Foreign(PathBuf),
    /// The folder of a node beyond the plies asked for.
    Deeper(PathBuf),
    /// A file that a killed run did not finish.
    Left(PathBuf),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Missing(path) => write!(f, "{}: missing", path.display()),
            Difference::Damaged(path, error) => write!(f, "{}: damaged, {error}", path.display()),
            Difference::Differs { path, line, expected, found } => {
                write!(f, "{}: line {line} is {found:?} and should be {expected:?}", path.display())
            }
            Difference::Foreign(path) => write!(f, "{}: foreign", path.display()),
            Difference::Deeper(path) => write!(f, "{}: deeper than asked for", path.display()),
            Difference::Left(path) => write!(f, "{}: left by a killed run", path.display()),
        }
    }
}

/// Compares `folder` with the tree, and writes nothing.
///
/// # Errors
///
/// [`FolderError`] if something cannot be read, or `progress` stops it.
pub fn check_folders(
    tree: &Tree,
    folder: &Path,
    progress: &dyn Progress,
) -> Result<Vec<Difference>, FolderError> {
    if kind(folder)?.is_some_and(|kind| !kind.is_dir()) {
        return Ok(vec![Difference::Foreign(folder.to_owned())]);
    }
    let foreign = foreign_beside_root(tree.root(), folder)?;
    let mut differences: Vec<_> = foreign.into_iter().map(Difference::Foreign).collect();
    // What would be right in a tree with more plies.
    let mut knows_more = Vec::new();
    if let Some(expected) = root_text(tree.root()) {
        let path = folder.join(ROOT);
        match kind(&path)? {
            None => differences.push(Difference::Missing(path)),
            Some(kind) if !kind.is_file() => differences.push(Difference::Foreign(path)),
            Some(_) => {
                let text = read_text(&path)?.unwrap_or_default();
                differences.extend(difference(path, &expected, &text));
            }
        }
    }
    for_each_folder(
        tree,
        progress,
        |cursor, part| check_node(folder, cursor, part),
        |(mut part, mut more): (Vec<_>, Vec<_>)| {
            differences.append(&mut part);
            knows_more.append(&mut more);
            Ok::<_, FolderError>(())
        },
    )?;
    let is_deeper = |found: &Difference| matches!(found, Difference::Deeper(_));
    if !differences.iter().any(is_deeper) {
        differences.append(&mut knows_more);
    }
    Ok(differences)
}

fn check_node(
    folder: &Path,
    cursor: &mut Cursor<'_>,
    (differences, knows_more): &mut (Vec<Difference>, Vec<Difference>),
) -> Result<(), FolderError> {
    let node = folder.join(relative(&cursor.path()));
    let path = node.join(INFO);
    let info = Info::of(cursor)?;
    match look(&node, &info)? {
        OnDisk::Nothing | OnDisk::Folder => {
            differences.push(Difference::Missing(path));
            return Ok(());
        }
        // The entry that hides it is named once.
        OnDisk::Foreign(path) if path == node => {
            differences.push(Difference::Foreign(path));
            return Ok(());
        }
        OnDisk::Foreign(path) => differences.push(match info::read(&path)? {
            Some(Err(error)) => Difference::Damaged(path, error),
            _ => Difference::Foreign(path),
        }),
        OnDisk::Info(text) => match text.parse::<Info>() {
            Err(error) => differences.push(Difference::Damaged(path, error)),
            Ok(on_disk) => {
                let differs = difference(path, &info.to_string(), &text);
                if on_disk.knows_more_than(&info) {
                    knows_more.extend(differs);
                } else {
                    differences.extend(differs);
                }
            }
        },
    }
    let is_last = cursor.ply() + 1 == cursor.tree().plies();
    for path in entries(&node)? {
        match (name(&path), child(&path, &info)) {
            (Some(INFO), _) => {}
            (Some(STAGED), _) => differences.push(Difference::Left(path)),
            (_, Some(_)) if !is_last => {}
            (_, Some(_)) if is_folder(&path)? => differences.push(Difference::Deeper(path)),
            _ => differences.push(Difference::Foreign(path)),
        }
    }
    Ok(())
}

/// The first line of a file that is not as it should be, if there is one.
fn difference(path: PathBuf, expected: &str, found: &str) -> Option<Difference> {
    if expected == found {
        return None;
    }
    let mut lines = (1..).zip(expected.lines().zip(found.lines()));
    let (line, (expected, found)) =
        lines.find(|(_, (expected, found))| expected != found).unwrap_or((1, (expected, found)));
    Some(Difference::Differs { path, line, expected: expected.to_owned(), found: found.to_owned() })
}

/// What [`write_folders`] may do beyond writing.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct WriteOptions {
    /// Remove the folders of a tree with more plies.
    pub prune: bool,
    /// Replace foreign entries that stand in the way of the tree.
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
        let foreign = |old: &[u8]| {
            let is_ours = text.as_bytes().starts_with(old);
            (!is_ours).then(|| "it is of another tree".to_owned())
        };
        Target::claim(&folder.join(ROOT), options.force, foreign)?.write(text.as_bytes())?;
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
            // A foreign folder is never removed.
            fs::remove_file(path).map_err(cannot("replace", path))?;
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
