//! The errors of a tree.

use std::{io, path::PathBuf};

use thiserror::Error;

use super::Id;
use san_strings_files::{FileError, Stopped};

/// Why a tree could not be grown, read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TreeError {
    /// The work was stopped.
    #[error("stopped")]
    Stopped,
    /// The tree has no such node.
    #[error("the tree has no node #{0}")]
    NoNode(Id),
    /// The tree has no such step.
    #[error("this tree has no such step")]
    NoStep,
    /// The endgame tables cannot be read.
    #[error("cannot read the endgame tables: {0}")]
    Syzygy(String),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder is not one that a tree grows in.
    #[error("{0} is not a scratch folder of a tree")]
    NotScratch(PathBuf),
    /// The folder holds the steps of another tree.
    #[error("{0} holds the steps of another tree")]
    OtherSteps(PathBuf),
    /// Another process grows a tree in the folder.
    #[error("another run is growing a tree in {0}")]
    Busy(PathBuf),
    /// The disk is too full for the next step.
    #[error(
        "{}: not enough disk space: the next step needs {}, only {} available",
        folder.display(), bytes(*needed), bytes(*free)
    )]
    NoRoom {
        /// The folder that needs the room.
        folder: PathBuf,
        /// How many bytes are needed.
        needed: u64,
        /// How many are free.
        free: u64,
    },
    /// The tree contradicts itself.
    #[error("the tree is damaged: it contradicts itself")]
    Damaged,
}

impl From<Stopped> for TreeError {
    fn from(_: Stopped) -> TreeError {
        TreeError::Stopped
    }
}

impl From<TreeError> for io::Error {
    fn from(error: TreeError) -> io::Error {
        io::Error::other(error)
    }
}

/// A number of bytes for people.
fn bytes(bytes: u64) -> String {
    match bytes {
        0..10_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        10_000_000..10_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{} GB", bytes.div_ceil(1_000_000_000)),
    }
}
