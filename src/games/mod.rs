//! Games that prove strings: the corpus, and the shortest game for each string.
//!
//! The corpus has one game, from the initial position, for each string that ends in `#`, and
//! plays all other strings that occur on the way. As mate ends a game, it has as few games as
//! there can be. The table of shortest games has one for each string, which ends with it.
//!
//! [`pgn`] writes games and reads them back, [`replay`] plays them by the rules, [`verify`]
//! checks every claim of a corpus. [`shortest_games`] is the table and its verification; [`why`] has
//! the reasons why no game is shorter, and [`proof`] finds them. They rest on counting moves
//! ([`bound`]) and on what was [`searched`]: [`enumerate`] goes through all positions of the first
//! plies, and through those with [`prospects`] of a string some plies further.

pub mod bound;
pub mod enumerate;
pub mod pgn;
pub mod proof;
pub mod prospects;
pub mod replay;
pub mod searched;
pub mod shortest_games;
pub mod verify;
pub mod why;
