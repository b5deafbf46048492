//! Reading the games of a PGN database: fast, and tolerant where tolerance loses nothing.
//!
//! A game is its tags, an empty line, and moves up to the next empty line. A result ends it, and
//! so does a line that begins with a tag, or with move number 1 where there are no tags. The
//! reader gives the words of the main line as they are written, and skips comments, annotations,
//! move numbers and variations. Text that it cannot read breaks one game, not the next.
//!
//! The reader does not use `pgn-reader`, which silently drops tokens that it does not know, lets
//! a fault in one game reach the next, and takes more than twice the time. Tests compare the two.

use std::{borrow::Cow, collections::HashSet, iter, mem, ops::Range};

use memchr::memmem::Finder;
use shakmaty::{KnownOutcome, Outcome};
use thiserror::Error;

use super::{
    chunks::{Chunk, events, is_first_move},
    scan,
};
use san_strings_core::{Vocabulary, vocabulary::Notation};
use san_strings_files::{Progress, Stopped};

/// A game as it is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct PgnGame<'a> {
    /// The tag pairs, unparsed.
    pub tags: Tags<'a>,
    /// The words of the main line that stand in the place of moves.
    pub moves: &'a [Word<'a>],
    /// The result after the moves, if there is one.
    pub result: Option<Outcome>,
    /// The fault that keeps the game from being read to its end. `moves` has the words before it.
    pub fault: Option<PgnFault>,
}

/// A word in the place of a move.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Word<'a> {
    /// The word as the game has it.
    pub text: &'a [u8],
    /// Its id, if it is in the list.
    pub id: Option<u16>,
}

/// Why a game cannot be read.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
pub enum PgnFault {
    /// A comment in braces does not end.
    #[error("a comment does not end")]
    Comment,
    /// A variation does not end.
    #[error("a variation does not end")]
    Variation,
    /// A closing parenthesis without a variation.
    #[error("`)` ends no variation")]
    NoVariation,
    /// Something that is not PGN.
    #[error("this is not PGN")]
    Text,
    /// The stream ends within the game, or the game is longer than a block.
    #[error("the game is cut off, or longer than 2 MiB")]
    Cut,
}

/// The tag pairs of a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tags<'a>(&'a [u8]);

impl<'a> Tags<'a> {
    /// The value of a tag; bytes that are not UTF-8 are replaced.
    pub fn get(&self, name: &str) -> Option<Cow<'a, str>> {
        let tag = self.iter().find(|tag| tag.name == name.as_bytes())?;
        Some(String::from_utf8_lossy(tag.value))
    }

    /// Whether a tag of this name may be present: a quicker test than reading its value.
    pub fn may_have(&self, name: &str) -> bool {
        scan::find_text(&Finder::new(name), self.0).is_some()
    }

    fn iter(&self) -> impl Iterator<Item = Tag<'a>> {
        let mut text = self.0;
        iter::from_fn(move || {
            text = scan::trim_start(text);
            while !text.is_empty() {
                if let Some((tag, rest)) = next_tag(text) {
                    text = rest;
                    return Some(tag);
                }
                text = scan::trim_start(split_line(text).1);
            }
            None
        })
    }
}

/// A tag pair.
struct Tag<'a> {
    name: &'a [u8],
    /// The text between the quotes, escapes included.
    value: &'a [u8],
}

/// The tag pair that a text begins with, and the text after it.
fn next_tag(text: &[u8]) -> Option<(Tag<'_>, &[u8])> {
    let inside = text.strip_prefix(b"[")?;
    let quote = scan::find_either(b'"', b'\n', inside).filter(|&at| inside[at] == b'"')?;
    let (name, value) = (&inside[..quote], &inside[quote + 1..]);
    let (value, rest) = value.split_at(value_length(value));
    let rest = rest.strip_prefix(b"\"").unwrap_or(rest);
    let rest = &rest[scan::leading(rest, |byte| byte == b' ' || byte == b'\t')..];
    Some((Tag { name: name.trim_ascii(), value }, rest.strip_prefix(b"]").unwrap_or(rest)))
}

