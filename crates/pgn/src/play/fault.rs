//! What is wrong with a game or a move.

use std::fmt;

use san_strings_core::{reader::Reading, refusal::Refusal};

use crate::lexer::PgnFault;

/// What is wrong with a game or a move.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Fault {
    /// The game is one of a variant.
    Variant(String),
    /// The game starts from another position.
    OtherStart,
    /// The position from which the game starts cannot be read, and why.
    Fen(String),
    /// The game cannot be read on.
    Pgn(PgnFault),
    /// The text in the place of a move is none that is legal, or is one that should be written otherwise.
    Move(Reading),
    /// The move is not in the list.
    Unlisted,
    /// A second game begins on the line.
    SecondGame,
    /// The game begins at this move, and no FEN says where.
    NoBeginning(u32),
}

impl Fault {
    const OTHER_STARTS: [&str; 2] = ["of a variant", "from a FEN"];

    /// Whether a game with a fault of this kind is broken, and not only of a variant or from a FEN.
    pub fn is_broken(kind: &str) -> bool {
        !Fault::OTHER_STARTS.contains(&kind)
    }

    /// Its kind, in a word or two.
    ///
    /// ```
    /// use san_strings_pgn::Fault;
    ///
    /// assert_eq!(Fault::OtherStart.kind(), "from a FEN");
    /// ```
    pub fn kind(&self) -> &'static str {
        match self {
            Fault::Variant(_) => Fault::OTHER_STARTS[0],
            Fault::OtherStart => Fault::OTHER_STARTS[1],
            Fault::Fen(_) => "wrong FEN",
            Fault::Pgn(PgnFault::Comment) => "open comment",
            Fault::Pgn(PgnFault::Variation) => "open variation",
            Fault::Pgn(PgnFault::NoVariation) => "stray parenthesis",
            Fault::Pgn(PgnFault::Character(_) | PgnFault::LongWord) => "not PGN",
            Fault::Pgn(PgnFault::NoMoves) => "without moves",
            Fault::Pgn(PgnFault::Cut) => "cut off",
            Fault::Move(Reading::Exact { .. } | Reading::Mended { .. }) => "misspelled move",
            Fault::Move(Reading::Ambiguous { .. }) => "ambiguous move",
            Fault::Move(Reading::Illegal(Refusal::OtherLetters {})) => "other letters",
            Fault::Move(Reading::Illegal(_)) => "illegal move",
            Fault::Move(Reading::Null) => "null move",
            Fault::Move(Reading::NotAMove { .. }) => "no move",
            Fault::Unlisted => "unlisted move",
            Fault::SecondGame => "second game",
            Fault::NoBeginning(_) => "no beginning",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Variant(name) => write!(f, "it is a game of {name}"),
            Fault::OtherStart => f.write_str("it starts from a FEN"),
            Fault::Fen(why) => write!(f, "its FEN is wrong: {why}"),
            Fault::Pgn(fault) => fault.fmt(f),
            Fault::Move(reading) => reading.fmt(f),
            Fault::Unlisted => f.write_str("it is not in the list"),
            Fault::SecondGame => f.write_str("it begins another game"),
            Fault::NoBeginning(number) => {
                write!(f, "the game begins at move {number}, and no FEN says where")
            }
        }
    }
}
