//! Classifies non-ASCII characters in movetext. Recognizes notes on a move, such as `e.p.`, and remarks, such
//! as `draw`.

use super::{
    decode::{decoded, first_char},
    scan,
};
use san_strings_core::spelling::{is_arrow, is_dash, is_invisible};

/// The character `½`, in UTF-8 and in Latin-1.
pub const HALF: (&[u8], &[u8]) = ("½".as_bytes(), b"\xbd");

/// The class of a non-ASCII character.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Sign {
    /// A letter or a figurine: a move may begin with it.
    Letter,
    /// A dash, an arrow, a dagger, a times sign or a full-width character: a move may contain it.
    Inner,
    /// `½`.
    Half,
    /// A soft hyphen or a zero-width space: it may be anywhere in a word.
    Invisible,
    /// A space, an evaluation symbol, an annotation symbol, or punctuation.
    Mark,
}

/// Returns the class of the first character of a text, and its length in bytes.
pub fn sign(text: &[u8]) -> (Sign, usize) {
    let (char, length) = first_char(text).unwrap_or((' ', 1));
    let sign = match char {
        '½' => Sign::Half,
        '†' | '‡' | '≠' | '×' => Sign::Inner,
        char if is_dash(char) || is_arrow(char) => Sign::Inner,
        // Full-width digits and punctuation.
        '\u{ff01}'..='\u{ff20}' => Sign::Inner,
        '\u{2654}'..='\u{265f}' => Sign::Letter,
        char if is_invisible(char) => Sign::Invisible,
        'ª' | 'º' | 'µ' => Sign::Mark,
        char if char.is_alphabetic() => Sign::Letter,
        _ => Sign::Mark,
    };
    (sign, length)
}

/// Returns the length of the dash at the start of a text.
pub fn dash(text: &[u8]) -> Option<usize> {
    first_char(text).filter(|&(char, _)| is_dash(char)).map(|(_, length)| length)
}

/// Skips a dash and the spaces around the dash, and returns the rest of the text. `None` if there is no dash.
fn after_dash(text: &[u8]) -> Option<&[u8]> {
    let text = &text[spaces(text)..];
    let text = &text[dash(text)?..];
    Some(&text[spaces(text)..])
}

/// Counts the leading spaces of a text, but at most three. Inside a move or a result, such as `O - O`, we
/// accept at most three spaces in a row.
pub fn spaces(text: &[u8]) -> usize {
    scan::leading(&text[..text.len().min(3)], |byte| byte == b' ')
}

/// Returns the length of the castling move at the start of a text. The move may be written with zeros or
/// letters, with any dashes, and with spaces around the dashes: `0-0`, `O-0`, `0–0`, `0 - 0`.
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

/// Returns the length of a castling move that is written with spaces, such as `O - O`, at the start of a text.
pub fn spaced_castling(text: &[u8]) -> Option<usize> {
    castling(text).filter(|&length| text[..length].contains(&b' '))
}

/// Decodes a word, and removes its invisible characters.
pub fn visible(word: &[u8]) -> String {
    decoded(word).replace(is_invisible, "")
}

/// Notes that belong to the move before them.
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

/// Abbreviations that annotators write after a move: `N` or `TN` for a novelty, `D` for a diagram, `RR` for an
/// editor's note.
const SIGNS: [&[u8]; 4] = [b"N", b"TN", b"D", b"RR"];

/// Remarks that people write after a move, in several languages: check, mate, or how the game ends. [`NOTES`]
/// contains English words and symbols for check, mate and en passant.
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
    // SCID writes these words instead of NAGs.
    "forced",
    "worst",
];

/// Returns the length of the note at the start of a text, such as `e.p.` or `check`.
pub fn note(text: &[u8]) -> Option<usize> {
    let is_note = |note: &&[u8]| text.starts_with(note) && is_alone(&text[note.len()..]);
    NOTES.into_iter().find(is_note).map(<[u8]>::len)
}

/// Returns the length of the evaluation at the start of a text, such as `0.25`, `0,25` or, with the depth,
/// `0.25/18`. `digits` is the number of digits before the decimal point.
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

/// Whether a word after a move is a remark: an abbreviation in `SIGNS`, or a word in `REMARKS`.
pub fn is_remark(word: &[u8]) -> bool {
    let is_plain = !word.iter().any(u8::is_ascii_digit);
    is_sign(word) || is_plain && REMARKS.contains(&&*decoded(word).to_lowercase())
}

/// Whether a word is an annotator's abbreviation. `N` and `D` may also be piece letters: the caller must
/// check whether a move follows, as in `N f3`.
pub fn is_sign(word: &[u8]) -> bool {
    SIGNS.contains(&word)
}

/// Returns the length of a promotion in parentheses at the beginning of a text: `(Q)`, `(D)`, `(queen)`.
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

/// Whether a text begins like a sentence about the end of the game, such as `White wins on time`.
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

/// Whether a text can follow a piece letter in a move, as `f3`, `xe5` and `bd7` can.
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

/// Whether a text ends with a move number, such as `12` or `12...`, or with dots without a number, such as `...`.
pub fn ends_with_number(text: &[u8]) -> bool {
    let start = text.len() - scan::trailing(text, |byte| byte == b'.');
    let number = text[..start].strip_suffix("…".as_bytes()).unwrap_or(&text[..start]);
    let digits =
        scan::trailing(&number[number.len().saturating_sub(8)..], |byte| byte.is_ascii_digit());
    let before = number[..number.len() - digits].last();
    let is_apart = before.is_none_or(u8::is_ascii_whitespace);
    is_apart && (digits > 0 || number.len() < text.len())
}

/// Whether `rest` can follow an evaluation, or a note such as `e.p.`.
fn is_alone(rest: &[u8]) -> bool {
    let Some(next) = scan::at(rest, 0) else { return true };
    next.is_ascii_whitespace() || b"!?{}();,.$*\0".contains(&next)
}
