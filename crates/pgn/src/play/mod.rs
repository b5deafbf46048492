//! Plays games: finds the start position, reads the words of the movetext as moves, and determines how the
//! game ended.

mod ending;
mod fault;
mod illegal;
mod replay;
mod start;
mod suggestion;
mod termination;

pub use self::{
    ending::Ending,
    fault::{Fault, Level},
    replay::{Ply, Replayed, replay},
    start::{black_begins, start_of},
    suggestion::Suggestion,
    termination::Termination,
};
pub(crate) use self::{
    fault::{Rule, has_false_mark},
    illegal::{is_king_left, play_illegal, takes_king},
    replay::{play_mixed, play_word},
    start::{fen, is_chess960, start},
    suggestion::suggest,
};
