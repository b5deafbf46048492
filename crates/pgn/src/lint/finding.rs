//! What was found, with its place, and in numbers.

use std::{collections::BTreeMap, fmt};

use shakmaty::Chess;

use san_strings_core::{english::did_you_mean, excerpt::excerpt};

use crate::play::{Fault, Suggestion};

/// A fault, and where it is.
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
    /// The line, from 1. It ends with LF, CR LF, or CR alone.
    pub line: u64,
    /// The column, from 1: a character, or a byte that is not UTF-8. A byte order mark at the beginning of
    /// the file is not counted.
    pub column: u64,
    /// How many bytes of the file come before it.
    pub offset: u64,
    /// How many bytes it takes there.
    pub length: usize,
    /// The number of the game in its file, from 1; 0 if there is no game.
    pub game: u64,
    /// The ply of the move in its line, from 1.
    pub ply: Option<usize>,
    /// What is written there; empty if something is missing, or a whole game is meant.
    pub text: String,
    /// What is wrong.
    pub fault: Fault,
    /// Whether mending leaves it, although it has a right spelling: the position is not certain there, as a word
    /// of the line cannot be played or a move is missing.
    pub stays: bool,
    /// The legal moves that it may have been meant for, if it is none: those first after which more of its line can be
    /// played.
    pub suggestions: Vec<Suggestion>,
    /// Whether it is an illegal move that was played all the same: see [`Linter::go_on`](super::Linter::go_on).
    pub is_played: bool,
    /// The position in which the move or its number stands, if it is known.
    pub position: Option<Chess>,
}

impl Finding {
    /// A fault of a file without games.
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

    /// Its kind, as that of [`Fault`].
    pub fn kind(&self) -> &'static str {
        self.fault.kind()
    }

    /// What should stand there instead, if that is plain: the SAN of the move, its number, or the right result.
    pub fn fix(&self) -> Option<String> {
        self.fault.fix().filter(|_| !self.stays)
    }
}

impl fmt::Display for Finding {
    /// The message, without the place: `Nb1c3: it has a square that SAN does not name, and should be Nc3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What breaks the structure names what it is.
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

/// What was found, in numbers.
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
    /// The games, those of variants included.
    pub games: u64,
    /// The games of variants, which are not checked.
    pub variants: u64,
    /// The games with something that mending leaves, as it is not certain.
    pub kept: u64,
    /// The findings of each kind; of those that were mended, none.
    pub kinds: BTreeMap<&'static str, u64>,
    /// The moves, move numbers and results that were mended.
    pub mended: u64,
    /// The games with findings that look like a game a line, which [`Layout::GameLines`](super::Layout::GameLines) reads.
    pub bare: u64,
}

impl Linted {
    /// How many findings there are.
    pub fn findings(&self) -> u64 {
        self.kinds.values().sum()
    }

    /// Adds what was found in another file.
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
