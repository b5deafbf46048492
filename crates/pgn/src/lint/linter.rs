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
    /// What the text has.
    pub layout: Layout,
    /// Whether to play illegal moves whose from- and to-square are certain, and to judge the rest on that board.
    pub go_on: bool,
}

/// What a text has that is checked.
///
/// ```
/// use san_strings_pgn::{Layout, Linter};
///
/// let linter = Linter { layout: Layout::FenLines, ..Linter::default() };
/// assert_eq!(linter.findings(b"8/8/8/4k3/8/8/8/8 w - - 0 1")[0].kind(), "wrong-fen");
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Layout {
    /// Games as PGN has them.
    #[default]
    Games,
    /// A game a line: its moves, without tags.
    GameLines,
    /// A FEN or an EPD a line.
    FenLines,
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

    /// Passes over some kinds, or over all but those that are selected, if any are. Whoever selects missing tags
    /// looks for them.
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
