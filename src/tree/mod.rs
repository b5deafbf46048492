//! The tree of chess: every position that can be reached from a root, a folder for
//! each node, its moves in a fixed order, its Ids given breadth-first.
//!
//! # Which nodes are equivalent
//!
//! A node is equivalent to an earlier one, and left out, if all that the rules look at
//! for the rest of the game is the same; its parent's `info.txt` names the earlier
//! one. The rules look at
//!
//! - the board state: what stands where, the side to move, the castling rights, and
//!   a capture en passant if it can be played;
//! - the plies towards the fifty-move rule;
//! - the earlier board states that can still come back, and how often each was
//!   there, as they count towards threefold repetition. None comes back from before
//!   a capture, a pawn move or the loss of a castling right, and none with a capture
//!   en passant: the pawn has made its double step.
//!
//! Sometimes the rest of the game would be the same although these differ: with 99
//! plies towards the fifty-move rule no earlier state can count any more, and yet two
//! nodes with different ones are two nodes.
//!
//! The description that this tree follows (`chesstree`, by icecream17) speaks of the
//! "set of moves since last 50 move counter reset" in its grammar, and of "previous
//! board states" where it explains why. Only the second is sound. After `a4 a5 b4`
//! and `b4 a5 a4` all of it is the same. After `Nf3 Nf6 Nc3` and `Nc3 Nf6 Nf3` the
//! set of moves is the same too, but not what the rules see: `Ng8 Nb1` brings back
//! the state after `Nf3`, which was there in the first game alone.
//!
//! ```
//! use san_strings::{
//!     shakmaty::{Chess, Position, san::San},
//!     tree::Game,
//! };
//!
//! let play = |moves: &str| -> Result<Game, Box<dyn std::error::Error>> {
//!     let mut game = Game::new(Chess::default());
//!     for san in moves.split(' ') {
//!         game.play(san.parse::<San>()?.to_move(game.position())?);
//!     }
//!     Ok(game)
//! };
//! assert_eq!(play("a4 a5 b4")?.key(), play("b4 a5 a4")?.key());
//!
//! let (first, second) = (play("Nf3 Nf6 Nc3")?, play("Nc3 Nf6 Nf3")?);
//! assert_eq!(first.position().board(), second.position().board());
//! assert_ne!(first.key(), second.key());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How the game ends
//!
//! A node has no moves in the tree where the game is over: mate, stalemate, dead
//! position, the third time of a board state, and fifty moves of each side without
//! a capture or a pawn move. The last two are claims in the Laws; under perfect
//! play the side that would otherwise lose makes them.

mod cursor;
mod dead;
pub mod disk;
mod expand;
mod file;
mod find;
mod game;
mod grow;
mod join;
mod key;
mod known;
mod nodes;
mod outcome;
#[cfg(feature = "parquet")]
mod parquet;
mod plan;
mod ply;
mod root;
mod rows;
mod solve;
mod sort;
mod stream;
mod tables;
mod visit;
mod watch;
mod words;
mod work;

use std::{error, fmt, io, path::PathBuf};

pub use cursor::{Cursor, Target};
pub use dead::{LIMIT, Life};
pub use file::{TreeFileError, is_tree};
pub use game::{Game, in_order};
pub use key::Key;
pub use nodes::{Layer, Options, Shares, Tree};
pub use outcome::{DrawReason, Outcome};
#[cfg(feature = "parquet")]
pub use parquet::write_parquet;
pub use plan::Step;
pub use root::{Root, RootError, root_fen};
pub use rows::{EdgeRow, NodeRow, TABLES};
pub use tables::Tables;
pub use watch::{Progress, Stage, Watch};

use crate::files::FileError;

/// The number of a node, in breadth-first order from the root, which is 0.
pub type Id = u64;

/// The number of a move, in the order of the tree, and so of the node that it was first
/// to lead to; the root, where no move leads, has 0.
type Place = u64;

/// Why the tree could not be grown.
#[derive(Debug)]
pub enum TreeError {
    /// Somebody asked for it.
    Stopped,
    /// There is no such node.
    NoNode(Id),
    /// The tree does not grow in such a step.
    NoStep,
    /// The endgame tables cannot be read.
    Tables(String),
    /// A file that the tree grows in cannot be read or written.
    Work(FileError),
    /// The folder is not one that a tree grows in.
    Foreign(PathBuf),
    /// Another run is at work there: the file that says whose it is.
    Busy(PathBuf),
    /// There is not enough room on a disk.
    NoRoom {
        /// The folder where the room is wanted.
        folder: PathBuf,
        /// How many bytes are wanted.
        needed: u64,
        /// How many are free.
        free: u64,
    },
    /// What was read of the tree contradicts itself.
    Damaged(io::Error),
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeError::Stopped => f.write_str("stopped"),
            TreeError::NoNode(id) => write!(f, "the tree has no node #{id}"),
            TreeError::NoStep => f.write_str(
                "there is no such step: `san-strings tree steps` prints those that there are",
            ),
            TreeError::Tables(cause) => write!(f, "cannot read the endgame tables: {cause}"),
            TreeError::Work(error) => error.fmt(f),
            TreeError::Foreign(folder) => write!(
                f,
                "{} is not a folder that a tree grows in: choose another one with `--work`",
                folder.display()
            ),
            TreeError::Busy(marker) => {
                let folder = marker.parent().unwrap_or(marker);
                write!(f, "another run is growing a tree in {}", folder.display())
            }
            TreeError::NoRoom {
                folder,
                needed,
                free,
            } => write!(
                f,
                "{}: the next step needs {} of disk, {} are free: make room, or choose another \
                 disk with `--work`; the same command goes on from here",
                folder.display(),
                size(*needed),
                size(*free)
            ),
            TreeError::Damaged(cause) => write!(f, "the tree is damaged: {cause}"),
        }
    }
}

/// A number of bytes for people.
fn size(bytes: u64) -> String {
    match bytes {
        0..10_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        10_000_000..10_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{} GB", bytes.div_ceil(1_000_000_000)),
    }
}

impl error::Error for TreeError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            TreeError::Work(error) => error.source(),
            _ => None,
        }
    }
}

impl From<TreeError> for io::Error {
    fn from(error: TreeError) -> io::Error {
        io::Error::other(error)
    }
}
