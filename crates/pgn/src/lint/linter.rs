//! Defines the options of the linter.

use san_strings_core::spelling::{Deviation, Difference};

use crate::play::{Fault, Rule, has_false_mark};

/// Finds deviations from PGN's export format, and corrects moves, move numbers and results.
///
/// ```
/// use san_strings_pgn::Linter;
///
/// let linter = Linter { ignored: vec!["missing-number"], ..Linter::default() };
/// assert_eq!(linter.findings(b"e4 e5 *"), []);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Linter {
    /// Whether to require the seven tag roster.
    pub strict: bool,
    /// Kinds of findings that are neither reported nor corrected.
    pub ignored: Vec<&'static str>,
    /// What the text contains.
    pub layout: Layout,
    /// Whether to play an illegal move if its from-square and to-square are certain. The rest of the game is
    /// then judged from the position after that move.
    pub go_on: bool,
}

/// What a text contains.
///
/// ```
/// use san_strings_pgn::{Layout, Linter};
///
/// let linter = Linter { layout: Layout::FenLines, ..Linter::default() };
/// assert_eq!(linter.findings(b"8/8/8/4k3/8/8/8/8 w - - 0 1")[0].kind(), "wrong-fen");
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Layout {
    /// Games in ordinary PGN.
    #[default]
    Games,
    /// One game per line: moves without tags.
    GameLines,
    /// One FEN or EPD per line.
    FenLines,
}

impl Linter {
    /// Returns every kind that can be ignored: all except `no-game` and `cut-off`.
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

    /// Ignores the kinds in `ignore`. If `select` is not empty, also ignores all kinds that are not in
    /// `select`. Selecting `missing-tag` turns on [`strict`](Linter::strict).
    ///
    /// ```
    /// use san_strings_pgn::Linter;
    ///
    /// let linter = Linter::default().choose(&["missing-tag"], &[] as &[&str]);
    /// assert_eq!(linter.findings(b"e4 e2-e4 *").len(), 7);
    /// ```
    #[must_use]
    pub fn choose(self, select: &[impl AsRef<str>], ignore: &[impl AsRef<str>]) -> Linter {
        let is_selected = |kind: &str| select.iter().any(|name| name.as_ref() == kind);
        let is_ignored = |kind: &&str| {
            let is_named = ignore.iter().any(|name| name.as_ref() == *kind);
            is_named || !select.is_empty() && !is_selected(kind)
        };
        let strict = self.strict || is_selected("missing-tag");
        Linter { strict, ignored: Linter::kinds().filter(is_ignored).collect(), ..self }
    }

    /// Whether to report a fault. If a move is misspelled in several ways, removes the ignored differences
    /// from the fault.
    pub fn finds(&self, fault: &mut Fault) -> bool {
        match fault {
            Fault::Spelling { differences, .. } => {
                // We report neither evaluations, such as `+=`, nor the differences in `ignored`. But
                // `differences` keeps evaluations and false `+`, `#` and `x` marks, because `Fault::fix`
                // must not correct a move that has such a difference.
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
