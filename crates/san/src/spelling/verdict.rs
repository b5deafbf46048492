//! Converts a reading to strings, for JSON and for Python.

use shakmaty::{Chess, Position};

use super::{reader::Letters, reading::Reading, suggestion::Suggestion};
use crate::fen::{FenError, FenFault, JudgedFen};

/// A [`Reading`] as strings, for `san-strings read --format json` and for Python.
///
/// ```
/// use san_strings_core::{Verdict, read, shakmaty::Chess};
///
/// let start = Chess::default();
/// let verdict = Verdict::of(&start, "e2-e4", &read(&start, "e2-e4"));
/// assert_eq!((verdict.verdict, verdict.san.as_deref()), ("mended", Some("e4")));
/// assert_eq!((verdict.kinds, verdict.ranges), (vec!["long-algebraic"], vec![[0, 3]]));
/// assert_eq!(Verdict::of(&start, "Nf4", &read(&start, "Nf4")).suggestions, ["Nf3", "f4"]);
/// ```
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Verdict {
    /// The verdict of a text: `exact`, `mended`, `ambiguous`, `illegal`, `null`, `not-a-move` or
    /// `bad-position`. The verdict of a FEN: `exact`, or the name of a [`FenKind`](crate::FenKind).
    pub verdict: &'static str,
    /// The SAN of the move, if the text means exactly one move.
    pub san: Option<String>,
    /// The move in UCI.
    pub uci: Option<String>,
    /// The SANs of the moves that fit an ambiguous text.
    pub sans: Vec<String>,
    /// The names of the differences, or the name of the kind of refusal.
    pub kinds: Vec<&'static str>,
    /// The byte ranges of the differences, in the order of `kinds`. Empty unless the verdict is `mended`.
    pub ranges: Vec<[usize; 2]>,
    /// What is wrong, in words.
    pub why: Option<String>,
    /// The SANs of the legal moves that we suggest instead, best first. Empty if the text is a legal move.
    pub suggestions: Vec<String>,
}

impl Verdict {
    /// Converts the reading of a text in a position into a verdict.
    pub fn of(position: &Chess, text: &str, reading: &Reading) -> Verdict {
        let (san, uci) = reading
            .played()
            .map(|(m, san)| (san.to_string(), m.to_uci(position.castles().mode()).to_string()))
            .unzip();
        Verdict {
            verdict: reading.verdict(),
            san,
            uci,
            sans: reading.sans().iter().map(ToString::to_string).collect(),
            kinds: reading.kinds(),
            ranges: reading.ranges().map(|range| [range.start, range.end]).collect(),
            why: reading.why(),
            suggestions: match reading {
                Reading::Ambiguous { .. } => Vec::new(),
                _ => texts(reading.suggestions(position, text, Letters::Any)),
            },
        }
    }

    /// Judges a FEN. The verdict is `exact`, or the name of the worst [`FenKind`](crate::FenKind) among the
    /// faults.
    ///
    /// ```
    /// use san_strings_core::Verdict;
    ///
    /// let verdict = Verdict::of_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1");
    /// assert_eq!((verdict.verdict, verdict.kinds), ("impossible-position", vec!["castling-right"]));
    /// ```
    pub fn of_fen(fen: &str) -> Verdict {
        match FenError::of(JudgedFen::of(fen).faults) {
            None => Verdict { verdict: "exact", ..Verdict::default() },
            Some(error) => Verdict {
                verdict: error.kind().name(),
                kinds: error.0.iter().map(FenFault::name).collect(),
                why: Some(error.to_string()),
                ..Verdict::default()
            },
        }
    }

    /// The verdict for a position that cannot be read. `why` is the reason.
    pub fn bad_position(why: String) -> Verdict {
        Verdict { verdict: "bad-position", why: Some(why), ..Verdict::default() }
    }
}

fn texts(suggestions: Vec<Suggestion>) -> Vec<String> {
    suggestions.into_iter().map(|it| it.san.to_string()).collect()
}
