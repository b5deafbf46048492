//! Detects how a game ended on the board.

use std::fmt;

use shakmaty::{Chess, Color, KnownOutcome, Outcome, Position};

/// How a game ended on the board.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Ending {
    /// Checkmate.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move has no legal move, and is not in check.
    Stalemate,
    /// Neither side has the material to mate (FIDE Laws of Chess, 5.2.2).
    DeadPosition,
}

impl Ending {
    /// Finds out from the last position how a game ended; `None` if the game could have gone on.
    pub fn of(end: &Chess) -> Option<Ending> {
        if end.is_insufficient_material() {
            return Some(Ending::DeadPosition);
        }
        let mate = Ending::Checkmate { winner: end.turn().other() };
        let is_over = end.legal_moves().is_empty();
        is_over.then(|| if end.is_check() { mate } else { Ending::Stalemate })
    }

    /// Returns the correct result of a game that ended in this way.
    ///
    /// ```
    /// use san_strings_pgn::Ending;
    ///
    /// assert_eq!(Ending::Stalemate.outcome().to_string(), "1/2-1/2");
    /// ```
    pub fn outcome(self) -> KnownOutcome {
        match self {
            Ending::Checkmate { winner } => KnownOutcome::Decisive { winner },
            Ending::Stalemate | Ending::DeadPosition => KnownOutcome::Draw,
        }
    }

    /// Whether a result contradicts this ending. The unknown result `*` contradicts checkmate and stalemate,
    /// but not a dead position.
    pub fn contradicts(self, result: Outcome) -> bool {
        let is_decisive = matches!(result, Outcome::Known(KnownOutcome::Decisive { .. }));
        result != Outcome::Known(self.outcome()) && (self != Ending::DeadPosition || is_decisive)
    }
}

impl fmt::Display for Ending {
    /// Writes a clause, such as `White has mated`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Checkmate { winner: Color::White } => "White has mated",
            Ending::Checkmate { winner: Color::Black } => "Black has mated",
            Ending::Stalemate => "it is stalemate",
            Ending::DeadPosition => "neither side can mate",
        })
    }
}
