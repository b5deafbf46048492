//! Parses the parts of a move: piece letter, squares, promotion.

use std::ops::Range;

use shakmaty::{CastlingSide, File, Rank, Role, Square};

use super::{
    Difference,
    chars::{Char, bytes, is_dash},
    deviation::Deviations,
    layers::Mark,
    letter::Letter,
};

/// The link between the from-square and the to-square.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Link {
    None,
    /// `x`, or another capture mark.
    Capture,
    Dash,
}

/// One way to parse the text of a move.
#[derive(Clone, Debug)]
pub(super) struct Form {
    /// The piece letter; [`Letter::None`] if the text starts with a square.
    pub letter: Letter,
    pub letter_bytes: Range<u8>,
    pub file: Option<File>,
    pub rank: Option<Rank>,
    /// Byte range of `file` and `rank`, which name the from-square.
    pub origin_bytes: Range<u8>,
    pub link: Link,
    pub link_bytes: Range<u8>,
    pub to_file: File,
    /// The rank of the to-square, missing in `ed`.
    pub to_rank: Option<Rank>,
    /// Byte offset of the end of the to-square.
    pub end: u8,
    /// The letter of the promotion piece, such as `Q` in `a8=Q`.
    pub promotion: Letter,
    pub promotion_bytes: Range<u8>,
    /// The check or mate mark before the promotion, as in `a8+=Q`, and its byte offset.
    pub early_mark: Option<(Mark, u8)>,
    pub deviations: Deviations,
}

impl Form {
    /// The to-square, if the text names its rank.
    pub fn to(&self) -> Option<Square> {
        Some(Square::from_coords(self.to_file, self.to_rank?))
    }

    /// The from-square, if the text names both file and rank.
    pub fn from(&self) -> Option<Square> {
        Some(Square::from_coords(self.file?, self.rank?))
    }

    /// Whether the text consists of two squares with nothing between them and no piece letter, as in UCI.
    pub fn is_uci(&self) -> bool {
        self.letter == Letter::None && self.from().is_some() && self.link == Link::None
    }

    /// Whether the text names a from-file other than the to-file.
    pub fn is_aside(&self) -> bool {
        self.file.is_some_and(|file| file != self.to_file)
    }

    /// Parses a move in two ways: without a piece letter, and with one.
    pub fn both(chars: &[Char]) -> [Option<Form>; 2] {
        let letters = Letter::heads(chars);
        let lettered =
            letters.into_iter().flatten().find_map(|(letter, len)| Form::parse(chars, letter, len));
        [Form::parse(chars, Letter::None, 0), lettered]
    }

    /// Parses the squares and the promotion after a piece letter that is `len` characters long.
    fn parse(chars: &[Char], letter: Letter, len: usize) -> Option<Form> {
        // We first try to read a from-square. If that fails, as for `a8:B` or `a8F`, the first square is the
        // to-square.
        Form::cut(chars, letter, len, true).or_else(|| Form::cut(chars, letter, len, false))
    }

    /// Parses like [`Form::parse`], but in only one way: if `has_origin` is true, a from-square, or only its file
    /// or rank, may come before the to-square. Otherwise the first square must be the to-square.
    fn cut(chars: &[Char], letter: Letter, len: usize, has_origin: bool) -> Option<Form> {
        let mut cursor = Cursor { chars, at: len, deviations: Deviations::default() };
        let origin = if has_origin { Some(cursor.origin()) } else { None };
        let origin_bytes = bytes(&chars[len..cursor.at]);
        let before_link = cursor.at;
        let link = cursor.link();
        let link_bytes = bytes(&chars[before_link..cursor.at]);
        let (file, rank) = origin.unwrap_or((None, None));
        let to_file = cursor.file()?;
        let to_rank = cursor.rank();
        let form = Form {
            letter,
            letter_bytes: bytes(&chars[..len]),
            file: file.map(|file| file.value),
            rank,
            origin_bytes,
            link,
            link_bytes,
            to_file: to_file.value,
            to_rank,
            end: chars[cursor.at - 1].end,
            promotion: Letter::None,
            promotion_bytes: 0..0,
            early_mark: None,
            deviations: Deviations::default(),
        };
        let has_capital = file.is_some_and(|file| file.is_capital);
        if !form.has_squares(has_capital, to_file.is_capital) {
            return None;
        }
        for file in [file, Some(to_file)].into_iter().flatten().filter(|file| file.is_capital) {
            cursor.deviations.note(Difference::CapitalFile, bytes(&chars[file.at..=file.at]));
        }
        let is_bare = letter == Letter::None && form.from().is_some() && link == Link::Capture;
        if link == Link::Dash || is_bare {
            cursor.deviations.note(Difference::LongAlgebraic, form.origin_and_link());
        }
        cursor.promoted(form)
    }

