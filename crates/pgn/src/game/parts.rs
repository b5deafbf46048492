//! The parts of a game, as the reader finds them.

use std::ops::Range;

use super::comment::Comment;
use crate::lexer::{PgnFault, Word, scan};

/// What is wanted of a game beside the words of its main line.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Wanted {
    /// Nothing.
    #[default]
    Words,
    /// The comments of the main line.
    Comments,
    /// Move numbers, variations and faults.
    Structure,
}

/// The parts of a game, as far as they are wanted.
#[derive(Debug, Default)]
pub struct Parts<'a> {
    pub(crate) wanted: Wanted,
    pub(crate) moves: Vec<Word<'a>>,
    pub(crate) comments: Vec<Comment<'a>>,
    /// All, in order.
    pub(crate) all: Vec<Part<'a>>,
    /// Whether the game has a move number, in any line.
    pub(crate) is_numbered: bool,
    /// The last number of the main line before its first move, if that comes.
    number_before: Option<u32>,
    /// The result after the moves, and whether it is one of PGN's four: `0-0`, where both lose, is not.
    pub(crate) result: Option<Range<usize>>,
    pub(crate) has_outcome: bool,
    /// The first `D` before a square, how many moves of the main line stand before it, and how many parts.
    pub(crate) diagram: Option<(Word<'a>, usize, usize)>,
}

/// A part of a game. A number is where it stands.
#[derive(Debug)]
pub(crate) enum Part<'a> {
    /// The next word of the main line.
    Main,
    Word(Word<'a>),
    /// The digits of a move number.
    Number(Range<usize>),
    Open(usize),
    /// The end of a variation, or of none.
    Close(usize),
    /// A brace that ends no comment.
    Brace(usize),
    /// A brace that opens a comment within a comment.
    InnerBrace(usize),
    /// What somebody says outside a comment: a word such as `remis`, or text in `<>`, `[]` or `""`.
    Remark(Range<usize>),
    /// What begins here cannot be read; in the main line, it ends the game.
    Fault(usize, PgnFault),
}

impl<'a> Parts<'a> {
    pub(crate) fn new(wanted: Wanted) -> Parts<'a> {
        Parts { wanted, ..Parts::default() }
    }

    pub(crate) fn clear(&mut self) {
        self.moves.clear();
        self.comments.clear();
        self.all.clear();
        (self.is_numbered, self.number_before) = (false, None);
        self.result = None;
        self.diagram = None;
    }

    #[inline]
    pub(crate) fn add(&mut self, word: Word<'a>, depth: usize) {
        if depth == 0 {
            self.moves.push(word);
        }
        if self.wanted == Wanted::Structure {
            self.all.push(if depth == 0 { Part::Main } else { Part::Word(word) });
        }
    }

    /// Takes the first `D` before a square for the letter of a queen.
    pub(crate) fn take_diagram_for_queen(&mut self) {
        let Some((word, moves, all)) = self.diagram.take() else { return };
        self.moves.insert(moves, word);
        if self.wanted == Wanted::Structure {
            self.all.insert(all, Part::Main);
        }
    }

    /// The word before, or one that does not stand beside what comes next.
    pub(crate) fn last(&mut self) -> Option<&mut Word<'a>> {
        match self.all.last_mut() {
            Some(Part::Word(word)) => Some(word),
            _ => self.moves.last_mut(),
        }
    }

    /// The number before the first move of the main line.
    pub(crate) fn first_number(&self) -> Option<u32> {
        self.number_before.filter(|_| !self.moves.is_empty())
    }

    /// Adds the digits of a move number, which stand at this place.
    #[inline]
    pub(crate) fn number(&mut self, at: usize, digits: &[u8], depth: usize) {
        self.is_numbered = true;
        if self.moves.is_empty() && depth == 0 {
            self.number_before = Some(value(digits));
        }
        self.mark(Part::Number(at..at + digits.len()));
    }

    /// Adds a comment, whose text begins at this offset.
    pub(crate) fn comment(&mut self, at: usize, text: &'a [u8], depth: usize) {
        if self.wanted == Wanted::Structure
            && let Some(inner) = scan::find(b'{', text)
        {
            self.all.push(Part::InnerBrace(at + inner));
        }
        if self.wanted == Wanted::Comments && depth == 0 {
            self.comments.push(Comment { ply: self.moves.len(), text });
        }
    }

    #[inline]
    pub(crate) fn mark(&mut self, part: Part<'a>) {
        if self.wanted == Wanted::Structure {
            self.all.push(part);
        }
    }
}

/// The number that these digits write; one that is too large is the largest.
pub(crate) fn value(digits: &[u8]) -> u32 {
    let digit =
        |number: u32, byte: &u8| number.saturating_mul(10).saturating_add(u32::from(byte - b'0'));
    digits.iter().fold(0, digit)
}
