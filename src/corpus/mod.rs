//! Games that prove strings: the corpus.
//!
//! The corpus has one *proof game*, from the initial position, for each string that
//! ends in `#`, and plays all other strings that occur on the way. As mate ends a
//! game, it has as few games as there can be.
//!
//! The games are found by *cooperative play*, both sides helping each other as in a
//! helpmate. [`search`] does it in rounds: walks and tours, from goals and what it
//! takes to reach them, find games, and a ledger keeps what is known. [`pgn`] writes
//! and splits the file, [`arbiter`] knows the rules and replays a game, [`verify`]
//! checks every claim.

mod aim;
pub mod arbiter;
mod distance;
pub mod exhaust;
mod goal;
mod ledger;
pub mod pgn;
pub mod played;
pub mod search;
mod shorten;
pub mod table;
mod tour;
pub mod verify;
mod walk;

pub use ledger::Totals;
