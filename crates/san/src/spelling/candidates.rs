//! Finds the legal moves that fit the parts of a text.

use shakmaty::{
    Chess, Move, MoveList, Position, Rank, Role, Square,
    san::{San, SanPlus, Suffix},
    uci::UciMove,
};

use super::{
    Difference, Parts, Reading,
    between::needless_part,
    deviation::Deviations,
    form::{Form, Link},
    language::Language,
    layers::Mark,
    letter::Letter,
};
use crate::{
    discriminator::Discriminator,
    refusal::{Refusal, castling_side},
    suffix::played,
};

/// The piece letters with which we try to read a text.
#[derive(Clone, Copy)]
pub(super) enum Pass {
    English,
    /// The foreign letter stands for this role; all other piece letters are English.
    Foreign(Role, &'static str),
    /// All letters belong to this language.
    Of(Language),
}

impl Pass {
    /// The role that `letter` names, and how the letter differs from English. `None` if the letter names no
    /// piece in this pass.
    pub fn role(self, letter: Letter) -> Option<(Role, Option<Difference>)> {
        match (self, letter) {
            (_, Letter::Small(role)) => Some((role, Some(Difference::LowerCasePiece))),
            (_, Letter::Figurine(role)) => Some((role, Some(Difference::Figurine))),
            (Pass::English, Letter::English(role)) => Some((role, None)),
            (Pass::English, Letter::Pawn) => Some((Role::Pawn, Some(Difference::PawnWithLetter))),
            (Pass::Foreign(role, foreign), Letter::Foreign(letter)) => {
                (letter == foreign).then_some((role, Some(Difference::Foreign(role, letter))))
            }
            (Pass::Of(language), letter) => {
                let text = letter.text()?;
                let role = language.role(text)?;
                let is_english = Letter::English(role).text() == Some(text);
                Some((role, (!is_english).then_some(Difference::OfLanguage(language))))
            }
            _ => None,
        }
    }

    /// The role that a promotion letter names, and how the letter differs from the letter in SAN.
    pub fn promotion(
        self,
        letter: Letter,
        is_uci: bool,
    ) -> Option<(Option<Role>, Option<Difference>)> {
        match letter {
            Letter::None => Some((None, None)),
            Letter::Small(role) => {
                Some((Some(role), (!is_uci).then_some(Difference::PromotionLowerCase)))
            }
            Letter::Word(role) => Some((Some(role), Some(Difference::PromotionWord))),
            Letter::Pawn if !matches!(self, Pass::Of(_)) => Some((Some(Role::Pawn), None)),
            Letter::English(role) if matches!(self, Pass::Foreign(..)) => Some((Some(role), None)),
            letter => self.role(letter).map(|(role, difference)| (Some(role), difference)),
        }
    }

    /// Whether this pass considers a form. In a Spanish game, `Axb5` is a bishop move, so we do not read
    /// its `A` as a file.
    pub fn takes(self, form: &Form) -> bool {
        match self {
            Pass::English => true,
            Pass::Foreign(_, letter) => {
                [form.letter, form.promotion].contains(&Letter::Foreign(letter))
            }
            Pass::Of(_) => {
                let names_file = form.letter == Letter::None && form.file.is_some();
                !(names_file && form.deviations.has(Difference::CapitalFile))
            }
        }
    }
}

/// A legal move that the text may mean.
struct Candidate {
    m: Move,
    san: SanPlus,
    /// Number of differences, not counting the discriminator and the check symbol, which are compared later.
    /// If several moves fit, we keep those with the fewest differences.
    spelled: usize,
    deviations: Deviations,
}

impl Parts {
    /// Reads the text in a position. `None` if no legal move fits.
    pub fn reading(&self, position: &Chess, pass: Pass) -> Option<Reading> {
        let mut found = self.candidates(position, pass, false);
        if found.is_empty() {
            found = self.candidates(position, pass, true);
            // If the `x` is needless, as in `Nxf3`, we accept the text only if exactly one move fits.
            found = Some(found).filter(|found| found.len() == 1)?;
        }
        let least = found.iter().map(|it| it.spelled).min();
        found.retain(|it| Some(it.spelled) == least);
        let one = found.pop()?;
        if found.is_empty() {
            return Some(Reading::Mended {
                m: one.m,
                san: one.san,
                differences: one.deviations.sorted(),
            });
        }
        let moves = found.len() + 1;
        let is_bare_capture = |form: &Form| {
            form.letter == Letter::None && form.file.is_none() && form.link == Link::Capture
        };
        let why = if self.forms.iter().flatten().any(is_bare_capture) {
            Refusal::PawnCaptureAmbiguous { pawns: moves }
        } else {
            Refusal::AmbiguousSpelling { moves }
        };
        let sans = found.into_iter().map(|it| it.san).chain([one.san]).collect();
        Some(Reading::Ambiguous { sans, why })
    }

