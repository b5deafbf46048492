//! Games that prove that strings occur: the corpus, and the table of shortest games.
//!
//! The corpus has one game for each string that ends in `#`. Every other string that occurs is played in at
//! least one of these games, before the mate. No corpus can have fewer games: mate ends a game, so each game
//! plays at most one string that ends in `#`. The table of shortest games has one game for each string that
//! occurs, and the game ends with that string.
//!
//! - [`pgn`] writes games and reads them back, and [`replay`] plays them by the rules.
//! - [`verify`] checks every claim of a corpus. A [`failure`] is a claim that does not hold.
//! - [`shortest_games`] reads, writes and verifies the table of shortest games.
//! - [`why`] tells how we know that no shorter game ends with a string: we counted moves ([`bound`]), searched
//!   positions ([`searched`]), or found obstacles ([`obstacle`]).

#[doc(hidden)]
pub mod bound;
#[doc(hidden)]
pub mod failure;
#[doc(hidden)]
pub mod obstacle;
#[doc(hidden)]
pub mod pgn;
#[doc(hidden)]
pub mod replay;
#[doc(hidden)]
pub mod searched;
#[doc(hidden)]
pub mod shortest_games;
#[doc(hidden)]
pub mod verify;
#[doc(hidden)]
pub mod why;

pub use self::{
    bound::{Bound, Man},
    obstacle::{Obstacle, Obstacles},
    shortest_games::{ShortestGame, ShortestGames},
    why::Why,
};
pub use san_strings_core;
pub use shakmaty;
