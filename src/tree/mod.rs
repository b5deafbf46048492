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

mod batch;
mod cursor;
mod dead;
pub mod disk;
mod game;
mod grow;
mod key;
mod nodes;
mod outcome;
mod root;
mod tables;

use std::{error, fmt, io};

pub use cursor::Cursor;
pub use dead::{LIMIT, Life};
pub use game::{Game, in_order};
pub use key::Key;
pub use nodes::{Layer, Tree};
pub use outcome::{DrawReason, Outcome};
pub use root::{Root, RootError};
pub use tables::Tables;

/// The number of a node, in breadth-first order from the root, which is 0.
pub type Id = u32;

/// How far the work at a ply has come, in nodes.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The ply.
    pub ply: usize,
    /// Nodes that are done.
    pub done: usize,
    /// Nodes that there are.
    pub of: usize,
}

/// Is told how far the work has come, and says whether it should go on.
pub type Watch<'a> = dyn Fn(Progress) -> bool + Sync + 'a;

/// Why the tree could not be grown.
#[derive(Debug)]
pub enum TreeError {
    /// Somebody asked for it.
    Stopped,
    /// There are no more Ids.
    TooManyNodes,
    /// The endgame tables cannot be read.
    Tables(String),
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeError::Stopped => f.write_str("stopped"),
            TreeError::TooManyNodes => write!(f, "more than {} nodes", Id::MAX),
            TreeError::Tables(cause) => write!(f, "cannot read the endgame tables: {cause}"),
        }
    }
}

impl error::Error for TreeError {}

impl From<TreeError> for io::Error {
    fn from(error: TreeError) -> io::Error {
        io::Error::other(error)
    }
}
