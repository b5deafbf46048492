//! Defines a fault together with its byte range.

use std::ops::Range;

use shakmaty::Chess;

use crate::play::{Fault, Suggestion};

#[derive(Debug)]
pub struct Spot {
    pub range: Range<usize>,
    /// Ply of the move, counted from 1.
    pub ply: Option<usize>,
    pub fault: Fault,
    /// Whether to leave the text unchanged, because another mistake may have caused the fault.
    pub stays: bool,
    /// Legal moves that the writer of an invalid move may have meant.
    pub suggestions: Vec<Suggestion>,
    /// Whether we played this illegal move anyway. We do so only if `Linter::go_on` is set.
    pub is_played: bool,
    /// The position before the move that the fault is about; `None` if the position is not known. If the
    /// fault is about a move number, this is the position before the move that follows the number.
    pub position: Option<Chess>,
}

impl Spot {
    pub fn new(range: Range<usize>, ply: Option<usize>, fault: Fault, stays: bool) -> Spot {
        let suggestions = Vec::new();
        Spot { range, ply, fault, stays, suggestions, is_played: false, position: None }
    }

    /// Returns the corrected text, if the correction is certain.
    pub fn fix(&self) -> Option<String> {
        self.fault.fix().filter(|_| !self.stays)
    }
}
