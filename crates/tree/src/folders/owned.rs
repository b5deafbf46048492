//! What in a folder is the tree's own. A link never is, wherever it leads.

use std::path::{Path, PathBuf};

use shakmaty::Chess;

use super::{
    FolderError, INFO, Info, ROOT, STAGED, child, entries, info, is_folder, kind, name, root_text,
};
use crate::{Id, Root};
use san_strings_files::read_text;

/// What is on disk for a node.
pub enum OnDisk {
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
pub fn look(node: &Path, info: &Info) -> Result<OnDisk, FolderError> {
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

/// Whether a text is an `info.txt` of the node, with whatever outcomes, or was cut off by a power
/// cut: a tree mends itself.
fn is_own(text: &str, info: &Info) -> bool {
    match text.parse::<Info>() {
        Ok(found) => found.id == info.id && found.state == info.state,
        Err(_) => info.to_string().starts_with(text),
    }
}

/// Refuses a folder that holds anything but the tree of this root, with any number of plies:
/// so that the user does not wait for a tree that cannot be written.
///
/// # Errors
///
/// [`FolderError`] for what is in the way, or cannot be read.
pub fn ensure_ours(root: &Chess, folder: &Path) -> Result<(), FolderError> {
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
pub fn root_file(folder: &Path) -> Result<Option<String>, FolderError> {
    let path = folder.join(ROOT);
    match kind(&path)? {
        Some(kind) if !kind.is_file() => Err(FolderError::Foreign(path)),
        Some(_) => Ok(read_text(&path)?),
        None => Ok(None),
    }
}

/// The root of the tree in a folder, if its files name it.
///
/// # Errors
///
/// [`FolderError`] if they cannot be read.
pub fn recorded_root(folder: &Path) -> Result<Option<Chess>, FolderError> {
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
///
/// # Errors
///
/// [`FolderError`] if they cannot be read.
pub fn depth(folder: &Path) -> Result<usize, FolderError> {
    let mut depth = 0;
    for path in entries(folder)? {
        if name(&path).is_some_and(|name| name.parse::<Id>().is_ok()) && is_folder(&path)? {
            depth = depth.max(1 + self::depth(&path)?);
        }
    }
    Ok(depth)
}

/// The foreign entries beside the root.
pub fn foreign_beside_root(root: &Chess, folder: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let mut paths = entries(folder)?;
    let has_root_file = root_text(root).is_some();
    paths.retain(|path| name(path) != Some("0") && !(has_root_file && name(path) == Some(ROOT)));
    Ok(paths)
}
