//! The tree as folders. The folder of a node is inside the folder of its parent, and its name is the
//! node's Id. Each folder contains an `info.txt`.

mod check;
mod descent;
mod info;
mod owned;
mod query;
mod write;

use std::{
    fs::{self, FileType},
    io,
    path::{Path, PathBuf},
};

use shakmaty::{Chess, Position};

pub use check::{Difference, check_folders};
pub use info::{Info, InfoError};
pub use owned::{count_infos, ensure_ours, recorded_root};
pub use query::{NodeQuery, NodeView, QueryMove};
pub use write::{Summary, WriteOptions, write_folders};

use super::{Root, TreeError, ids::Id, root::numbered_fen, root_fen};
use san_strings_files::{FileError, none_if_missing};

/// Name of the file that describes a node, in the folder of the node.
const INFO: &str = "info.txt";

/// The file next to the root's folder, with the FEN of the root. We write it only if the root's
/// halfmove clock is not 0, because an `info.txt` does not contain the clock.
const ROOT: &str = "root.fen";

/// Temporary name of an `info.txt` while we write it.
const STAGED: &str = ".san_strings-info.tmp";

/// Path of the folder of a node, relative to the folder of the tree.
fn relative(path: &[Id]) -> PathBuf {
    path.iter().map(Id::to_string).collect()
}

/// Contents of the file [`ROOT`]; `None` if the halfmove clock of the root is 0.
fn root_text(root: &Chess) -> Option<String> {
    (root.halfmoves() > 0).then(|| format!("{}\n", numbered_fen(root)))
}

/// Whether the contents of a [`ROOT`] file describe `root`. We ignore the move number.
fn is_root(text: &str, root: &Chess) -> bool {
    let found = text.strip_suffix('\n').and_then(|fen| fen.parse().ok());
    found.is_some_and(|Root(found)| root.halfmoves() > 0 && root_fen(&found) == root_fen(root))
}

/// Returns the file type of a path without following links; `None` if the path does not exist.
fn kind(path: &Path) -> Result<Option<FileType>, TreeError> {
    let metadata = none_if_missing(fs::symlink_metadata(path));
    let metadata = metadata.map_err(FileError::new("look at", path))?;
    Ok(metadata.map(|metadata| metadata.file_type()))
}

/// Whether a path is a folder. Returns `false` for a link to a folder.
fn is_folder(path: &Path) -> Result<bool, TreeError> {
    Ok(kind(path)?.is_some_and(|kind| kind.is_dir()))
}

fn name(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()
}

/// The entries of a folder, sorted by name; empty if the folder does not exist.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, TreeError> {
    let entries = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>());
    let entries = none_if_missing(entries).map_err(FileError::new("read", folder))?;
    let mut entries = entries.unwrap_or_default();
    entries.sort();
    Ok(entries)
}