    /// Byte range of everything between the piece letter and the to-square.
    pub fn origin_and_link(&self) -> Range<u8> {
        self.origin_bytes.start..self.link_bytes.end.max(self.origin_bytes.end)
    }

    /// Notes the full from-square in texts such as `Pe2-e4` and `Pe2e4`.
    pub fn note_origin_of_pawn(&self, deviations: &mut Deviations) {
        if self.letter != Letter::None && self.from().is_some() {
            let difference = match self.link {
                Link::None => Difference::LongAlgebraicWithoutDash,
                _ => Difference::LongAlgebraic,
            };
            deviations.note(difference, self.origin_and_link());
        }
    }

    /// Whether the parts can form a move.
    fn has_squares(&self, has_capital: bool, to_capital: bool) -> bool {
        let is_pawn_capture = self.file.is_some() && self.rank.is_none();
        // A dash needs a complete from-square before it.
        (self.link != Link::Dash || self.from().is_some())
            // Only a pawn capture may lack the to-rank: `ed`, `exd`.
            && (self.to_rank.is_some()
                || self.letter == Letter::None && is_pawn_capture && self.link != Link::Dash)
            // A pawn capture must end on another file. We let two kinds of texts pass: `exe5`, because it is
            // well-formed SAN, and `Pexe5`, because `P` may be a knight, as in Dutch.
            && (!is_pawn_capture
                || !self.letter.may_be_pawn()
                || self.letter == Letter::Pawn
                || self.file != Some(self.to_file)
                || self.link == Link::Capture && self.to_rank.is_some())
            // `b1c3` begins with a square, not with a bishop.
            && (self.letter != Letter::Small(Role::Bishop) || self.file.is_some() || self.rank.is_none())
            // The `D` of `Dd5` is a piece letter, not a file.
            && (!has_capital || to_capital || self.letter == Letter::None && is_pawn_capture && self.link == Link::Capture)
            // At the start of a text, a capital B is a bishop, unless it belongs to the to-square, as in `B4`.
            && !(has_capital && self.letter == Letter::None && self.file == Some(File::B))
    }
}

#[derive(Clone, Copy)]
struct FileLetter {
    value: File,
    is_capital: bool,
    /// Index of the character.
    at: usize,
}

struct Cursor<'a> {
    chars: &'a [Char],
    at: usize,
    deviations: Deviations,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<char> {
        Some(self.chars.get(self.at)?.is)
    }

    fn origin(&mut self) -> (Option<FileLetter>, Option<Rank>) {
        (self.file(), self.rank())
    }

    fn file(&mut self) -> Option<FileLetter> {
        let char = self.peek()?;
        let value = File::from_char(char.to_ascii_lowercase())?;
        self.at += 1;
        Some(FileLetter { value, is_capital: char.is_ascii_uppercase(), at: self.at - 1 })
    }

    fn rank(&mut self) -> Option<Rank> {
        let rank = Rank::from_char(self.peek()?)?;
        self.at += 1;
        Some(rank)
    }

    /// Parses `x` or another capture mark, a dash or an arrow.
    fn link(&mut self) -> Link {
        let rest = &self.chars[self.at..];
        let (len, link, difference) = match rest {
            [first, ..] if first.is == 'x' => (
                1,
                Link::Capture,
                (first.raw == '×' || first.raw == '✕').then_some(Difference::CaptureColon),
            ),
            [first, ..] if first.is == ':' => (1, Link::Capture, Some(Difference::CaptureColon)),
            [first, ..] if first.is == 'X' => (1, Link::Capture, Some(Difference::CapitalX)),
            [first, second, ..] if matches!(first.is, '-' | '=') && second.is == '>' => {
                (2, Link::Dash, Some(Difference::Dash))
            }
            [first, ..] if first.is == '>' => (1, Link::Dash, Some(Difference::Dash)),
            [first, ..] if first.is == '-' => {
                (1, Link::Dash, (first.raw != '-').then_some(Difference::Dash))
            }
            _ => return Link::None,
        };
        if let Some(difference) = difference {
            self.deviations.note(difference, bytes(&rest[..len]));
        }
        self.at += len;
        link
    }

    /// Parses the promotion after the to-square, up to the end of the text.
    fn promoted(mut self, mut form: Form) -> Option<Form> {
        let rest = &self.chars[self.at..];
        if !rest.is_empty() {
            let (before, letter) = promotion_sign(rest)?;
            let inside = &rest[before.len..letter.end];
            form.early_mark = before.mark.map(|mark| (mark, rest[0].start));
            form.promotion = Letter::of_promotion(inside, form.is_uci())?;
            form.promotion_bytes = bytes(inside);
            if before.mark.is_some() {
                self.deviations.note(Difference::CheckBeforePromotion, bytes(&rest[..1]));
            }
            // A promotion in UCI has no `=`, so a missing `=` is not a difference.
            if let Some(difference) = before.difference.filter(|_| !form.is_uci()) {
                self.deviations.note(difference, rest[0].start..inside[0].start);
            }
            let is_last =
                form.to_rank.is_none_or(|rank| rank == Rank::First || rank == Rank::Eighth);
            if !is_last && before.difference.is_some() {
                return None;
            }
        }
        form.deviations = self.deviations;
        Some(form)
    }
}

