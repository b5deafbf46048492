//! Finds the moves whose SAN can need a file, a rank or a full square before the to-square.
//!
//! SAN names the from-square of a piece only when another piece of the same role and colour, a *companion*,
//! could legally move to the same square. SAN inserts the file if the file tells the pieces apart, otherwise
//! the rank, otherwise both (PGN standard, section 8.2.3.4).
//!
//! For every from-square, [`Companions`] lists the squares where a companion could be. We leave out the
//! half-ray of the from-square: the line from the to-square through the from-square to the edge of the board.
//! If two pieces were on this line, one would block the other. [`NeededFrom`] lists the from-squares for
//! which companions can force SAN to name the file, the rank or the full square. One companion is enough to
//! force a file or a rank. Two companions are needed to force the full square: one on the file of the
//! from-square, and one on its rank. These two companions never block each other:
//!
//! - Knights jump over other pieces.
//! - Two bishops, rooks or queens block each other only if they are on the same half-ray from the to-square.
//!   If this half-ray ran along a rank, both companions would be on the rank of the from-square, because one
//!   companion is on that rank. But the other companion is on the file of the from-square. A square on both
//!   this rank and this file is the from-square itself, so the other companion cannot be there. The same
//!   holds for a half-ray along a file.
//! - If the half-ray ran along a diagonal, one companion would be `i` squares from the to-square and the
//!   other `j`. One companion is on the file of the from-square and the other on its rank. So the from-square
//!   is `i` files and `j` ranks away from the to-square, or `j` files and `i` ranks. Because `i` and `j` differ
//!   and neither is 0, no bishop or queen can go from the from-square to the to-square.
//!
//! Larger sets of companions add nothing: if a set requires a discriminator, one or two of its companions
//! already require the same discriminator. Pins and blockers add nothing either, because they can only remove
//! companions from a set.

use shakmaty::{Bitboard, Role, Square, san::San};

use super::geometry::{half_ray, origins};

/// Squares where a companion could be. A companion is another piece of the same role and colour that could
/// move to the same square.
///
/// ```
/// use san_strings_core::{Companions, shakmaty::{Role, Square}};
///
/// let rook = Companions::new(Role::Rook, Square::A2, Square::A1);
/// // No rook gets past the one on a2, but another may come along the rank.
/// assert!(rook.same_file.is_empty() && rook.other_files.contains(Square::B1));
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Companions {
    /// Possible squares of companions outside the file of the from-square. If all companions are on such
    /// squares, SAN writes the file of the from-square.
    pub other_files: Bitboard,
    /// Possible squares of companions on the file of the from-square. If a companion is on such a square, SAN
    /// writes the rank of the from-square.
    pub same_file: Bitboard,
    /// Possible squares of companions on the rank of the from-square. If one companion is on this rank and
    /// another is on the file of the from-square, SAN writes both file and rank.
    pub same_rank: Bitboard,
}

impl Companions {
    /// Finds the squares on which a knight, bishop, rook or queen that moves from `from` to `to` could have
    /// companions. These are all squares from which the piece reaches `to` on an empty board, except those on the
    /// half-ray from `to` through `from`.
    ///
    /// For kings and pawns, the result is meaningless: a king has no companions, and a pawn names its file in
    /// every capture, with or without companions.
    pub fn new(role: Role, from: Square, to: Square) -> Companions {
        let companions = origins(role, to).without(half_ray(to, from));
        Companions {
            other_files: companions.without(from.file()),
            same_file: companions.intersect(from.file()),
            same_rank: companions.intersect(from.rank()),
        }
    }
}

/// For the moves of one role to one to-square: the from-squares from which a move can need each kind of
/// discriminator.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct NeededFrom {
    /// From-squares whose file SAN may have to name, as in `Nbd2`.
    pub file: Bitboard,
    /// From-squares whose rank SAN may have to name, as in `R5e2`.
    pub rank: Bitboard,
    /// From-squares whose file and rank SAN may have to name, as in `Qb6e3`.
    pub square: Bitboard,
}

impl NeededFrom {
    /// Analyses the moves of `role` to `to`. The role must be knight, bishop, rook or queen.
    ///
    /// ```
    /// use san_strings_core::NeededFrom;
    /// use san_strings_core::shakmaty::{Bitboard, Role, Square};
    ///
    /// // Onto a1, a rook comes along its rank or its file. `R2a1` is never
    /// // needed: no second rook on the a-file could get past the first.
    /// let rook = NeededFrom::new(Role::Rook, Square::A1);
    /// assert!(rook.file.contains(Square::A2));
    /// assert_eq!(rook.rank, Bitboard::EMPTY);
    /// assert_eq!(rook.square, Bitboard::EMPTY);
    /// ```
    pub fn new(role: Role, to: Square) -> NeededFrom {
        let mut found =
            NeededFrom { file: Bitboard::EMPTY, rank: Bitboard::EMPTY, square: Bitboard::EMPTY };
        for from in origins(role, to) {
            let companions = Companions::new(role, from, to);
            if companions.other_files.any() {
                found.file.add(from);
            }
            if companions.same_file.any() {
                found.rank.add(from);
            }
            if companions.same_file.any() && companions.same_rank.any() {
                found.square.add(from);
            }
        }
        found
    }
}

/// The part of a SAN that names the from-square, or only its file or rank, to tell the move apart from the
/// moves of companions.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Discriminator {
    /// Nothing: `Nd2`, and every pawn move. The file in `exd5` does not count, because it is always written,
    /// whether or not another pawn could capture.
    None,
    /// The file: `Nbd2`.
    File,
    /// The rank: `R5e2`.
    Rank,
    /// File and rank: `Qb6e3`.
    Square,
}

impl Discriminator {
    /// Returns the kind of discriminator that `san` contains.
    ///
    /// ```
    /// use san_strings_core::Discriminator;
    /// use san_strings_core::shakmaty::san::San;
    ///
    /// let discriminator = |ascii| San::from_ascii(ascii).map(Discriminator::of);
    /// assert_eq!(discriminator(b"R5e2")?, Discriminator::Rank);
    /// assert_eq!(discriminator(b"exd5")?, Discriminator::None);
    /// # Ok::<_, shakmaty::san::ParseSanError>(())
    /// ```
    pub fn of(san: San) -> Discriminator {
        match san {
            San::Normal { role, file, rank, .. } if role != Role::Pawn => match (file, rank) {
                (None, None) => Discriminator::None,
                (Some(_), None) => Discriminator::File,
                (None, Some(_)) => Discriminator::Rank,
                (Some(_), Some(_)) => Discriminator::Square,
            },
            _ => Discriminator::None,
        }
    }
}
