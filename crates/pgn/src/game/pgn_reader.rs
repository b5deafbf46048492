//! Finds where each game of a text begins and ends.

use std::{mem, ops::Range};

use shakmaty::Outcome;

use san_strings_core::Vocabulary;

use super::{
    movetext::{Movetext, is_first_of_white},
    parts::{Parts, Wanted},
    tag_section::tag_section,
};
use crate::lexer::{Cursor, Lexer, PgnFault, Sign, has_empty_line, is_blank, result, sign};

/// Maximum size of a game in bytes. A longer game is reported as broken.
pub const LONGEST_GAME: usize = 2 << 20;

/// A game without its moves, which are in [`Parts`].
pub(crate) struct Game {
    /// Byte range of the tags. `tags.start` is the start of the game, even if there are no tags.
    pub(crate) tags: Range<usize>,
    pub(crate) end: usize,
    /// The result after the moves.
    pub(crate) result: Option<Outcome>,
    pub(crate) fault: Option<PgnFault>,
}

impl Game {
    fn has_nothing(&self) -> bool {
        self.result.is_none() && self.fault.is_none()
    }
}

/// Reads the games of a text, one after the other.
pub struct PgnReader<'a> {
    lexer: Lexer<'a>,
    parts: Parts<'a>,
    is_cut: bool,
    /// Whether a result came earlier on the current line.
    is_after_result: bool,
}

impl<'a> PgnReader<'a> {
    /// Creates a reader for the games of a text.
    pub fn new(text: &'a [u8], vocabulary: &'a Vocabulary, wanted: Wanted) -> PgnReader<'a> {
        PgnReader {
            lexer: Lexer::new(text, vocabulary),
            parts: Parts::new(wanted),
            is_cut: false,
            is_after_result: false,
        }
    }

    /// Sets whether the text is cut off inside its last game.
    #[must_use]
    pub fn cut(self, is_cut: bool) -> PgnReader<'a> {
        PgnReader { is_cut, ..self }
    }

    /// Continues with the byte range `part` of the text. If each line is a game, the caller passes one line at
    /// a time.
    pub(crate) fn go_to(&mut self, part: Range<usize>) {
        self.cursor().go_to(part);
        self.is_after_result = false;
    }

    /// Continues at a location that [`PgnReader::place`] returned for the same text.
    pub(crate) fn resume(&mut self, (at, is_after_result): (usize, bool)) {
        self.go_to(at..self.whole().len());
        self.is_after_result = is_after_result;
    }

    /// Returns the current byte offset, and whether a result came earlier on the current line.
    pub(crate) fn place(&self) -> (usize, bool) {
        (self.at(), self.is_after_result)
    }

    fn cursor(&mut self) -> &mut Cursor<'a> {
        &mut self.lexer.cursor
    }

    pub(crate) fn at(&self) -> usize {
        self.lexer.cursor.at
    }

    /// Returns the text up to the end of the range that was passed to `go_to`. For the whole text, see
    /// [`PgnReader::whole`].
    pub(crate) fn text(&self) -> &'a [u8] {
        self.lexer.cursor.text()
    }

    pub(crate) fn whole(&self) -> &'a [u8] {
        self.lexer.cursor.whole()
    }

    /// Returns the parts of the game that was read last.
    pub(crate) fn parts(&self) -> &Parts<'a> {
        &self.parts
    }

    pub(crate) fn take_parts(&mut self) -> Parts<'a> {
        let next = Parts::new(self.parts.wanted);
        mem::replace(&mut self.parts, next)
    }

    /// Skips to the beginning of the next game. Returns `false` if no game follows.
    pub(crate) fn skip_to_game(&mut self) -> bool {
        while let Some(byte) = self.cursor().peek() {
            let cursor = &mut self.lexer.cursor;
            match byte {
                b'\n' | b'\r' => {
                    cursor.at += 1;
                    // The result may be repeated on the next line.
                    let rest = cursor.rest();
                    let next = rest.strip_prefix(b"\n").filter(|_| byte == b'\r').unwrap_or(rest);
                    self.is_after_result = self.is_after_result && result(next, false).is_some();
                }
                byte if cursor.skip_aside(byte) => {}
                b'[' if !cursor.begins_tags() && cursor.skip_pair(b']') => {}
                b'(' if self.is_after_result && cursor.skip_pair(b')') => {}
                0x80.. if !matches!(sign(cursor.rest()).0, Sign::Letter | Sign::Half) => {
                    cursor.at += sign(cursor.rest()).1;
                }
                byte if self.is_after_result && byte != b'[' => match self.after_result(byte) {
                    Some(length) => self.cursor().at += length,
                    None => return true,
                },
                _ => return true,
            }
        }
        false
    }

    /// Returns the length of a word or result that follows a result on the same line. Returns `None` if the
    /// word begins a new game.
    fn after_result(&self, byte: u8) -> Option<usize> {
        if let Some((_, length)) = result(self.lexer.cursor.rest(), false) {
            return Some(length);
        }
        let is_other = !byte.is_ascii_digit() && !self.lexer.begins_known();
        is_other.then(|| self.lexer.next_word().len().max(1))
    }

    /// Reads the next game into `parts`. Skips text that consists only of punctuation.
    pub(crate) fn next_game(&mut self) -> Option<Game> {
        while self.skip_to_game() {
            let mut game = self.game();
            let start = game.tags.start;
            let has_nothing = self.parts.moves.is_empty() && game.has_nothing();
            if has_nothing && self.is_in_tag(&game) {
                game.fault = Some(PgnFault::Cut);
            } else if has_nothing && game.tags.is_empty() {
                if !self.text()[start..self.at()].iter().any(u8::is_ascii_alphanumeric) {
                    continue;
                }
                game.fault = Some(PgnFault::NoMoves);
            }
            if self.is_cut && !self.skip_to_game() {
                game.fault = Some(PgnFault::Cut);
            }
            return Some(game);
        }
        None
    }

    /// Whether the last tag of a game lacks its closing bracket.
    fn is_in_tag(&self, game: &Game) -> bool {
        let tags = &self.text()[game.tags.clone()];
        !tags.is_empty() && !tags.ends_with(b"]")
    }

    fn game(&mut self) -> Game {
        let tags = tag_section(self.cursor());
        let movetext = Movetext::new(&mut self.lexer, &mut self.parts, tags.clone());
        let (result, mut fault) = movetext.read().unwrap_or_else(|fault| {
            skip_game(&mut self.lexer.cursor);
            (None, Some(fault))
        });
        self.is_after_result = self.parts.result.is_some();
        if self.at() - tags.start > LONGEST_GAME {
            fault = Some(PgnFault::Cut);
        }
        Game { tags, end: self.at(), result, fault }
    }
}

