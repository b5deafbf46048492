//! The language PGN: text in, games out.
//!
//! The folders lie one on the other: [`lexer`] knows bytes and words; [`game`] reads games, with their
//! tags, moves, comments and results; [`play`] plays them; [`lint`] finds what is not as the export
//! format wants it, and mends it. Nothing here opens files, starts threads or decompresses: the crate
//! `san-strings-databases` does, and cuts files of any size into texts.

pub mod game;
pub mod lexer;
pub mod lint;
pub mod play;

pub use self::{
    game::Evaluation,
    lexer::PgnFault,
    lint::{Finding, Linted, Linter},
    play::{Ending, Fault, Termination, position},
};
