//! What stands in movetext beside moves: characters that are not ASCII, and words that are notes.

use super::{
    decode::{decoded, first_char},
    scan,
};
use san_strings_core::spelling::{is_arrow, is_dash, is_invisible};

/// One half, in UTF-8 and in Latin-1.
pub const HALF: (&[u8], &[u8]) = ("½".as_bytes(), b"\xbd");

/// What a character that is not ASCII stands for in movetext.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Sign {
    /// A letter or a figurine, which a move may begin with.
    Letter,
    /// A dash, an arrow, a dagger or a times sign, which a move may contain.
    Inner,
    /// `½`.
    Half,
    /// A soft hyphen, or a space without width, which a word may have anywhere.
    Invisible,
    /// A space, an evaluation, an annotation, or punctuation.
    Mark,
}

/// What the character that a text begins with stands for, and its length.
pub fn sign(text: &[u8]) -> (Sign, usize) {
    let (char, length) = first_char(text).unwrap_or((' ', 1));
    let sign = match char {
        '½' => Sign::Half,
        '†' | '‡' | '≠' | '×' => Sign::Inner,
        char if is_dash(char) || is_arrow(char) => Sign::Inner,
        // Full-width digits and signs.
        '\u{ff01}'..='\u{ff20}' => Sign::Inner,
        '\u{2654}'..='\u{265f}' => Sign::Letter,
        char if is_invisible(char) => Sign::Invisible,
        'ª' | 'º' | 'µ' => Sign::Mark,
        char if char.is_alphabetic() => Sign::Letter,
        _ => Sign::Mark,
    };
    (sign, length)
}

/// How long the dash is that a text begins with, in any writing.
pub fn dash(text: &[u8]) -> Option<usize> {
    first_char(text).filter(|&(char, _)| is_dash(char)).map(|(_, length)| length)
}

/// The text after a dash, which may have spaces around it.
fn after_dash(text: &[u8]) -> Option<&[u8]> {
    let text = &text[spaces(text)..];
    let text = &text[dash(text)?..];
    Some(&text[spaces(text)..])
}

/// How many spaces a text begins with, of the few that may stand within a word.
pub fn spaces(text: &[u8]) -> usize {
    scan::leading(&text[..text.len().min(3)], |byte| byte == b' ')
}

/// How long castling is that a text begins with, in zeros and letters, with any dashes, and perhaps
/// with spaces around them: `0-0`, `O-0`, `0–0`, `0 - 0`.
pub fn castling(text: &[u8]) -> Option<usize> {
    let is_letter = |(first, _): &(&u8, &[u8])| b"0Oo".contains(first);
    let (_, mut rest) = text.split_first().filter(is_letter)?;
    let mut dashes = 0;
    while dashes < 2
        && let Some((_, next)) = after_dash(rest).and_then(<[u8]>::split_first).filter(is_letter)
    {
        rest = next;
        dashes += 1;
    }
    let is_end = !rest.first().is_some_and(u8::is_ascii_alphanumeric);
    (dashes > 0 && is_end).then(|| text.len() - rest.len())
}

/// How long castling is that a text begins with, if there are spaces in it.
pub fn spaced_castling(text: &[u8]) -> Option<usize> {
    castling(text).filter(|&length| text[..length].contains(&b' '))
}

/// A word that is not ASCII, without what is invisible.
pub fn visible(word: &[u8]) -> String {
    decoded(word).replace(is_invisible, "")
}

