//! Splits a text into games, and collects the tags, words, comments and result of each game.

mod comment;
mod movetext;
mod parts;
mod pgn_game;
mod pgn_reader;
mod tag_section;

pub use self::{
    comment::{Comment, Evaluation},
    parts::Wanted,
    pgn_game::PgnGame,
    pgn_reader::{AHEAD, LONGEST_GAME, PgnReader, starts},
};
pub(crate) use self::{
    parts::{Part, Parts, value},
    pgn_game::has_bare_lines,
    pgn_reader::Game,
};
