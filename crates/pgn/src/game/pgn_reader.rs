//! The reader of games: their tags, words and results, and where the next game begins.

use std::{collections::HashSet, ops::Range};

use shakmaty::Outcome;

use san_strings_core::{Vocabulary, refusal::numeric_notation, vocabulary::Notation};

use super::{
    boundary::{first_boundary, is_boundary},
    parts::{Part, Parts, Wanted},
    tags::{
        Tags, broken_tag, has_empty_line, is_tag, line_length, next_line, next_tag,
        punctuation_before_tag,
    },
};
use crate::lexer::{
    ByteClass, HALF, PgnFault, Sign, Word, before_result, castling, class, ends_with_number,
    evaluation, is_blank, is_remark, is_rest_of_move, is_sign, note, promotion_in_parentheses,
    remark_in_parentheses, result, result_written_otherwise, scan, sentence_on_end, sign,
    spaced_castling, visible,
};

/// The most bytes that a game may have. A longer one counts as broken.
pub const LONGEST_GAME: usize = 2 << 20;

/// What ends a remark on a line: `<...>`, `[...]`, `"..."` and `(...)`.
const PAIRS: [u8; 4] = *b">]\")";

/// The longest word of movetext, however a move is written.
const LONGEST: usize = 24;

/// A game, its moves apart.
pub(crate) struct Game {
    /// Where its tags stand; the game begins where they do.
    pub(crate) tags: Range<usize>,
    pub(crate) end: usize,
    /// The result after its moves.
    pub(crate) result: Option<Outcome>,
    pub(crate) fault: Option<PgnFault>,
}

impl Game {
    fn has_nothing(&self) -> bool {
        self.result.is_none() && self.fault.is_none()
    }
}

enum Token<'a> {
    /// What has been taken, or says nothing of the moves.
    Skipped,
    Move(Word<'a>),
    /// A result, perhaps without an outcome.
    Result(Option<Outcome>),
    NextGame,
}

/// Reads the games of a text, one after the other.
#[expect(clippy::struct_excessive_bools, reason = "each says something of another part")]
pub struct PgnReader<'a> {
    /// The text as far as it is read, and all of it.
    text: &'a [u8],
    pub(super) whole: &'a [u8],
    /// Whether the last game is truncated.
    is_cut: bool,
    pub(crate) at: usize,
    pub(crate) parts: Parts<'a>,
    /// How many variations are around the place.
    depth: usize,
    /// Where the next comment ends, and where a game begins before: as it was looked for last.
    comment_end: Option<(usize, Option<usize>)>,
    /// Whether no comment ends here or later.
    is_uncommented: bool,
    /// For each of [`PAIRS`], the end of the text in which it was looked for in vain.
    unpaired: [usize; PAIRS.len()],
    /// Whether a result stands before on this line.
    is_after_result: bool,
    /// Whether a parenthesis of this game ends no variation.
    has_stray_end: bool,
    /// The tags of this game, and whether one of them is a FEN, if that was looked for.
    tags: Range<usize>,
    has_fen: Option<bool>,
    vocabulary: &'a Vocabulary,
}

