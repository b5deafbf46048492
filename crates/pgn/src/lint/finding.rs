//! Defines findings (faults with their locations) and their counts.

use std::{collections::BTreeMap, fmt};

use shakmaty::Chess;

use san_strings_core::{english::did_you_mean, excerpt::excerpt};

use crate::play::{Fault, Suggestion};

/// A fault, and its location in the file.
///
/// ```
/// use san_strings_pgn::Linter;
///
/// let [finding] = &Linter::default().findings(b"1. e4 e5\n2. Ng1f3 *")[..] else { panic!("one") };
/// assert_eq!((finding.line, finding.column, finding.kind()), (2, 4, "needless-square"));
/// assert_eq!(finding.fix().as_deref(), Some("Nf3"));
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// Line number, counted from 1. Lines end with LF, CR LF, or CR alone.
    pub line: u64,
    /// Column number, counted from 1. Each character counts as one column, and so does each byte that is not
    /// valid UTF-8. A byte order mark at the beginning of the file does not count.
    pub column: u64,
    /// Byte offset in the file.
    pub offset: u64,
    /// Length in bytes.
    pub length: usize,
    /// Number of the game in its file, counted from 1; 0 if the file has no game.
    pub game: u64,
    /// Ply of the move, counted from 1 at the beginning of the game.
    pub ply: Option<usize>,
    /// The text at this location. Empty if the finding is about missing text or about a whole game.
    pub text: String,
    /// What is wrong.
    pub fault: Fault,
    /// Whether the linter leaves the text unchanged even if it knows a correct spelling. The usual reason is
    /// that the position is not certain, because a move of the main line or variation is illegal or missing.
    pub stays: bool,
    /// Legal moves that the writer of an invalid move may have meant. The first suggestion is
    /// the one after which the most moves of the main line or variation can be played.
    pub suggestions: Vec<Suggestion>,
    /// Whether this is an illegal move that the linter played anyway: see
    /// [`Linter::go_on`](super::Linter::go_on).
    pub is_played: bool,
    /// The position before the move that the finding is about; `None` if the position is not known. If the
    /// finding is about a move number, this is the position before the move that follows the number.
    pub position: Option<Chess>,
}

impl Finding {
    /// Creates the finding for a file without games.
    pub fn of_file(fault: Fault) -> Finding {
        let text = String::new();
        Finding {
            line: 1,
            column: 1,
            offset: 0,
            length: 0,
            game: 0,
            ply: None,
            text,
            fault,
            stays: false,
            suggestions: Vec::new(),
            is_played: false,
            position: None,
        }
    }

    /// Returns the kind: see [`Fault::kind`].
    pub fn kind(&self) -> &'static str {
        self.fault.kind()
    }

    /// Returns the correct text, if it is certain: a move in SAN, a move number without dots, or a result.
    pub fn fix(&self) -> Option<String> {
        self.fault.fix().filter(|_| !self.stays)
    }
}

impl fmt::Display for Finding {
    /// Writes the message, without the location: `Ng1f3: it has a needless square, and should be Nf3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The messages of structural faults already quote the text.
        if !self.text.is_empty() && !matches!(self.fault, Fault::Pgn(_)) {
            write!(f, "{}: ", excerpt(&self.text))?;
        }
        self.fault.fmt(f)?;
        if self.is_played {
            f.write_str(", but it was played")?;
        }
        let suggestions = self.suggestions.iter().zip(0..).map(|(it, n)| match (n, it.of) {
            (0, _) => it.to_string(),
            (_, 0) => it.san.to_string(),
            (_, of) => format!("{} ({} of {of})", it.san, it.follows),
        });
        f.write_str(&did_you_mean(suggestions))
    }
}

/// Counts of games and findings.
///
/// ```
/// use san_strings_pgn::Linted;
///
/// let mut all = Linted::default();
/// let mut file = Linted::default();
/// file.games = 2;
/// file.kinds.insert("illegal-move", 1);
/// all.add(&file);
/// assert_eq!((all.games, all.findings()), (2, 1));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Linted {
    /// Number of games, including games of chess variants.
    pub games: u64,
    /// Number of games of chess variants, which are not checked.
    pub variants: u64,
    /// Number of games that still have a fault of a kind that we usually correct. We left this fault
    /// unchanged, because its correction is not certain.
    pub kept: u64,
    /// For each kind, the number of findings that remain after correction.
    pub kinds: BTreeMap<&'static str, u64>,
    /// Number of moves, move numbers and results that were corrected.
    pub mended: u64,
    /// Number of games that have findings and consist of several lines of moves, without tags or move
    /// numbers. Perhaps each line is really a separate game. To read the lines as games, use
    /// [`Layout::GameLines`](super::Layout::GameLines).
    pub bare: u64,
}

impl Linted {
    /// Returns the total number of findings.
    pub fn findings(&self) -> u64 {
        self.kinds.values().sum()
    }

    /// Adds the counts of another file, or of the next part of a file.
    pub fn add(&mut self, more: &Linted) {
        self.games += more.games;
        self.variants += more.variants;
        self.kept += more.kept;
        self.mended += more.mended;
        self.bare += more.bare;
        for (&kind, count) in &more.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
    }
}
