//! A cursor that moves forward through a text.

use std::ops::Range;

use super::{
    boundary::first_boundary,
    byte_class::is_blank,
    scan,
    tags::{broken_tag, is_tag, line_length, next_line},
};

/// The closing bytes of the remarks `<...>`, `[...]`, `"..."` and `(...)`. Such a remark must end on the line
/// on which it begins.
const PAIRS: [u8; 4] = *b">]\")";

/// A location in a text. Caches failed searches for closing bytes, because repeating them would take
/// quadratic time.
pub struct Cursor<'a> {
    /// The text up to the end of the range that was passed to `go_to`.
    text: &'a [u8],
    whole: &'a [u8],
    pub at: usize,
    /// Cached result of the last search for `}`: its offset, and the first game start before it, if any.
    comment_end: Option<(usize, Option<usize>)>,
    /// Whether the rest of the text has no `}`.
    is_uncommented: bool,
    /// For each closing byte in [`PAIRS`], the end of the line on which we last failed to find this byte. Until
    /// the cursor reaches that offset, another search would fail again.
    unpaired: [usize; PAIRS.len()],
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a [u8]) -> Cursor<'a> {
        Cursor {
            text,
            whole: text,
            at: 0,
            comment_end: None,
            is_uncommented: false,
            unpaired: [0; PAIRS.len()],
        }
    }

    /// Moves to the beginning of `part`, and treats the end of `part` as the end of the text.
    pub fn go_to(&mut self, part: Range<usize>) {
        self.text = &self.whole[..part.end];
        self.at = part.start;
        (self.is_uncommented, self.comment_end) = (false, None);
    }

    /// Returns the text up to the end of the range that was passed to `go_to`.
    pub fn text(&self) -> &'a [u8] {
        self.text
    }

    pub fn whole(&self) -> &'a [u8] {
        self.whole
    }

    #[inline]
    pub fn peek(&self) -> Option<u8> {
        scan::at(self.text, self.at)
    }

    #[inline]
    pub fn rest(&self) -> &'a [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Skips `length` bytes, and returns them.
    #[inline]
    pub fn take(&mut self, length: usize) -> &'a [u8] {
        let text = &self.rest()[..length];
        self.at += length;
        text
    }

    /// Skips the bytes before the first byte that does not satisfy `is_such`, and returns the skipped bytes.
    #[inline]
    pub fn take_while(&mut self, is_such: impl Fn(u8) -> bool) -> &'a [u8] {
        self.take(scan::leading(self.rest(), is_such))
    }

    #[inline]
    pub fn skip_space(&mut self) {
        self.at += usize::from(self.peek() == Some(b' '));
    }

    pub fn skip_line(&mut self) {
        self.at += line_length(self.rest());
    }

    /// Whether a line begins at the cursor.
    pub fn is_line(&self) -> bool {
        self.at == 0 || matches!(self.text.get(self.at - 1), Some(b'\n' | b'\r'))
    }

    /// Whether only spaces and tabs precede the cursor on its line.
    pub fn is_indented_line(&self) -> bool {
        let before = &self.text[..self.at];
        let blanks = scan::trailing(before, |byte| byte == b' ' || byte == b'\t');
        blanks == self.at || matches!(before[self.at - blanks - 1], b'\n' | b'\r')
    }

    pub fn is_tag(&self) -> bool {
        is_tag(self.rest(), self.is_line())
    }

    /// Returns the length of the line at the cursor if this line is a broken tag pair.
    pub fn broken_tag(&self) -> Option<usize> {
        if self.is_line() { broken_tag(self.rest()) } else { None }
    }

    /// Whether the tags of a game begin at the cursor. The first tag may be broken.
    pub fn begins_tags(&self) -> bool {
        self.is_tag() || self.broken_tag().is_some() && is_tag(next_line(self.rest()), true)
    }

    /// Skips a comment in braces. If the comment is unclosed, does not advance, and returns `false`. A
    /// comment is unclosed if it has no closing brace, or if a game begins before the closing brace.
    pub fn skip_comment(&mut self) -> bool {
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

    /// Skips the text from the opening byte at the cursor to the closing byte `end`, if `end` is on the same
    /// line. Otherwise returns `false`, and does not move the cursor.
    pub fn skip_pair(&mut self, end: u8) -> bool {
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

    /// Skips a blank, a comment, an escaped line or a remark in `<>`, if one begins at the cursor. Returns
    /// `false` if there was nothing to skip. `byte` is the byte at the cursor.
    pub fn skip_aside(&mut self, byte: u8) -> bool {
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
}
