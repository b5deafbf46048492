//! What SAN writes of a move and after it.

use shakmaty::{
    Board, Chess, Move, MoveList, Piece, Position, Role, Square, attacks,
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

/// The suffix of the move that has led to a position. It is found faster than by [`suffix_after`], because
/// most moves neither attack the king nor leave a line to it on which a piece of theirs stands.
pub fn suffix_of(m: Move, after: &Chess) -> Option<Suffix> {
    if let Move::Normal { role, from, to, promotion, .. } = m {
        let (board, them) = (after.board(), after.turn().other());
        let king = board.king_of(after.turn())?;
        let sliders = board.sliders() & board.by_color(them);
        if !attacks_square(board, promotion.unwrap_or(role).of(them), to, king)
            && !attacks::ray(king, from).intersects(sliders)
        {
            return None;
        }
    }
    suffix_after(after)
}

/// Whether a piece attacks a square. The table of all squares that a piece attacks is larger than the nearer
/// caches; those of lines between two squares are not.
pub(super) fn attacks_square(board: &Board, piece: Piece, from: Square, to: Square) -> bool {
    let is_straight = from.file() == to.file() || from.rank() == to.rank();
    let is_line = match piece.role {
        Role::Pawn => return attacks::pawn_attacks(piece.color, from).contains(to),
        Role::Knight => return attacks::knight_attacks(from).contains(to),
        Role::King => return attacks::king_attacks(from).contains(to),
        Role::Bishop => !is_straight,
        Role::Rook => is_straight,
        Role::Queen => true,
    };
    is_line
        && attacks::ray(from, to).any()
        && (attacks::between(from, to) & board.occupied()).is_empty()
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
