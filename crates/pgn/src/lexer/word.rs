//! A word of movetext.

use std::ops::Range;

/// Maximum length of a word in bytes. No spelling of a move is longer.
pub(crate) const LONGEST: usize = 24;

/// A word that may be a move.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Word<'a> {
    /// The word as written, including a note after it, as in `exd6 e.p.`
    pub text: &'a [u8],
    /// The id of the word, if it is in the reader's vocabulary. If the vocabulary has only base strings, `+`
    /// and `#` are ignored.
    pub id: Option<u16>,
}

impl Word<'_> {
    /// Returns the byte range of the word within `text`. The word must be a slice of `text`.
    pub fn range_in(&self, text: &[u8]) -> Range<usize> {
        let at = self.text.as_ptr().addr() - text.as_ptr().addr();
        at..at + self.text.len()
    }
}
