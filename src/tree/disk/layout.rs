//! Where things are: a folder for each node, named by its Id, in the folder of its
//! parent; in each an `info.txt`.

use std::{
    error, fmt, fs, io,
    path::{Path, PathBuf},
};

use shakmaty::fen::Epd;

use super::Info;
use crate::{
    files::{FileError, optional, read_text},
    tree::{Id, Tree, TreeError},
};

/// The file in the folder of each node.
pub(super) const INFO: &str = "info.txt";

/// Its name while it is being written.
pub(super) const STAGED: &str = ".san_strings-info.tmp";

/// The folder of a node, seen from the one that holds the tree.
pub(super) fn relative(path: &[Id]) -> PathBuf {
    path.iter().map(Id::to_string).collect()
}

/// The child of a node that a path in its folder is named after.
pub(super) fn child(path: &Path, info: &Info) -> Option<Id> {
    let name = name(path)?;
    let id: Id = name.parse().ok()?;
    let children = info.children.as_ref()?;
    (children.contains(&id) && id.to_string() == name).then_some(id)
}

/// What lies beside the root.
pub(super) fn beside(folder: &Path) -> Result<Vec<PathBuf>, DiskError> {
    let mut paths = entries(folder)?;
    paths.retain(|path| name(path) != Some("0"));
    Ok(paths)
}

pub(super) fn name(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()
}

/// What is in a folder, in the order of the names; nothing if there is no folder.
pub(super) fn entries(folder: &Path) -> Result<Vec<PathBuf>, DiskError> {
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

pub(super) fn cannot(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> DiskError {
    move |cause| DiskError::Io(FileError::new(action, path.to_owned())(cause))
}

/// Refuses a folder that holds anything but this tree, whatever its plies.
///
/// # Errors
///
/// [`DiskError`].
///
/// # Panics
///
/// If the tree has no ply but the root.
pub fn refuse_others(tree: &Tree, folder: &Path) -> Result<(), DiskError> {
    let paths = entries(folder)?;
    let root = folder.join("0");
    if !paths.contains(&root) {
        return paths
            .into_iter()
            .next()
            .map_or(Ok(()), |path| Err(DiskError::Foreign(path)));
    }
    let info = Info::of(&tree.cursor());
    let path = root.join(INFO);
    match read_text(&path)? {
        Some(text) => match text.parse::<Info>() {
            Ok(found) if found.state == info.state && found.id == 0 => Ok(()),
            Ok(found) => Err(DiskError::OtherRoot(path, Box::new(found.state))),
            // Damaged: is it ours at all?
            Err(_) if text.is_empty() => Ok(()),
            Err(_) => {
                let ours = ["#0".to_owned(), info.state.to_string()];
                if text.lines().any(|line| ours.iter().any(|our| our == line)) {
                    Ok(())
                } else {
                    Err(DiskError::Foreign(path))
                }
            }
        },
        None => match entries(&root)?
            .into_iter()
            .find(|path| name(path) != Some(STAGED) && child(path, &info).is_none())
        {
            Some(path) => Err(DiskError::Foreign(path)),
            None => Ok(()),
        },
    }
}

/// Why the tree on disk could not be written or compared.
#[derive(Debug)]
pub enum DiskError {
    /// Something cannot be read or written.
    Io(FileError),
    /// The folder holds something that is no part of a tree.
    Foreign(PathBuf),
    /// The folder holds the tree of another root.
    OtherRoot(PathBuf, Box<Epd>),
    /// Another run is at work there.
    Busy(PathBuf),
    /// The work ended early.
    Tree(TreeError),
}

impl From<FileError> for DiskError {
    fn from(error: FileError) -> DiskError {
        DiskError::Io(error)
    }
}

impl From<TreeError> for DiskError {
    fn from(error: TreeError) -> DiskError {
        DiskError::Tree(error)
    }
}

impl fmt::Display for DiskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiskError::Io(error) => error.fmt(f),
            DiskError::Foreign(path) => write!(
                f,
                "{} is not of a tree: choose a folder that is empty or new",
                path.display()
            ),
            DiskError::OtherRoot(path, state) => write!(
                f,
                "{}: here is the tree of {state}: choose another folder, or that `--fen`",
                path.display()
            ),
            DiskError::Busy(path) => {
                write!(f, "another run is growing the tree in {}", path.display())
            }
            DiskError::Tree(error) => error.fmt(f),
        }
    }
}

impl error::Error for DiskError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            DiskError::Io(error) => error.source(),
            DiskError::Tree(error) => error.source(),
            _ => None,
        }
    }
}
