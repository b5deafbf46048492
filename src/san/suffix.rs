//! What SAN writes after a move.

use shakmaty::{Chess, Position, san::Suffix};

/// The suffix of the move that has led to a position.
pub fn suffix_after(after: &Chess) -> Option<Suffix> {
    match after.is_check() {
        true if after.legal_moves().is_empty() => Some(Suffix::Checkmate),
        true => Some(Suffix::Check),
        false => None,
    }
}
