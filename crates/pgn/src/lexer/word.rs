//! A word of movetext.

use std::ops::Range;

/// The longest word of movetext, however a move is written.
pub(crate) const LONGEST: usize = 24;

/// A word in the place of a move.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Word<'a> {
    /// The word as the game has it, with a note that stands behind it: `exd6 e.p.`
    pub text: &'a [u8],
    /// The id in the list with which the game is read; for a list of base strings, that without `+` and `#`.
    pub id: Option<u16>,
}

impl Word<'_> {
    /// The byte range of the word in the text that it is a part of.
    pub fn range_in(&self, text: &[u8]) -> Range<usize> {
        let at = self.text.as_ptr().addr() - text.as_ptr().addr();
        at..at + self.text.len()
    }
}
