//! Where a piece could come from, out of shakmaty's attack tables.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

/// The squares from which a piece of `role` reaches `to` on an empty board.
///
/// These are the squares it attacks from `to`: every piece can take its move
/// back, except for the pawn, for which this function has no meaning.
///
/// ```
/// use san_strings::san::geometry::origins;
/// use shakmaty::{Bitboard, Role, Square};
///
/// let knights = origins(Role::Knight, Square::H1);
/// assert_eq!(knights, Bitboard::from_iter([Square::F2, Square::G3]));
/// ```
#[must_use]
pub fn origins(role: Role, to: Square) -> Bitboard {
    attacks::attacks(to, role.of(Color::White), Bitboard::EMPTY)
}

/// The squares of the line that starts next to `to`, goes through `from` and
/// on to the edge of the board.
///
/// While a piece on `from` can move to `to`, no other piece on its half-ray
/// can: it is either in the way or blocked itself. Squares that no line joins,
/// as before a knight's jump, give `from` alone.
///
/// ```
/// use san_strings::san::geometry::half_ray;
/// use shakmaty::{Bitboard, Square};
///
/// let squares = [Square::E5, Square::F6, Square::G7, Square::H8];
/// assert_eq!(half_ray(Square::D4, Square::F6), Bitboard::from_iter(squares));
/// assert_eq!(half_ray(Square::D4, Square::E6), Bitboard::from(Square::E6));
/// ```
#[must_use]
pub fn half_ray(to: Square, from: Square) -> Bitboard {
    // Along a line, all squares on one side of `to` have higher indices.
    let higher = Bitboard(!1 << to.to_u32());
    let side = if from > to { higher } else { !higher };
    (attacks::ray(to, from) & side).without(to).with(from)
}
