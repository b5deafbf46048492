//! What on disk is the tree's own: nothing else is overwritten or removed.
//!
//! A link is never the tree's own, wherever it leads, and so it is never followed.

use std::path::{Path, PathBuf};

use shakmaty::Chess;

use super::{
    Info, info,
    layout::{
        DiskError, INFO, ROOT, STAGED, beside, child, entries, kind, name, relative, root_text,
    },
};
use crate::{
    files::read_text,
    tree::{Tree, Watch, visit::for_each_folder},
};

/// What there is of a node.
pub(super) enum Found {
    /// Nothing.
    Nothing,
    /// Its folder, without an `info.txt`: a run was killed before it wrote that.
    Folder,
    /// Its folder and the text of its `info.txt`, which may be damaged.
    Info(String),
    /// Something else, at this path.
    Foreign(PathBuf),
}

/// Looks at the folder of the node that `info` tells of.
pub(super) fn find(node: &Path, info: &Info) -> Result<Found, DiskError> {
    match kind(node)? {
        None => return Ok(Found::Nothing),
        Some(kind) if !kind.is_dir() => return Ok(Found::Foreign(node.to_owned())),
        Some(_) => {}
    }
    let path = node.join(INFO);
    match kind(&path)? {
        None => return Ok(Found::Folder),
        Some(kind) if !kind.is_file() => return Ok(Found::Foreign(path)),
        Some(_) => {}
    }
    let text = read_text(&path)?.unwrap_or_default();
    Ok(if is_own(&text, info) {
        Found::Info(text)
    } else {
        Found::Foreign(path)
    })
}

/// Whether a text is an `info.txt` of the node, damaged perhaps: then one of the two
/// lines must be left that name it.
fn is_own(text: &str, info: &Info) -> bool {
    if let Ok(found) = text.parse::<Info>() {
        return found.id == info.id && found.state == info.state;
    }
    let names = [format!("#{}", info.id), info.state.to_string()];
    text.is_empty()
        || text
            .lines()
            .any(|line| names.iter().any(|name| name == line))
}

/// Refuses a folder that holds anything but this tree, whatever its plies: so that
/// nobody waits for a tree that cannot be written.
///
/// # Errors
///
/// [`DiskError`].
pub fn refuse_others(root: &Chess, folder: &Path) -> Result<(), DiskError> {
    let foreign = |path: &Path| Err(DiskError::Foreign(path.to_owned()));
    match kind(folder)? {
        None => return Ok(()),
        Some(kind) if !kind.is_dir() => return foreign(folder),
        Some(_) => {}
    }
    let node = folder.join("0");
    if kind(&node)?.is_none() {
        if let Some(path) = beside(root, folder)?.first() {
            return foreign(path);
        }
        // A run may have been killed when it had written no more than this.
        return match recorded_root(folder)? {
            Some(text) if Some(&text) != root_text(root).as_ref() => foreign(&folder.join(ROOT)),
            _ => Ok(()),
        };
    }
    let info = Info::of_root(root);
    match find(&node, &info)? {
        Found::Foreign(path) => match info::read(&path)? {
            Some(Ok(found)) if found.id == 0 => {
                return Err(DiskError::OtherRoot(path, found.state.to_string()));
            }
            _ => return foreign(&path),
        },
        Found::Folder => {
            let is_own =
                |path: &PathBuf| name(path) == Some(STAGED) || child(path, &info).is_some();
            if let Some(path) = entries(&node)?.into_iter().find(|path| !is_own(path)) {
                return foreign(&path);
            }
        }
        Found::Nothing | Found::Info(_) => {}
    }
    // The same board with another halfmove clock is another root.
    let recorded = recorded_root(folder)?;
    if recorded == root_text(root) {
        return Ok(());
    }
    let other = recorded.unwrap_or_else(|| format!("{}, with a halfmove clock of 0", info.state));
    let path = folder.join(ROOT);
    Err(DiskError::OtherRoot(path, other.trim_end().to_owned()))
}

/// What the file beside the root says, if there is one.
fn recorded_root(folder: &Path) -> Result<Option<String>, DiskError> {
    let path = folder.join(ROOT);
    match kind(&path)? {
        Some(kind) if !kind.is_file() => Err(DiskError::Foreign(path)),
        Some(_) => Ok(read_text(&path)?),
        None => Ok(None),
    }
}

/// What is on disk already.
#[derive(Default)]
pub(super) struct Survey {
    /// What stands where the tree has to be written, and is not its own.
    pub(super) in_the_way: Vec<PathBuf>,
    /// Folders of the first ply beyond those asked for.
    pub(super) deeper: usize,
}

/// Looks at every folder of the tree, and changes nothing.
pub(super) fn survey(tree: &Tree, folder: &Path, watch: &Watch) -> Result<Survey, DiskError> {
    let mut survey = Survey::default();
    if kind(&folder.join("0"))?.is_none() {
        return Ok(survey);
    }
    for_each_folder(
        tree,
        watch,
        |cursor, part: &mut Survey| {
            let node = folder.join(relative(&cursor.path()));
            let info = Info::of(cursor)?;
            match find(&node, &info)? {
                Found::Foreign(path) => part.in_the_way.push(path),
                Found::Info(_) if cursor.ply() + 1 == tree.plies() => {
                    let is_child = |path: &&PathBuf| child(path, &info).is_some();
                    part.deeper += entries(&node)?.iter().filter(is_child).count();
                }
                _ => {}
            }
            Ok::<_, DiskError>(())
        },
        |mut part| {
            survey.in_the_way.append(&mut part.in_the_way);
            survey.deeper += part.deeper;
            Ok(())
        },
    )?;
    Ok(survey)
}
