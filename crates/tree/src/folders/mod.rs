//! The tree on disk: a folder for each node, named by its Id, in the folder of its parent;
//! in each an `info.txt`.

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
    (root.halfmoves() > 0).then(|| format!("{}\n", numbered_fen(root)))
}

/// Whether the contents of a file [`ROOT`] name a root. The number of the move plays no part.
fn is_root(text: &str, root: &Chess) -> bool {
    let found = text.strip_suffix('\n').and_then(|fen| fen.parse().ok());
    found.is_some_and(|Root(found)| root.halfmoves() > 0 && root_fen(&found) == root_fen(root))
}

/// The metadata of a path itself, which may be a link. `None` if there is nothing.
fn kind(path: &Path) -> Result<Option<FileType>, TreeError> {
    let metadata = none_if_missing(fs::symlink_metadata(path));
    let metadata = metadata.map_err(FileError::new("look at", path))?;
    Ok(metadata.map(|metadata| metadata.file_type()))
}

/// Whether there is a folder at a path, and not a link to one.
fn is_folder(path: &Path) -> Result<bool, TreeError> {
    Ok(kind(path)?.is_some_and(|kind| kind.is_dir()))
}

fn name(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()
}

/// The entries of a folder, in the order of their names. Empty if there is no folder.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, TreeError> {
    let entries = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>());
    let entries = none_if_missing(entries).map_err(FileError::new("read", folder))?;
    let mut entries = entries.unwrap_or_default();
    entries.sort();
    Ok(entries)
}
