//! Compares the discriminator and the check symbol of a SAN with those of the exact SAN of the same move.

use std::ops::Range;

use shakmaty::{
    Chess, Move, Position, attacks,
    san::{San, SanPlus, Suffix},
};

use super::{
    Difference,
    deviation::{Deviation, Deviations},
};
use crate::{discriminator::Discriminator, refusal::is_impossible_san};

/// Compares `is`, a SAN that means `m`, with `should`, the exact SAN. `after` is the position after the move.
pub fn between(after: &Chess, m: Move, is: SanPlus, should: SanPlus) -> Vec<Deviation> {
    let len = |text: String| u8::try_from(text.len()).unwrap_or(u8::MAX);
    let (base, whole) = (len(is.san.to_string()), len(is.to_string()));
    let origin = match Discriminator::of(is.san) {
        Discriminator::None => 0..0,
        Discriminator::File | Discriminator::Rank => 1..2,
        Discriminator::Square => 1..3,
    };
    let mut deviations = Deviations::default();
    deviations.note_between(after, m, (is, should), origin, base..whole);
    deviations.sorted()
}

impl Deviations {
    /// Notes how the SAN as written, `is`, differs from the exact SAN, `should`. `after` is the position after
    /// the move; `origin` and `mark` are the byte ranges of the discriminator and of the check symbol.
    pub fn note_between(
        &mut self,
        after: &Chess,
        m: Move,
        (is, should): (SanPlus, SanPlus),
        origin: Range<u8>,
        mark: Range<u8>,
    ) {
        if let Some(difference) = needless(after, m, is.san, should.san) {
            self.note(difference, origin);
        }
        if let Some(difference) = suffix_difference(is, should) {
            self.note(difference, mark.clone());
            if is_impossible_san(is) {
                self.note(Difference::CannotOccur, mark);
            }
        }
    }
}

fn suffix_difference(is: SanPlus, should: SanPlus) -> Option<Difference> {
    match (is.suffix, should.suffix) {
        (None, Some(Suffix::Check)) => Some(Difference::CheckMissing),
        (None, Some(Suffix::Checkmate)) => Some(Difference::MateMissing),
        (Some(Suffix::Check), None) => Some(Difference::CheckAdded),
        (Some(Suffix::Checkmate), None) => Some(Difference::MateAdded),
        (Some(Suffix::Check), Some(Suffix::Checkmate)) => Some(Difference::CheckInsteadOfMate),
        (Some(Suffix::Checkmate), Some(Suffix::Check)) => Some(Difference::MateInsteadOfCheck),
        _ => None,
    }
}

/// Compares the discriminators.
fn needless(after: &Chess, m: Move, is: San, should: San) -> Option<Difference> {
    let (is, should) = (Discriminator::of(is), Discriminator::of(should));
    match (is, should) {
        _ if is == should => None,
        (Discriminator::None, _) => None,
        (_, Discriminator::None) if has_companion(after, m) => match is {
            Discriminator::File => Some(Difference::NeedlessFileCompanionPinned),
            Discriminator::Rank => Some(Difference::NeedlessRankCompanionPinned),
            _ => Some(Difference::NeedlessSquareCompanionPinned),
        },
        (_, Discriminator::None) => needless_part(is),
        (_, Discriminator::Rank) => Some(Difference::SquareForRank),
        (Discriminator::Rank, _) => Some(Difference::RankForFile),
        _ => Some(Difference::SquareForFile),
    }
}

/// The difference that we report for a needless discriminator.
pub(super) fn needless_part(discriminator: Discriminator) -> Option<Difference> {
    match discriminator {
        Discriminator::None => None,
        Discriminator::File => Some(Difference::NeedlessFile),
        Discriminator::Rank => Some(Difference::NeedlessRank),
        Discriminator::Square => Some(Difference::NeedlessSquare),
    }
}

/// Whether another piece of the same role and colour attacks the to-square. `after` is the position after the
/// move.
fn has_companion(after: &Chess, m: Move) -> bool {
    let (board, to) = (after.board(), m.to());
    let piece = m.role().of(after.turn().other());
    let occupied = m.from().map_or(board.occupied(), |from| board.occupied().with(from));
    (attacks::attacks(to, piece, occupied) & board.by_piece(piece)).any()
}