    /// Finds the legal moves that fit the text. If two readings mean the same move, we keep the reading with
    /// fewer differences. If `is_needless` is set, we ignore the `x` of a text such as `Nxf3`, and return only
    /// moves that capture nothing.
    fn candidates(&self, position: &Chess, pass: Pass, is_needless: bool) -> Vec<Candidate> {
        let mut found: Vec<Candidate> = Vec::new();
        let mut add = |candidate: Candidate| match found.iter_mut().find(|it| it.m == candidate.m) {
            Some(known) if known.deviations.len() <= candidate.deviations.len() => {}
            Some(known) => *known = candidate,
            None => found.push(candidate),
        };
        if let Some(castling) =
            self.castling.as_ref().filter(|_| !is_needless && !matches!(pass, Pass::Foreign(..)))
        {
            for m in position.castling_moves(castling.side) {
                let deviations = self.deviations.with(&castling.deviations);
                add(self.candidate(position, m, None, deviations));
            }
        }
        for form in self.forms.iter().flatten().filter(|form| pass.takes(form)) {
            if form.link == Link::Capture || !is_needless {
                Fit { parts: self, form, position, pass, is_needless }.each(&mut add);
            }
        }
        found
    }

    /// If the text ends with a colon, adds the colon to `deviations`. The colon counts as `x` if the move
    /// captures and the text has no `x`. Otherwise the colon is punctuation.
    fn note_colon(&self, m: Move, link: Link, deviations: &mut Deviations) {
        if let Some(colon) = self.layers.colon.clone() {
            let is_sign = m.is_capture() && link != Link::Capture;
            let difference =
                if is_sign { Difference::CaptureTrailingColon } else { Difference::Punctuation };
            deviations.note(difference, colon);
        }
    }

    /// Builds the candidate for a legal move, with its SAN and all differences from the text. `form` is
    /// `None` if the text writes castling as `O-O` or the like, instead of as a king move such as `Kg1`.
    fn candidate(
        &self,
        position: &Chess,
        m: Move,
        form: Option<&Form>,
        mut deviations: Deviations,
    ) -> Candidate {
        self.note_colon(m, form.map_or(Link::None, |form| form.link), &mut deviations);
        let spelled = deviations.len();
        let (san, after) = written(position, m);
        let mut is = SanPlus { suffix: self.suffix(san, &mut deviations), ..san };
        if let (San::Normal { role, file, rank, .. }, Some(form)) = (&mut is.san, form)
            && *role != Role::Pawn
        {
            // `Ng1-f3`: a from-square before a dash is not a discriminator.
            let is_san = form.letter != Letter::None && form.link != Link::Dash;
            (*file, *rank) = if is_san { (form.file, form.rank) } else { (None, None) };
        }
        // UCI never marks check, so a missing `+` is not a deviation in UCI.
        if is.suffix.is_some() || !form.is_some_and(Form::is_uci) {
            let origin = form.map_or(0..0, |form| form.origin_bytes.clone());
            deviations.note_between(&after, m, (is, san), origin, self.mark_bytes());
        }
        Candidate { m, san, spelled, deviations }
    }