/// How long the value of a tag is. It ends at a quotation mark that `]` follows, as many programs
/// do not escape those within a name; or else at the last one of the line, or where the line does.
fn value_length(text: &[u8]) -> usize {
    let is_blank = |byte: u8| byte != b'\n' && byte.is_ascii_whitespace();
    let mut last = None;
    let mut at = 0;
    while let Some(length) = scan::find_either(b'"', b'\n', &text[at..]) {
        let quote = at + length;
        if text[quote] == b'\n' {
            return last.unwrap_or(quote);
        }
        let escapes = scan::trailing(&text[at..quote], |byte| byte == b'\\');
        let after = &text[quote + 1..];
        let next = after.get(scan::leading(after, is_blank));
        if escapes.is_multiple_of(2) && next == Some(&b']') {
            return quote;
        }
        last = Some(quote);
        at = quote + 1;
    }
    last.unwrap_or(text.len())
}

/// The first line, and the text from its end on.
fn split_line(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(scan::find(b'\n', text).unwrap_or(text.len()))
}

/// Reads the games of a chunk, in order, until `progress` stops it.
///
/// # Errors
///
/// [`Stopped`].
pub fn for_each_game(
    chunk: Chunk<'_>,
    vocabulary: &Vocabulary,
    progress: &dyn Progress,
    mut see: impl FnMut(PgnGame<'_>),
) -> Result<(), Stopped> {
    // One for all games, so that it is allocated once.
    let mut moves: Vec<Word<'_>> = Vec::new();
    let mut is_tail = chunk.is_tail;
    let mut parts = events(chunk.text).peekable();
    while let Some(text) = parts.next() {
        let mut reader = PgnReader { text, at: 0, is_uncommented: false, vocabulary };
        loop {
            if progress.is_stopped() {
                return Err(Stopped);
            }
            if !reader.skip_to_game() {
                break;
            }
            let tags = reader.tags();
            moves.clear();
            let (result, mut fault) = match reader.movetext(tags.is_empty(), &mut moves) {
                Ok(result) => (result, None),
                Err(fault) => (None, Some(fault)),
            };
            if chunk.is_cut && parts.peek().is_none() && !reader.skip_to_game() {
                fault = Some(PgnFault::Cut);
            }
            // Its tags have been seen.
            if !(mem::take(&mut is_tail) && tags.is_empty()) {
                see(PgnGame { tags: Tags(&text[tags]), moves: &moves, result, fault });
            }
        }
    }
    Ok(())
}

/// The role of a byte in movetext.
#[derive(Clone, Copy, Eq, PartialEq)]
enum ByteClass {
    /// Part of a word.
    Word,
    /// The end of a word.
    End,
    /// A byte that is not PGN.
    Other,
}

/// The class of every byte.
const CLASSES: [ByteClass; 256] = {
    let mut classes = [ByteClass::Other; 256];
    let mut byte = 0;
    while byte < 128 {
        classes[byte as usize] = match byte {
            _ if byte.is_ascii_alphanumeric() => ByteClass::Word,
            b'#' | b'+' | b'-' | b'/' | b':' | b'=' | b'@' => ByteClass::Word,
            _ if byte.is_ascii_whitespace() => ByteClass::End,
            0x0b | b'{' | b'}' | b'(' | b')' | b'!' | b'?' | b'$' | b';' | b'.' | b'*' => {
                ByteClass::End
            }
            _ => ByteClass::Other,
        };
        byte += 1;
    }
    classes
};

fn class(byte: u8) -> ByteClass {
    CLASSES[usize::from(byte)]
}

/// What some programs begin a file with, which may come after another.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// The longest word of movetext, however a move is written.
const LONGEST: usize = 15;

struct PgnReader<'a> {
    text: &'a [u8],
    at: usize,
    /// Whether no comment in braces ends here or later.
    is_uncommented: bool,
    vocabulary: &'a Vocabulary,
}

