//! The game tree of chess, from a root down to some ply. Nodes are numbered breadth first, and the
//! moves of a node have a fixed order. On disk, a tree is either one folder per node, or a single file.
//!
//! # Which nodes are equivalent
//!
//! Two nodes are equivalent if they agree in everything that the rules can still depend on. The tree
//! contains only the first of several equivalent nodes. If a move would reach a node that is equivalent to
//! an earlier node, the `info.txt` of the parent links to that earlier node instead. The rules depend on
//!
//! - the board state: the placement of the pieces, the side to move, the castling rights, and the en
//!   passant square if an en passant capture is legal;
//! - the halfmove clock of the fifty-move rule;
//! - the earlier board states that can still recur, and how often each has occurred, because they count
//!   towards threefold repetition. A state from before a capture, a pawn move or the loss of a castling
//!   right cannot recur. Neither can a state with a legal en passant capture, because the pawn cannot
//!   repeat its double step.
//!
//! Some nodes have the same continuations without being equivalent in this sense. For example, when the
//! halfmove clock is 99, the next reversible move ends the game anyway, so earlier states no longer
//! matter. Even then, we do not merge nodes with different earlier states.
//!
//! The tree follows `chesstree`, a specification by icecream17. The specification contradicts itself:
//! to tell whether nodes are equivalent, its grammar uses the "set of moves since last 50 move counter
//! reset", but its explanation uses "previous board states". We follow the explanation, because the
//! grammar merges nodes that are not equivalent. Both criteria agree that `a4 a5 b4` and `b4 a5 a4`
//! lead to equivalent nodes. The games `Nf3 Nf6 Nc3` and `Nc3 Nf6 Nf3` also have the same set of
//! moves, but their nodes are not equivalent. In both games, `Ng8 Nb1` now leads to the state after
//! `1. Nf3`, but only in the first game has this state occurred before.
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
//! A node has no moves in the tree if the game is over: by checkmate, stalemate, a dead position,
//! threefold repetition, or fifty moves by each side without a capture or a pawn move. Under the Laws,
//! threefold repetition and the fifty-move rule do not end the game: they let a player claim a draw. We end
//! the game anyway, because under perfect play the side that would otherwise lose claims the draw.

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
#[allow(clippy::module_inception)] // The module defines the type `Tree`.
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

// The program's commands also need these items.
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
