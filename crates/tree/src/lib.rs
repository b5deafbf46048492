//! The tree of chess: every position that can be reached from a root. Nodes are numbered breadth first,
//! and their moves have a fixed order. On disk, a tree is either one folder per node, or a single file.
//!
//! # Which nodes are equivalent
//!
//! A node is equivalent to an earlier one if everything that the rules look at for the rest of the game
//! is the same. The tree then leaves the node out, and the `info.txt` of its parent names the earlier
//! one. The rules look at
//!
//! - the board state: the pieces on their squares, the side to move, the castling rights, and a capture
//!   en passant if it can be played;
//! - the halfmove clock of the fifty-move rule;
//! - the earlier board states that can still come back, and how often each occurred, because they count
//!   towards threefold repetition. No state comes back from before a capture, a pawn move or the loss
//!   of a castling right. Nor does a state with a capture en passant: the pawn has made its double
//!   step.
//!
//! We do not merge all nodes whose games would go on alike. For example, when the halfmove clock is 99,
//! the next reversible move ends the game anyway, so earlier states no longer matter. Still, nodes with
//! different earlier states are different.
//!
//! The tree follows a description, `chesstree` by icecream17. Its grammar speaks of the "set of moves
//! since last 50 move counter reset", but its explanation speaks of "previous board states". Only the
//! explanation is sound. `a4 a5 b4` and `b4 a5 a4` lead to equivalent nodes by both criteria. After
//! `Nf3 Nf6 Nc3` and `Nc3 Nf6 Nf3`, the set of moves is the same, too, but the rules see a difference:
//! `Ng8 Nb1` brings back the state after `Nf3`, which occurred only in the first game.
//!
//! ```
//! use san_strings_tree::Game;
//! use san_strings_tree::shakmaty::{Chess, Position, san::San};
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
//! A node has no moves in the tree if the game is over: by mate, stalemate, a dead position, threefold
//! repetition, or fifty moves of each side without a capture or a pawn move. The Laws only let a player
//! claim the last two. We end the game there, because under perfect play the side that would otherwise
//! lose makes the claim.

mod csv;
mod dead;
mod error;
mod folders;
mod game;
mod grow;
mod ids;
mod outcome;
mod outcomes;
mod plies;
mod root;
mod solve;
mod syzygy;
mod transposition;
#[allow(clippy::module_inception)] // The type `Tree`.
mod tree;
mod tree_file;
mod walk;
mod words;

pub use dead::DeadPositions;
pub use error::TreeError;
pub use folders::{InfoError, Summary, WriteOptions, write_folders};
pub use game::{Game, NodeKey};
pub use grow::{GrowOptions, Grower};
pub use ids::Id;
pub use outcome::{DrawReason, Outcome};
pub use root::Root;
pub use syzygy::Syzygy;
pub use tree::{PlyStats, Tree};
pub use tree_file::TreeFileError;
pub use walk::{Cursor, Target};

// What the commands of the program need besides these.
#[doc(hidden)]
pub use folders::{
    Difference, Info, NodeQuery, NodeView, QueryMove, check_folders, count_infos, ensure_ours,
    recorded_root,
};
#[doc(hidden)]
pub use grow::{ParseStepError, Partition, Step};
#[doc(hidden)]
pub use root::root_fen;
pub use san_strings_core;
pub use san_strings_files::{Progress, Stopped};
pub use shakmaty;
#[doc(hidden)]
pub use tree_file::TreeFile;
