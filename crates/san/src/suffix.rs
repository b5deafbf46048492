//! Finds the suffix of a move: `+`, `#` or none.

use shakmaty::{
    Bitboard, Board, Chess, Move, MoveList, Piece, Position, Role, Square, attacks,
    san::{San, SanPlus, Suffix},
};

use super::targets::king_targets;

/// The suffix of the move that led to this position.
pub fn suffix_after(after: &Chess) -> Option<Suffix> {
    after.is_check().then(|| suffix_of_check(after))
}

/// Like [`suffix_after`], but faster, except for castling and en passant captures. After any other move, looks
/// only at the moved piece and at pieces behind its from-square, because no other piece can give check.
pub fn suffix_of(m: Move, after: &Chess) -> Option<Suffix> {
    let Move::Normal { role, from, to, promotion, .. } = m else { return suffix_after(after) };
    let (board, them) = (after.board(), after.turn().other());
    let king = board.king_of(after.turn())?;
    let is_check = attacks_square(promotion.unwrap_or(role).of(them), to, king, board.occupied())
        || is_attacked_along(board, board.by_color(them), (king, from), board.occupied());
    is_check.then(|| suffix_of_check(after))
}

fn suffix_of_check(after: &Chess) -> Suffix {
    // After most checks the king can move, so we try its moves first.
    let is_mate = !can_king_move(after) && after.legal_moves().is_empty();
    if is_mate { Suffix::Checkmate } else { Suffix::Check }
}

/// Whether one of `pieces` attacks the king along the line through `left`, the from-square of a move.
pub(super) fn is_attacked_along(
    board: &Board,
    pieces: Bitboard,
    (king, left): (Square, Square),
    occupied: Bitboard,
) -> bool {
    let on_line = attacks::ray(king, left) & pieces & board.sliders();
    on_line.into_iter().any(|from| {
        board.piece_at(from).is_some_and(|piece| attacks_square(piece, from, king, occupied))
    })
}

/// Whether a piece attacks a square. For bishops, rooks and queens, we look up the squares between `from` and
/// `to`, not the attacked squares. The table of attacked squares is larger, so the processor keeps more of it
/// in slower caches.
pub(super) fn attacks_square(piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool {
    let is_straight = from.file() == to.file() || from.rank() == to.rank();
    let is_line = match piece.role {
        Role::Pawn => return attacks::pawn_attacks(piece.color, from).contains(to),
        Role::Knight => return attacks::knight_attacks(from).contains(to),
        Role::King => return attacks::king_attacks(from).contains(to),
        Role::Bishop => !is_straight,
        Role::Rook => is_straight,
        Role::Queen => true,
    };
    is_line && attacks::ray(from, to).any() && (attacks::between(from, to) & occupied).is_empty()
}

fn can_king_move(position: &Chess) -> bool {
    let king = position.board().king_of(position.turn());
    king.is_some_and(|king| king_targets(position, king).next().is_some())
}

/// Returns the SAN of a move, and the position after the move. `legal` must contain at least the legal moves
/// with the same role and to-square as `m`.
pub fn played(position: &Chess, m: Move, legal: &MoveList) -> (SanPlus, Chess) {
    let mut after = position.clone();
    after.play_unchecked(m);
    let san = SanPlus { san: San::disambiguate(m, legal), suffix: suffix_after(&after) };
    (san, after)
}
