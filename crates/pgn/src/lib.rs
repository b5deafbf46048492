//! The language PGN: text in, games out.
//!
//! [`games`] reads the games of a text, with tags, moves, comments and results, and says where one is broken.
//! It reads what people and programs write, such as `Sf3`, `e2-e4` and `0-0`:
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
//! [`Linter`] names everything that is not as the export format wants it, and mends it.
//!
//! Nothing here opens files, starts threads or decompresses: the crate `san-strings-databases` does, and cuts files of
//! any size into texts. It also gives [`Linted`] and [`Termination`].
//!
//! # What stays
//!
//! Within a major version the items on this page keep their meaning. The modules are hidden, and may change with any
//! version. Moves, outcomes and readings are types of [`shakmaty`] and [`san_strings_core`], which are here, too.

// The folders lie one on the other: `lexer` knows bytes, words, tag pairs and tokens; `game` reads games, with their
// moves, comments and results; `play` plays them; `lint` finds what is not as the export format wants it, and mends it.

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
