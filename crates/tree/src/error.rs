//! The error type for trees.

use std::{io, path::PathBuf};

use shakmaty::{fen::Epd, san::SanPlus};
use thiserror::Error;

use super::{InfoError, ids::Id};
use san_strings_files::{FileError, Stopped};

/// Why a tree could not be grown, read, written, compared or shown.
///
/// ```
/// use san_strings_tree::{GrowOptions, Grower, TreeError};
/// use san_strings_tree::shakmaty::Chess;
///
/// let grower = Grower::new(Chess::default(), GrowOptions::new(1))?;
/// let error = grower.tree().cursor().go(1).expect_err("only the root is there");
/// assert!(matches!(error, TreeError::NoNode(1)));
/// assert_eq!(error.to_string(), "the tree has no node #1");
/// # Ok::<_, TreeError>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TreeError {
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The tree has no node with this Id.
    #[error("the tree has no node #{0}")]
    NoNode(Id),
    /// The requested step is not one of the steps that grow this tree.
    #[error("this tree has no such step")]
    NoStep,
    /// The endgame tablebases cannot be read.
    #[error("cannot read the endgame tables: {0}")]
    Syzygy(String),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder is not a scratch folder of a tree.
    #[error("{0} is not a scratch folder of a tree")]
    NotScratch(PathBuf),
    /// A scratch file was changed after it was written.
    #[error("{0} is damaged")]
    DamagedScratch(PathBuf),
    /// The folder holds the steps of another tree.
    #[error("{0} holds the steps of another tree")]
    OtherSteps(PathBuf),
    /// Another process is growing the tree in this folder, or writing the folders of the tree.
    #[error("another run is growing the tree in {0}")]
    Busy(PathBuf),
    /// The disk is too full for the next step.
    #[error(
        "{}: not enough disk space: the next step needs {}, only {} available",
        folder.display(), bytes(*needed), bytes(*free)
    )]
    NoRoom {
        /// The scratch folder.
        folder: PathBuf,
        /// Bytes needed.
        needed: u64,
        /// Bytes available.
        free: u64,
    },
    /// The tree contradicts itself.
    #[error("the tree is damaged: it contradicts itself; grow it again")]
    Damaged,
    /// The folder for the tree holds files that do not belong to a tree.
    #[error("{0} does not belong to a tree")]
    Foreign(PathBuf),
    /// The folder holds a tree with another root.
    #[error("{}: already holds a tree with a different root: {root}", path.display())]
    OtherRoot {
        /// The file that shows the other root: `info.txt` or `root.fen`. If `root.fen` is missing, the
        /// halfmove clock of the other root is 0.
        path: PathBuf,
        /// The other root as a FEN.
        root: String,
    },
    /// Files that do not belong to the tree are at paths that the tree needs.
    #[error("these files do not belong to the tree, but are at paths that it needs: {}", list(.0))]
    InTheWay(Vec<PathBuf>),
    /// A path is a symbolic link, which we do not follow.
    #[error("{0} is a symbolic link, which is not part of the tree and is not followed")]
    Link(PathBuf),
    /// The folder holds no tree.
    #[error("there is no tree in {0}")]
    NoTree(PathBuf),
    /// An `info.txt` cannot be parsed.
    #[error("{}: {cause}; grow the tree again to repair it", path.display())]
    DamagedInfo {
        /// The file.
        path: PathBuf,
        /// What is wrong with the file.
        cause: InfoError,
    },
    /// The lines of an `info.txt` contradict each other, or its Id or board state does not follow from the
    /// `info.txt` of the parent node.
    #[error(
        "{0} contradicts itself or the `info.txt` of its parent; grow the tree again to repair it"
    )]
    Inconsistent(PathBuf),
    /// The node is at the last ply, so its moves are not in the tree.
    #[error("node #{0} is at the last ply; grow the tree with more plies")]
    LastPly(Id),
    /// A move is not legal.
    #[error("ply {ply}, {text}, is not legal in {state}")]
    Illegal {
        /// Index of the move in the query, counted from 1.
        ply: usize,
        /// The move as it was written.
        text: String,
        /// The board state before the move.
        state: Box<Epd>,
    },
    /// A move is not canonical SAN.
    #[error("ply {ply}, {san}, should be written {written}")]
    NotCanonical {
        /// Index of the move in the query, counted from 1.
        ply: usize,
        /// The move.
        san: SanPlus,
        /// The canonical SAN.
        written: SanPlus,
    },
    /// The query contains a move after the end of the game.
    #[error("ply {ply}, {san}: the game has ended at node #{id}")]
    Ended {
        /// Index of the move in the query, counted from 1.
        ply: usize,
        /// The move.
        san: SanPlus,
        /// The node where the game ended.
        id: Id,
    },
}

impl From<TreeError> for io::Error {
    fn from(error: TreeError) -> io::Error {
        io::Error::other(error)
    }
}

fn bytes(bytes: u64) -> String {
    match bytes {
        0..10_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        10_000_000..10_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{} GB", bytes.div_ceil(1_000_000_000)),
    }
}

/// Lists the first few paths, and says how many more there are.
fn list(paths: &[PathBuf]) -> String {
    const SHOWN: usize = 3;
    let shown: Vec<_> = paths.iter().take(SHOWN).map(|path| path.display().to_string()).collect();
    let more = paths.len().saturating_sub(SHOWN);
    let shown = shown.join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}
