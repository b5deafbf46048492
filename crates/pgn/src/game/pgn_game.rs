//! Reading the games of a PGN database: fast, and as tolerant as the import format of the PGN standard
//! asks for, where tolerance loses nothing.
//!
//! A game is its tag pairs, in any order, and its moves. A result ends it, and so does a tag pair, or a
//! line that begins with move number 1 of White after other moves; empty lines do not. The reader gives
//! the words of the main line as they are written, and skips comments, annotations, move numbers and
//! variations. Text that it cannot read breaks one game, not the next.
//!
//! The reader does not use `pgn-reader`, which silently drops tokens that it does not know, lets
//! a fault in one game reach the next, and takes more than twice the time. Tests compare the two.

use shakmaty::Outcome;

use super::{
    comment::Comment,
    parts::Parts,
    pgn_reader::{Game, PgnReader},
};
use crate::lexer::{PgnFault, Tags, Word, is_nothing, result, scan};

/// A game as it is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct PgnGame<'a> {
    /// The text that it is a part of, and where it begins there.
    pub text: (&'a [u8], usize),
    /// The lines before that text.
    pub lines: u64,
    /// The tag pairs, unparsed.
    pub tags: Tags<'a>,
    /// The words of the main line, in the places of moves.
    pub moves: &'a [Word<'a>],
    /// The number before the first move.
    pub first_number: Option<u32>,
    /// Whether it may be several games, one a line, as `has_bare_lines` says.
    pub has_bare_lines: bool,
    /// The comments of the main line in braces, where they are wanted.
    pub comments: &'a [Comment<'a>],
    /// The result after the moves, or else that of the tag `Result`.
    pub result: Option<Outcome>,
    /// The fault that keeps the game from being read to its end. `moves` has the words before it.
    pub fault: Option<PgnFault>,
}

impl<'a> PgnGame<'a> {
    /// A game of a text with its parts, after so many lines.
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
    /// Reads the next game. `lines` are those before the text.
    pub fn read(&mut self, lines: u64) -> Option<PgnGame<'_>> {
        let game = self.next_game()?;
        Some(PgnGame::new(self.whole(), lines, game, self.parts()))
    }

    /// Reads the game of a text that is one line, with the second that begins there, if one does. The game
    /// is empty if nothing is there; `lines` are those before.
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

/// Whether the moves of a game are on several lines, without tags and move numbers: if it is broken, each
/// line may be a game.
pub fn has_bare_lines(text: &[u8], parts: &Parts<'_>, tags: &[u8]) -> bool {
    let (false, true, [first, .., last]) = (parts.is_numbered, tags.is_empty(), &parts.moves[..])
    else {
        return false;
    };
    scan::count(b'\n', &text[first.range_in(text).start..last.range_in(text).start]) > 0
}
