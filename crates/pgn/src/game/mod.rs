//! Games: their tags, words, comments and results, and where each begins and ends.

mod boundary;
mod comment;
mod line;
mod parts;
mod pgn_game;
mod pgn_reader;
mod starts;
mod tags;

pub use self::{
    boundary::is_boundary,
    comment::{Comment, Evaluation},
    parts::Wanted,
    pgn_game::PgnGame,
    pgn_reader::{LONGEST_GAME, PgnReader},
    starts::{AHEAD, starts},
    tags::{Tag, TagLine, TagList, Tags, is_known, is_tag, unescape},
};
pub(crate) use self::{
    parts::{Part, Parts, value},
    pgn_game::has_bare_lines,
    pgn_reader::Game,
};
