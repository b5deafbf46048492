//! A fault at its byte range.

use std::ops::Range;

use shakmaty::Chess;

use crate::play::{Fault, Suggestion};

/// Something that is wrong in a text.
#[derive(Debug)]
pub struct Spot {
    /// Where it stands.
    pub range: Range<usize>,
    /// The ply of the move, from 1.
    pub ply: Option<usize>,
    pub fault: Fault,
    /// Whether it must not be mended, as it may be the trace of another mistake.
    pub stays: bool,
    /// The moves that it may have been meant for, if it is no move.
    pub suggestions: Vec<Suggestion>,
    /// Whether it is illegal, and played all the same.
    pub is_played: bool,
    /// The position in which a move or its number stands, if it is known.
    pub position: Option<Chess>,
}

impl Spot {
    pub fn new(range: Range<usize>, ply: Option<usize>, fault: Fault, stays: bool) -> Spot {
        let suggestions = Vec::new();
        Spot { range, ply, fault, stays, suggestions, is_played: false, position: None }
    }

    /// What should stand there instead, if that is certain.
    pub fn fix(&self) -> Option<String> {
        self.fault.fix().filter(|_| !self.stays)
    }
}
