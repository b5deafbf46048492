//! Suggests legal moves for a wrong text. A suggested move is at most one slip away from the text: for
//! example, one character is wrong or missing.

use shakmaty::{
    CastlingSide, Chess, Move, Role,
    san::{San, SanPlus},
};

use super::{
    chars::Chars,
    deviation::Deviations,
    language::{first_with, roles_of},
    letter::Letter,
    reader::{Letters, Reading},
};
use crate::{few::sort_few, legal::Legal, names};

names! {
    /// The slip by which a text differs from a move that the writer may have meant.
    ///
    /// ```
    /// use san_strings_core::{Slip, shakmaty::Chess, suggestions};
    ///
    /// let slip = |text| suggestions(&Chess::default(), text)[0].slip;
    /// assert_eq!((slip("Nf4"), slip("N3f")), (Slip::Rank, Slip::Swapped));
    /// ```
    Slip {
        /// No slip: the text names the move, perhaps with extra text around it.
        None = "none",
        /// Two neighbouring characters are swapped.
        Swapped = "swapped",
        /// The piece letter is wrong.
        Letter = "letter",
        /// A file is wrong.
        File = "file",
        /// A rank is wrong.
        Rank = "rank",
        /// A character is missing.
        Missing = "missing",
        /// There is one character too many.
        Extra = "extra",
    }
}

/// A legal move that the writer of a text may have meant.
///
/// ```
/// use san_strings_core::{shakmaty::Chess, suggestions};
///
/// let sans = |text| -> Vec<String> {
///     suggestions(&Chess::default(), text).iter().map(|it| it.san.to_string()).collect()
/// };
/// assert_eq!(sans("Nf4"), ["Nf3", "f4"]);
/// assert_eq!(sans("e5"), ["e4", "e3"]);
/// assert_eq!(sans("g1g3"), ["Nf3", "Nh3", "g3"]);
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Suggestion {
    /// The move.
    pub m: Move,
    /// Its SAN.
    pub san: SanPlus,
    /// How the text differs from the move.
    pub slip: Slip,
}

/// Finds the legal moves that are at most one slip away from a text, best first. Moves that agree with the
/// text about both capture and check come first, then moves that agree about only one of the two, then
/// moves that agree about neither. Ties are broken by the kind of slip, then by how far off a wrong file
/// or rank is. If the text fits legal moves without a slip, such as `Nd2` for two knights, returns only these
/// moves.
pub fn suggestions(position: &Chess, text: &str) -> Vec<Suggestion> {
    suggestions_in(position, text, Letters::Any)
}

impl Reading {
    /// Suggests legal moves for a text with this reading. Returns an empty list if the text means a legal move or a
    /// null move, or if it is a result, a resignation or numeric notation.
    #[doc(hidden)]
    pub fn suggestions(&self, position: &Chess, text: &str, letters: Letters) -> Vec<Suggestion> {
        match self {
            Reading::Ambiguous { sans, .. } => {
                let moves =
                    sans.iter().filter_map(|san| Some((san.san.to_move(position).ok()?, *san)));
                moves.map(|(m, san)| Suggestion { m, san, slip: Slip::None }).collect()
            }
            Reading::NotAMove { why: Some(why), .. } if why.is_named() => Vec::new(),
            Reading::Illegal(_) | Reading::NotAMove { .. } => {
                suggestions_in(position, text, letters)
            }
            Reading::Exact { .. } | Reading::Mended { .. } | Reading::Null => Vec::new(),
        }
    }
}

/// Like [`suggestions`], but reads the piece letters of the text only in the languages that `letters` allows.
fn suggestions_in(position: &Chess, text: &str, letters: Letters) -> Vec<Suggestion> {
    let Some(written) = Written::of(text, letters) else { return Vec::new() };
    let legal = Legal::new(position);
    let near = legal.moves.iter().filter_map(|&m| Some((written.nearest(m, &legal)?, m)));
    let near = near.map(|((slip, distance), m)| {
        let san = legal.san_plus(m);
        (written.contradicts(san, m), slip, distance, Suggestion { m, san, slip })
    });
    let mut near: Vec<_> = near.collect();
    if near.iter().any(|&(_, slip, ..)| slip == Slip::None) {
        near.retain(|&(_, slip, ..)| slip == Slip::None);
    }
    sort_few(&mut near, |&(contradictions, slip, distance, _)| (contradictions, slip, distance));
    near.into_iter().map(|(.., suggestion)| suggestion).collect()
}

/// The longest moves have 5 characters, not counting symbols such as `x`, `=` and `+`: `Qa1b2`, `e7e8q`. A
/// text may have one more, because a slip may add a character.
const LONGEST: usize = 6;

/// The characters that we compare: piece letters, files, ranks, and the letter `O` of castling.
#[derive(Clone, Copy, Default)]
struct Bytes {
    bytes: [u8; LONGEST],
    len: usize,
}

impl Bytes {
    fn push(&mut self, byte: u8) -> bool {
        let place = self.bytes.get_mut(self.len).map(|place| *place = byte);
        self.len += 1;
        place.is_some()
    }

    fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// The parts of a text that we compare with a move.
struct Written {
    /// English piece letters, files and ranks, in the order of the text.
    bytes: Bytes,
    has_capture: bool,
    has_mark: bool,
}

impl Written {
    fn of(text: &str, letters: Letters) -> Option<Written> {
        let chars = Chars::of(text, &mut Deviations::default())?;
        // Skips a move number.
        let digits = chars.iter().take_while(|char| char.is.is_ascii_digit()).count();
        let is_number = chars.get(digits).is_some_and(|char| char.is == '.' || char.is == '…');
        let mut rest = if is_number { &chars[digits..] } else { &chars[..] };
        let mut written = Written { bytes: Bytes::default(), has_capture: false, has_mark: false };
        while let [first, after @ ..] = rest {
            let mut next = after;
            let byte = match first.is {
                'x' | ':' => {
                    written.has_capture = true;
                    None
                }
                '+' | '#' | '†' | '‡' => {
                    written.has_mark = true;
                    None
                }
                '0' => Some(b'O'),
                'o' if matches!(after, [dash, ..] if dash.is == '-') => Some(b'O'),
                'a'..='h' | '1'..='8' | 'O' => u8::try_from(first.is).ok(),
                _ => match Letter::heads(rest)[0] {
                    Some((letter, length)) => {
                        next = &rest[length..];
                        letter.in_english(letters)
                    }
                    None if first.is.is_alphanumeric() => {
                        u8::try_from(first.is).ok().or(Some(b'?'))
                    }
                    None => None,
                },
            };
            if byte.is_some_and(|byte| !written.bytes.push(byte)) {
                return None;
            }
            rest = next;
        }
        // In a UCI promotion, the last `b` is a bishop.
        if let [b'a'..=b'h', b'2' | b'7', b'a'..=b'h', b'1' | b'8', last @ b'b'] =
            &mut written.bytes.bytes[..written.bytes.len]
        {
            *last = b'B';
        }
        (written.bytes.len > 1).then_some(written)
    }

    /// Compares the text with every spelling of the move, and returns the smallest result of [`slip`].
    fn nearest(&self, m: Move, legal: &Legal<'_>) -> Option<(Slip, u8)> {
        let text = self.bytes.as_slice();
        if let Some(side) = m.castling_side() {
            let written: &[u8] = if side == CastlingSide::KingSide { b"OO" } else { b"OOO" };
            return slip(text, written);
        }
        let [from, to] = [m.from()?, m.to()]
            .map(|square| [square.file().char(), square.rank().char()].map(|char| char as u8));
        let letter = Some(m.role().upper_char() as u8).filter(|_| m.role() != Role::Pawn);
        let promotion = m.promotion().map(|role| role.upper_char() as u8);
        let (file, rank) = match legal.san(m) {
            San::Normal { file, rank, .. } => (file.is_some(), rank.is_some()),
            _ => (false, false),
        };
        // The forms of the move: SAN, UCI, and SAN with a needless file, rank or square. These also cover
        // long algebraic notation, because we skip its dash: `Ng1-f3` becomes SAN with a needless square, and
        // `e2-e4` becomes UCI.
        let forms = [
            (letter, file, rank),
            (letter, true, false),
            (letter, false, true),
            (letter, true, true),
            (None, true, true),
        ];
        // A pawn push names its whole from-square, or neither file nor rank. A pawn capture always names the
        // file.
        let forms = forms
            .into_iter()
            .filter(|&(_, file, rank)| letter.is_some() || file == rank || m.is_capture() && file);
        let near = forms.filter_map(|(letter, file, rank)| {
            let from = [(file, from[0]), (rank, from[1])];
            let from = from.into_iter().filter_map(|(is_named, byte)| is_named.then_some(byte));
            let mut form = Bytes::default();
            for byte in letter.into_iter().chain(from).chain(to).chain(promotion) {
                form.push(byte);
            }
            slip(text, form.as_slice())
        });
        near.min()
    }

    /// Counts how many of two facts the text gets wrong: whether the move captures, and whether it gives check.
    fn contradicts(&self, san: SanPlus, m: Move) -> u8 {
        u8::from(self.has_capture != m.is_capture())
            + u8::from(self.has_mark != san.suffix.is_some())
    }
}

impl Letter {
    fn in_english(self, letters: Letters) -> Option<u8> {
        let role = match (self, letters) {
            (Letter::English(role) | Letter::Small(role), _) => match letters {
                Letters::Of(language) => {
                    language.role(&role.upper_char().to_string()).unwrap_or(role)
                }
                _ => role,
            },
            (Letter::Figurine(role) | Letter::Word(role), _) => role,
            (Letter::Foreign(letter), Letters::Of(language)) => language.role(letter)?,
            (Letter::Foreign(letter), _) => roles_of(letter, first_with(letter)).next()?,
            (Letter::Pawn | Letter::None, _) => return None,
        };
        u8::try_from(role.upper_char()).ok()
    }
}

/// Returns the slip that turns `right` into `text`, and a number. If the slip is a wrong file or rank, the
/// number is the distance between the wrong and the correct one: 2 for `c` instead of `a`. For all other slips,
/// the number is 0. Returns `None` if one slip is not enough.
fn slip(text: &[u8], right: &[u8]) -> Option<(Slip, u8)> {
    let same = text.iter().zip(right).take_while(|(one, other)| one == other).count();
    let (text, right) = (&text[same..], &right[same..]);
    Some(match (text, right) {
        ([], []) => (Slip::None, 0),
        ([a, b, rest @ ..], [c, d, other @ ..]) if a == d && b == c && rest == other => {
            (Slip::Swapped, 0)
        }
        ([a, rest @ ..], [b, other @ ..]) if rest == other => match b {
            b'a'..=b'h' => (Slip::File, a.abs_diff(*b)),
            b'1'..=b'8' => (Slip::Rank, a.abs_diff(*b)),
            _ => (Slip::Letter, 0),
        },
        (rest, [_, other @ ..]) if rest == other => (Slip::Missing, 0),
        ([_, rest @ ..], other) if rest == other => (Slip::Extra, 0),
        _ => return None,
    })
}
