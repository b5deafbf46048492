//! Where a piece could come from, out of shakmaty's attack tables.

use shakmaty::{Bitboard, Color, File, Rank, Role, Square, attacks};

/// The squares of a file and a rank, as far as they are named.
pub fn named(file: Option<File>, rank: Option<Rank>) -> Bitboard {
    file.map_or(Bitboard::FULL, Bitboard::from) & rank.map_or(Bitboard::FULL, Bitboard::from)
}

/// The squares from which a piece of `role` reaches `to` on an empty board.
///
/// These are the squares it attacks from `to`: every piece can take its move
/// back, except for the pawn, for which this function has no meaning.
pub fn origins(role: Role, to: Square) -> Bitboard {
    attacks::attacks(to, role.of(Color::White), Bitboard::EMPTY)
}

/// The squares of the line that starts next to `to`, goes through `from` and
/// on to the edge of the board.
///
/// While a piece on `from` can move to `to`, no other piece on its half-ray
/// can: it is either in the way or blocked itself. Squares that no line joins,
/// as before a knight's jump, give `from` alone.
pub fn half_ray(to: Square, from: Square) -> Bitboard {
    // Along a line, all squares on one side of `to` have higher indices.
    let higher = Bitboard(!1 << to.to_u32());
    let side = if from > to { higher } else { !higher };
    (attacks::ray(to, from) & side).without(to).with(from)
}