impl<'a> PgnReader<'a> {
    fn peek(&self) -> Option<u8> {
        scan::at(self.text, self.at)
    }

    fn rest(&self) -> &'a [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Goes on after the end of the line, or to the end.
    fn skip_line(&mut self) {
        self.at = (self.at + split_line(self.rest()).0.len() + 1).min(self.text.len());
    }

    /// Whether a line begins here.
    fn is_line(&self) -> bool {
        self.at == 0 || self.text.get(self.at - 1) == Some(&b'\n')
    }

    /// Goes on after a comment in braces, if it ends.
    fn skip_comment(&mut self) -> bool {
        let end = if self.is_uncommented { None } else { scan::find(b'}', self.rest()) };
        match end {
            Some(end) => self.at += end + 1,
            None => self.is_uncommented = true,
        }
        end.is_some()
    }

    /// Goes to where a game begins, if there is one more.
    fn skip_to_game(&mut self) -> bool {
        loop {
            match self.peek() {
                None => return false,
                Some(b'%') if self.is_line() => self.skip_line(),
                Some(b';') => self.skip_line(),
                Some(_) if self.rest().starts_with(BOM) => self.at += BOM.len(),
                Some(b'{') if self.skip_comment() => {}
                Some(byte) if byte.is_ascii_whitespace() => self.at += 1,
                Some(_) => return true,
            }
        }
    }

    /// Reads the tag pairs. An empty line between two does no harm, unless a tag comes again:
    /// then the next game begins there.
    fn tags(&mut self) -> Range<usize> {
        let start = self.at;
        let mut end = start;
        let mut line_end = start;
        // Those up to the last empty line.
        let mut names = HashSet::new();
        let mut noted = start;
        while self.peek() == Some(b'[') {
            if scan::count(b'\n', &self.text[end..self.at]) > 1 {
                names.extend(Tags(&self.text[noted..end]).iter().map(|tag| tag.name));
                noted = end;
                if let Some((tag, _)) = next_tag(self.rest())
                    && str::from_utf8(tag.name).is_ok()
                    && names.contains(tag.name)
                {
                    break;
                }
            }
            let is_line_of_tags = self.at >= line_end && {
                let (line, _) = split_line(self.rest());
                line_end = self.at + line.len();
                scan::trim_end(line).ends_with(b"\"]")
            };
            if is_line_of_tags {
                self.at = line_end;
            } else {
                match next_tag(self.rest()) {
                    Some((_, rest)) => self.at = self.text.len() - rest.len(),
                    None => self.skip_line(),
                }
            }
            end = self.at;
            while let Some(byte) = self.peek() {
                match byte {
                    b'%' if self.is_line() => self.skip_line(),
                    byte if byte.is_ascii_whitespace() => self.at += 1,
                    _ => break,
                }
            }
        }
        start..end
    }

    /// Reads the moves, to the end of the game.
    fn movetext(
        &mut self,
        is_untagged: bool,
        moves: &mut Vec<Word<'a>>,
    ) -> Result<Option<Outcome>, PgnFault> {
        if self.peek() == Some(b'[') {
            return Ok(None);
        }
        let outcome = self.words(is_untagged, moves);
        if outcome.is_err() {
            self.skip_game();
        }
        outcome
    }

    /// After a fault: goes to the next empty line, or to the end.
    fn skip_game(&mut self) {
        while self.at < self.text.len() && !self.is_end() {
            self.at += 1;
            self.at += split_line(self.rest()).0.len();
        }
    }

    /// Whether a line ends here that is the last of a game.
    fn is_end(&self) -> bool {
        matches!(self.rest(), [b'\n', b'\n' | b'[', ..] | [b'\n', b'\r', b'\n', ..])
    }

