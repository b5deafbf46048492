//! Reasons why a game cannot be read.

use std::fmt;

/// The reason why a game cannot be read.
///
/// ```
/// use san_strings_pgn::{Fault, PgnFault, games};
///
/// let game = games(b"1. e4 {never closed").next().expect("a game");
/// assert_eq!(game.error.expect("a fault").fault, Fault::Pgn(PgnFault::Comment));
/// assert_eq!(PgnFault::Comment.to_string(), "a comment is never closed");
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum PgnFault {
    /// A comment in braces is not closed.
    Comment,
    /// A variation is not closed.
    Variation,
    /// A closing parenthesis has no matching opening parenthesis. We still read the game, because the
    /// parenthesis does no harm if all moves are legal.
    NoVariation,
    /// A character that is not allowed in PGN.
    Character(char),
    /// A word that is too long for a move.
    LongWord,
    /// The text has no tags, no moves and no result. If each line is read as a game, a line with neither
    /// moves nor a result has this fault, even if it has tags.
    NoMoves,
    /// The input ends within the game, or the game is longer than 2 MiB.
    Cut,
}

impl fmt::Display for PgnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match *self {
            PgnFault::Comment => "a comment is never closed",
            PgnFault::Variation => "a variation is never closed",
            PgnFault::NoVariation => "`)` has no matching `(`",
            PgnFault::Character(char) => return write!(f, "{char:?} is not allowed in PGN"),
            PgnFault::LongWord => "the word is too long for a move",
            PgnFault::NoMoves => "it contains neither a move nor a result",
            PgnFault::Cut => "the game is cut off, or longer than 2 MiB",
        })
    }
}
