//! Games that prove strings: the corpus.
//!
//! The corpus has one game for each string that ends in `#`, and plays all other
//! strings that occur on the way. As mate ends a game, it has as few games as
//! there can be.
//!
//! [`search`] finds the games, [`pgn`] writes and splits the file, [`verify`]
//! replays it and checks every claim.

mod goal;
pub mod pgn;
pub mod search;
mod shorten;
mod tour;
pub mod verify;
mod walk;