    /// The check or mate that the text claims. `++` counts as mate if the move is mate, otherwise as check.
    fn suffix(&self, right: SanPlus, deviations: &mut Deviations) -> Option<Suffix> {
        match self.mark()? {
            Mark::Check => Some(Suffix::Check),
            Mark::Mate => Some(Suffix::Checkmate),
            Mark::PlusPlus if right.suffix == Some(Suffix::Checkmate) => {
                deviations.note(Difference::MateAsPlusPlus, self.mark_bytes());
                Some(Suffix::Checkmate)
            }
            Mark::PlusPlus => {
                deviations.note(Difference::DoubleCheckAsPlusPlus, self.mark_bytes());
                Some(Suffix::Check)
            }
        }
    }
}

/// Matches one form against the legal moves of a position.
#[derive(Clone, Copy)]
struct Fit<'a> {
    parts: &'a Parts,
    form: &'a Form,
    position: &'a Chess,
    pass: Pass,
    is_needless: bool,
}

impl Fit<'_> {
    /// Calls `add` with each legal move that fits the form.
    fn each(self, add: &mut impl FnMut(Candidate)) {
        let Fit { parts, form, pass, .. } = self;
        let named = match form.letter {
            Letter::None => Some((None, None)),
            letter => pass.role(letter).map(|(role, difference)| (Some(role), difference)),
        };
        let promotion = pass.promotion(form.promotion, form.is_uci());
        let (Some((role, of_letter)), Some((promotion, of_promotion))) = (named, promotion) else {
            return;
        };
        let mut deviations = parts.deviations.with(&form.deviations);
        let letters = [(of_letter, &form.letter_bytes), (of_promotion, &form.promotion_bytes)];
        for (difference, bytes) in letters {
            if let Some(difference) = difference {
                deviations.note(difference, bytes.clone());
            }
        }
        for m in self.moves(role, promotion) {
            let mut deviations = deviations.clone();
            self.note(m, &mut deviations);
            add(parts.candidate(self.position, m, Some(form), deviations));
        }
    }

    /// Finds the legal moves that fit the text. If the text names two squares and no letter, a piece of any
    /// role may move.
    fn moves(self, role: Option<Role>, promotion: Option<Role>) -> Vec<Move> {
        let Fit { form, position, .. } = self;
        match (role, form.from(), form.to()) {
            (None, Some(from), Some(to)) => {
                let m = by_squares(position, from, to, promotion);
                m.into_iter().filter(|&m| self.takes(m)).collect()
            }
            (None | Some(Role::Pawn), ..) if self.is_needless => Vec::new(),
            (None, ..) if form.rank.is_some() => Vec::new(),
            (None | Some(Role::Pawn), ..) => self.pawns(promotion),
            (Some(role), _, Some(to)) if promotion.is_none() => self.pieces(role, to),
            _ => Vec::new(),
        }
    }

    /// Whether the `x` of the text fits the move. Without an `x`, any move fits. With an `x`, only captures
    /// fit. But if `is_needless` is set, we assume that the `x` is superfluous. Then the move must be
    /// a piece move, but neither a capture nor castling.
    fn takes(self, m: Move) -> bool {
        let is_needless = !m.is_capture() && m.role() != Role::Pawn && !m.is_castle();
        self.form.link != Link::Capture
            || if self.is_needless { is_needless } else { m.is_capture() }
    }

    /// Whether the move starts on the file and rank that the text names.
    fn comes_from(self, m: Move) -> bool {
        let from = m.from().expect("every move of chess comes from a square");
        self.form.file.is_none_or(|file| from.file() == file)
            && self.form.rank.is_none_or(|rank| from.rank() == rank)
    }

    fn pawns(self, promotion: Option<Role>) -> Vec<Move> {
        let form = self.form;
        let is_capture = form.link == Link::Capture || form.is_aside();
        if form.file.is_some() && form.rank.is_none() && !is_capture {
            return Vec::new();
        }
        let ranks = form.to_rank.map_or(Rank::ALL.to_vec(), |rank| vec![rank]);
        let squares = ranks.into_iter().map(|rank| Square::from_coords(form.to_file, rank));
        let moves = squares.flat_map(|to| self.position.san_candidates(Role::Pawn, to));
        let fits = |m: &Move| {
            m.promotion() == promotion && m.is_capture() == is_capture && self.comes_from(*m)
        };
        moves.filter(fits).collect()
    }

    /// Finds the legal moves with this role and to-square that fit the text. `Kg1` and `Ke1-g1` can also mean castling.
    fn pieces(self, role: Role, to: Square) -> Vec<Move> {
        let Fit { form, position, .. } = self;
        // If c4 is empty, `bxc4` is an illegal pawn capture, not a bishop move with a needless `x`.
        if form.letter == Letter::Small(Role::Bishop) && self.is_needless {
            return Vec::new();
        }
        let fits = |m: &Move| self.comes_from(*m) && self.takes(*m);
        let moves: Vec<Move> = position.san_candidates(role, to).into_iter().filter(fits).collect();
        if !moves.is_empty() || role != Role::King || form.link == Link::Capture {
            return moves;
        }
        let side = castling_side(position, self.king(to));
        side.into_iter().flat_map(|side| position.castling_moves(side)).collect()
    }

    fn king(self, to: Square) -> San {
        let Form { file, rank, .. } = *self.form;
        San::Normal { role: Role::King, file, rank, capture: false, to, promotion: None }
    }

    /// Records how the text differs from the SAN of a move. Ignores the discriminator and the check symbol,
    /// which `candidate` compares.
    fn note(self, m: Move, deviations: &mut Deviations) {
        let form = self.form;
        if self.is_needless {
            deviations.note(Difference::NeedlessCapture, form.link_bytes.clone());
        }
        if form.letter != Letter::None && m.is_castle() {
            if let (true, Some(to)) = (form.link != Link::Dash, form.to()) {
                deviations.note(Difference::CastlingAsKingMove, form.letter_bytes.clone());
                if let Some(needless) = needless_part(Discriminator::of(self.king(to))) {
                    deviations.note(needless, form.origin_bytes.clone());
                }
            }
        } else if form.is_uci() {
            let is_pawn = m.role() == Role::Pawn;
            let difference =
                if is_pawn { Difference::LongAlgebraicWithoutDash } else { Difference::Uci };
            deviations.note(difference, form.origin_bytes.clone());
        } else if m.role() == Role::Pawn && form.from().is_some() {
            form.note_origin_of_pawn(deviations);
        } else if form.to_rank.is_none() {
            deviations.note(Difference::NoRank, form.end..form.end);
        } else if m.role() == Role::Pawn && form.link == Link::Capture && form.file.is_none() {
            let at = form.link_bytes.start;
            deviations.note(Difference::PawnCaptureWithoutFile, at..at);
        } else if m.is_capture() && self.lacks_x() {
            let at = form.link_bytes.start.max(form.origin_bytes.end).max(form.letter_bytes.end);
            deviations.note(Difference::CaptureWithoutX, at..at);
        }
    }

    /// Whether the text lacks a capture mark. A text of two squares, such as `e4d5`, does not need one.
    fn lacks_x(self) -> bool {
        let Form { letter, link, .. } = self.form;
        let are_squares = *letter == Letter::None && self.form.from().is_some();
        *link != Link::Capture && !are_squares && self.parts.layers.colon.is_none()
    }
}

