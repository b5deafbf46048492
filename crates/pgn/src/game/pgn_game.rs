//! Reads the games of a PGN database. We accept everything that PGN's import format allows, unless accepting it
//! would silently drop part of a game.
//!
//! A game consists of its tag pairs, in any order, and its moves. A game ends at a result, at the next tag
//! pair, or, if it already has moves, at a line that begins with White's move number 1. An empty line ends a
//! game only if the game has neither tags nor move numbers. The reader returns the move tokens of the main
//! line as written, and skips comments, annotations, move numbers and variations. Text that cannot be read
//! breaks only the game that contains it.
//!
//! We do not use `pgn-reader`: it silently drops unknown tokens, lets a fault in one game affect the next,
//! and takes more than twice as long. Tests compare our reader with `pgn-reader`.

use shakmaty::Outcome;

use super::{
    comment::Comment,
    parts::Parts,
    pgn_reader::{Game, PgnReader},
};
use crate::lexer::{PgnFault, Tags, Word, is_nothing, result, scan};

/// A game that was read, but not yet played.
#[derive(Clone, Copy, Debug, Default)]
pub struct PgnGame<'a> {
    /// The text that contains the game, and the byte offset where the game begins.
    pub text: (&'a [u8], usize),
    /// Number of lines in the file before `text`.
    pub lines: u64,
    /// The tag pairs, unparsed.
    pub tags: Tags<'a>,
    /// The words of the main line, each a possible move.
    pub moves: &'a [Word<'a>],
    /// The move number that is written before the first move.
    pub first_number: Option<u32>,
    /// Whether the game has neither tags nor move numbers, and spans several lines. If such a game is broken,
    /// each line may really be a separate game.
    pub has_bare_lines: bool,
    /// The comments of the main line; empty unless the reader collects `Wanted::Comments`.
    pub comments: &'a [Comment<'a>],
    /// The result after the moves or, if there is none, in the tag `Result`.
    pub result: Option<Outcome>,
    /// The fault that breaks the game, if any. If the fault stopped the reader, `moves` contains the words
    /// before the fault.
    pub fault: Option<PgnFault>,
}

impl<'a> PgnGame<'a> {
    /// Combines `game`, whose tags are in `text`, with its parts.
    pub(crate) fn new(text: &'a [u8], lines: u64, game: Game, parts: &'a Parts<'_>) -> PgnGame<'a> {
        let Game { tags, result: at_end, fault, .. } = game;
        let start = tags.start;
        let tags = Tags(&text[tags]);
        let of_tag = || result(tags.get("Result")?.trim().as_bytes(), true)?.0;
        let result = at_end.or_else(of_tag);
        let Parts { moves, comments, .. } = parts;
        let first_number = parts.first_number();
        let has_bare_lines = has_bare_lines(text, parts, tags.0);
        let text = (text, start);
        PgnGame { text, lines, tags, moves, first_number, has_bare_lines, comments, result, fault }
    }
}

impl PgnReader<'_> {
    /// Reads the next game. `lines` is the number of lines before the text.
    pub fn read(&mut self, lines: u64) -> Option<PgnGame<'_>> {
        let game = self.next_game()?;
        Some(PgnGame::new(self.whole(), lines, game, self.parts()))
    }

    /// Reads a text that consists of a single line. Calls `see` once. The first argument is the game on the
    /// line; the second argument is a second game on the line, if there is one. For a blank line, `see`
    /// receives an empty game. `lines` is the number of lines before this line.
    pub fn read_line(mut self, lines: u64, see: impl FnOnce(&PgnGame<'_>, Option<&PgnGame<'_>>)) {
        let text = self.whole();
        let Some(game) = self.next_game() else {
            let fault = (!is_nothing(text)).then_some(PgnFault::NoMoves);
            return see(&PgnGame { lines, fault, ..PgnGame::default() }, None);
        };
        let parts = self.take_parts();
        let game = PgnGame::new(text, lines, game, &parts);
        let is_none = game.moves.is_empty() && game.result.is_none();
        let fault = game.fault.or(is_none.then_some(PgnFault::NoMoves));
        see(&PgnGame { fault, ..game }, self.read(lines).as_ref());
    }
}

/// Whether a game has neither tags nor move numbers, and its moves fill several lines. If such a game is
/// broken, each line may really be a separate game.
pub fn has_bare_lines(text: &[u8], parts: &Parts<'_>, tags: &[u8]) -> bool {
    let (false, true, [first, .., last]) = (parts.is_numbered, tags.is_empty(), &parts.moves[..])
    else {
        return false;
    };
    scan::count(b'\n', &text[first.range_in(text).start..last.range_in(text).start]) > 0
}
