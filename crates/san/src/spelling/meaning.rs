//! Finds what a text means without a position.

use shakmaty::{
    Bitboard, CastlingSide, Color, File, Rank, Role, Square,
    san::{San, SanPlus, Suffix},
};

use super::{
    Difference, Parts, Spelling, What,
    deviation::{Deviation, Deviations},
    difference::with,
    form::{Form, Link},
    language::{PIECES, first_with},
    layers::Mark,
    letter::Letter,
    spoken,
    syntax::parse,
};
use crate::{occurrence::placements, vocabulary::Vocabulary};

/// A SAN that a text may mean.
///
/// ```
/// use san_strings_core::{meanings, shakmaty::Square};
///
/// let [meaning] = &meanings("Ng1-f3")[..] else { panic!("it is plain") };
/// assert_eq!((meaning.san.to_string().as_str(), meaning.from), ("Nf3", Some(Square::G1)));
/// assert_eq!(meaning.how(), "with the from-square");
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Meaning {
    /// The SAN.
    pub san: SanPlus,
    /// The from-square, if the text names it and the SAN does not.
    pub from: Option<Square>,
    /// The differences between the text and the SAN, in the order of the text. There is at least one difference.
    pub differences: Vec<Deviation>,
}

impl Meaning {
    /// Whether the text names a from-square that the piece cannot come from.
    pub fn is_wrong(&self) -> bool {
        self.differences.iter().any(|it| *it == Difference::WrongOrigin)
    }

    /// The differences as a phrase, such as `with zeros for the letter O`.
    pub fn how(&self) -> String {
        with(&self.differences)
    }
}

/// Maximum length of a text, in bytes, in which [`several`] looks for moves.
pub const LONGEST_MOVES: usize = 400;

/// Splits a text that consists of several moves, such as `1. e4 e5`. `None` for any other text.
pub fn several(text: &str) -> Option<Vec<SanPlus>> {
    if text.len() > LONGEST_MOVES {
        return None;
    }
    let words = text.split([' ', '\u{a0}']).map(|word| {
        let digits = word.trim_start_matches(|char: char| char.is_ascii_digit());
        let moves = digits.trim_start_matches('.');
        if digits.len() < word.len() && moves.len() < digits.len() { moves } else { word }
    });
    let moves: Vec<SanPlus> =
        words.filter(|word| !word.is_empty()).map(parse).collect::<Result<_, _>>().ok()?;
    (moves.len() > 1).then_some(moves)
}

/// Finds the SANs that a text may mean. The text may be in English words. The list is empty if the text is
/// already SAN, or if its meaning is not clear.
///
/// ```
/// use san_strings_core::meanings;
///
/// let sans = |text| -> Vec<String> { meanings(text).iter().map(|it| it.san.to_string()).collect() };
/// assert_eq!(sans("0-0"), ["O-O"]);
/// assert_eq!(sans("knight takes f3"), ["Nxf3"]);
/// assert_eq!(sans("Nf3"), [""; 0]);
/// ```
pub fn meanings(text: &str) -> Vec<Meaning> {
    let plain = Spelling::parse(text).meanings();
    if !plain.is_empty() {
        return plain;
    }
    let (symbols, around) = spoken::symbols(text);
    let symbols = symbols.into_iter().flatten();
    symbols.flat_map(|symbols| spoken_meanings(&symbols, text, &around)).collect()
}

/// The meanings of a move in English words, such as `knight takes f3`. `symbols` is the same move in symbols,
/// such as `Nxf3`. `around` contains the differences before and after the words, such as a move number.
fn spoken_meanings(symbols: &str, text: &str, around: &Deviations) -> Vec<Meaning> {
    let mut found = Spelling::parse(symbols).meanings();
    if let Ok(san) = parse(symbols) {
        found.push(Meaning { san, from: None, differences: Vec::new() });
    }
    for meaning in &mut found {
        meaning.differences = spoken::differences(text, around.clone(), &meaning.differences);
    }
    found
}

