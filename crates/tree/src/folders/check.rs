//! Compares the folders with the tree.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::{
    INFO, Info, InfoError, ROOT, info, is_root, kind,
    owned::{Entry, NodeFolder, OnDisk, foreign_beside_root, root_file},
    root_text,
};
use crate::{Cursor, Tree, TreeError, walk::for_each_node};
use san_strings_files::Progress;

/// A difference between the folders on disk and the tree.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum Difference {
    /// An `info.txt` is missing.
    #[error("{0}: missing")]
    Missing(PathBuf),
    /// An `info.txt` cannot be parsed.
    #[error("{0}: damaged, {1}")]
    Damaged(PathBuf, InfoError),
    /// The text of a file differs from the expected text.
    #[error("{}: differs", path.display())]
    Differs {
        /// The file.
        path: PathBuf,
        /// The expected text.
        expected: String,
        /// The actual text.
        found: String,
    },
    /// A file or folder that does not belong to the tree.
    #[error("{0}: does not belong to the tree")]
    Foreign(PathBuf),
    /// A folder that only a tree with more plies would contain.
    #[error("{0}: belongs to a deeper tree")]
    Deeper(PathBuf),
    /// A file that a killed run left unfinished.
    #[error("{0}: left over from an interrupted run")]
    Left(PathBuf),
}

/// Compares `folder` with the tree, without changing anything.
///
/// # Errors
///
/// [`TreeError`] if a file cannot be read, or if `progress` stops the comparison.
pub fn check_folders(
    tree: &Tree,
    folder: &Path,
    progress: &dyn Progress,
) -> Result<Vec<Difference>, TreeError> {
    if kind(folder)?.is_some_and(|kind| !kind.is_dir()) {
        return Ok(vec![Difference::Foreign(folder.to_owned())]);
    }
    let foreign = foreign_beside_root(tree.root(), folder)?;
    let mut differences: Vec<_> = foreign.into_iter().map(Difference::Foreign).collect();
    // The `info.txt` files that differ from `tree` only because they contain more known outcomes. If the folders
    // have more plies than `tree`, we do not report these files, because more outcomes are known in a deeper tree.
    let mut knows_more = Vec::new();
    if let Some(expected) = root_text(tree.root()) {
        let path = folder.join(ROOT);
        differences.extend(match root_file(folder) {
            Ok(Some(text)) if is_root(&text, tree.root()) => None,
            Ok(Some(text)) => difference(path, expected, text),
            Ok(None) => Some(Difference::Missing(path)),
            Err(TreeError::Foreign(path)) => Some(Difference::Foreign(path)),
            Err(error) => return Err(error),
        });
    }
    for_each_node(
        tree,
        0..tree.plies(),
        ("visiting", progress),
        |cursor, part| check_node(folder, cursor, part),
        |(mut part, mut more): (Vec<_>, Vec<_>)| {
            differences.append(&mut part);
            knows_more.append(&mut more);
            Ok::<_, TreeError>(())
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
) -> Result<(), TreeError> {
    let node = NodeFolder::of(cursor, folder)?;
    let path = node.path.join(INFO);
    match node.look()? {
        OnDisk::Nothing | OnDisk::Folder => {
            differences.push(Difference::Missing(path));
            return Ok(());
        }
        // Something other than a folder is at the node's path.
        OnDisk::Foreign(path) if path == node.path => {
            differences.push(Difference::Foreign(path));
            return Ok(());
        }
        OnDisk::Foreign(path) => differences.push(match info::read(&path)? {
            Some(Err(error)) => Difference::Damaged(path, error),
            Some(Ok(found)) => {
                let (expected, found) = (node.info.to_string(), found.to_string());
                Difference::Differs { path, expected, found }
            }
            None => Difference::Foreign(path),
        }),
        OnDisk::Info(text) => match text.parse::<Info>() {
            Err(error) => differences.push(Difference::Damaged(path, error)),
            Ok(found) if found.knows_more_than(&node.info) => {
                knows_more.extend(difference(path, node.info.to_string(), text));
            }
            Ok(_) => differences.extend(difference(path, node.info.to_string(), text)),
        },
    }
    differences.extend(node.entries()?.into_iter().filter_map(|(path, entry)| match entry {
        Entry::Staged => Some(Difference::Left(path)),
        Entry::Child(_) if node.is_last => Some(Difference::Deeper(path)),
        Entry::Child(_) => None,
        Entry::Foreign => Some(Difference::Foreign(path)),
    }));
    Ok(())
}

/// Compares the text of a file with the expected text; `None` if they are equal.
fn difference(path: PathBuf, expected: String, found: String) -> Option<Difference> {
    (expected != found).then_some(Difference::Differs { path, expected, found })
}
