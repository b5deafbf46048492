//! Comparing the folders with the tree.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use super::visit::for_each_folder;
use super::{
    Info, InfoError,
    layout::{DiskError, INFO, STAGED, beside, child, entries, name, relative},
};
use crate::{
    files::read_text,
    tree::{Cursor, Tree, Watch},
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
    /// It belongs to no tree, or to one with more plies.
    Foreign(PathBuf),
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
    let foreign = beside(folder)?.into_iter();
    let mut differences: Vec<_> = foreign.map(Difference::Foreign).collect();
    for_each_folder(
        tree,
        watch,
        |cursor, part| check_node(tree, folder, cursor, part),
        |mut part| {
            differences.append(&mut part);
            Ok::<_, DiskError>(())
        },
    )?;
    Ok(differences)
}

fn check_node(
    tree: &Tree,
    folder: &Path,
    cursor: &Cursor<'_>,
    differences: &mut Vec<Difference>,
) -> Result<(), DiskError> {
    let node = folder.join(relative(cursor.path()));
    let path = node.join(INFO);
    let info = Info::of(cursor);
    let Some(found) = read_text(&path)? else {
        differences.push(Difference::Missing(path));
        return Ok(());
    };
    let expected = info.to_string();
    if found != expected {
        differences.push(if let Err(error) = found.parse::<Info>() {
            Difference::Damaged(path, error)
        } else {
            let mut lines = (1..).zip(expected.lines().zip(found.lines()));
            let (line, (expected, found)) = lines
                .find(|(_, (expected, found))| expected != found)
                .unwrap_or((1, (&expected, &found)));
            Difference::Differs {
                path,
                line,
                expected: expected.to_owned(),
                found: found.to_owned(),
            }
        });
    }
    for path in entries(&node)? {
        let inner = cursor.path().len() < tree.plies() && child(&path, &info).is_some();
        match name(&path) {
            Some(INFO) => {}
            Some(STAGED) => differences.push(Difference::Left(path)),
            _ if inner => {}
            _ => differences.push(Difference::Foreign(path)),
        }
    }
    Ok(())
}
