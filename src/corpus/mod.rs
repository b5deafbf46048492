//! Games that prove strings: the corpus, and the shortest game for each string.
//!
//! The corpus has one *proof game*, from the initial position, for each string that
//! ends in `#`, and plays all other strings that occur on the way. As mate ends a
//! game, it has as few games as there can be. The table of shortest games has one for
//! each string, which ends with it.
//!
//! The games are found by *cooperative play*, both sides helping each other as in a
//! helpmate. [`exhaust`] goes through all positions of the first plies. [`search`] does
//! the rest in rounds: aims look for the shortest game to each string; walks and detours for
//! those of the corpus; and a ledger keeps what is known. Goals tell what is lacking to play
//! a string, and a beam search brings it about. [`pgn`] and [`table`] write and read the files, [`arbiter`] knows the
//! rules and replays a game, [`verify`] and [`table::verify`] check every claim.

mod aim;
pub mod arbiter;
mod beam;
mod detour;
mod distance;
pub mod exhaust;
mod finish;
mod goal;
mod ledger;
pub mod pgn;
pub mod search;
mod shorten;
pub mod table;
pub mod verify;
mod walk;

pub use ledger::Totals;