/// The legal move from one square to another. In Chess960, castling is written as king takes rook, or as a
/// king move of more than one square.
fn by_squares(position: &Chess, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
    let m = UciMove::Normal { from, to, promotion }.to_move(position);
    let king = || {
        let (file, rank) = (Some(from.file()), Some(from.rank()));
        let san = San::Normal { role: Role::King, file, rank, capture: false, to, promotion };
        let side = castling_side(position, san)
            .filter(|_| promotion.is_none() && from.distance(to) > 1)?;
        position.castling_moves(side).first().copied()
    };
    m.ok().or_else(king)
}

/// The legal moves that fit a SAN.
pub(super) fn matching(position: &Chess, san: San) -> MoveList {
    let mut moves = match san {
        San::Normal { role, to, .. } => position.san_candidates(role, to),
        San::Castle(side) => position.castling_moves(side),
        San::Put { .. } | San::Null => MoveList::new(),
    };
    moves.retain(|&mut m| san.matches(m));
    moves
}

/// The exact SAN of a legal move, and the position after the move.
pub(super) fn written(position: &Chess, m: Move) -> (SanPlus, Chess) {
    let candidates = match m {
        Move::Castle { .. } => MoveList::new(),
        m => position.san_candidates(m.role(), m.to()),
    };
    played(position, m, &candidates)
}