impl Spelling<'_> {
    /// Finds the SANs that the text may mean. The list is empty if the text is already SAN, or if it
    /// yields no SAN without a position, as for `exd`.
    ///
    /// ```
    /// use san_strings_core::Spelling;
    ///
    /// let meanings = Spelling::parse("bc4").meanings();
    /// assert_eq!(meanings.iter().map(|it| it.san.to_string()).collect::<Vec<_>>(), ["bxc4", "Bc4"]);
    /// ```
    pub fn meanings(&self) -> Vec<Meaning> {
        let What::Move(parts) = &self.what else { return Vec::new() };
        let mut found: Vec<Meaning> = Vec::new();
        let mut add = |meaning: Meaning| {
            if !found.iter().any(|other| other.san == meaning.san) {
                found.push(meaning);
            }
        };
        for (suffix, difference) in parts.suffixes() {
            parts.sans(&mut |san, from, mut deviations| {
                if let Some(difference) = difference {
                    deviations.note(difference, parts.mark_bytes());
                }
                let differences = deviations.sorted();
                add(Meaning { san: SanPlus { san, suffix }, from, differences });
            });
        }
        let (right, wrong): (Vec<_>, Vec<_>) = found.into_iter().partition(|it| !it.is_wrong());
        if right.is_empty() { wrong } else { right }
    }
}

impl Parts {
    /// The suffixes that the text's check or mate mark can mean, each with the difference between the mark and
    /// the suffix, if there is one. For example, `++` can mean `+` or `#`.
    fn suffixes(&self) -> Vec<(Option<Suffix>, Option<Difference>)> {
        match self.mark() {
            None => vec![(None, None)],
            Some(Mark::Check) => vec![(Some(Suffix::Check), None)],
            Some(Mark::Mate) => vec![(Some(Suffix::Checkmate), None)],
            Some(Mark::PlusPlus) => vec![
                (Some(Suffix::Check), Some(Difference::DoubleCheckAsPlusPlus)),
                (Some(Suffix::Checkmate), Some(Difference::MateAsPlusPlus)),
            ],
        }
    }

    /// Calls `see` with each move that the text may mean, and with the differences between the text and the SAN of
    /// the move.
    fn sans(&self, see: &mut impl FnMut(San, Option<Square>, Deviations)) {
        if let Some(castling) = &self.castling {
            let mut deviations = self.deviations.with(&castling.deviations);
            self.punctuation(&mut deviations);
            see(San::Castle(castling.side), None, deviations);
        }
        for form in self.forms.iter().flatten().filter(|form| form.to_rank.is_some()) {
            let draft =
                Draft { parts: self, form, deviations: self.deviations.with(&form.deviations) };
            if form.letter == Letter::None {
                draft.without_letter(see);
            } else {
                draft.with_letter(see);
            }
        }
    }

    /// Records the colon after the move, if any, as punctuation rather than as a capture mark.
    fn punctuation(&self, deviations: &mut Deviations) {
        if let Some(colon) = &self.layers.colon {
            deviations.note(Difference::Punctuation, colon.clone());
        }
    }
}

/// A form, with the differences found so far.
struct Draft<'a> {
    parts: &'a Parts,
    form: &'a Form,
    deviations: Deviations,
}

