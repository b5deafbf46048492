//! What takes the parts of a game while it is read.

use std::ops::Range;

use super::{
    comment::Comment,
    game::{PgnFault, Word},
};

/// What takes the parts of a game while it is read: where the words of the main line are enough, a list
/// of those.
pub(super) trait Sink<'a> {
    /// A game begins.
    fn begin(&mut self);
    /// The words of the main line so far.
    fn moves(&self) -> &[Word<'a>];
    /// The comments of the main line so far, if it takes them.
    fn comments(&self) -> &[Comment<'a>] {
        &[]
    }
    /// A word in the place of a move, at this depth of variations.
    fn add(&mut self, word: Word<'a>, depth: usize);
    /// The word before, to which a note at this depth may belong.
    fn last(&mut self, depth: usize) -> Option<&mut Word<'a>>;
    /// What stands between the braces of a comment, at this depth.
    #[inline]
    fn comment(&mut self, _: &'a [u8], _depth: usize) {}
    /// Something else that stands here.
    #[inline]
    fn mark(&mut self, _: Mark, _: Range<usize>) {}
}

/// What stands in movetext beside words.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Mark {
    /// The beginning of a variation.
    Open,
    /// The end of a variation, or of none.
    Close,
    /// A brace that ends no comment.
    Brace,
    /// A comment to the end of its line.
    Line,
    /// The result after the moves.
    Result,
    /// What begins here cannot be read; in the main line, it ends the game.
    Fault(PgnFault),
}

impl<'a> Sink<'a> for Vec<Word<'a>> {
    fn begin(&mut self) {
        self.clear();
    }

    #[inline]
    fn moves(&self) -> &[Word<'a>] {
        self
    }

    #[inline]
    fn add(&mut self, word: Word<'a>, depth: usize) {
        if depth == 0 {
            self.push(word);
        }
    }

    fn last(&mut self, depth: usize) -> Option<&mut Word<'a>> {
        self.last_mut().filter(|_| depth == 0)
    }
}
