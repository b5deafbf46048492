//! Recognizes the tree's own files and folders. A symbolic link never belongs to the tree, wherever it
//! points.

use std::path::{Path, PathBuf};

use shakmaty::Chess;

use super::{
    INFO, Info, ROOT, STAGED, entries, info, is_folder, is_root, kind, name, relative, root_text,
};
use crate::{Cursor, Root, TreeError, ids::Id};
use san_strings_files::lossy_string;

/// The folder of a node, and the `info.txt` that belongs there.
pub struct NodeFolder {
    pub path: PathBuf,
    pub info: Info,
    /// Whether the children are at the last ply, and so have no folders.
    pub is_last: bool,
}

/// What we found on disk for a node.
pub enum OnDisk {
    Nothing,
    /// The folder without an `info.txt`: a run was killed before it wrote the file.
    Folder,
    /// The folder, and the text of its `info.txt`, which may be truncated.
    Info(String),
    /// A file or folder that does not belong to the tree, at this path.
    Foreign(PathBuf),
}

/// Kind of a file or folder inside a node's folder, apart from the `info.txt` of the node.
#[derive(Clone, Copy, Eq, PartialEq)]
pub enum Entry {
    /// An `info.txt` that a killed run left unfinished.
    Staged,
    /// A directory entry named after a child node. Nodes at the last ply have no folder, so an entry for
    /// such a node belongs to a tree with more plies.
    Child(Id),
    Foreign,
}

impl NodeFolder {
    /// The folder of the cursor's node, below the folder of the tree.
    pub fn of(cursor: &mut Cursor<'_>, folder: &Path) -> Result<NodeFolder, TreeError> {
        Ok(NodeFolder {
            path: folder.join(relative(&cursor.path())),
            info: Info::of(cursor)?,
            is_last: cursor.ply() + 1 == cursor.tree().plies(),
        })
    }

    /// Checks what is on disk for this node.
    pub fn look(&self) -> Result<OnDisk, TreeError> {
        match kind(&self.path)? {
            None => return Ok(OnDisk::Nothing),
            Some(kind) if !kind.is_dir() => return Ok(OnDisk::Foreign(self.path.clone())),
            Some(_) => {}
        }
        let path = self.path.join(INFO);
        match kind(&path)? {
            None => return Ok(OnDisk::Folder),
            Some(kind) if !kind.is_file() => return Ok(OnDisk::Foreign(path)),
            Some(_) => {}
        }
        let bytes = info::read_bytes(&path)?.unwrap_or_default();
        let is_own = self.is_own(&bytes);
        Ok(if is_own { OnDisk::Info(lossy_string(bytes)) } else { OnDisk::Foreign(path) })
    }

    /// Whether the bytes are an `info.txt` with this node's Id and board state, or a truncated copy of
    /// the expected `info.txt`. A power cut may truncate a file, even in the middle of the three bytes
    /// of a `≡`. We repair such a file.
    fn is_own(&self, bytes: &[u8]) -> bool {
        match str::from_utf8(bytes).map(str::parse::<Info>) {
            Ok(Ok(found)) => found.id == self.info.id && found.state == self.info.state,
            _ => self.info.to_string().as_bytes().starts_with(bytes),
        }
    }

    /// The entries of the folder, except the `info.txt`.
    pub fn entries(&self) -> Result<Vec<(PathBuf, Entry)>, TreeError> {
        let mut all = entries(&self.path)?;
        all.retain(|path| name(path) != Some(INFO));
        let all = all.into_iter().map(|path| {
            let entry = match self.child(&path) {
                _ if name(&path) == Some(STAGED) => Entry::Staged,
                Some(id) if !self.is_last || is_folder(&path)? => Entry::Child(id),
                _ => Entry::Foreign,
            };
            Ok((path, entry))
        });
        all.collect()
    }

    /// The child whose Id is the file name of `path`; `None` if there is no such child.
    fn child(&self, path: &Path) -> Option<Id> {
        let id = info::id(name(path)?)?;
        self.info.children.as_ref()?.contains(&id).then_some(id)
    }
}