impl<'a> PgnReader<'a> {
    /// Reads the games of a text.
    pub fn new(text: &'a [u8], vocabulary: &'a Vocabulary, wanted: Wanted) -> PgnReader<'a> {
        PgnReader {
            text,
            whole: text,
            is_cut: false,
            at: 0,
            parts: Parts::new(wanted),
            depth: 0,
            comment_end: None,
            is_uncommented: false,
            unpaired: [0; PAIRS.len()],
            is_after_result: false,
            has_stray_end: false,
            tags: 0..0,
            has_fen: None,
            vocabulary,
        }
    }

    /// Says that the text ends within its last game, if so.
    #[must_use]
    pub fn cut(self, is_cut: bool) -> PgnReader<'a> {
        PgnReader { is_cut, ..self }
    }

    /// Reads no further than this, as where each line is a game.
    pub(crate) fn end_at(&mut self, end: usize) {
        self.text = &self.whole[..end];
        (self.is_uncommented, self.comment_end) = (false, None);
        self.is_after_result = false;
    }

    /// The text as far as it is read.
    pub(crate) fn text(&self) -> &'a [u8] {
        self.text
    }

    fn peek(&self) -> Option<u8> {
        scan::at(self.text, self.at)
    }

    fn rest(&self) -> &'a [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Goes on after the next bytes, and gives them.
    #[inline]
    fn take(&mut self, length: usize) -> &'a [u8] {
        let text = &self.rest()[..length];
        self.at += length;
        text
    }

    fn skip_line(&mut self) {
        self.at += line_length(self.rest());
    }

    fn is_line(&self) -> bool {
        self.at == 0 || matches!(self.text.get(self.at - 1), Some(b'\n' | b'\r'))
    }

    /// Whether nothing but blanks stands before on the line.
    fn is_indented_line(&self) -> bool {
        let before = &self.text[..self.at];
        let blanks = scan::trailing(before, |byte| byte == b' ' || byte == b'\t');
        blanks == self.at || matches!(before[self.at - blanks - 1], b'\n' | b'\r')
    }

    /// Whether the tag of the result has one of PGN's but `*`.
    #[cold]
    fn has_result_tag(&self) -> bool {
        let value = Tags(&self.text[self.tags.clone()]).get("Result");
        let outcome = value.and_then(|value| result(value.trim().as_bytes(), true)?.0);
        matches!(outcome, Some(Outcome::Known(_)))
    }

    fn is_tag(&self) -> bool {
        is_tag(self.rest(), self.is_line())
    }

    /// Whether the tags of a game begin here, perhaps with a broken one.
    fn begins_tags(&self) -> bool {
        let is_broken = || {
            let rest = self.rest();
            self.is_line() && broken_tag(rest).is_some() && is_tag(next_line(rest), true)
        };
        self.is_tag() || is_broken()
    }

    /// Goes on after a comment in braces, if it ends before a game begins.
    fn skip_comment(&mut self) -> bool {
        if self.is_uncommented {
            return false;
        }
        let known = self.comment_end.filter(|&(end, _)| end >= self.at);
        let end = known
            .map(|(end, _)| end)
            .or_else(|| scan::find(b'}', self.rest()).map(|length| self.at + length));
        let Some(end) = end else {
            self.is_uncommented = true;
            return false;
        };
        let game = match known {
            Some((_, game)) if game.is_none_or(|game| game > self.at) => game,
            _ => first_boundary(self.text, self.at..end),
        };
        self.comment_end = Some((end, game));
        if game.is_none() {
            self.at = end + 1;
        }
        game.is_none()
    }

    /// Goes on after what stands between the byte here and this one, if that is on the same line.
    fn skip_pair(&mut self, end: u8) -> bool {
        let line = PAIRS.iter().position(|&other| other == end).expect("one of the pairs");
        if self.at < self.unpaired[line] {
            return false;
        }
        let inside = &self.rest()[1..];
        let length = scan::find_either(end, b'\n', inside).unwrap_or(inside.len());
        let is_pair = inside.get(length) == Some(&end);
        if is_pair {
            self.at += length + 2;
        } else {
            self.unpaired[line] = self.at + 1 + length;
        }
        is_pair
    }

    /// The same among moves.
    fn skip_remark(&mut self, end: u8) -> bool {
        let before = self.at;
        let is_pair = self.skip_pair(end);
        if is_pair {
            self.parts.mark(Part::Remark(before..self.at));
        }
        is_pair
    }

    /// Goes on after a blank or a comment, if one is here.
    fn skip_aside(&mut self, byte: u8) -> bool {
        match byte {
            byte if is_blank(byte) => self.at += 1,
            b'%' if self.is_line() => self.skip_line(),
            b';' => self.skip_line(),
            b'{' => return self.skip_comment(),
            b'<' => return !self.rest().starts_with(b"<>") && self.skip_pair(b'>'),
            _ => return false,
        }
        true
    }

    /// Goes to where a game begins, if there is one more.
    pub(crate) fn skip_to_game(&mut self) -> bool {
        while let Some(byte) = self.peek() {
            match byte {
                b'\n' | b'\r' => {
                    self.at += 1;
                    // The same result may come again on the next line.
                    let rest = self.rest();
                    let next = rest.strip_prefix(b"\n").filter(|_| byte == b'\r').unwrap_or(rest);
                    self.is_after_result = self.is_after_result && result(next, false).is_some();
                }
                byte if self.skip_aside(byte) => {}
                b'[' if !self.begins_tags() && self.skip_pair(b']') => {}
                b'(' if self.is_after_result && self.skip_pair(b')') => {}
                0x80.. if !matches!(sign(self.rest()).0, Sign::Letter | Sign::Half) => {
                    self.at += sign(self.rest()).1;
                }
                byte if self.is_after_result && byte != b'[' => match self.after_result(byte) {
                    Some(length) => self.at += length,
                    None => return true,
                },
                _ => return true,
            }
        }
        false
    }

    /// The length of what follows a result and begins no game: the result once more, or a word.
    fn after_result(&self, byte: u8) -> Option<usize> {
        let rest = self.rest();
        if let Some((_, length)) = result(rest, false) {
            return Some(length);
        }
        let length = scan::leading(rest, |byte| class(byte) == ByteClass::Word);
        let is_move = self.begins_known(&rest[..length]);
        (!byte.is_ascii_digit() && !is_move).then_some(length.max(1))
    }

    /// Reads a game into `parts`. Punctuation is none.
    pub(crate) fn next_game(&mut self) -> Option<Game> {
        while self.skip_to_game() {
            let start = self.at;
            let mut game = self.game();
            let has_nothing = self.parts.moves.is_empty() && game.has_nothing();
            if has_nothing && self.is_in_tag(&game) {
                game.fault = Some(PgnFault::Cut);
            } else if has_nothing && game.tags.is_empty() {
                if !self.text[start..self.at].iter().any(u8::is_ascii_alphanumeric) {
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

    /// Whether the last tag of a game does not end.
    fn is_in_tag(&self, game: &Game) -> bool {
        let tags = &self.text[game.tags.clone()];
        !tags.is_empty() && !tags.ends_with(b"]")
    }

    fn game(&mut self) -> Game {
        self.is_after_result = false;
        let start = self.at;
        let tags = self.tags();
        (self.tags, self.has_fen) = (tags.clone(), None);
        self.parts.clear();
        self.depth = 0;
        self.has_stray_end = false;
        let (result, fault) = match self.movetext() {
            Ok(result) if self.depth == 0 => {
                (result, self.has_stray_end.then_some(PgnFault::NoVariation))
            }
            Ok(_) => (None, Some(PgnFault::Variation)),
            Err(fault) => {
                self.skip_game();
                (None, Some(fault))
            }
        };
        if self.parts.diagram.is_some() && is_foreign(&self.parts.moves) {
            self.parts.take_diagram_for_queen();
        }
        let fault = if self.at - start > LONGEST_GAME { Some(PgnFault::Cut) } else { fault };
        Game { tags, end: self.at, result, fault }
    }

    /// Reads the tag pairs. Neither an empty line between two does harm nor a comment, unless a tag
    /// comes again after an empty line, or any after both: then the next game begins there.
    fn tags(&mut self) -> Range<usize> {
        let start = self.at;
        let mut end = start;
        // Those up to the last empty line.
        let mut names = HashSet::new();
        let mut noted = start;
        while self.peek() == Some(b'[') || self.is_line() && broken_tag(self.rest()).is_some() {
            let tag = if self.peek() == Some(b'[') { self.tag() } else { None };
            if tag.is_some() && self.at > end + 1 && has_empty_line(&self.text[end..self.at]) {
                names.extend(Tags(&self.text[noted..end]).iter().map(|tag| tag.name));
                noted = end;
                let is_again =
                    next_tag(self.rest()).is_some_and(|(tag, _)| names.contains(tag.name));
                if is_again || is_boundary(self.text, self.at) {
                    break;
                }
            }
            // A broken one is in the line after another or before one.
            let is_after = start < end || self.peek() == Some(b'[');
            let is_among =
                || is_after && self.is_line() && self.at <= end + 2 || self.begins_tags();
            let broken = || broken_tag(self.rest()).filter(|_| is_among());
            let Some(length) = tag.or_else(broken) else { break };
            self.at += length;
            end = self.at;
            self.skip_between_tags();
            let is_punctuation = |byte: u8| byte != b'[' && byte.is_ascii_punctuation();
            if self.peek().is_some_and(is_punctuation) && !has_empty_line(&self.text[end..self.at])
            {
                self.at += punctuation_before_tag(self.rest());
            }
        }
        self.at = if self.peek() == Some(b'[') { self.at } else { end };
        start..end
    }

    /// The length of the tag pair that begins here.
    fn tag(&self) -> Option<usize> {
        let plain = self.plain_tag();
        if plain.is_some() || !self.is_tag() {
            return plain;
        }
        let (_, rest) = next_tag(self.rest())?;
        Some(self.rest().len() - rest.len())
    }

    /// The length of a tag pair that is a line by itself, as most are.
    fn plain_tag(&self) -> Option<usize> {
        let rest = self.rest();
        let end = scan::find_either(b']', b'\n', rest)?;
        if !rest[1].is_ascii_alphabetic() {
            return None;
        }
        let is_end = matches!(rest.get(end + 1), None | Some(b'\n' | b'\r'));
        if is_end && rest[end - 1..].starts_with(b"\"]") {
            return Some(end + 1);
        }
        // With `"]` within its value, too.
        let line = if self.is_line() { &rest[..line_length(rest)] } else { &[] };
        let line = scan::trim_end(line);
        let is_tag = line.ends_with(b"\"]") && scan::count(b'[', line) == 1 && self.is_tag();
        is_tag.then_some(line.len())
    }

    /// Goes on after blanks, comments and the like.
    fn skip_between_tags(&mut self) {
        // Most tags are on the next line.
        if self.rest().starts_with(b"\n[") {
            self.at += 1;
            return;
        }
        while let Some(byte) = self.peek() {
            match byte {
                byte if self.skip_aside(byte) => {}
                0x80.. if matches!(sign(self.rest()).0, Sign::Mark | Sign::Invisible) => {
                    self.at += sign(self.rest()).1;
                }
                _ => break,
            }
        }
    }

    /// After a fault: goes to the next line that begins a game, or to the end.
    fn skip_game(&mut self) {
        loop {
            self.skip_line();
            let blanks = scan::leading(self.rest(), is_blank);
            let is_empty = has_empty_line(&self.rest()[..blanks]);
            self.at += blanks;
            let is_line = self.is_line();
            match self.peek() {
                None => return,
                Some(b'[') if is_line && self.is_tag() => return,
                Some(b'1') if is_line && is_empty && is_first_of_white(self.rest()) => return,
                Some(_) => {}
            }
        }
    }

    fn movetext(&mut self) -> Result<Option<Outcome>, PgnFault> {
        while let Some(byte) = self.peek() {
            // The most frequent cases come first, with the space behind them.
            if byte.is_ascii_alphabetic()
                && let Some(word) = self.known_word()
            {
                self.parts.add(word, self.depth);
                self.skip_space();
                continue;
            }
            if byte.is_ascii_digit() && self.skip_number()
                || byte == b'{' && self.skip_line_comment()
            {
                self.skip_space();
                continue;
            }
            if matches!(byte, b'\n' | b'\r') && self.is_bare() {
                if self.ends_paragraph() {
                    break;
                }
                continue;
            }
            let start = self.at;
            let token = match byte {
                b'0'..=b'9' => self.number(),
                _ => self.token(byte),
            };
            match token {
                Ok(Token::Skipped) => {}
                Ok(Token::Move(word)) => self.parts.add(word, self.depth),
                Ok(Token::Result(_)) if self.depth > 0 => {}
                Ok(Token::Result(outcome)) => {
                    self.parts.result = Some(start..self.at);
                    self.parts.has_outcome = outcome.is_some();
                    self.is_after_result = true;
                    return Ok(outcome);
                }
                Ok(Token::NextGame) => break,
                // What stands in a variation does not break the main line.
                Err(fault @ (PgnFault::Character(_) | PgnFault::LongWord)) if self.depth > 0 => {
                    let is_inside = |byte| !is_blank(byte) && !b"(){}".contains(&byte);
                    self.at += scan::leading(self.rest(), is_inside).max(1);
                    self.parts.mark(Part::Fault(self.place(fault, start), fault));
                }
                Err(fault) => {
                    self.parts.mark(Part::Fault(self.place(fault, self.at), fault));
                    return Err(fault);
                }
            }
        }
        Ok(None)
    }

    /// Whether the game has neither tags nor move numbers so far, as in a list of openings: then each
    /// paragraph of moves is a game.
    fn is_bare(&self) -> bool {
        !self.parts.is_numbered && self.tags.is_empty() && self.depth == 0
    }

    /// Goes on after blanks that begin with the end of a line. Says whether a paragraph of moves ends there,
    /// and another begins.
    fn ends_paragraph(&mut self) -> bool {
        let rest = self.rest();
        let blanks = scan::leading(rest, is_blank);
        self.at += blanks;
        !self.parts.moves.is_empty() && has_empty_line(&rest[..blanks]) && self.begins_move()
    }

    /// Whether a word begins here that is in the list, or has a square in it.
    fn begins_move(&self) -> bool {
        let rest = self.rest();
        let word = &rest[..scan::leading(rest, |byte| class(byte) == ByteClass::Word)];
        let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
        self.begins_known(word) || word.windows(2).any(is_square)
    }

    /// Whether the text here, whose first word this is, begins with a string of the list.
    fn begins_known(&self, word: &[u8]) -> bool {
        self.vocabulary.id_table().of_start(self.rest()).is_some() || self.id(word).is_some()
    }

    /// Where a fault is in what begins here.
    fn place(&self, fault: PgnFault, start: usize) -> usize {
        match fault {
            PgnFault::Character(char) => {
                let byte = u8::try_from(char).expect("a character that is not PGN is ASCII");
                start + scan::find(byte, &self.text[start..]).unwrap_or_default()
            }
            _ => start,
        }
    }

    fn token(&mut self, byte: u8) -> Result<Token<'a>, PgnFault> {
        let before = self.at;
        match byte {
            b'{' if self.skip_comment() => {
                let text = &self.text[before + 1..self.at - 1];
                self.parts.comment(before + 1, text, self.depth);
            }
            b'{' => return Err(PgnFault::Comment),
            b'%' if self.is_indented_line() => self.skip_line(),
            b'\\' if matches!(self.rest(), [_, b'$', b'0'..=b'9', ..]) => self.at += 1,
            b';' => self.skip_line(),
            b'[' if self.begins_tags() => return Ok(Token::NextGame),
            b'[' if self.skip_remark(b']') => {}
            b'"' if self.skip_remark(b'"') => {}
            b'<' if !matches!(self.rest().get(1), Some(b'>' | b'=')) && self.skip_remark(b'>') => {}
            b'$' => self.at += 1 + scan::leading(&self.rest()[1..], |byte| byte.is_ascii_digit()),
            b'}' => {
                self.at += 1;
                self.parts.mark(Part::Brace(before));
            }
            b'(' if self.parenthesis() => {}
            b'(' => {
                self.at += 1;
                self.parts.mark(Part::Open(before));
                self.depth += 1;
            }
            b')' => {
                self.at += 1;
                self.parts.mark(Part::Close(before));
                self.has_stray_end |= self.depth == 0;
                self.depth = self.depth.saturating_sub(1);
            }
            b'*' => {
                self.at += 1;
                return Ok(Token::Result(Some(Outcome::Unknown)));
            }
            b'.' if let Some((outcome, length)) = result_written_otherwise(self.rest()) => {
                self.at += length;
                return Ok(Token::Result(outcome));
            }
            b'.' | b'!' | b'?' | b',' => self.at += 1,
            byte if is_blank(byte) => self.at += 1,
            _ => return self.word_or_sign(byte),
        }
        Ok(Token::Skipped)
    }

    /// Goes on after a remark in parentheses, if one is here: `(=)`, `(0.25)`, or `(ep)` behind a move.
    fn parenthesis(&mut self) -> bool {
        let rest = self.rest();
        if let Some(length) = note(rest) {
            self.note(length);
            return true;
        }
        let Some(length) = remark_in_parentheses(rest) else { return false };
        self.parts.mark(Part::Remark(self.at..self.at + length));
        self.at += length;
        true
    }

    /// Goes on after a space, if one is here.
    #[inline]
    fn skip_space(&mut self) {
        self.at += usize::from(self.peek() == Some(b' '));
    }

    /// Fast path: a listed string followed by a space.
    #[expect(clippy::inline_always, reason = "a call takes a fifth of the time of counting")]
    #[inline(always)]
    fn known_word(&mut self) -> Option<Word<'a>> {
        let (id, length) = self.vocabulary.id_table().of_start(self.rest())?;
        Some(Word { text: self.take(length), id: Some(id) })
    }

    /// The id of a word. Base strings say nothing of `+` and `#`.
    fn id(&self, text: impl AsRef<[u8]>) -> Option<u16> {
        let text = text.as_ref();
        let id = self.vocabulary.id(text);
        match text {
            [base @ .., b'+' | b'#']
                if id.is_none() && self.vocabulary.notation() == Notation::Base =>
            {
                self.vocabulary.id(base)
            }
            _ => id,
        }
    }

    /// Adds a note to the last move, if nothing but blanks stands between.
    fn note(&mut self, length: usize) {
        let before = &self.text[..self.at];
        self.at += length;
        let Some(last) = self.parts.last() else { return };
        let blanks = scan::trailing(before, |byte| byte == b' ');
        let end = before.len() - blanks;
        if before[..end].as_ptr_range().end == last.text.as_ptr_range().end {
            let text = &self.text[end - last.text.len()..self.at];
            if text.len() <= LONGEST {
                *last = Word { text, id: None };
            }
        }
    }

    fn word(&mut self) -> Result<Word<'a>, PgnFault> {
        let rest = self.rest();
        let mut length = 0;
        loop {
            length += scan::leading(&rest[length..], |byte| class(byte) == ByteClass::Word);
            let next = &rest[length..];
            match next.first().map(|&byte| class(byte)) {
                // `e2->e4`, `e2>e4`.
                Some(ByteClass::Other)
                    if matches!(next, [b'>', b'a'..=b'h', b'1'..=b'8', ..]) && length > 1 =>
                {
                    length += 1;
                }
                Some(ByteClass::Other) => return Err(PgnFault::Character(char::from(next[0]))),
                // `d8(Q)`.
                Some(ByteClass::End)
                    if matches!(rest[..length], [.., b'1' | b'8' | b'='])
                        && let Some(more) = promotion_in_parentheses(next) =>
                {
                    length += more;
                }
                // `exd6e.p.`
                Some(ByteClass::End)
                    if next.starts_with(b".p") && length > 3 && rest[length - 1] == b'e' =>
                {
                    length += if next.get(2) == Some(&b'.') { 3 } else { 2 };
                }
                Some(ByteClass::Sign) => match sign(next) {
                    (Sign::Letter | Sign::Inner, more) => length += more,
                    (Sign::Invisible, more) if self.goes_on(&rest[..length], &next[more..]) => {
                        length += more;
                    }
                    _ => break,
                },
                _ => break,
            }
            if length > LONGEST {
                return Err(PgnFault::LongWord);
            }
        }
        if length == 0 || length > LONGEST {
            return Err(PgnFault::LongWord);
        }
        let text = self.take(before_result(&rest[..length]).unwrap_or(length));
        let id = if text.is_ascii() { self.id(text) } else { self.id(visible(text)) };
        Ok(Word { text, id })
    }

    /// Whether a word goes on behind what is invisible, as in `Nf` and `3`: between two moves, it is a
    /// space.
    #[cold]
    fn goes_on(&self, before: &[u8], after: &[u8]) -> bool {
        let is_inner = |byte: &u8| byte.is_ascii_alphanumeric() || b"-=+#".contains(byte);
        let is_castling = after.starts_with(b"-");
        after.first().is_some_and(is_inner) && (is_castling || self.id(before).is_none())
    }

    /// Castling with spaces around its dashes, if it is here.
    #[cold]
    fn spaced_castling(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        let length = spaced_castling(rest)?;
        let suffix = usize::from(matches!(rest.get(length), Some(b'+' | b'#')));
        Some(Token::Move(Word { text: self.take(length + suffix), id: None }))
    }

    /// A result that begins with a sign, such as `½-½` and `+:-`, if there is one here.
    fn sign_result(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        let is_half = class(*rest.first()?) == ByteClass::Sign && sign(rest).0 == Sign::Half;
        let (outcome, length) = if is_half || rest.get(1) == Some(&b':') {
            result(rest, false)?
        } else {
            result_written_otherwise(rest)?
        };
        self.at += length;
        Some(Token::Result(outcome))
    }

    /// Reads a word, a note of the move before, a null move, or a sign: of evaluation, of check, of
    /// anything that is not ASCII.
    fn word_or_sign(&mut self, byte: u8) -> Result<Token<'a>, PgnFault> {
        let rest = self.rest();
        if let Some(result) = self.sign_result() {
            return Ok(result);
        }
        if let Some(length) = note(rest) {
            self.note(length);
            return Ok(Token::Skipped);
        }
        let null = [&b"<>"[..], b"@@@@"].into_iter().find(|null| rest.starts_with(null));
        if let Some(null) = null {
            return Ok(Token::Move(Word { text: self.take(null.len()), id: None }));
        }
        if let Some(length) = lone_sign(rest) {
            self.at += length;
            return Ok(Token::Skipped);
        }
        if let Some(length) = sentence_on_end(rest).filter(|_| self.has_result_tag()) {
            self.parts.mark(Part::Remark(self.at..self.at + length));
            self.at += length;
            return Ok(Token::Skipped);
        }
        let is_sign = match class(byte) {
            ByteClass::Word => !byte.is_ascii_alphabetic(),
            ByteClass::Sign => sign(rest).0 != Sign::Letter,
            _ => return Err(PgnFault::Character(char::from(byte))),
        };
        if let Some(castling) = self.spaced_castling() {
            return Ok(castling);
        }
        if !is_sign {
            let before = self.at;
            let word = self.word()?;
            return if is_remark(word.text) {
                self.remark(word, before)
            } else {
                Ok(Token::Move(word))
            };
        }
        let signs = scan::leading(rest, |byte| b"+-=/:#".contains(&byte));
        match self.take(signs) {
            b"" if byte < 0x80 => return Err(PgnFault::Character(char::from(byte))),
            b"" => self.at += sign(rest).1,
            text @ (b"--" | b"---") => return Ok(Token::Move(Word { text, id: None })),
            _ => {}
        }
        Ok(Token::Skipped)
    }

    /// A remark behind a move, or what looks like one: it may be the letter of a piece apart from its
    /// square.
    #[cold]
    fn remark(&mut self, word: Word<'a>, at: usize) -> Result<Token<'a>, PgnFault> {
        let moves = &self.parts.moves;
        let before = &self.text[..at];
        let before = &before[..at - scan::trailing(before, is_blank)];
        let is_first = if self.depth == 0 { moves.is_empty() } else { before.ends_with(b"(") };
        if is_first || ends_with_number(before) {
            let rest = self.rest();
            let next = rest.get(scan::leading(rest, is_blank));
            let is_cut = is_sign(word.text) && matches!(next, None | Some(b'['));
            return if is_cut { Err(PgnFault::Cut) } else { Ok(Token::Move(word)) };
        }
        let may_be_piece = match word.text {
            b"N" => true,
            // A queen in many languages; a diagram if no letter tells that the game is in one.
            b"D" => is_foreign(&moves[moves.len().saturating_sub(16)..]),
            _ => false,
        };
        let is_before_square = is_rest_of_move(self.rest());
        if may_be_piece && is_before_square {
            return Ok(Token::Move(word));
        }
        if word.text == b"D" && is_before_square && self.depth == 0 {
            let place = (word, self.parts.moves.len(), self.parts.all.len());
            self.parts.diagram.get_or_insert(place);
        }
        if !is_sign(word.text) {
            self.parts.mark(Part::Remark(at..at + word.text.len()));
        }
        Ok(Token::Skipped)
    }

    /// Fast path: a comment on one line, as clocks are. A game begins on a line of its own, so none begins in it.
    #[expect(clippy::inline_always, reason = "as for known words")]
    #[inline(always)]
    fn skip_line_comment(&mut self) -> bool {
        let inside = &self.rest()[1..];
        let Some(length) = scan::find_on_line(b'}', inside) else { return false };
        self.parts.comment(self.at + 1, &inside[..length], self.depth);
        self.at += length + 2;
        true
    }

    /// Fast path: the number of a move, and its points. A game may begin with the first.
    #[expect(clippy::inline_always, reason = "as for known words")]
    #[inline(always)]
    fn skip_number(&mut self) -> bool {
        let digits = match self.rest() {
            // `1.25` is an evaluation.
            [b'2'..=b'9', b'.', next, ..] if !next.is_ascii_digit() => 1,
            [b'1'..=b'9', b'0'..=b'9', b'.', next, ..] if !next.is_ascii_digit() => 2,
            [b'1'..=b'9', b'0'..=b'9', b'0'..=b'9', b'.', next, ..] if !next.is_ascii_digit() => 3,
            _ => return false,
        };
        self.skip_digits(digits);
        self.at += scan::leading(self.rest(), |byte| byte == b'.');
        true
    }

    /// Goes on after the digits of a move number.
    #[inline]
    fn skip_digits(&mut self, digits: usize) {
        let at = self.at;
        let digits = self.take(digits);
        self.parts.number(at, digits, self.depth);
    }

    /// Reads what else begins with a digit.
    fn number(&mut self) -> Result<Token<'a>, PgnFault> {
        let (depth, moves) = (self.depth, self.parts.moves.len());
        let rest = self.rest();
        let digits = scan::leading(rest, |byte| byte.is_ascii_digit());
        if let Some(length) = evaluation(rest, digits) {
            self.at += length;
            return Ok(Token::Skipped);
        }
        let next = rest.get(digits).copied();
        if next == Some(b'.') && rest[0] != b'0' {
            if rest[0] == b'1' && moves > 0 && depth == 0 && self.begins_game(moves) {
                return Ok(Token::NextGame);
            }
            self.skip_digits(digits);
            self.at += 1;
            return Ok(Token::Skipped);
        }
        if let Some((outcome, length)) = result(rest, false) {
            self.at += length;
            return Ok(Token::Result(outcome));
        }
        if rest.starts_with(b"0-0") && depth == 0 && self.is_forfeit() {
            self.at += 3;
            return Ok(Token::Result(None));
        }
        if let Some(castling) = self.spaced_castling() {
            return Ok(castling);
        }
        let is_zeros = rest[..digits].iter().all(|&digit| digit == b'0');
        // Castling with zeros, or a null move.
        if castling(rest).is_some()
            || rest.starts_with(b"0-0")
            || is_zeros && (2..=4).contains(&digits) && next != Some(b'.')
        {
            return self.word().map(Token::Move);
        }
        let is_before_blank = || rest.get(digits + 1).is_none_or(|&byte| is_blank(byte));
        let more = match next {
            Some(b')') if depth == 0 => 1,
            Some(b':' | b'-') if is_before_blank() => 1,
            Some(_) if depth == 0 && self.is_misread(digits, moves) => {
                return self.word().map(Token::Move);
            }
            Some(byte) if byte.is_ascii_alphabetic() || byte >= 0x80 => 0,
            Some(byte) if class(byte) != ByteClass::End => {
                return Err(PgnFault::Character(char::from(byte)));
            }
            _ if is_numeric_notation(&rest[..digits]) => return self.word().map(Token::Move),
            _ => 0,
        };
        self.skip_digits(digits);
        self.at += more;
        Ok(Token::Skipped)
    }

    /// Whether the last word of a game, `0-0`, is the result that its tag has: both players lose.
    #[cold]
    fn is_forfeit(&self) -> bool {
        let rest = &self.rest()[3..];
        let next = rest.get(scan::leading(rest, is_blank));
        let tag = || Tags(&self.text[self.tags.clone()]).get("Result");
        matches!(next, None | Some(b'[')) && tag().is_some_and(|tag| tag.trim() == "0-0")
    }

    /// Whether these digits cannot be the number of the move that they are joined to, after this number
    /// of moves. So `5f3` is `Sf3`, misread. A game from a FEN may begin with any number.
    #[cold]
    fn is_misread(&mut self, digits: usize, moves: usize) -> bool {
        let (number, next) = self.rest().split_at(digits);
        let is_joined = next.first().is_some_and(u8::is_ascii_alphabetic)
            || next.first() >= Some(&0x80) && sign(next).0 == Sign::Letter;
        let right = (moves / 2 + 1).to_string();
        if !is_joined || number == right.as_bytes() {
            return false;
        }
        let tags = Tags(&self.text[self.tags.clone()]);
        !*self.has_fen.get_or_insert_with(|| tags.may_have(&[b"FEN"]))
    }

    /// Whether White's move number 1 begins a game here: it begins a line, and it is not the number of Black's
    /// first move, written like White's on the line after.
    fn begins_game(&self, moves: usize) -> bool {
        if !is_first_of_white(self.rest()) {
            return false;
        }
        let before = &self.text[..self.at];
        let blanks = &before[before.len() - scan::trailing(before, is_blank)..];
        match moves {
            1 => has_empty_line(blanks),
            _ => blanks.len() == before.len() || blanks.iter().any(|byte| b"\n\r".contains(byte)),
        }
    }
}

