//! What SAN writes of a move and after it.

use shakmaty::{
    Chess, Move, MoveList, Position,
    san::{San, SanPlus, Suffix},
};

/// The suffix of the move that has led to a position.
pub fn suffix_after(after: &Chess) -> Option<Suffix> {
    match after.is_check() {
        true if after.legal_moves().is_empty() => Some(Suffix::Checkmate),
        true => Some(Suffix::Check),
        false => None,
    }
}

/// The SAN of a move out of all that are legal in the position, and the position after it.
pub fn played(position: &Chess, m: Move, legal: &MoveList) -> (SanPlus, Chess) {
    let mut after = position.clone();
    after.play_unchecked(m);
    let san = SanPlus { san: San::disambiguate(m, legal), suffix: suffix_after(&after) };
    (san, after)
}