impl Draft<'_> {
    fn pawn(&self, file: Option<File>, promotion: Option<Role>) -> San {
        let to = self.form.to().expect("the forms here have a to-square");
        San::Normal { role: Role::Pawn, file, rank: None, capture: file.is_some(), to, promotion }
    }

    /// Reads a form without a piece letter. A form with two squares may be a move of any piece, or castling.
    /// Any other form is a pawn move.
    fn without_letter(&self, see: &mut impl FnMut(San, Option<Square>, Deviations)) {
        let form = self.form;
        for (promotion, deviations) in self.promotions() {
            match (form.file, form.rank) {
                (None, None) if form.link == Link::None => {
                    let mut deviations = deviations;
                    self.parts.punctuation(&mut deviations);
                    see(self.pawn(None, promotion), None, deviations);
                }
                (Some(file), None) => {
                    let mut deviations = deviations;
                    let san = self.pawn(Some(file), promotion);
                    let is_plain =
                        form.link == Link::Capture && !deviations.has(Difference::CapitalFile);
                    self.note_capture(&mut deviations);
                    if is_plain || exists(san) {
                        see(san, None, deviations);
                    }
                }
                (Some(file), Some(_)) => self.squares(file, promotion, &deviations, see),
                _ => {}
            }
        }
    }

    /// Notes that the `x` is missing, or that a colon after the move replaces the `x`.
    fn note_capture(&self, deviations: &mut Deviations) {
        match &self.parts.layers.colon {
            Some(colon) if self.form.link != Link::Capture => {
                deviations.note(Difference::CaptureTrailingColon, colon.clone());
            }
            _ if self.form.link != Link::Capture => {
                let at = self.form.origin_bytes.end;
                deviations.note(Difference::CaptureWithoutX, at..at);
            }
            _ => self.parts.punctuation(deviations),
        }
    }

    /// Finds the moves from one square to another.
    fn squares(
        &self,
        file: File,
        promotion: Option<Role>,
        deviations: &Deviations,
        see: &mut impl FnMut(San, Option<Square>, Deviations),
    ) {
        let form = self.form;
        let (Some(from), Some(to)) = (form.from(), form.to()) else { return };
        let mut deviations = deviations.clone();
        self.parts.punctuation(&mut deviations);
        let bytes = form.origin_and_link();
        let of = |difference| {
            let mut all = deviations.clone();
            if form.link == Link::None {
                all.note(difference, bytes.clone());
            }
            all
        };
        let castles =
            castling_of(from, to).filter(|_| promotion.is_none() && form.link != Link::Capture);
        let is_capture = file != to.file();
        let pawn = self.pawn(is_capture.then_some(file), promotion);
        let can_push = can_come_from(self.pawn(None, promotion), from);
        if form.link == Link::Capture {
            let pawn = self.pawn(Some(file), promotion);
            return see(pawn, Some(from), wrong_unless(can_come_from(pawn, from), deviations));
        }
        if form.link == Link::Dash && castles.is_none() {
            // We read `e2-e5` as the pawn move `e5` with a wrong from-square. We report this meaning only if
            // the text has no other meaning.
            let push = self.pawn(None, promotion);
            see(push, Some(from), wrong_unless(can_push, deviations.clone()));
        }
        if exists(pawn) && can_come_from(pawn, from) && (is_capture || form.link == Link::None) {
            see(pawn, Some(from), of(Difference::LongAlgebraicWithoutDash));
        }
        if let Some(side) = castles {
            see(San::Castle(side), Some(from), of(Difference::Uci));
        }
        let is_piece =
            promotion.is_none() && (form.link == Link::None || !can_push && castles.is_none());
        for role in PIECES.into_iter().filter(|_| is_piece) {
            let san =
                San::Normal { role, file: None, rank: None, capture: false, to, promotion: None };
            if exists(san) && can_come_from(san, from) {
                see(san, Some(from), of(Difference::Uci));
            }
        }
    }

    fn with_letter(&self, see: &mut impl FnMut(San, Option<Square>, Deviations)) {
        let Form { letter, promotion, .. } = *self.form;
        if letter.may_be_pawn() {
            for (promotion, mut deviations) in self.promotions() {
                let difference = if letter == Letter::Pawn {
                    Difference::PawnWithLetter
                } else {
                    Difference::Figurine
                };
                deviations.note(difference, self.form.letter_bytes.clone());
                self.lettered_pawn(promotion, deviations, see);
            }
        }
        if promotion != Letter::None {
            return;
        }
        let noted = |difference: Option<Difference>| {
            let mut all = self.deviations.clone();
            if let Some(difference) = difference {
                all.note(difference, self.form.letter_bytes.clone());
            }
            all
        };
        match letter {
            Letter::English(role) => self.piece(role, &noted(None), see),
            // `bxc4` is the SAN of a pawn capture, so its `b` is not a lower-case bishop.
            Letter::Small(Role::Bishop) if self.is_san_of_b_pawn() => {}
            Letter::Small(role) => self.piece(role, &noted(Some(Difference::LowerCasePiece)), see),
            Letter::Figurine(Role::Pawn) => {}
            Letter::Figurine(role) => self.piece(role, &noted(Some(Difference::Figurine)), see),
            _ => {
                for role in PIECES {
                    if let Some(letter) = letter.text().filter(|letter| is_letter_of(letter, role))
                    {
                        self.piece(role, &noted(Some(Difference::Foreign(role, letter))), see);
                    }
                }
            }
        }
    }

    fn is_san_of_b_pawn(&self) -> bool {
        let form = self.form;
        let is_next = File::B.distance(form.to_file) == 1;
        form.file.is_none() && form.rank.is_none() && form.link == Link::Capture && is_next
    }

    fn lettered_pawn(
        &self,
        promotion: Option<Role>,
        mut deviations: Deviations,
        see: &mut impl FnMut(San, Option<Square>, Deviations),
    ) {
        let form = self.form;
        form.note_origin_of_pawn(&mut deviations);
        let is_capture = form.link == Link::Capture || form.is_aside();
        let san = self.pawn(form.file.filter(|_| is_capture), promotion);
        if is_capture {
            self.note_capture(&mut deviations);
        } else {
            self.parts.punctuation(&mut deviations);
        }
        match (form.file, form.rank) {
            (None, None) if form.link == Link::None => see(san, None, deviations),
            (Some(_), None) if is_capture && (form.link == Link::Capture || exists(san)) => {
                see(san, None, deviations);
            }
            (Some(_), Some(_)) if form.from().is_some_and(|from| can_come_from(san, from)) => {
                see(san, form.from(), deviations);
            }
            _ => {}
        }
    }

    /// Reads a piece move. If a colon follows, also reads the move as a capture.
    fn piece(
        &self,
        role: Role,
        deviations: &Deviations,
        see: &mut impl FnMut(San, Option<Square>, Deviations),
    ) {
        let form = self.form;
        let to = form.to().expect("the forms here have a to-square");
        let from = form.from().filter(|_| form.link == Link::Dash);
        let castles = from
            .and_then(|from| castling_of(from, to))
            .filter(|_| form.letter == Letter::English(Role::King));
        let mut plain = deviations.clone();
        self.parts.punctuation(&mut plain);
        if let Some(side) = castles {
            return see(San::Castle(side), from, plain);
        }
        let (file, rank) = if from.is_some() { (None, None) } else { (form.file, form.rank) };
        let capture = form.link == Link::Capture;
        let san = San::Normal { role, file, rank, capture, to, promotion: None };
        let fits = from.is_none_or(|from| can_come_from(san, from));
        see(san, from, wrong_unless(fits, plain));
        if let Some(colon) = self.parts.layers.colon.clone().filter(|_| form.link == Link::None) {
            let mut deviations = deviations.clone();
            deviations.note(Difference::CaptureTrailingColon, colon);
            see(
                San::Normal { role, file, rank, capture: true, to, promotion: None },
                from,
                deviations,
            );
        }
    }

    /// Returns the roles that the promotion letter may stand for. Each role has a list of the differences found
    /// so far, including those of the letter.
    fn promotions(&self) -> Vec<(Option<Role>, Deviations)> {
        let noted = |role: Role, difference: Option<Difference>| {
            let mut all = self.deviations.clone();
            if let Some(difference) = difference {
                all.note(difference, self.form.promotion_bytes.clone());
            }
            (Some(role), all)
        };
        let small = (!self.form.is_uci()).then_some(Difference::PromotionLowerCase);
        match self.form.promotion {
            Letter::None => vec![(None, self.deviations.clone())],
            Letter::English(Role::King) | Letter::Small(Role::King) => Vec::new(),
            Letter::English(role) => vec![noted(role, None)],
            Letter::Small(role) => vec![noted(role, small)],
            Letter::Figurine(role) => vec![noted(role, Some(Difference::Figurine))],
            Letter::Word(role) => vec![noted(role, Some(Difference::PromotionWord))],
            letter @ (Letter::Pawn | Letter::Foreign(_)) => {
                let letter = letter.text().expect("it is a capital letter");
                let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].into_iter();
                let roles = roles.filter(|&role| is_letter_of(letter, role));
                roles.map(|role| noted(role, Some(Difference::Foreign(role, letter)))).collect()
            }
        }
    }
}

