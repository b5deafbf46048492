//! The tokens of a game that the reader collects: its moves and, if wanted, comments, variations and faults.

use std::ops::Range;

use super::comment::Comment;
use crate::lexer::{PgnFault, Word, scan};

/// What the reader collects besides the words of the main line.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Wanted {
    /// Nothing else.
    #[default]
    Words,
    /// The comments of the main line.
    Comments,
    /// Move numbers, variations, remarks, stray braces and faults.
    Structure,
}

/// The tokens of a game that [`Wanted`] asks for.
#[derive(Debug, Default)]
pub struct Parts<'a> {
    pub(crate) wanted: Wanted,
    pub(crate) moves: Vec<Word<'a>>,
    pub(crate) comments: Vec<Comment<'a>>,
    /// All parts in text order. Empty unless `wanted` is [`Wanted::Structure`].
    pub(crate) all: Vec<Part<'a>>,
    /// Whether the game has a move number, in the main line or in a variation.
    pub(crate) is_numbered: bool,
    /// The last move number before the first move of the main line.
    number_before: Option<u32>,
    /// Byte range of the result after the moves.
    pub(crate) result: Option<Range<usize>>,
    /// Whether the result is one of the four results of PGN, in any spelling. `0-0` (both players lose) is not
    /// one of them.
    pub(crate) has_outcome: bool,
    /// The first `D` that we skipped and that is followed by a square. Such a `D` may be a queen, as in German,
    /// or mark a diagram. If the `D` is a queen, we insert it into `moves` at the first index, and into `all` at
    /// the second.
    pub(crate) diagram: Option<(Word<'a>, usize, usize)>,
}

/// One token of a game. A `usize` is a byte offset.
#[derive(Debug)]
pub(crate) enum Part<'a> {
    /// A word of the main line: the next one in [`Parts::moves`].
    Main,
    Word(Word<'a>),
    /// The digits of a move number.
    Number(Range<usize>),
    Open(usize),
    /// A `)`, even if no variation is open.
    Close(usize),
    /// A `}` outside a comment.
    Brace(usize),
    /// A `{` inside a comment.
    InnerBrace(usize),
    /// A remark outside a comment: a word such as `remis`, a sentence such as `White wins on time`, or text
    /// in `<>`, `[]`, `""` or `()`.
    Remark(Range<usize>),
    /// Text that cannot be read. In the main line, such text ends the game.
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

    /// If we skipped a `D` because it may mark a diagram, reads the `D` as a queen instead, and inserts the word
    /// into the moves.
    pub(crate) fn take_diagram_for_queen(&mut self) {
        let Some((word, moves, all)) = self.diagram.take() else { return };
        self.moves.insert(moves, word);
        if self.wanted == Wanted::Structure {
            self.all.insert(all, Part::Main);
        }
    }

    /// Returns the last word that was read. Other tokens may have been read since, so the caller must check
    /// that the word is adjacent to the current token.
    pub(crate) fn last(&mut self) -> Option<&mut Word<'a>> {
        match self.all.last_mut() {
            Some(Part::Word(word)) => Some(word),
            _ => self.moves.last_mut(),
        }
    }

    /// Returns the move number before the first move of the main line.
    pub(crate) fn first_number(&self) -> Option<u32> {
        self.number_before.filter(|_| !self.moves.is_empty())
    }

    /// Adds a move number whose digits begin at byte offset `at`.
    #[inline]
    pub(crate) fn number(&mut self, at: usize, digits: &[u8], depth: usize) {
        self.is_numbered = true;
        if self.moves.is_empty() && depth == 0 {
            self.number_before = Some(value(digits));
        }
        self.mark(Part::Number(at..at + digits.len()));
    }

    /// Adds a comment whose text begins at byte offset `at`.
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

/// Parses digits. A number that is too large becomes `u32::MAX`.
pub(crate) fn value(digits: &[u8]) -> u32 {
    let digit =
        |number: u32, byte: &u8| number.saturating_mul(10).saturating_add(u32::from(byte - b'0'));
    digits.iter().fold(0, digit)
}
