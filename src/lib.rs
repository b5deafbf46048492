//! Every move string that can occur in chess, in Standard Algebraic Notation (SAN), with the
//! means to prove it.
//!
//! [`Vocabulary`] is a list of strings, each with an id; [`Reason`] says why a string cannot
//! occur, [`Example`] gives a position in which it is played, and [`NeededFrom`] is the analysis
//! behind the lists. With the feature `games`, [`ShortestGames`] has a game for each string; with
//! `database`, [`Counter`] and [`Encoder`] read PGN; with `tree`, the module [`tree`] grows the
//! tree of chess.
//!
//! ```
//! use san_strings::{Reason, Vocabulary, parse};
//!
//! let vocabulary = Vocabulary::occurring();
//! let id = vocabulary.id("Nbxd2+").expect("it occurs");
//! assert_eq!(vocabulary.text(id).expect("an id"), "Nbxd2+");
//!
//! let reason = Reason::of(parse("Qa1a8")?).expect("it cannot occur");
//! assert!(reason.to_string().starts_with("SAN names the square only if"));
//! # Ok::<_, san_strings::SyntaxError>(())
//! ```
//!
//! # The wings
//!
//! Each uses only those before it: `san` (strings, and which can occur), `games` (PGN, replays, the
//! shortest games and their bounds), `database` (counts and encodes PGN), `suite` (the conformance
//! suite), `site` (the page), [`tree`], and `cli` (the commands). At the root, `files` writes whole
//! files, `progress` reports and stops long work, and `text` prepares text for messages.
// What only the program uses.
#![cfg_attr(not(feature = "cli"), allow(dead_code))]
// `internal` shows more items, which users do not see.
#![cfg_attr(
    feature = "internal",
    allow(missing_docs, clippy::pedantic, clippy::new_without_default)
)]

#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "database")]
mod database;
#[cfg(feature = "tree")]
mod files;
#[cfg(feature = "games")]
mod games;
mod progress;
mod san;
#[cfg(feature = "cli")]
mod site;
#[cfg(feature = "suite")]
mod suite;
mod text;
#[cfg(feature = "tree")]
pub mod tree;

#[cfg(feature = "cli")]
pub use cli::{Answer, run};
#[cfg(feature = "database")]
pub use database::{
    counter::{CountOptions, Counter, Problem},
    counts::{CountOrder, Counts, CountsError},
    decompress::decompressed,
    diagnostic::{Diagnostic, Diagnostics, GameRef},
    encode::{EncodeError, EncodeOptions, Encoded, Encoder},
    game_ids::{GameIds, IdFormat},
};
#[cfg(feature = "games")]
pub use games::{
    bound::{Bound, Man},
    shortest_games::{ShortestGame, ShortestGames},
    why::Why,
};
pub use progress::{Progress, Stopped};
pub use san::{
    any_vocabulary::AnyVocabulary,
    discriminator::{Companions, Discriminator, NeededFrom},
    example::Example,
    reason::{PieceMove, Reason},
    san_str::SanStr,
    syntax::{Found, SyntaxError, parse},
    vocabulary::Vocabulary,
};
pub use shakmaty;

/// What the tests and the workspace member `makers` use: no part of the public items.
#[cfg(feature = "internal")]
#[doc(hidden)]
pub mod internal {
    pub use crate::cli::internal as cli;
    pub mod database {
        pub use crate::database::*;
    }
    pub mod files {
        pub use crate::files::*;
    }
    pub mod games {
        pub use crate::games::*;
    }
    pub mod progress {
        pub use crate::progress::*;
    }
    pub mod san {
        pub use crate::san::*;
    }
    pub mod site {
        pub use crate::site::*;
    }
    pub mod suite {
        pub use crate::suite::*;
    }
    pub mod text {
        pub use crate::text::*;
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