/// Whether `letter` stands for `role` in some language. The languages are grouped into three tiers, from
/// common to rare. We look only at the first tier in which some language uses `letter` for any piece.
fn is_letter_of(letter: &'static str, role: Role) -> bool {
    first_with(letter).iter().any(|language| language.letter(role) == Some(letter))
}

/// If the from-square does not fit the move, replaces the difference `LongAlgebraic` with `WrongOrigin`.
fn wrong_unless(fits: bool, deviations: Deviations) -> Deviations {
    if fits {
        deviations
    } else {
        deviations.replaced(Difference::LongAlgebraic, Difference::WrongOrigin)
    }
}

/// The castling side, if a king move from `from` to `to` is castling.
pub(super) fn castling_of(from: Square, to: Square) -> Option<CastlingSide> {
    let home = |color: Color| color.fold_wb(Rank::First, Rank::Eighth);
    let is_home =
        Color::ALL.into_iter().any(|color| from == Square::from_coords(File::E, home(color)));
    let mut sides = CastlingSide::ALL.into_iter();
    sides.find(|side| is_home && from.rank() == to.rank() && side.king_to_file() == to.file())
}

/// Whether the base string is in our lists.
fn exists(san: San) -> bool {
    Vocabulary::with_symbols().id_of(SanPlus { san, suffix: None }).is_some()
}

/// Whether the move can start on this square. If a pawn moves to the last rank, `san` may lack the
/// promotion.
fn can_come_from(mut san: San, from: Square) -> bool {
    if let San::Normal { role: Role::Pawn, to, promotion: promotion @ None, .. } = &mut san {
        *promotion = Bitboard::BACKRANKS.contains(*to).then_some(Role::Queen);
    }
    matches!(san, San::Castle(_)) || placements(san).any(|placement| placement.from == from)
}
