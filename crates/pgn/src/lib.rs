//! Reads, plays and lints chess games in PGN.
//!
//! [`games`] reads the games of a text, with their tags, moves, comments and results, and tells you where a
//! game is broken. It accepts what people and programs write, such as `Sf3`, `e2-e4` and `0-0`:
//!
//! ```
//! let pgn = b"[White \"Anderssen\"]\n\n1. e2-e4 {open} e5 2. Sf3 Sc6 1-0\n\n1. d4 d4 *\n";
//! for game in san_strings_pgn::games(pgn) {
//!     println!("{}: {:?}", game.tag("White").unwrap_or("?"), game.result);
//!     for played in &game.moves {
//!         println!("{} {} {:?}", played.san, played.uci, played.comments);
//!     }
//!     if let Some(error) = game.error {
//!         println!("{error}");
//!     }
//! }
//! ```
//!
//! [`Linter`] reports everything that differs from PGN's export format, and fixes moves, move numbers and
//! results.
//!
//! This crate opens no files, starts no threads and decompresses nothing. For files of any size, use the
//! crate `san-strings-databases`, which splits files into chunks. [`Linted`] and [`Termination`] are public
//! because `san-strings-databases` returns them.
//!
//! # Stability
//!
//! Within a major version, the items on this page stay compatible. The modules do not appear in the
//! documentation, and may change in any version. The types of moves, outcomes and readings come from
//! [`shakmaty`] and [`san_strings_core`], and this crate re-exports both.

// Each module uses only the modules listed before it:
// - `lexer` splits text into tag pairs, words and other tokens.
// - `game` groups the tokens into games.
// - `play` plays the moves of a game.
// - `lint` finds and fixes deviations from the export format.
// - `read` returns games as structs that own their strings and moves.

#[doc(hidden)]
pub mod game;
#[doc(hidden)]
pub mod lexer;
#[doc(hidden)]
pub mod lint;
#[doc(hidden)]
pub mod play;
#[doc(hidden)]
pub mod read;

pub use self::{
    game::Evaluation,
    lexer::PgnFault,
    lint::{Finding, Layout, Linted, Linter},
    play::{Ending, Fault, Level, Suggestion, Termination},
    read::{Game, GameError, Games, PlayedMove, games},
};
pub use san_strings_core;
pub use shakmaty;
