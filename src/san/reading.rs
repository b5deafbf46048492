//! The meaning of a text that is not SAN, where it is plain: figurines, small letters, zeros for
//! castling, the letters of other languages, move numbers, long notation.
//!
//! Text that is SAN means itself: `Rf3` is a rook's move, also to the French.

use shakmaty::san::SanPlus;

use super::syntax::parse;
use crate::Vocabulary;

/// A text read as SAN.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Reading {
    pub san: SanPlus,
    /// How it differs from SAN, such as `the German letter`.
    pub with: Vec<&'static str>,
}

/// Languages other than English, and their letters for king, queen, rook, bishop and knight.
pub const LANGUAGES: [(&str, &str); 5] = [
    ("the German letter", "KDTLS"),
    ("the French letter", "RDTFC"),
    ("the Spanish letter", "RDTAC"),
    ("the Italian letter", "RDTAC"),
    ("the Dutch letter", "KDTLP"),
];
/// The letters of the pieces in English, in the same order.
pub const ENGLISH: &str = "KQRBN";

const NO_X: &str = "no x";

/// The meaning of a text. Empty if it is SAN, or if its meaning is not plain; more than one reading
/// if it could mean any of them.
pub fn readings(text: &str) -> Vec<Reading> {
    if text.len() > 40 || parse(text).is_ok() {
        return Vec::new();
    }
    let mut with = Vec::new();
    let mut text = text.trim();
    let strips: [(Strip, _); 3] = [
        (without_number, "a move number"),
        (without_annotation, "an annotation"),
        (without_note, "a note that it is en passant"),
    ];
    for (strip, what) in strips {
        if let Some(stripped) = strip(text) {
            with.push(what);
            text = stripped.trim();
        }
    }
    let mut found = Vec::new();
    // Two plus signs are a double check to some, and mate to others.
    if let Some(text) = text.strip_suffix("++") {
        for (suffix, what) in [('+', "two signs for a double check"), ('#', "two signs for mate")] {
            let with = [&with[..], &[what]].concat();
            spellings(&format!("{text}{suffix}"), &with, &mut found);
        }
    } else {
        spellings(text, &with, &mut found);
    }
    found
}

/// The rest of a text without something that it must have.
type Strip = fn(&str) -> Option<&str>;

fn without_number(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = rest.len() < text.len() && rest.starts_with(['.', ' ']);
    is_number.then(|| rest.trim_start_matches(['.', ' ', '\u{2026}']))
}

fn without_annotation(text: &str) -> Option<&str> {
    let rest = text.trim_end_matches(['!', '?']);
    (rest.len() < text.len()).then_some(rest)
}

fn without_note(text: &str) -> Option<&str> {
    text.strip_suffix("e.p.").or_else(|| text.strip_suffix("ep"))
}

/// The readings of a text without number, annotation and note.
fn spellings(text: &str, with: &[&'static str], found: &mut Vec<Reading>) {
    if let Some(castling) = castling(text) {
        let what = match () {
            () if text.contains('0') => "zeros for the letter O",
            () if text.contains('o') => "small letters",
            () => "another dash",
        };
        add(&castling, with, what, found);
        return;
    }
    add(text, with, "", found);
    let Some(first) = text.chars().next() else {
        return;
    };
    let rest = &text[first.len_utf8()..];
    match first {
        '\u{2654}'..='\u{265f}' => {
            let letter = ENGLISH.chars().nth((first as usize - 0x2654) % 6);
            let letter = letter.map_or_else(String::new, String::from);
            add(&(letter + rest), with, "a figurine", found);
        }
        'k' | 'q' | 'r' | 'n' | 'b' => {
            let letter = first.to_ascii_uppercase();
            // The capture of a pawn on the b-file is one without x.
            if let Some(capture) = text.strip_prefix('b').filter(|_| !rest.contains('x')) {
                add(&format!("bx{capture}"), with, NO_X, found);
            }
            add(&format!("{letter}{rest}"), with, "a small letter", found);
        }
        'a'..='h' if !rest.contains('x') => {
            add(&format!("{first}x{rest}"), with, NO_X, found);
        }
        'P' => add(rest, with, "a letter for the pawn", found),
        _ => {}
    }
    for (what, letters) in LANGUAGES {
        if let Some(n) = letters.find(first) {
            add(&format!("{}{rest}", &ENGLISH[n..=n]), with, what, found);
        }
    }
}

/// Castling with zeros, small letters, or dashes of print.
fn castling(text: &str) -> Option<String> {
    let is_dash = |c| matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}');
    let plain: String = text
        .chars()
        .map(|c| match c {
            '0' | 'o' | 'O' => 'O',
            c if is_dash(c) => '-',
            c => c,
        })
        .collect();
    (plain.starts_with("O-O") && plain != text).then_some(plain)
}

