//! Where things are: a folder for each node, named by its Id, in the folder of its
//! parent; in each an `info.txt`.

use std::{
    error, fmt,
    fs::{self, FileType},
    io,
    path::{Path, PathBuf},
};

use shakmaty::{Chess, Position};

use super::Info;
use crate::{
    files::{FileError, optional},
    tree::{Id, TreeError, root::fen},
};

/// The file in the folder of each node.
pub(super) const INFO: &str = "info.txt";

/// The file beside the root that tells its halfmove clock, if that is not 0: no
/// `info.txt` does.
pub(super) const ROOT: &str = "root.fen";

/// The name of an `info.txt` while it is being written.
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

/// What is foreign beside the root.
pub(super) fn beside(root: &Chess, folder: &Path) -> Result<Vec<PathBuf>, DiskError> {
    let mut paths = entries(folder)?;
    let root = root_text(root).map(|_| ROOT);
    paths.retain(|path| name(path) != Some("0") && (root.is_none() || name(path) != root));
    Ok(paths)
}

/// The contents of the file [`ROOT`], if there is one: the FEN of the root.
pub(super) fn root_text(root: &Chess) -> Option<String> {
    (root.halfmoves() > 0).then(|| format!("{}\n", fen(root)))
}

/// What is at a path itself, be it a link; nothing if there is nothing.
pub(super) fn kind(path: &Path) -> Result<Option<FileType>, DiskError> {
    let metadata = optional(fs::symlink_metadata(path)).map_err(cannot("look at", path))?;
    Ok(metadata.map(|metadata| metadata.file_type()))
}

/// Whether there is a folder at a path, and not a link to one.
pub(super) fn is_folder(path: &Path) -> Result<bool, DiskError> {
    Ok(kind(path)?.is_some_and(|kind| kind.is_dir()))
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

/// An error names this many paths.
const SHOWN: usize = 3;

/// Why the tree on disk could not be written or compared.
#[derive(Debug)]
pub enum DiskError {
    /// Something cannot be read or written.
    Io(FileError),
    /// The folder holds something that is no part of a tree.
    Foreign(PathBuf),
    /// The folder holds the tree of another root: the file that says so, and the root.
    OtherRoot(PathBuf, String),
    /// Things that are not of this tree stand where it has to be written.
    InTheWay(Vec<PathBuf>),
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
            DiskError::InTheWay(paths) => {
                write!(f, "not of this tree, and in its way:")?;
                for path in paths.iter().take(SHOWN) {
                    write!(f, " {},", path.display())?;
                }
                if paths.len() > SHOWN {
                    write!(f, " and {} more,", paths.len() - SHOWN)?;
                }
                write!(f, " nothing was written; `--force` replaces them")
            }
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
