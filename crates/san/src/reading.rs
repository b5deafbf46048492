//! The meaning of a text that is not SAN, where it is plain: figurines, small letters, zeros for
//! castling, the letters of other languages, move numbers, long notation, UCI.
//!
//! Text that is SAN means itself: `Rf3` is a rook's move, also to the French. [`spelling`] has the
//! rules.
//!
//! [`spelling`]: super::spelling

use std::{collections::HashSet, sync::LazyLock};

use regex_lite::Regex;
use shakmaty::{
    Bitboard, Role, Square,
    san::{San, SanPlus},
};

use super::{
    occurrence::placements,
    spelling::{BETWEEN_MOVES, Difference, Mode, Must, Rule, STEPS, with},
    syntax::parse,
    vocabulary::Vocabulary,
};

/// A text read as SAN.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Spelling {
    /// The SAN that the text means.
    pub san: SanPlus,
    /// The square that the man comes from, if the text names it.
    pub from: Option<Square>,
    /// How the text differs from it, from the outside in; at least one.
    pub differences: Vec<Difference>,
}

/// Texts that are longer mean nothing.
pub const LONGEST: usize = 40;

/// Texts that are longer are not looked at for several moves.
pub const LONGEST_MOVES: usize = 400;

/// The meaning of a text. Empty if it is SAN, or if its meaning is not plain; more than one reading
/// if it could mean any of them.
pub fn readings(text: &str) -> Vec<Spelling> {
    readings_by(text, |_| true)
}

/// The same without the letters of other languages, and without what a dash between two squares means
/// for a piece: on a board, the square says which piece it is.
pub(super) fn english_readings(text: &str) -> Vec<Spelling> {
    let is_foreign = |rule: &Rule| matches!(rule.difference, Difference::Foreign(..));
    readings_by(text, |rule| !is_foreign(rule) && rule.must != Must::FitNoPush)
}

/// The meaning of a text by some of the rules.
fn readings_by(text: &str, is_used: impl Fn(&Rule) -> bool) -> Vec<Spelling> {
    if text.len() > LONGEST || parse(text).is_ok() {
        return Vec::new();
    }
    let (text, differences) = (text.to_owned(), Vec::new());
    let mut drafts = vec![Draft { text, differences, from: None, must: Must::BeSan }];
    for (mode, rules) in STEPS.iter() {
        let rules: Vec<&Rule> = rules.iter().filter(|rule| is_used(rule)).collect();
        drafts = match mode {
            Mode::Change => drafts.into_iter().map(|one| one.changed(&rules)).collect(),
            Mode::Add => drafts.into_iter().flat_map(|one| one.with_others(&rules)).collect(),
        };
    }
    let mut seen = HashSet::new();
    let readings = drafts.into_iter().filter_map(Draft::spelling);
    let (right, wrong): (Vec<Spelling>, Vec<Spelling>) =
        readings.filter(|reading| seen.insert(reading.san)).partition(|one| !one.is_wrong());
    if right.is_empty() { wrong } else { right }
}

/// The moves of a text that has several, such as `1. e4 e5`. `None` if it is anything else.
pub fn several(text: &str) -> Option<Vec<SanPlus>> {
    static BETWEEN: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(BETWEEN_MOVES).expect("a pattern is right"));
    if text.len() > LONGEST_MOVES {
        return None;
    }
    let words = BETWEEN.split(text).filter(|word| !word.is_empty());
    let moves: Vec<SanPlus> = words.map(parse).collect::<Result<_, _>>().ok()?;
    (moves.len() > 1).then_some(moves)
}

/// A text on its way to SAN.
#[derive(Clone)]
struct Draft {
    text: String,
    differences: Vec<Difference>,
    /// The square that the man comes from, if the text named it.
    from: Option<Square>,
    must: Must,
}

impl Draft {
    /// After each rule that applies.
    fn changed(self, rules: &[&Rule]) -> Draft {
        rules.iter().fold(self, |draft, rule| draft.after(rule).unwrap_or(draft))
    }

    /// With one more for each rule that applies.
    fn with_others(self, rules: &[&Rule]) -> Vec<Draft> {
        let others: Vec<Draft> = rules.iter().filter_map(|rule| self.after(rule)).collect();
        [vec![self], others].concat()
    }

    /// After a rule, if it applies. To SAN, none does.
    fn after(&self, rule: &Rule) -> Option<Draft> {
        if parse(&self.text).is_ok() {
            return None;
        }
        let (text, from) = rule.apply(&self.text)?;
        let mut differences = self.differences.clone();
        if !differences.contains(&rule.difference) {
            differences.push(rule.difference);
        }
        let (from, must) = (from.or(self.from), self.must.max(rule.must));
        Some(Draft { text, differences, from, must })
    }

    /// What it means, if it is SAN by now.
    fn spelling(mut self) -> Option<Spelling> {
        let san = parse(&self.text).ok()?;
        let fits = self.from.is_none_or(|from| can_come_from(san.san, from));
        let exists = Vocabulary::with_symbols().id_of(san).is_some();
        let is_met = match self.must {
            Must::BeSan => true,
            Must::Exist => exists,
            Must::Fit => exists && fits,
            Must::FitNoPush => exists && fits && !self.is_push(san.san),
        };
        if !fits {
            let origin = self.differences.iter_mut().find(|it| **it == Difference::LongAlgebraic);
            *origin? = Difference::WrongOrigin;
        }
        let is_spelling = is_met && !self.differences.is_empty();
        is_spelling.then_some(Spelling { san, from: self.from, differences: self.differences })
    }

    /// Whether a pawn could go where the move goes, from the square that the text names.
    fn is_push(&self, san: San) -> bool {
        let San::Normal { to, .. } = san else {
            return false;
        };
        let (role, file, rank, capture, promotion) = (Role::Pawn, None, None, false, None);
        let push = San::Normal { role, file, rank, capture, to, promotion };
        self.from.is_some_and(|from| can_come_from(push, from))
    }
}

/// Whether a man can make a move from a square, be it with a promotion that the text forgets.
fn can_come_from(mut san: San, from: Square) -> bool {
    if let San::Normal { role: Role::Pawn, to, promotion: promotion @ None, .. } = &mut san {
        *promotion = Bitboard::BACKRANKS.contains(*to).then_some(Role::Queen);
    }
    matches!(san, San::Castle(_)) || placements(san).any(|placement| placement.from == from)
}

impl Spelling {
    /// Whether the text names a square that the man cannot come from.
    pub fn is_wrong(&self) -> bool {
        self.differences.contains(&Difference::WrongOrigin)
    }

    /// How the text differs from SAN, in words.
    pub fn how(&self) -> String {
        with(&self.differences)
    }
}