/// What is said of a move behind it, such as `ep` and `mate`, in words or signs.
const NOTES: [&[u8]; 21] = [
    b"(e.p.)",
    b"(ep)",
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

/// Signs of annotators: a novelty, a diagram, the editor's note.
const SIGNS: [&[u8]; 4] = [b"N", b"TN", b"D", b"RR"];

/// What people say behind a move: of check, of mate, and of how the game ends. Those of English that
/// belong to the move are among [`NOTES`].
const REMARKS: [&str; 29] = [
    "matt",
    "mat",
    "schachmatt",
    "mate",
    "mato",
    "matto",
    "шах",
    "мат",
    "schach",
    "schaak",
    "szach",
    "šach",
    "éch",
    "ech",
    "échec",
    "échecs",
    "jaque",
    "scacco",
    "remis",
    "remise",
    "draw",
    "nulle",
    "tablas",
    "patt",
    "aufgegeben",
    "resigns",
    "ff",
    // As SCID writes glyphs.
    "forced",
    "worst",
];

/// How long the note is with which a text begins, if it is one that belongs to the move before.
pub fn note(text: &[u8]) -> Option<usize> {
    let is_note = |note: &&[u8]| text.starts_with(note) && is_alone(&text[note.len()..]);
    NOTES.into_iter().find(is_note).map(<[u8]>::len)
}

/// How long the evaluation is that begins with these digits: `0.25`, `0,25`, or `0.25/18` with its depth.
pub fn evaluation(text: &[u8], digits: usize) -> Option<usize> {
    let is_digit = |byte: u8| byte.is_ascii_digit();
    let fraction = text.get(digits..)?;
    let fraction = fraction.strip_prefix(b".").or_else(|| fraction.strip_prefix(b","))?;
    let mut length = scan::leading(fraction, is_digit);
    if length == 0 {
        return None;
    }
    if let Some(depth) = fraction[length..].strip_prefix(b"/") {
        length += 1 + scan::leading(depth, is_digit);
    }
    is_alone(&fraction[length..]).then_some(digits + 1 + length)
}

/// Whether a word says something of the move before, or of the game, if it stands behind a move.
pub fn is_remark(word: &[u8]) -> bool {
    let is_plain = !word.iter().any(u8::is_ascii_digit);
    is_sign(word) || is_plain && REMARKS.contains(&&*decoded(word).to_lowercase())
}

/// Whether a word is a sign of annotators, which may be the letter of a piece instead.
pub fn is_sign(word: &[u8]) -> bool {
    SIGNS.contains(&word)
}

/// How long the role in parentheses is that a text begins with: `(Q)`, `(D)`, `(queen)`.
pub fn promotion_in_parentheses(text: &[u8]) -> Option<usize> {
    const NAMES: [&[u8]; 4] = [b"queen", b"rook", b"bishop", b"knight"];
    let inside = text.strip_prefix(b"(")?;
    let length = scan::leading(&inside[..inside.len().min(8)], |byte| byte != b')');
    let role = &inside[..length];
    let is_letter =
        matches!(first_char(role), Some((char, len)) if len == length && char.is_uppercase());
    let is_name = NAMES.iter().any(|name| role.eq_ignore_ascii_case(name));
    (inside.get(length) == Some(&b')') && (is_letter || is_name)).then_some(length + 2)
}

/// Whether a text begins as a sentence on how a game ended does, such as `White wins on time`.
pub fn is_sentence_on_end(text: &[u8]) -> bool {
    let Some(rest) = text.strip_prefix(b"White ").or_else(|| text.strip_prefix(b"Black ")) else {
        return false;
    };
    let verbs =
        ["checkmates", "forfeits", "loses", "lost", "mates", "resigned", "resigns", "wins", "won"];
    let is_verb = |verb: &&str| {
        rest.strip_prefix(verb.as_bytes())
            .is_some_and(|rest| !rest.first().is_some_and(u8::is_ascii_alphabetic))
    };
    verbs.iter().any(is_verb)
}

/// Whether a text goes on behind the letter of a piece as its move does: `f3`, `xe5`, `bd7`.
pub fn is_rest_of_move(text: &[u8]) -> bool {
    let rest = &text[spaces(text)..];
    let rest = match rest {
        [b'a'..=b'h', b'1'..=b'8', ..] => rest,
        [b'a'..=b'h' | b'1'..=b'8', after @ ..] => after,
        _ => rest,
    };
    let rest = match rest {
        [b'x' | b':' | b'-', after @ ..] => after,
        _ => rest,
    };
    matches!(rest, [b'a'..=b'h', b'1'..=b'8', ..])
}

/// Whether a text ends with the number of a move, or with the dots of one.
pub fn ends_with_number(text: &[u8]) -> bool {
    let start = text.len() - scan::trailing(text, |byte| byte == b'.');
    let number = text[..start].strip_suffix("…".as_bytes()).unwrap_or(&text[..start]);
    let digits =
        scan::trailing(&number[number.len().saturating_sub(8)..], |byte| byte.is_ascii_digit());
    let before = number[..number.len() - digits].last();
    let is_apart = before.is_none_or(u8::is_ascii_whitespace);
    is_apart && (digits > 0 || number.len() < text.len())
}

/// Whether a note ends before this text.
fn is_alone(rest: &[u8]) -> bool {
    let Some(next) = scan::at(rest, 0) else { return true };
    next.is_ascii_whitespace() || b"!?{}();,.$*\0".contains(&next)
}
