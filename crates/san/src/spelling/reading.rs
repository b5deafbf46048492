//! What a text means in a position.

use std::{fmt, ops::Range};

use shakmaty::{Move, san::SanPlus};

use super::{deviation::Deviation, difference::with, syntax::SyntaxError};
use crate::{english::in_words, refusal::Refusal};

/// What a text means in a position.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Reading {
    /// The text is the exact SAN of a legal move, as the export format of PGN requires.
    Exact {
        /// The move.
        m: Move,
        /// Its SAN.
        san: SanPlus,
    },
    /// The text means exactly one legal move, but differs from the SAN of this move.
    Mended {
        /// The move.
        m: Move,
        /// Its SAN.
        san: SanPlus,
        /// How the text differs from the SAN. There is at least one difference.
        differences: Vec<Deviation>,
    },
    /// The text fits several legal moves.
    Ambiguous {
        /// The SANs of these moves, at least two.
        sans: Vec<SanPlus>,
        /// Why the text does not tell the moves apart.
        why: Refusal,
    },
    /// The text names a move that is not legal in the position, for this reason.
    Illegal(Refusal),
    /// A null move: the player passes.
    Null,
    /// The text is not a move in any spelling.
    NotAMove {
        /// Where the text stops being SAN, and what was expected there.
        error: SyntaxError,
        /// Why the text is not a move: a mistake that we recognize, or something other than a move, such as a
        /// result. `None` if we recognize neither.
        why: Option<Refusal>,
    },
}

impl Reading {
    /// Returns the name of the verdict: `exact`, `mended`, `ambiguous`, `illegal`, `null` or `not-a-move`.
    pub fn verdict(&self) -> &'static str {
        match self {
            Reading::Exact { .. } => "exact",
            Reading::Mended { .. } => "mended",
            Reading::Ambiguous { .. } => "ambiguous",
            Reading::Illegal(_) => "illegal",
            Reading::Null => "null",
            Reading::NotAMove { .. } => "not-a-move",
        }
    }

    /// Whether the text is exactly the SAN of a legal move, as in PGN's export format.
    pub fn is_exact(&self) -> bool {
        matches!(self, Reading::Exact { .. })
    }

    /// The move and its SAN.
    ///
    /// ```
    /// use san_strings_core::{Reading, read, shakmaty::Chess};
    ///
    /// let read = |text| read(&Chess::default(), text).into_move();
    /// assert_eq!(read("e2-e4")?.1.to_string(), "e4");
    /// assert!(matches!(read("Ke2"), Err(Reading::Illegal(_))));
    /// # Ok::<_, Reading>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the reading itself if the text does not mean exactly one legal move.
    pub fn into_move(self) -> Result<(Move, SanPlus), Reading> {
        self.played().ok_or(self)
    }

    /// The move and its SAN, if the text means exactly one legal move.
    pub fn played(&self) -> Option<(Move, SanPlus)> {
        match *self {
            Reading::Exact { m, san } | Reading::Mended { m, san, .. } => Some((m, san)),
            _ => None,
        }
    }

    /// The SANs of the moves that fit an ambiguous text. Empty for any other text.
    pub fn sans(&self) -> &[SanPlus] {
        match self {
            Reading::Ambiguous { sans, .. } => sans,
            _ => &[],
        }
    }

    /// Why the text does not mean exactly one legal move.
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Reading::Illegal(why) | Reading::Ambiguous { why, .. } => Some(why),
            Reading::NotAMove { why, .. } => why.as_ref(),
            Reading::Exact { .. } | Reading::Mended { .. } | Reading::Null => None,
        }
    }

    /// Returns the names of the differences, or the name of the kind of refusal.
    ///
    /// ```
    /// use san_strings_core::{read, shakmaty::Chess};
    ///
    /// assert_eq!(read(&Chess::default(), "1.♘f3+").kinds(), ["move-number", "figurine", "check-added"]);
    /// assert_eq!(read(&Chess::default(), "Bc4").kinds(), ["jump-over-piece"]);
    /// ```
    pub fn kinds(&self) -> Vec<&'static str> {
        match self {
            Reading::Mended { differences, .. } => differences.iter().map(|it| it.name()).collect(),
            _ => self.refusal().map(|why| why.kind().name()).into_iter().collect(),
        }
    }

    /// The byte ranges of the differences, in the order of [`Reading::kinds`].
    pub fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let differences = match self {
            Reading::Mended { differences, .. } => &differences[..],
            _ => &[],
        };
        differences.iter().map(|it| it.range())
    }

    /// Why the text is not the exact SAN of a legal move, such as `with zeros for the letter O` or `the piece
    /// on e2 belongs to the same side`. `Display` prints the verdict instead, and adds the reason only if the
    /// text is illegal or not a move.
    pub fn why(&self) -> Option<String> {
        match self {
            Reading::Exact { .. } => None,
            Reading::Mended { differences, .. } => Some(with(differences)),
            Reading::Null => Some("the player passes".to_owned()),
            Reading::NotAMove { error, why: None } => Some(error.to_string()),
            Reading::NotAMove { why: Some(why), .. } if why.is_named() => Some(why.to_string()),
            Reading::NotAMove { error, why: Some(why) } => Some(format!("{why}; {error}")),
            Reading::Illegal(why) | Reading::Ambiguous { why, .. } => Some(why.to_string()),
        }
    }
}

impl fmt::Display for Reading {
    /// Prints the verdict as a clause, such as `it should be Nf3` or `it is not legal: the piece on e2
    /// belongs to the same side`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reading::Exact { san, .. } => write!(f, "it is {san}"),
            Reading::Mended { san, .. } => write!(f, "it should be {san}"),
            Reading::Ambiguous { sans, .. } => write!(f, "it could be {}", in_words(sans, "or")),
            Reading::Illegal(why @ Refusal::OtherLetters {}) => why.fmt(f),
            Reading::Illegal(why) => write!(f, "it is not legal: {why}"),
            Reading::Null => f.write_str("it is a null move"),
            Reading::NotAMove { why: Some(why), .. } if why.is_named() => {
                write!(f, "it is not a move: {why}")
            }
            Reading::NotAMove { error, .. } => write!(f, "it is not a move: {error}"),
        }
    }
}
