//! The tree on disk: a folder for each node, named by its Id, in the folder of its parent;
//! in each an `info.txt`.

mod check;
mod descent;
mod info;
mod owned;
mod query;
mod query_error;
mod write;

use std::{
    fs::{self, FileType},
    io,
    path::{Path, PathBuf},
};

use shakmaty::{Chess, Position};
use thiserror::Error;

pub use check::{Difference, check_folders};
pub use descent::Successor;
pub use info::{Info, InfoError};
pub use owned::{depth, ensure_ours, recorded_root};
pub use query::{NodeQuery, NodeView};
pub use query_error::QueryError;
pub use write::{Summary, WriteOptions, write_folders};

use super::{Id, TreeError, root_fen};
use san_strings_files::{FileError, none_if_missing};

/// The file in the folder of each node.
const INFO: &str = "info.txt";

/// The file beside the root with its halfmove clock, if that is not 0: no `info.txt`
/// does.
const ROOT: &str = "root.fen";

/// The name of an `info.txt` while it is being written.
const STAGED: &str = ".san_strings-info.tmp";

/// The folder of a node, seen from the one that holds the tree.
fn relative(path: &[Id]) -> PathBuf {
    path.iter().map(Id::to_string).collect()
}

/// The contents of the file [`ROOT`], if there is one: the FEN of the root.
fn root_text(root: &Chess) -> Option<String> {
    (root.halfmoves() > 0).then(|| format!("{}\n", root_fen(root)))
}

/// The metadata of a path itself, which may be a link. `None` if there is nothing.
fn kind(path: &Path) -> Result<Option<FileType>, FolderError> {
    let metadata = none_if_missing(fs::symlink_metadata(path));
    let metadata = metadata.map_err(FileError::new("look at", path))?;
    Ok(metadata.map(|metadata| metadata.file_type()))
}

/// Whether there is a folder at a path, and not a link to one.
fn is_folder(path: &Path) -> Result<bool, FolderError> {
    Ok(kind(path)?.is_some_and(|kind| kind.is_dir()))
}

fn name(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()
}

/// The entries of a folder, in the order of their names. Empty if there is no folder.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let entries = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>());
    let entries = none_if_missing(entries).map_err(FileError::new("read", folder))?;
    let mut entries = entries.unwrap_or_default();
    entries.sort();
    Ok(entries)
}

/// Why a tree on disk could not be written or compared.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FolderError {
    /// Something cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder holds something that is not of a tree.
    #[error("{0} is not of a tree")]
    Foreign(PathBuf),
    /// The folder holds the tree of another root.
    #[error("{}: already holds a tree with a different root: {root}", path.display())]
    OtherRoot {
        /// The file that says so.
        path: PathBuf,
        /// The root as a FEN.
        root: String,
    },
    /// Things that are not of this tree stand where it has to be written.
    #[error("these files do not belong to the tree and block it: {}", list(.0))]
    InTheWay(Vec<PathBuf>),
    /// Another run is at work there.
    #[error("another run is growing the tree in {0}")]
    Busy(PathBuf),
    /// The tree cannot be read, or the work was stopped.
    #[error(transparent)]
    Tree(#[from] TreeError),
}

/// The first paths of many.
fn list(paths: &[PathBuf]) -> String {
    const SHOWN: usize = 3;
    let shown: Vec<_> = paths.iter().take(SHOWN).map(|path| path.display().to_string()).collect();
    let more = paths.len().saturating_sub(SHOWN);
    let shown = shown.join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}
