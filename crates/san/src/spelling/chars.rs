//! Replaces the characters of a text with the ASCII characters that they represent.

use std::ops::{Deref, Range};

use super::{Difference, deviation::Deviations};

/// Maximum length in bytes. We do not read longer texts as moves.
pub const LONGEST: usize = 40;

/// A character of a text, with its replacement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Char {
    /// The replacement: `N` for a full-width N, `-` for any dash.
    pub is: char,
    /// The original character.
    pub raw: char,
    /// Byte offset in the text.
    pub start: u8,
    /// Byte offset of the next character.
    pub end: u8,
}

/// The visible characters of a text.
pub(super) struct Chars {
    chars: [Char; LONGEST],
    len: usize,
}

impl Deref for Chars {
    type Target = [Char];

    fn deref(&self) -> &[Char] {
        &self.chars[..self.len]
    }
}

impl Chars {
    /// Replaces each character with its plain form, such as `N` for a full-width N, and drops invisible
    /// characters. Notes invisible, full-width and lookalike characters in `deviations`. `None` if the text is
    /// too long.
    pub fn of(text: &str, deviations: &mut Deviations) -> Option<Chars> {
        if text.len() > LONGEST {
            return None;
        }
        let none = Char { is: ' ', raw: ' ', start: 0, end: 0 };
        let mut chars = Chars { chars: [none; LONGEST], len: 0 };
        let mut start = 0;
        for raw in text.chars() {
            let end = start + u8::try_from(raw.len_utf8()).expect("at most four");
            let is = plain(raw);
            if let Some(difference) = strange(raw) {
                deviations.note(difference, start..end);
            }
            if let Some(is) = is {
                chars.chars[chars.len] = Char { is, raw, start, end };
                chars.len += 1;
            }
            start = end;
        }
        Some(chars)
    }
}

/// The byte range of consecutive characters.
pub(super) fn bytes(chars: &[Char]) -> Range<u8> {
    match chars {
        [first, .., last] => first.start..last.end,
        [one] => one.start..one.end,
        [] => 0..0,
    }
}

/// The character that `raw` represents. `None` if it is invisible.
fn plain(raw: char) -> Option<char> {
    Some(match raw {
        raw if raw.is_ascii_graphic() => raw,
        _ if is_invisible(raw) => return None,
        _ if is_blank(raw) => ' ',
        _ if is_dash(raw) || is_arrow(raw) => '-',
        '×' | '✕' => 'x',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(raw) - 0xfee0)?,
        _ => latin(raw).unwrap_or(raw),
    })
}

/// The difference from SAN that this character causes at any place in a move. Returns `None` if the character
/// causes no difference, or if the difference depends on the place, as for dashes and `×`.
fn strange(raw: char) -> Option<Difference> {
    match raw {
        raw if raw.is_ascii() => None,
        _ if is_invisible(raw) => Some(Difference::Invisible),
        '\u{ff01}'..='\u{ff5e}' => Some(Difference::FullWidth),
        _ => latin(raw).map(|_| Difference::Lookalike),
    }
}

/// The Latin letter that this Cyrillic letter looks like. Cyrillic capital letters that name a piece, such as
/// К, are left out.
fn latin(raw: char) -> Option<char> {
    Some(match raw {
        'а' => 'a',
        'с' => 'c',
        'е' => 'e',
        'о' => 'o',
        'х' => 'x',
        'В' => 'B',
        _ => return None,
    })
}

/// Whether a character has no width: soft hyphens, joiners, direction marks, variation selectors.
pub fn is_invisible(raw: char) -> bool {
    matches!(
        raw,
        '\u{ad}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{2069}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
    )
}

/// Whether a character is a space or a line break.
pub(super) fn is_blank(raw: char) -> bool {
    matches!(
        raw,
        ' ' | '\t' | '\r' | '\n' | '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}'
    )
}

/// Whether a character is a dash of any length, or a minus sign.
pub fn is_dash(raw: char) -> bool {
    matches!(raw, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Whether a character is an arrow.
pub fn is_arrow(raw: char) -> bool {
    matches!(raw, '→' | '⇒' | '➔' | '⟶')
}
