//! What SAN writes of a move and after it.

use shakmaty::{
    Chess, Move, MoveList, Position, attacks,
    san::{San, SanPlus, Suffix},
};

use super::targets::is_attacked;

/// The suffix of the move that has led to a position.
pub fn suffix_after(after: &Chess) -> Option<Suffix> {
    match after.is_check() {
        true if !can_king_move(after) && after.legal_moves().is_empty() => Some(Suffix::Checkmate),
        true => Some(Suffix::Check),
        false => None,
    }
}

/// Whether the king can go to a square that is not attacked, as it can after most checks.
fn can_king_move(position: &Chess) -> bool {
    let (board, us) = (position.board(), position.turn());
    let Some(king) = board.king_of(us) else { return false };
    let squares = attacks::king_attacks(king) & !board.by_color(us);
    squares.into_iter().any(|to| !is_attacked(position, king, to))
}

/// The SAN of a move out of all that are legal in the position, and the position after it.
pub fn played(position: &Chess, m: Move, legal: &MoveList) -> (SanPlus, Chess) {
    let mut after = position.clone();
    after.play_unchecked(m);
    let san = SanPlus { san: San::disambiguate(m, legal), suffix: suffix_after(&after) };
    (san, after)
}