/// The characters before the letter of a promotion: `=`, `=(`, `/` and the like.
struct PromotionSign {
    len: usize,
    mark: Option<Mark>,
    /// How the characters differ from a plain `=`.
    difference: Option<Difference>,
}

/// Parses the characters before the letter of a promotion. Also returns the index range of the letter.
fn promotion_sign(rest: &[Char]) -> Option<(PromotionSign, Range<usize>)> {
    let is = |at: usize| rest.get(at).map(|char| char.is);
    let mark = match (is(0), is(1)) {
        (Some('+'), Some('=')) => Some(Mark::Check),
        (Some('#'), Some('=')) => Some(Mark::Mate),
        _ => None,
    };
    let start = usize::from(mark.is_some());
    let is_sign = |at: &usize| matches!(is(*at), Some('=' | '/' | ':'));
    let signs = (start..start + 2).take_while(is_sign).count();
    let is_open = is(start + signs) == Some('(');
    let len = start + signs + usize::from(is_open);
    let end = rest.len() - usize::from(is_open && is(rest.len() - 1) == Some(')'));
    let difference = match signs {
        _ if is_open => Some(Difference::PromotionInParentheses),
        0 => Some(Difference::PromotionWithoutEquals),
        1 if is(start) == Some('=') => None,
        _ => Some(Difference::PromotionSign),
    };
    (len < end).then_some((PromotionSign { len, mark, difference }, len..end))
}

#[derive(Clone, Debug)]
pub(super) struct Castling {
    pub side: CastlingSide,
    pub deviations: Deviations,
}

impl Castling {
    /// Parses `O-O`, `0 – 0`, `ooo`: two or three Os or zeros, with or without dashes and spaces.
    pub fn parse(chars: &[Char]) -> Option<Castling> {
        let mut deviations = Deviations::default();
        let all = bytes(chars);
        let (mut letters, mut dashes, mut spaces) = (0, 0, 0);
        let mut undashed = None;
        let (mut zeros, mut small) = (0, 0);
        let mut is_behind_letter = false;
        for char in chars {
            match char.is {
                'O' | 'o' | '0' | 'О' => {
                    letters += 1;
                    undashed = undashed.or(is_behind_letter.then_some(char.start));
                    zeros += usize::from(char.is == '0');
                    small += usize::from(char.is == 'o');
                    if char.is == 'О' {
                        deviations.note(Difference::Lookalike, char.start..char.end);
                    }
                    is_behind_letter = true;
                }
                '-' if is_behind_letter => {
                    dashes += 1;
                    is_behind_letter = false;
                    if char.raw != '-' && is_dash(char.raw) {
                        deviations.note(Difference::Dash, char.start..char.end);
                    }
                }
                ' ' => spaces += 1,
                _ => return None,
            }
        }
        // In a text with spaces, every dash must be present: `O O` is two tokens.
        if !is_behind_letter || dashes >= letters || spaces > 0 && dashes + 1 < letters {
            return None;
        }
        let side = match letters {
            2 => CastlingSide::KingSide,
            3 => CastlingSide::QueenSide,
            _ => return None,
        };
        if spaces > 0 {
            deviations.note(Difference::Spaces, all.clone());
        }
        if let Some(at) = undashed {
            deviations.note(Difference::NoDash, at..at);
        }
        if zeros > 0 {
            deviations.note(Difference::CastlingWithZeros, all);
        } else if small > 0 {
            deviations.note(Difference::CastlingLowerCase, all);
        }
        Some(Castling { side, deviations })
    }
}
