//! What SAN writes of a move and after it.

use shakmaty::{
    Chess, Move, MoveList, Position,
    san::{San, SanPlus, Suffix},
};

use super::targets::king_targets;

/// The suffix of the move that has led to a position.
pub fn suffix_after(after: &Chess) -> Option<Suffix> {
    match after.is_check() {
        // After most checks the king can go.
        true if !can_king_move(after) && after.legal_moves().is_empty() => Some(Suffix::Checkmate),
        true => Some(Suffix::Check),
        false => None,
    }
}

fn can_king_move(position: &Chess) -> bool {
    let king = position.board().king_of(position.turn());
    king.is_some_and(|king| king_targets(position, king).next().is_some())
}

/// The SAN of a move out of all that are legal in the position, and the position after it.
pub fn played(position: &Chess, m: Move, legal: &MoveList) -> (SanPlus, Chess) {
    let mut after = position.clone();
    after.play_unchecked(m);
    let san = SanPlus { san: San::disambiguate(m, legal), suffix: suffix_after(&after) };
    (san, after)
}
