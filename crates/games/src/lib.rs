//! Games that prove strings: the corpus, and the shortest game for each string.
//!
//! The corpus has one game, from the initial position, for each string that ends in `#`, and plays all
//! other strings on the way. No corpus can have fewer games, because mate ends a game. The table of
//! shortest games has one game for each string that occurs, and the game ends with that string.
//!
//! - [`pgn`] writes games and reads them back, and [`replay`] plays them by the rules.
//! - [`verify`] checks every claim of a corpus. A [`failure`] is a claim that does not hold.
//! - [`shortest_games`] is the table, and its verification.
//! - [`why`] says why no game is shorter: by counting moves ([`bound`]), or because positions were
//!   [`searched`].

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
