//! Every move string that can occur in chess, in Standard Algebraic Notation (SAN),
//! with the means to prove it.
// What only the program uses.
#![cfg_attr(not(feature = "cli"), allow(dead_code))]

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
mod search;
#[cfg(feature = "suite")]
mod suite;
mod text;
#[cfg(feature = "tree")]
pub mod tree;

#[cfg(feature = "cli")]
pub use cli::run;
#[cfg(feature = "database")]
pub use database::{
    counter::{CountOptions, Counter, Diagnostics, Problem},
    counts::{CountOrder, Counts, CountsError},
    decompress::decompressed,
    diagnostic::{Diagnostic, GameRef},
    encode::{EncodeError, EncodeOptions, Encoded, Encoder, IdFormat},
};
#[cfg(feature = "games")]
pub use games::shortest_games::{ShortestGame, ShortestGames};
pub use progress::{Progress, Stopped};
pub use san::{
    discriminator::{Companions, Discriminator, NeededFrom},
    example::Example,
    reason::{PieceMove, Reason},
    san_str::SanStr,
    syntax::{Found, SyntaxError, parse},
    vocabulary::Vocabulary,
};
pub use shakmaty;