    fn words(
        &mut self,
        is_untagged: bool,
        moves: &mut Vec<Word<'a>>,
    ) -> Result<Option<Outcome>, PgnFault> {
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            // The most frequent cases come first: `match` would make a table of them.
            if byte == b' ' {
                self.at += 1;
                continue;
            }
            if byte.is_ascii_alphabetic() {
                let word = if let Some(word) = self.known_word() { word } else { self.word()? };
                if depth == 0 {
                    moves.push(word);
                }
                continue;
            }
            match byte {
                b'0'..=b'9' if !self.rest().starts_with(b"0-0") => {
                    let result = self.number()?;
                    if depth == 0 && result.is_some() {
                        return Ok(result);
                    }
                }
                b'{' if self.skip_comment() => {}
                b'{' => return Err(PgnFault::Comment),
                b'\n' if self.is_end() => break,
                b'\n' if is_untagged && depth == 0 && is_first_move(self.rest()) => break,
                b'%' if self.is_line() => self.at += split_line(self.rest()).0.len(),
                b'.' | b'!' | b'?' => self.at += 1,
                byte if byte.is_ascii_whitespace() => self.at += 1,
                // The end of the line may be that of the game, too.
                b';' => self.at += split_line(self.rest()).0.len(),
                b'(' => {
                    depth += 1;
                    self.at += 1;
                }
                b')' => {
                    depth = depth.checked_sub(1).ok_or(PgnFault::NoVariation)?;
                    self.at += 1;
                }
                b'$' => {
                    self.at += 1;
                    self.at += scan::leading(self.rest(), |byte| byte.is_ascii_digit());
                }
                b'*' => {
                    self.at += 1;
                    if depth == 0 {
                        return Ok(Some(Outcome::Unknown));
                    }
                }
                // A null move, castling written with zeros, or a fault.
                _ => {
                    let word = self.word()?;
                    if depth == 0 {
                        moves.push(word);
                    }
                }
            }
        }
        if depth > 0 { Err(PgnFault::Variation) } else { Ok(None) }
    }

    /// Fast path: a listed string followed by a space.
    #[inline]
    fn known_word(&mut self) -> Option<Word<'a>> {
        let (id, length) = self.vocabulary.id_table().of_start(self.rest())?;
        let text = &self.rest()[..length];
        self.at += length;
        Some(Word { text, id: Some(id) })
    }

    /// The id of a word. Base strings say nothing of `+` and `#`.
    fn id(&self, text: &[u8]) -> Option<u16> {
        let without_suffix = || match text {
            [base @ .., b'+' | b'#'] if self.vocabulary.notation() == Notation::Base => Some(base),
            _ => None,
        };
        self.vocabulary.id(text).or_else(|| self.vocabulary.id(without_suffix()?))
    }

    /// Reads a word.
    fn word(&mut self) -> Result<Word<'a>, PgnFault> {
        let rest = self.rest();
        let length = scan::leading(rest, |byte| class(byte) == ByteClass::Word);
        if rest.get(length).is_some_and(|&next| class(next) == ByteClass::Other) {
            return Err(PgnFault::Text);
        }
        // Moves begin with letters, numbers and results with digits, null moves with `-`.
        let is_word =
            rest.first().is_some_and(|&byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !is_word || length > LONGEST {
            return Err(PgnFault::Text);
        }
        let text = &rest[..length];
        self.at += length;
        Ok(Word { text, id: self.id(text) })
    }

    /// Reads a move number or a result.
    fn number(&mut self) -> Result<Option<Outcome>, PgnFault> {
        let digits = scan::leading(self.rest(), |byte| byte.is_ascii_digit());
        let next = self.text.get(self.at + digits);
        if next.is_none_or(|&next| class(next) == ByteClass::End) {
            self.at += digits;
            while self.peek() == Some(b'.') {
                self.at += 1;
            }
            return Ok(None);
        }
        let result = KnownOutcome::from_ascii(self.word()?.text).map_err(|_| PgnFault::Text)?;
        Ok(Some(Outcome::Known(result)))
    }
}
