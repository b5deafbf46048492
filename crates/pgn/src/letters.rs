//! What stands in movetext beside moves: characters that are not ASCII, and words that are notes.

use super::{encoding::first_char, scan};

/// One half, in UTF-8 and in Latin-1.
pub(super) const HALF: (&[u8], &[u8]) = ("½".as_bytes(), b"\xbd");

/// What a character that is not ASCII stands for in movetext.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Sign {
    /// A letter or a figurine, which a move may begin with.
    Letter,
    /// A dash, a dagger or a times sign, which a move may contain.
    Inner,
    /// `½`.
    Half,
    /// A space, an evaluation, an annotation, or punctuation.
    Mark,
}

/// What the character that a text begins with stands for, and its length.
pub(super) fn sign(text: &[u8]) -> (Sign, usize) {
    let (char, length) = first_char(text).unwrap_or((' ', 1));
    let sign = match char {
        '½' => Sign::Half,
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '†' | '‡' | '≠' | '×' => Sign::Inner,
        '\u{2654}'..='\u{265f}' => Sign::Letter,
        'ª' | 'º' | 'µ' => Sign::Mark,
        char if char.is_alphabetic() => Sign::Letter,
        _ => Sign::Mark,
    };
    (sign, length)
}

/// What is said of a move behind it, such as `ep` and `mate`, in words or signs.
const NOTES: [&[u8]; 19] = [
    b"e.p.",
    b"e.p",
    b"ep.",
    b"ep",
    b"checkmate",
    b"check",
    b"mate",
    b"ch.",
    b"ch",
    b"dbl",
    b"double",
    b"discovered",
    b"disc",
    b"dis",
    b"++",
    b"+",
    b"##",
    b"#",
    "†".as_bytes(),
];

/// Words of annotators: a novelty, a diagram, the editor's note; and of players who stop.
const REMARKS: [&[u8]; 6] = [b"N", b"TN", b"D", b"RR", b"ff", b"resigns"];

/// How long the note is with which a text begins, if it is one that belongs to the move before.
pub(super) fn note(text: &[u8]) -> Option<usize> {
    let is_note = |note: &&[u8]| text.starts_with(note) && is_alone(&text[note.len()..]);
    NOTES.into_iter().find(is_note).map(<[u8]>::len)
}

/// Whether a word says something of the move before, or of the game, and is none itself.
pub(super) fn is_remark(word: &[u8]) -> bool {
    REMARKS.contains(&word)
}

/// Whether a note ends before this text.
fn is_alone(rest: &[u8]) -> bool {
    let Some(next) = scan::at(rest, 0) else { return true };
    next.is_ascii_whitespace() || b"!?{}();,.$*\0".contains(&next)
}
