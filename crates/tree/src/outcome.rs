//! The outcome of a node under perfect play, as far as the tree knows it.

use san_strings_core::names;

/// The outcome of a node under perfect play, for the side to move.
///
/// ```
/// use san_strings_tree::{GrowOptions, Grower, Outcome, Root};
///
/// let Root(mate_in_one) = "7k/Q7/6K1/8/8/8/8/8 w - - 0 1".parse()?;
/// let mut grower = Grower::new(mate_in_one, GrowOptions::new(1))?;
/// grower.grow(&())?;
/// grower.solve(None, &())?;
/// assert_eq!(grower.tree().cursor().outcome(), Outcome::Win);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Outcome {
    /// The outcome is unknown.
    #[default]
    Unknown,
    /// A draw. The reason is missing, for example, if the drawing moves have different reasons, or if
    /// the outcome comes from a Syzygy table.
    Draw(Option<DrawReason>),
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
}

names! {
    /// Why a game is drawn.
    ///
    /// ```
    /// use san_strings_tree::{DeadPositions, DrawReason, Game, Outcome, Root};
    ///
    /// let Root(position) = "k7/8/1Q6/8/8/8/8/K7 b - - 0 1".parse()?;
    /// let end = Game::new(position).end(&DeadPositions::default());
    /// assert_eq!(end, Some(Outcome::Draw(Some(DrawReason::Stalemate))));
    /// assert_eq!(DrawReason::Stalemate.to_string(), "stalemate");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    DrawReason {
        /// No series of legal moves leads to mate (FIDE Laws of Chess, 5.2.2).
        DeadPosition = "dead position",
        /// Neither side has enough material to mate, for example if only the kings are left.
        InsufficientMaterial = "insufficient material",
        /// The side to move has no legal move and is not in check (5.2.1).
        Stalemate = "stalemate",
        /// The board state occurs for the third time (9.2).
        ThreefoldRepetition = "threefold repetition",
        /// Fifty moves by each side without a capture or a pawn move (9.3).
        FiftyMoves = "fifty moves",
    }
}

/// Bit of an outcome's code that is set if the game has ended.
const END: u8 = 1 << 7;

impl Outcome {
    /// Computes the outcome of a node from the outcomes of its children. The outcomes of the children are
    /// from the opponent's point of view.
    pub(super) fn of_moves(moves: impl IntoIterator<Item = Outcome>) -> Outcome {
        let mut draw: Option<Option<DrawReason>> = None;
        let (mut any, mut all_known) = (false, true);
        for outcome in moves {
            any = true;
            match outcome {
                Outcome::Loss => return Outcome::Win,
                Outcome::Unknown => all_known = false,
                Outcome::Draw(reason) => {
                    draw = Some(match draw {
                        Some(shared) if shared != reason => None,
                        _ => reason,
                    });
                }
                Outcome::Win => {}
            }
        }
        match draw {
            _ if !any || !all_known => Outcome::Unknown,
            Some(reason) => Outcome::Draw(reason),
            None => Outcome::Loss,
        }
    }

    /// Encodes the outcome as a byte. The bit `END` says whether the game has ended.
    pub(super) fn code(self, is_end: bool) -> u8 {
        let code = match self {
            Outcome::Unknown => 0,
            Outcome::Win => 1,
            Outcome::Loss => 2,
            Outcome::Draw(None) => 3,
            Outcome::Draw(Some(reason)) => 4 + reason as u8,
        };
        code | if is_end { END } else { 0 }
    }

    /// Decodes [`Outcome::code`]; `None` for an invalid byte.
    pub(super) fn of_code(code: u8) -> Option<(Outcome, bool)> {
        let outcome = match code & !END {
            0 => Outcome::Unknown,
            1 => Outcome::Win,
            2 => Outcome::Loss,
            3 => Outcome::Draw(None),
            reason => {
                let reason = DrawReason::ALL.get(usize::from(reason) - 4)?;
                Outcome::Draw(Some(*reason))
            }
        };
        Some((outcome, code & END != 0))
    }

    /// Whether the outcome is known.
    pub fn is_known(self) -> bool {
        self != Outcome::Unknown
    }

    /// The letter for this outcome in an `info.txt`: `?`, `d`, `w` or `l`.
    pub fn letter(self) -> char {
        match self {
            Outcome::Unknown => '?',
            Outcome::Draw(_) => 'd',
            Outcome::Win => 'w',
            Outcome::Loss => 'l',
        }
    }

    /// Decodes a letter. A decoded draw has no reason, because the letter `d` does not encode a reason.
    pub(super) fn of_letter(letter: char) -> Option<Outcome> {
        let all = [Outcome::Unknown, Outcome::Draw(None), Outcome::Win, Outcome::Loss];
        all.into_iter().find(|outcome| outcome.letter() == letter)
    }
}
