//! Which faults are looked for.

use san_strings_core::spelling::{Deviation, Difference};

use crate::play::{Fault, Rule, has_false_mark};

/// Finds what the export format of PGN writes otherwise, and mends moves, move numbers and results.
///
/// ```
/// use san_strings_pgn::Linter;
///
/// let linter = Linter { ignored: vec!["missing-number"], ..Linter::default() };
/// assert_eq!(linter.findings(b"e4 e5 *"), []);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Linter {
    /// Whether a game needs the seven tag roster.
    pub strict: bool,
    /// The kinds that are passed over, and not mended.
    pub ignored: Vec<&'static str>,
    /// Whether each line is a game: its moves, without tags.
    pub lines: bool,
    /// Whether each line is a FEN, or an EPD.
    pub fen_lines: bool,
    /// Whether to play illegal moves whose from- and to-square are certain, and to judge the rest on that board.
    pub go_on: bool,
}

impl Linter {
    /// Every kind that can be ignored: all but `no-game` and `cut-off`.
    ///
    /// ```
    /// use san_strings_pgn::Linter;
    ///
    /// assert!(Linter::kinds().any(|kind| kind == "needless-file"));
    /// ```
    pub fn kinds() -> impl Iterator<Item = &'static str> {
        let spellings = Difference::ALL.iter().map(|difference| difference.name());
        let others = Rule::ALL.iter().filter(|rule| rule.sentence.is_some()).map(|rule| rule.kind);
        let others = others.filter(|kind| !["no-game", "cut-off"].contains(kind));
        others.chain(spellings).chain(["foreign-letter"])
    }

    /// Whether a fault is found, without what is ignored of it.
    pub fn finds(&self, fault: &mut Fault) -> bool {
        match fault {
            Fault::Spelling { differences, .. } => {
                // We do not report an evaluation. It stays in the list, as does a false mark: neither
                // may be mended away.
                let is_found = |it: &Deviation| {
                    *it != Difference::Evaluation && !self.ignored.contains(&it.name())
                };
                let stays =
                    |it: &Deviation| has_false_mark(&[*it]) || *it == Difference::Evaluation;
                let (mut found, mut others): (Vec<_>, Vec<_>) =
                    differences.iter().copied().partition(is_found);
                others.retain(stays);
                let is_any = !found.is_empty();
                found.append(&mut others);
                *differences = found;
                is_any
            }
            fault => !self.ignored.contains(&fault.kind()),
        }
    }
}
