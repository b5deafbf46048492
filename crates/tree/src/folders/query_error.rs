//! Why a node of a tree cannot be shown.

use std::path::PathBuf;

use shakmaty::{fen::Epd, san::SanPlus};
use thiserror::Error;

use super::InfoError;
use crate::{Id, TreeError};
use san_strings_files::FileError;

/// Why a node cannot be shown.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum QueryError {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The tree has no such node, or cannot be read.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// There is a link, which is not followed.
    #[error("{0} is a symbolic link: it is not of the tree, and is not followed")]
    Link(PathBuf),
    /// The folder holds no tree.
    #[error("there is no tree in {0}")]
    NoTree(PathBuf),
    /// An `info.txt` cannot be read.
    #[error("{}: {cause}; grow the tree again to repair it", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault.
        cause: InfoError,
    },
    /// An `info.txt` contradicts itself or its parent's.
    #[error("{0} does not fit its neighbours; grow the tree again to repair it")]
    Inconsistent(PathBuf),
    /// The moves of this node are not in the tree.
    #[error("node #{0} is at the last ply of the tree; grow it with more plies")]
    LastPly(Id),
    /// A move is not legal.
    #[error("move {ply}, {san}, is not legal in {state}")]
    Illegal {
        /// Its place in the moves asked for, from 1.
        ply: usize,
        /// The move.
        san: SanPlus,
        /// The board state where it was to be played.
        state: Box<Epd>,
    },
    /// A move is not written as SAN writes it.
    #[error("move {ply}, {san}, should be written {written}")]
    NotCanonical {
        /// Its place in the moves asked for, from 1.
        ply: usize,
        /// The move.
        san: SanPlus,
        /// How SAN writes it.
        written: SanPlus,
    },
    /// The game has ended before a move.
    #[error("move {ply}, {san}: the game has ended at node #{id}")]
    Ended {
        /// Its place in the moves asked for, from 1.
        ply: usize,
        /// The move.
        san: SanPlus,
        /// The node where it was to be played.
        id: Id,
    },
}