/// Skips the rest of a broken game, up to the next line that begins a game or to the end.
fn skip_game(cursor: &mut Cursor<'_>) {
    loop {
        cursor.skip_line();
        let is_empty = has_empty_line(cursor.take_while(is_blank));
        let is_line = cursor.is_line();
        match cursor.peek() {
            None => return,
            Some(b'[') if is_line && cursor.is_tag() => return,
            Some(b'1') if is_line && is_empty && is_first_of_white(cursor.rest()) => return,
            Some(_) => {}
        }
    }
}

/// Maximum number of bytes that the reader looks ahead to decide whether a game begins.
pub const AHEAD: usize = 1 << 10;

/// Returns the offsets where games begin. More text may follow, so we leave out two kinds of games whose
/// offset is not certain:
///
/// - games that begin in the last [`AHEAD`] bytes,
/// - games after an unclosed comment, unless that comment is in the first game.
pub fn starts(text: &[u8]) -> Vec<usize> {
    let list = Vocabulary::occurring();
    let mut reader = PgnReader::new(text, list, Wanted::Words);
    let mut starts = Vec::new();
    while reader.skip_to_game() && reader.at() + AHEAD < text.len() {
        starts.push(reader.at());
        let game = reader.next_game();
        // If a comment seems unclosed, its `}` may be in text that we have not read yet. So any text that
        // looks like another game may be part of the comment.
        if starts.len() > 1 && game.is_some_and(|game| game.fault == Some(PgnFault::Comment)) {
            break;
        }
    }
    starts
}
