//! The tree on disk: a folder for each node, named by its Id, in the folder of its
//! parent; in each an `info.txt`.

use std::{
    error, fmt,
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

use shakmaty::fen::Epd;

use super::{Cursor, Id, Info, InfoError, Tree, TreeError, Watch, batch::for_each_folder};
use crate::output::{OutputError, make_folder, optional, read_text};

/// The file in the folder of each node.
pub const INFO: &str = "info.txt";

/// Its name while it is being written.
const STAGED: &str = ".san_strings-info.tmp";

/// What [`write()`] did.
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
/// [`FolderError`]; if `folder` holds something else, it is not touched.
///
/// # Panics
///
/// If the tree has no ply but the root.
pub fn write(tree: &Tree, folder: &Path, watch: &Watch) -> Result<Summary, FolderError> {
    refuse_others(tree, folder)?;
    make_folder(folder)?;
    // Not every system can lock a folder: only a lock that is taken is an error.
    let lock = File::open(folder);
    if let Ok(lock) = &lock
        && let Err(TryLockError::WouldBlock) = lock.try_lock()
    {
        return Err(FolderError::Busy(folder.to_owned()));
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
            Ok::<_, FolderError>(())
        },
    )?;
    Ok(summary)
}

/// Refuses a folder that holds anything but this tree, whatever its plies.
///
/// # Errors
///
/// [`FolderError`].
///
/// # Panics
///
/// If the tree has no ply but the root.
pub fn refuse_others(tree: &Tree, folder: &Path) -> Result<(), FolderError> {
    let paths = entries(folder)?;
    let root = folder.join("0");
    if !paths.contains(&root) {
        return paths
            .into_iter()
            .next()
            .map_or(Ok(()), |path| Err(FolderError::Foreign(path)));
    }
    let info = tree.cursor().info();
    let path = root.join(INFO);
    match read_text(&path)? {
        Some(text) => match text.parse::<Info>() {
            Ok(found) if found.state == info.state && found.id == 0 => Ok(()),
            Ok(found) => Err(FolderError::OtherRoot(path, Box::new(found.state))),
            // Damaged: is it ours at all?
            Err(_) if text.is_empty() => Ok(()),
            Err(_) => {
                let ours = ["#0".to_owned(), info.state.to_string()];
                if text.lines().any(|line| ours.iter().any(|our| our == line)) {
                    Ok(())
                } else {
                    Err(FolderError::Foreign(path))
                }
            }
        },
        None => match entries(&root)?
            .into_iter()
            .find(|path| child(path, &info).is_none())
        {
            Some(path) => Err(FolderError::Foreign(path)),
            None => Ok(()),
        },
    }
}

/// Makes the folder of a node right.
fn write_node(
    tree: &Tree,
    folder: &Path,
    cursor: &Cursor<'_>,
    summary: &mut Summary,
) -> Result<(), FolderError> {
    let node = folder.join(relative(cursor.path()));
    let path = node.join(INFO);
    let info = cursor.info();
    let text = info.to_string();
    let old = match fs::create_dir(&node) {
        Ok(()) => None,
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
    let written = fs::write(&staged, text).and_then(|()| fs::rename(&staged, &path));
    if let Err(cause) = written {
        // If that fails too, the next run does it.
        let _ = fs::remove_file(&staged);
        return Err(cannot("write", &path)(cause));
    }
    summary.written += 1;
    Ok(())
}

/// Removes what a killed run has left in a folder, and the folders in it that a
/// tree with more plies has; notes what is foreign.
fn tidy(node: &Path, info: &Info, is_last: bool, summary: &mut Summary) -> Result<(), FolderError> {
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
fn remove(node: &Path, id: Id, summary: &mut Summary) -> Result<(), FolderError> {
    let path = node.join(INFO);
    let is_folder = fs::symlink_metadata(node).is_ok_and(|metadata| metadata.is_dir());
    let info = read_text(&path).map(|text| text.map(|text| text.parse::<Info>()));
    match info {
        Ok(Some(Ok(info))) if is_folder && info.id == id => {
            tidy(node, &info, true, summary)?;
            fs::remove_file(&path).map_err(cannot("remove", &path))?;
        }
        // A run was killed before it wrote the file.
        Ok(None) if is_folder => {}
        _ => {
            summary.foreign.push(node.to_owned());
            return Ok(());
        }
    }
    match fs::remove_dir(node) {
        Ok(()) => summary.removed += 1,
        Err(_) => summary.foreign.push(node.to_owned()),
    }
    Ok(())
}

/// Something on disk that is not as the tree has it.
#[derive(Clone, Debug, Eq, PartialEq)]
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
        /// What the line should be.
        expected: String,
        /// What it is.
        found: String,
    },
    /// It belongs to no tree, or to one with more plies.
    Foreign(PathBuf),
    /// A file that a killed run did not finish.
    Left(PathBuf),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Missing(path) => write!(f, "{}: missing", path.display()),
            Difference::Damaged(path, error) => {
                write!(f, "{}: damaged, {error}", path.display())
            }
            Difference::Differs {
                path,
                line,
                expected,
                found,
            } => write!(
                f,
                "{}: line {line} is {found:?} and should be {expected:?}",
                path.display()
            ),
            Difference::Foreign(path) => write!(f, "{}: foreign", path.display()),
            Difference::Left(path) => write!(f, "{}: left by a killed run", path.display()),
        }
    }
}

