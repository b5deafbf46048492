//! A fault at its byte range.

use std::ops::Range;

use crate::play::Fault;

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
}

impl Spot {
    /// What should stand there instead, if that is certain.
    pub fn fix(&self) -> Option<String> {
        self.fault.fix().filter(|_| !self.stays)
    }
}
