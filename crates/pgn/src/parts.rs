//! The parts of a game, as the reader finds them.

use std::ops::Range;

use super::{
    comment::Comment,
    game::{PgnFault, Word},
};

/// What is wanted of a game beside the words of its main line.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Wanted {
    #[default]
    Words,
    /// The comments of the main line.
    Comments,
    /// What stands in movetext, but no comments in braces.
    All,
}

/// The parts of a game, as far as they are wanted.
#[derive(Debug, Default)]
pub(super) struct Parts<'a> {
    wanted: Wanted,
    /// The words of the main line.
    pub moves: Vec<Word<'a>>,
    /// The comments of the main line in braces.
    pub comments: Vec<Comment<'a>>,
    /// All, in order.
    pub all: Vec<Part<'a>>,
    /// The comments to the end of a line: numbers in them are none of moves.
    pub line_comments: Vec<Range<usize>>,
    /// The result after the moves.
    pub result: Option<Range<usize>>,
}

/// A part of a game. A number is where it stands.
#[derive(Debug)]
pub(super) enum Part<'a> {
    /// The next word of the main line.
    Main,
    /// A word of a variation.
    Word(Word<'a>),
    /// The beginning of a variation.
    Open(usize),
    /// The end of a variation, or of none.
    Close(usize),
    /// A brace that ends no comment.
    Brace(usize),
    /// What begins here cannot be read; in the main line, it ends the game.
    Fault(usize, PgnFault),
}

impl<'a> Parts<'a> {
    pub fn new(wanted: Wanted) -> Parts<'a> {
        Parts { wanted, ..Parts::default() }
    }

    /// Begins a game.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.comments.clear();
        self.all.clear();
        self.line_comments.clear();
        self.result = None;
    }

    /// Adds a word in the place of a move, at this depth of variations.
    #[inline]
    pub fn add(&mut self, word: Word<'a>, depth: usize) {
        if depth == 0 {
            self.moves.push(word);
        }
        if self.wanted == Wanted::All {
            self.all.push(if depth == 0 { Part::Main } else { Part::Word(word) });
        }
    }

    /// The word before, to which a note at this depth may belong.
    pub fn last(&mut self, depth: usize) -> Option<&mut Word<'a>> {
        match self.all.last_mut() {
            Some(Part::Word(word)) => Some(word),
            Some(Part::Main) => self.moves.last_mut(),
            // No more than words is wanted.
            None if depth == 0 => self.moves.last_mut(),
            _ => None,
        }
    }

    /// Adds what stands between the braces of a comment.
    pub fn comment(&mut self, text: &'a [u8], depth: usize) {
        if self.wanted == Wanted::Comments && depth == 0 {
            self.comments.push(Comment { ply: self.moves.len(), text });
        }
    }

    /// Adds what is no word.
    pub fn mark(&mut self, part: Part<'a>) {
        if self.wanted == Wanted::All {
            self.all.push(part);
        }
    }
}
