//! Games that prove strings: the corpus, and the shortest game for each string.
//!
//! The corpus has one game, from the initial position, for each string that ends in `#`, and
//! plays all other strings that occur on the way. As mate ends a game, it has as few games as
//! there can be. The table of shortest games has one for each string, which ends with it.
//!
//! [`pgn`] writes games and reads them back, [`replay`] plays them by the rules, [`verify`]
//! checks every claim of a corpus, and a [`failure`] is one that does not hold. [`shortest_games`] is the table and its verification; [`why`] has
//! the reasons why no game is shorter: counting moves ([`bound`]), and what was [`searched`].

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
