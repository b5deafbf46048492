//! Computes the squares from which a piece could come, using shakmaty's attack tables.

use shakmaty::{Bitboard, Color, File, Rank, Role, Square, attacks};

/// The squares on the named file and rank. `None` means any file or any rank.
pub fn named(file: Option<File>, rank: Option<Rank>) -> Bitboard {
    file.map_or(Bitboard::FULL, Bitboard::from) & rank.map_or(Bitboard::FULL, Bitboard::from)
}

/// The squares from which a piece of `role` reaches `to` on an empty board.
///
/// A piece on `to` attacks exactly these squares, because every piece except the pawn can also move in the
/// opposite direction. Do not call this for pawns.
pub fn origins(role: Role, to: Square) -> Bitboard {
    attacks::attacks(to, role.of(Color::White), Bitboard::EMPTY)
}

/// The squares of the line that starts next to `to` and goes through `from` to the edge of the board.
///
/// If a piece on `from` can move to `to`, the squares between `from` and `to` are empty, and the piece on
/// `from` is in the way of all pieces beyond `from`. So no other piece on the half-ray can move to `to`. If
/// the squares are not in line, as for a knight's jump, the half-ray is `from` alone.
pub fn half_ray(to: Square, from: Square) -> Bitboard {
    // Along a line, all squares with higher indices than `to` are on the same side of `to`.
    let higher = Bitboard(!1 << to.to_u32());
    let side = if from > to { higher } else { !higher };
    (attacks::ray(to, from) & side).without(to).with(from)
}
