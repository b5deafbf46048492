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

use std::{fmt, mem, ops::Range};

use shakmaty::{Chess, Outcome};

use super::{
    chunks::{AHEAD, Chunk, Unit},
    comment::Comment,
    diagnostic::Fault,
    open::is_nothing,
    parts::{Parts, Wanted},
    pgn_reader::{Game, PgnReader},
    results::result,
    scan,
    start::start,
    tags::Tags,
};
use san_strings_core::Vocabulary;
use san_strings_files::{Progress, Stopped};

/// A game as it is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct PgnGame<'a> {
    /// The text that it is a part of, and where it begins there.
    pub(super) text: (&'a [u8], usize),
    /// The lines before that text.
    pub(super) lines: u64,
    /// The tag pairs, unparsed.
    pub tags: Tags<'a>,
    pub moves: &'a [Word<'a>],
    /// The number before the first move.
    pub(super) first_number: Option<u32>,
    /// Whether it may be several games, one a line: see [`has_bare_lines`].
    pub(super) has_bare_lines: bool,
    /// The comments of the main line in braces, where they are wanted.
    pub comments: &'a [Comment<'a>],
    /// The result after the moves, or else that of the tag `Result`.
    pub result: Option<Outcome>,
    /// The fault that keeps the game from being read to its end. `moves` has the words before it.
    pub fault: Option<PgnFault>,
}

/// A word in the place of a move.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Word<'a> {
    /// The word as the game has it, with a note that stands behind it: `exd6 e.p.`
    pub text: &'a [u8],
    pub id: Option<u16>,
}

impl Word<'_> {
    /// The byte range of the word in the text that it is a part of.
    pub(super) fn range_in(&self, text: &[u8]) -> Range<usize> {
        let at = self.text.as_ptr().addr() - text.as_ptr().addr();
        at..at + self.text.len()
    }
}

/// Why a game cannot be read.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum PgnFault {
    /// A comment in braces does not end.
    Comment,
    /// A variation does not end.
    Variation,
    /// A closing parenthesis without a variation. The game is read on: if all of its moves are legal,
    /// it does no harm.
    NoVariation,
    /// A character that is not PGN.
    Character(char),
    /// A word that is too long to be a move.
    LongWord,
    /// There is text, and neither a tag nor a move nor a result.
    NoMoves,
    /// The stream ends within the game, or the game is longer than a block.
    Cut,
}

impl<'a> PgnGame<'a> {
    /// A game of a text with its parts, after so many lines.
    pub(super) fn new(text: &'a [u8], lines: u64, game: Game, parts: &'a Parts<'_>) -> PgnGame<'a> {
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

    /// The position from which the game starts.
    pub(super) fn start(&self) -> Result<Chess, Fault> {
        start(&self.tags, self.first_number)
    }
}

impl fmt::Display for PgnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match *self {
            PgnFault::Comment => "a comment does not end",
            PgnFault::Variation => "a variation does not end",
            PgnFault::NoVariation => "`)` ends no variation",
            PgnFault::Character(char) => return write!(f, "{char:?} is not PGN"),
            PgnFault::LongWord => "the word is too long for a move",
            PgnFault::NoMoves => "neither a move nor a result is in it",
            PgnFault::Cut => "the game is cut off, or longer than 2 MiB",
        })
    }
}

/// Whether the moves of a game are on several lines, without tags and move numbers: if it is broken, each
/// line may be a game.
pub(super) fn has_bare_lines(text: &[u8], parts: &Parts<'_>, tags: &[u8]) -> bool {
    let (false, true, [first, .., last]) = (parts.is_numbered, tags.is_empty(), &parts.moves[..])
    else {
        return false;
    };
    scan::count(b'\n', &text[first.range_in(text).start..last.range_in(text).start]) > 0
}

/// Reads the games of a chunk, in order, until `progress` stops it. Where each line is a game, the second
/// that begins on it, if one does, comes with it. Gives the number of lines.
pub(super) fn for_each_game(
    chunk: Chunk<'_>,
    unit: Unit,
    vocabulary: &Vocabulary,
    wanted: Wanted,
    progress: &dyn Progress,
    mut see: impl FnMut(&PgnGame<'_>, Option<&PgnGame<'_>>),
) -> Result<u64, Stopped> {
    if unit == Unit::Line {
        return for_each_line(chunk, vocabulary, wanted, progress, see);
    }
    let mut reader = PgnReader::new(chunk, vocabulary, wanted);
    loop {
        if progress.is_stopped() {
            return Err(Stopped);
        }
        let Some(game) = reader.next_game() else { break };
        see(&PgnGame::new(chunk.text, 0, game, &reader.parts), None);
    }
    Ok(scan::count(b'\n', chunk.text) as u64)
}

/// Reads the game of each line of a chunk, with the second that begins on the line, if one does, until
/// `progress` stops it. Gives the number of lines.
fn for_each_line(
    chunk: Chunk<'_>,
    vocabulary: &Vocabulary,
    wanted: Wanted,
    progress: &dyn Progress,
    mut see: impl FnMut(&PgnGame<'_>, Option<&PgnGame<'_>>),
) -> Result<u64, Stopped> {
    let mut before = 0;
    // The line that goes on was counted.
    let text = if chunk.is_rest { &[] } else { chunk.text };
    let mut lines = text.split_inclusive(|&byte| byte == b'\n').peekable();
    while let Some(text) = lines.next() {
        if progress.is_stopped() {
            return Err(Stopped);
        }
        let is_cut = chunk.is_cut && lines.peek().is_none();
        let line = Chunk { is_cut, ..Chunk::whole(text) };
        read_line(line, before, vocabulary, wanted, &mut see);
        before += 1;
    }
    Ok(before)
}

/// Reads the game of one line, which is empty if nothing is there, with the second that begins there.
pub(super) fn read_line(
    line: Chunk<'_>,
    before: u64,
    vocabulary: &Vocabulary,
    wanted: Wanted,
    see: impl FnOnce(&PgnGame<'_>, Option<&PgnGame<'_>>),
) {
    let mut reader = PgnReader::new(line, vocabulary, wanted);
    let Some(game) = reader.next_game() else {
        let fault = (!is_nothing(line.text)).then_some(PgnFault::NoMoves);
        return see(&PgnGame { lines: before, fault, ..PgnGame::default() }, None);
    };
    let parts = mem::replace(&mut reader.parts, Parts::new(wanted));
    let game = PgnGame::new(line.text, before, game, &parts);
    let second = reader.next_game();
    let second = second.map(|game| PgnGame::new(line.text, before, game, &reader.parts));
    let is_none = game.moves.is_empty() && game.result.is_none();
    let fault = game.fault.or(is_none.then_some(PgnFault::NoMoves));
    see(&PgnGame { fault, ..game }, second.as_ref());
}

/// Where the games of a text begin that is the beginning of a longer one: the first, and those after a
/// game whose end does not depend on what comes next.
pub(super) fn starts(text: &[u8]) -> Vec<usize> {
    let list = Vocabulary::occurring();
    let mut reader = PgnReader::new(Chunk::whole(text), list, Wanted::Words);
    let mut starts = Vec::new();
    while reader.skip_to_game() && reader.at + AHEAD < text.len() {
        starts.push(reader.at);
        let game = reader.next_game();
        // Its comment may end later, if the text goes on.
        if starts.len() > 1 && game.is_some_and(|game| game.fault == Some(PgnFault::Comment)) {
            break;
        }
    }
    starts
}