/// How long the sign is that a text begins with, if it stands alone, as SCID writes glyphs: `~`, `=/&`, `->`.
/// A single line may be what a table is drawn with, and a single `&` stands for a character in HTML.
fn lone_sign(text: &[u8]) -> Option<usize> {
    let length = scan::leading(text, |byte| b"+-=/:#~&<>^_|".contains(&byte));
    let is_alone = text.get(length).is_none_or(|&byte| is_blank(byte) || b"{}();".contains(&byte));
    let is_other = length > 3 || matches!(&text[..length], b"" | b"|" | b"&" | b"--" | b"---");
    (is_alone && !is_other).then_some(length)
}

/// Whether digits are a move in numeric notation, such as `5254`.
fn is_numeric_notation(digits: &[u8]) -> bool {
    str::from_utf8(digits).is_ok_and(|digits| numeric_notation(digits).is_some())
}

/// Whether a move begins with the letter of a piece that English does not have.
fn is_foreign(moves: &[Word<'_>]) -> bool {
    let is_such = |word: &Word<'_>| {
        let is_file = matches!(word.text, [b'A'..=b'H', b'1'..=b'8' | b'x' | b'X' | b':', ..]);
        let first = word.text.first().filter(|letter| letter.is_ascii_uppercase());
        !is_file && first.is_some_and(|letter| !b"KQRBNPO".contains(letter))
    };
    moves.iter().any(is_such)
}

/// Whether a text begins with the number of White's first move: `1.`, but not `1...` or `1. ...`
fn is_first_of_white(text: &[u8]) -> bool {
    let Some(rest) = text.strip_prefix(b"1.") else { return false };
    let short = &rest[..rest.len().min(8)];
    let next = &rest[scan::leading(short, |byte| byte == b' ')..];
    let is_dots = next.starts_with(b".") || next.starts_with("…".as_bytes());
    // A result may come next, in digits or as `½`.
    let is_half = next.starts_with(HALF.0) || next.starts_with(HALF.1);
    !is_dots && !is_half && !next.first().is_some_and(u8::is_ascii_digit)
}