/// Checks that we may write a tree into a folder: the folder is missing or empty, or contains a tree
/// from the same root, with any number of plies. Call this before the tree grows, so that the user does
/// not wait for a tree that cannot be written.
///
/// # Errors
///
/// [`TreeError`] if the folder contains anything other than a tree from this root, or if a file cannot be
/// read.
pub fn ensure_ours(root: &Chess, folder: &Path) -> Result<(), TreeError> {
    let foreign = |path: &Path| Err(TreeError::Foreign(path.to_owned()));
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
        // A run may have been killed after it wrote `root.fen` and nothing else.
        return match root_file(folder)? {
            Some(text) if !is_root(&text, root) => foreign(&folder.join(ROOT)),
            _ => Ok(()),
        };
    }
    let node = NodeFolder { path: node, info: Info::of_root(root), is_last: false };
    match node.look()? {
        OnDisk::Foreign(path) => match info::read(&path)? {
            Some(Ok(found)) if found.id == 0 => {
                let root = found.state.to_string();
                return Err(TreeError::OtherRoot { path, root });
            }
            _ => return foreign(&path),
        },
        OnDisk::Folder => {
            let mut entries = node.entries()?.into_iter();
            if let Some((path, _)) = entries.find(|&(_, entry)| entry == Entry::Foreign) {
                return foreign(&path);
            }
        }
        OnDisk::Nothing | OnDisk::Info(_) => {}
    }
    // The same board with another halfmove clock is a different root.
    let recorded = root_file(folder)?;
    let is_same = match &recorded {
        Some(text) => is_root(text, root),
        None => root_text(root).is_none(),
    };
    if is_same {
        return Ok(());
    }
    let other =
        recorded.unwrap_or_else(|| format!("{}, with a halfmove clock of 0", node.info.state));
    Err(TreeError::OtherRoot { path: folder.join(ROOT), root: other.trim_end().to_owned() })
}

/// Contents of the file `root.fen`; `None` if there is no such file.
pub fn root_file(folder: &Path) -> Result<Option<String>, TreeError> {
    let path = folder.join(ROOT);
    match kind(&path)? {
        Some(kind) if !kind.is_file() => Err(TreeError::Foreign(path)),
        Some(_) => Ok(info::read_text(&path)?),
        None => Ok(None),
    }
}

/// The root of the tree in a folder; `None` if no file records it.
///
/// # Errors
///
/// [`TreeError`] if a file cannot be read.
pub fn recorded_root(folder: &Path) -> Result<Option<Chess>, TreeError> {
    let fen = match root_file(folder)? {
        None => {
            let info = info::read(&folder.join("0").join(INFO))?.and_then(Result::ok);
            info.map(|info| info.state.to_string())
        }
        fen => fen,
    };
    Ok(fen.and_then(|fen| fen.trim_end().parse().ok()).map(|Root(root)| root))
}

/// Counts the `info.txt` files in a folder, separately for each ply, down to the last ply that has any. We do
/// not count a folder without an `info.txt`, even if its name is an Id, because it does not belong to a
/// tree.
///
/// # Errors
///
/// [`TreeError`] if a folder cannot be read.
pub fn count_infos(folder: &Path) -> Result<Vec<u64>, TreeError> {
    let mut counts = Vec::new();
    let mut folders = vec![(folder.join("0"), 0)];
    while let Some((folder, ply)) = folders.pop() {
        if !is_folder(&folder)? {
            continue;
        }
        if kind(&folder.join(INFO))?.is_some_and(|kind| kind.is_file()) {
            counts.resize(counts.len().max(ply + 1), 0);
            counts[ply] += 1;
        }
        let below = entries(&folder)?.into_iter();
        let below = below.filter(|path| name(path).and_then(info::id).is_some());
        folders.extend(below.map(|path| (path, ply + 1)));
    }
    Ok(counts)
}

/// Lists the entries next to the root's folder that do not belong to the tree.
pub fn foreign_beside_root(root: &Chess, folder: &Path) -> Result<Vec<PathBuf>, TreeError> {
    let mut paths = entries(folder)?;
    let has_root_file = root_text(root).is_some();
    paths.retain(|path| name(path) != Some("0") && !(has_root_file && name(path) == Some(ROOT)));
    Ok(paths)
}
