//! Comparing the folders with the tree.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use super::{
    Info, InfoError, info,
    layout::{
        DiskError, INFO, ROOT, STAGED, beside, child, entries, is_folder, kind, name, relative,
        root_text,
    },
    own::{Found, find},
};
use crate::{
    files::read_text,
    tree::{Cursor, Tree, Watch, visit::for_each_folder},
};

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
    /// It belongs to no tree.
    Foreign(PathBuf),
    /// The folder of a node beyond the plies asked for.
    Deeper(PathBuf),
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
            Difference::Deeper(path) => write!(f, "{}: deeper than asked for", path.display()),
            Difference::Left(path) => write!(f, "{}: left by a killed run", path.display()),
        }
    }
}

/// Compares `folder` with the tree and writes nothing.
///
/// # Errors
///
/// [`DiskError`] if something cannot be read, or `watch` stops it.
pub fn check(tree: &Tree, folder: &Path, watch: &Watch) -> Result<Vec<Difference>, DiskError> {
    if kind(folder)?.is_some_and(|kind| !kind.is_dir()) {
        return Ok(vec![Difference::Foreign(folder.to_owned())]);
    }
    let mut found = Findings::default();
    let foreign = beside(tree.root(), folder)?.into_iter();
    found.differences.extend(foreign.map(Difference::Foreign));
    if let Some(expected) = root_text(tree.root()) {
        let path = folder.join(ROOT);
        match kind(&path)? {
            None => found.differences.push(Difference::Missing(path)),
            Some(kind) if !kind.is_file() => found.differences.push(Difference::Foreign(path)),
            Some(_) => {
                let text = read_text(&path)?.unwrap_or_default();
                found.differences.extend(difference(path, &expected, &text));
            }
        }
    }
    for_each_folder(
        tree,
        watch,
        |cursor, part| check_node(tree, folder, cursor, part),
        |mut part: Findings| {
            found.differences.append(&mut part.differences);
            found.knows_more.append(&mut part.knows_more);
            Ok::<_, DiskError>(())
        },
    )?;
    // A tree with more plies knows more outcomes.
    let is_deeper = |found: &Difference| matches!(found, Difference::Deeper(_));
    if !found.differences.iter().any(is_deeper) {
        found.differences.append(&mut found.knows_more);
    }
    Ok(found.differences)
}

/// What differs, and apart from it what would be right in a tree with more plies.
#[derive(Default)]
struct Findings {
    differences: Vec<Difference>,
    knows_more: Vec<Difference>,
}

fn check_node(
    tree: &Tree,
    folder: &Path,
    cursor: &mut Cursor<'_>,
    found: &mut Findings,
) -> Result<(), DiskError> {
    let node = folder.join(relative(&cursor.path()));
    let path = node.join(INFO);
    let info = Info::of(cursor)?;
    let differences = &mut found.differences;
    match find(&node, &info)? {
        Found::Nothing | Found::Folder => {
            differences.push(Difference::Missing(path));
            return Ok(());
        }
        // What it hides is named once.
        Found::Foreign(path) if path == node => {
            differences.push(Difference::Foreign(path));
            return Ok(());
        }
        Found::Foreign(path) => differences.push(match info::read(&path)? {
            Some(Err(error)) => Difference::Damaged(path, error),
            _ => Difference::Foreign(path),
        }),
        Found::Info(text) => match text.parse::<Info>() {
            Err(error) => differences.push(Difference::Damaged(path, error)),
            Ok(on_disk) if on_disk.knows_more_than(&info) => {
                found
                    .knows_more
                    .extend(difference(path, &info.to_string(), &text));
            }
            Ok(_) => differences.extend(difference(path, &info.to_string(), &text)),
        },
    }
    let is_last = cursor.ply() + 1 == tree.plies();
    for path in entries(&node)? {
        match (name(&path), child(&path, &info)) {
            (Some(INFO), _) => {}
            (Some(STAGED), _) => differences.push(Difference::Left(path)),
            (_, Some(_)) if !is_last => {}
            (_, Some(_)) if is_folder(&path)? => differences.push(Difference::Deeper(path)),
            _ => differences.push(Difference::Foreign(path)),
        }
    }
    Ok(())
}

/// The first line of a file that is not as it should be, if there is one.
fn difference(path: PathBuf, expected: &str, found: &str) -> Option<Difference> {
    if expected == found {
        return None;
    }
    let mut lines = (1..).zip(expected.lines().zip(found.lines()));
    let (line, (expected, found)) = lines
        .find(|(_, (expected, found))| expected != found)
        .unwrap_or((1, (expected, found)));
    Some(Difference::Differs {
        path,
        line,
        expected: expected.to_owned(),
        found: found.to_owned(),
    })
}
