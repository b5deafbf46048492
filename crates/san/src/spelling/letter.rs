//! Recognizes piece letters: English, foreign and lower-case letters, figurines, words.

use shakmaty::Role;

use super::{
    chars::Char,
    language::{self, PIECES},
};

/// How a text names a piece.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Letter {
    None,
    /// A capital English letter. In other languages, it may name another piece.
    English(Role),
    /// A lower-case English letter.
    Small(Role),
    Figurine(Role),
    /// `P`: a pawn, or a knight in Dutch.
    Pawn,
    /// A letter that names a piece in other languages, but not in English.
    Foreign(&'static str),
    /// The English name of a promotion piece, as in `b8=Queen`.
    Word(Role),
}

impl Letter {
    /// Finds the piece letters with which the text may start, and their lengths in characters, longest first.
    pub fn heads(chars: &[Char]) -> [Option<(Letter, usize)>; 2] {
        if let Some(letter) = chars.first().and_then(|char| Letter::of_char(char.is)) {
            return [Some((letter, 1)), None];
        }
        let foreign = language::letter_at(chars)
            .map(|letter| (Letter::Foreign(letter), letter.chars().count()));
        match foreign {
            Some((_, 2)) => [
                foreign,
                language::letter_at(&chars[..1]).map(|letter| (Letter::Foreign(letter), 1)),
            ],
            foreign => [foreign, None],
        }
    }

    /// Recognizes the letter or word for the promotion piece.
    pub fn of_promotion(chars: &[Char], is_uci: bool) -> Option<Letter> {
        if is_uci && chars.first().is_some_and(|char| char.is == 'p') {
            return Some(Letter::Pawn).filter(|_| chars.len() == 1);
        }
        if let [one] = chars
            && let Some(letter) = Letter::of_char(one.is)
        {
            let is_small = matches!(letter, Letter::Small(Role::King));
            let is_pawn = letter == Letter::Figurine(Role::Pawn);
            return (!is_pawn && (!is_small || is_uci)).then_some(letter);
        }
        let foreign =
            language::letter_at(chars).filter(|letter| letter.chars().count() == chars.len());
        foreign.map(Letter::Foreign).or_else(|| {
            let is =
                |word: &str| chars.iter().map(|char| char.is.to_ascii_lowercase()).eq(word.chars());
            WORDS.into_iter().find(|(word, _)| is(word)).map(|(_, role)| Letter::Word(role))
        })
    }

    fn of_char(char: char) -> Option<Letter> {
        Some(match char {
            'K' | 'Q' | 'R' | 'B' | 'N' => Letter::English(Role::from_char(char)?),
            'k' | 'q' | 'r' | 'b' | 'n' => Letter::Small(Role::from_char(char)?),
            'P' => Letter::Pawn,
            '♙' | '♟' => Letter::Figurine(Role::Pawn),
            '\u{2654}'..='\u{265f}' => {
                let n = (u32::from(char) - 0x2654) % 6;
                Letter::Figurine(PIECES[usize::try_from(n).ok()?])
            }
            _ => return None,
        })
    }

    /// Whether a text with this letter can be a pawn move.
    pub fn may_be_pawn(self) -> bool {
        matches!(self, Letter::None | Letter::Pawn | Letter::Figurine(Role::Pawn))
    }

    /// The letter as a string, so that we can look it up in a language. `None` for anything but capital letters.
    pub fn text(self) -> Option<&'static str> {
        Some(match self {
            Letter::English(Role::King) => "K",
            Letter::English(Role::Queen) => "Q",
            Letter::English(Role::Rook) => "R",
            Letter::English(Role::Bishop) => "B",
            Letter::English(_) => "N",
            Letter::Pawn => "P",
            Letter::Foreign(letter) => letter,
            _ => return None,
        })
    }
}

const WORDS: [(&str, Role); 4] = [
    ("queen", Role::Queen),
    ("rook", Role::Rook),
    ("bishop", Role::Bishop),
    ("knight", Role::Knight),
];