/// Compares `folder` with the tree and writes nothing.
///
/// # Errors
///
/// [`FolderError`] if something cannot be read, or `watch` stops it.
pub fn check(tree: &Tree, folder: &Path, watch: &Watch) -> Result<Vec<Difference>, FolderError> {
    let foreign = beside(folder)?.into_iter();
    let mut differences: Vec<_> = foreign.map(Difference::Foreign).collect();
    for_each_folder(
        tree,
        watch,
        |cursor, part| check_node(tree, folder, cursor, part),
        |mut part| {
            differences.append(&mut part);
            Ok::<_, FolderError>(())
        },
    )?;
    Ok(differences)
}

fn check_node(
    tree: &Tree,
    folder: &Path,
    cursor: &Cursor<'_>,
    differences: &mut Vec<Difference>,
) -> Result<(), FolderError> {
    let node = folder.join(relative(cursor.path()));
    let path = node.join(INFO);
    let info = cursor.info();
    let Some(found) = read_text(&path)? else {
        differences.push(Difference::Missing(path));
        return Ok(());
    };
    let expected = info.to_string();
    if found != expected {
        differences.push(if let Err(error) = found.parse::<Info>() {
            Difference::Damaged(path, error)
        } else {
            let mut lines = (1..).zip(expected.lines().zip(found.lines()));
            let (line, (expected, found)) = lines
                .find(|(_, (expected, found))| expected != found)
                .unwrap_or((1, (&expected, &found)));
            Difference::Differs {
                path,
                line,
                expected: expected.to_owned(),
                found: found.to_owned(),
            }
        });
    }
    for path in entries(&node)? {
        let inner = cursor.path().len() < tree.plies() && child(&path, &info).is_some();
        match name(&path) {
            Some(INFO) => {}
            Some(STAGED) => differences.push(Difference::Left(path)),
            _ if inner => {}
            _ => differences.push(Difference::Foreign(path)),
        }
    }
    Ok(())
}

/// The folder of a node, seen from the one that holds the tree.
pub(super) fn relative(path: &[Id]) -> PathBuf {
    path.iter().map(Id::to_string).collect()
}

/// The child of a node that a path in its folder is named after.
fn child(path: &Path, info: &Info) -> Option<Id> {
    let name = name(path)?;
    let id: Id = name.parse().ok()?;
    let children = info.children.as_ref()?;
    (children.contains(&id) && id.to_string() == name).then_some(id)
}

/// What lies beside the root.
fn beside(folder: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let mut paths = entries(folder)?;
    paths.retain(|path| name(path) != Some("0"));
    Ok(paths)
}

fn name(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()
}

/// What is in a folder, in the order of the names; nothing if there is no folder.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let entries = fs::read_dir(folder).and_then(|entries| {
        entries
            .map(|entry| Ok(entry?.path()))
            .collect::<io::Result<Vec<_>>>()
    });
    let entries = optional(entries).map_err(cannot("read", folder))?;
    let mut entries = entries.unwrap_or_default();
    entries.sort();
    Ok(entries)
}

fn cannot(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    move |cause| FolderError::Io(OutputError::new(action, path.to_owned())(cause))
}

/// Why the tree on disk could not be written or compared.
#[derive(Debug)]
pub enum FolderError {
    /// Something cannot be read or written.
    Io(OutputError),
    /// The folder holds something that is no part of a tree.
    Foreign(PathBuf),
    /// The folder holds the tree of another root.
    OtherRoot(PathBuf, Box<Epd>),
    /// Another run is at work there.
    Busy(PathBuf),
    /// The work ended early.
    Tree(TreeError),
}

impl From<OutputError> for FolderError {
    fn from(error: OutputError) -> FolderError {
        FolderError::Io(error)
    }
}

impl From<TreeError> for FolderError {
    fn from(error: TreeError) -> FolderError {
        FolderError::Tree(error)
    }
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FolderError::Io(error) => error.fmt(f),
            FolderError::Foreign(path) => write!(
                f,
                "{} is not of a tree: choose a folder that is empty or new",
                path.display()
            ),
            FolderError::OtherRoot(path, state) => write!(
                f,
                "{}: here is the tree of {state}: choose another folder, or that `--fen`",
                path.display()
            ),
            FolderError::Busy(path) => {
                write!(f, "another run is growing the tree in {}", path.display())
            }
            FolderError::Tree(error) => error.fmt(f),
        }
    }
}

impl error::Error for FolderError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            FolderError::Io(error) => error.source(),
            FolderError::Tree(error) => error.source(),
            _ => None,
        }
    }
}
