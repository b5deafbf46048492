//! Why a game cannot be read.

use std::fmt;

/// Why a game cannot be read.
///
/// ```
/// use san_strings_pgn::{Fault, PgnFault, games};
///
/// let game = games(b"1. e4 {never closed").next().expect("a game");
/// assert_eq!(game.error.expect("a fault").fault, Fault::Pgn(PgnFault::Comment));
/// assert_eq!(PgnFault::Comment.to_string(), "a comment does not end");
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum PgnFault {
    /// A comment in braces does not end.
    Comment,
    /// A variation does not end.
    Variation,
    /// A closing parenthesis without a variation. The game is read on: if all of its moves are legal,
    /// it does no harm.
    NoVariation,
    /// A character that is not PGN.
    Character(char),
    /// A word that is too long to be a move.
    LongWord,
    /// There is text, and neither a tag nor a move nor a result.
    NoMoves,
    /// The stream ends within the game, or the game is longer than a block.
    Cut,
}

impl fmt::Display for PgnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match *self {
            PgnFault::Comment => "a comment does not end",
            PgnFault::Variation => "a variation does not end",
            PgnFault::NoVariation => "`)` closes no variation",
            PgnFault::Character(char) => return write!(f, "{char:?} is not PGN"),
            PgnFault::LongWord => "the word is too long for a move",
            PgnFault::NoMoves => "it has neither a move nor a result",
            PgnFault::Cut => "the game is cut off, or longer than 2 MiB",
        })
    }
}