/// Adds the meaning of a text, if it is SAN once long notation and an odd promotion are mended, and
/// is not there yet.
fn add(text: &str, with: &[&'static str], what: &'static str, found: &mut Vec<Reading>) {
    let mut with = with.to_vec();
    with.extend(Some(what).filter(|what| !what.is_empty()));
    let mut text = text.to_owned();
    if let Some(short) = without_origin(&text) {
        with.push("the square it comes from");
        text = short;
    }
    if let Some(promotion) = promotion(&text) {
        with.push("another sign for the promotion");
        text = promotion;
    }
    let Ok(san) = parse(&text) else {
        return;
    };
    // A pawn cannot capture on its own file, for example.
    let is_listed = what != NO_X || Vocabulary::with_symbols().id_of(san).is_some();
    if with.is_empty() || !is_listed {
        return;
    }
    match found.iter_mut().find(|reading| reading.san == san) {
        // Spanish and Italian have the same letters.
        Some(reading) => reading.with.extend(with.last().filter(|what| what.starts_with("the "))),
        None => found.push(Reading { san, with }),
    }
}

/// `e2-e4`, `e5xd6`, `Ng1-f3` and so on, as short as SAN.
fn without_origin(text: &str) -> Option<String> {
    let body = text.trim_start_matches(['K', 'Q', 'R', 'B', 'N']);
    let letter = &text[..text.len() - body.len()];
    let bytes = body.as_bytes();
    let is_square = |at: usize| {
        let [file, rank] = [bytes.get(at), bytes.get(at + 1)];
        file.is_some_and(|file| (b'a'..=b'h').contains(file))
            && rank.is_some_and(|rank| (b'1'..=b'8').contains(rank))
    };
    if !is_square(0) || letter.len() > 1 {
        return None;
    }
    // Without a sign it is UCI, whose piece is not plain, or SAN.
    let sign = *bytes.get(2)?;
    if !is_square(3) {
        return None;
    }
    let (from, to) = (&body[..1], &body[3..]);
    match (letter, sign) {
        ("", b'x') => Some(format!("{from}x{to}")),
        ("", b'-') if !to.starts_with(from) => None,
        (letter, b'-') => Some(format!("{letter}{to}")),
        _ => None,
    }
}

/// `e8Q`, `e8(Q)`, `e8/Q` and `e8=q` with the sign and the letter of SAN.
fn promotion(text: &str) -> Option<String> {
    let body = text.trim_end_matches(['+', '#']);
    let end = &text[body.len()..];
    let body = body.strip_suffix(')').unwrap_or(body);
    let letter = body.chars().next_back().filter(|c| "QRBNqrbn".contains(*c))?;
    let move_to = body[..body.len() - 1].trim_end_matches(['=', '(', '/']);
    let is_last =
        move_to.ends_with(['1', '8']) && move_to.starts_with(|c| ('a'..='h').contains(&c));
    let mended = format!("{move_to}={}{end}", letter.to_ascii_uppercase());
    (is_last && mended != text).then_some(mended)
}

impl Reading {
    /// How it differs from SAN, in words.
    pub fn how(&self) -> String {
        match self.with.split_last() {
            None => String::new(),
            Some((last, [])) => format!("with {last}"),
            Some((last, others)) => format!("with {} and {last}", others.join(", ")),
        }
    }
}
