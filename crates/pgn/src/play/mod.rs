//! Games as they are played: from which position, which moves, and how they end.

mod ending;
mod fault;
mod replay;
mod start;
mod suggestion;
mod termination;

pub use self::{
    ending::Ending,
    fault::Fault,
    replay::{Ply, Replayed, replay},
    start::{black_begins, start_of},
    suggestion::Suggestion,
    termination::Termination,
};
pub(crate) use self::{
    fault::{Rule, has_false_mark},
    replay::{play_mixed, play_word},
    start::{fen, start},
    suggestion::suggest,
};
