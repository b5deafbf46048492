//! Which moves can need their file, rank or full square named.
//!
//! SAN names the from-square of a piece only when another piece of the same role and colour,
//! a *companion*, could legally move to the same square. It inserts the file if that tells
//! them apart, else the rank, else both (PGN standard, section 8.2.3.4).
//!
//! For every from-square, [`Companions`] has the squares where one could stand: off the
//! half-ray of the from-square, where one would block the other. [`NeededFrom`] has what they
//! can force. One companion is enough for a file or a rank; for a full square it takes two,
//! one on the file of the from-square and one on its rank. Neither of these blocks the other:
//!
//! - Knights have no lines.
//! - Two pieces block each other only on one half-ray from the to-square. On a rank or file,
//!   the companion on the from-square's rank or file would share the from-square's line.
//! - On a diagonal, one companion is `i` squares from the to-square and the other `j`. One has
//!   the file of the from-square and the other its rank, so the from-square is `i` files and
//!   `j` ranks away from the to-square, or the reverse. As `i` and `j` differ and neither is 0,
//!   no bishop and no queen moves that way.
//!
//! More companions add nothing: whatever a larger set forces, one or two of its members force
//! already. Pins and blockers only make the set of those that can move smaller.

use shakmaty::{Bitboard, Role, Square, san::San};

use super::geometry::{half_ray, origins};

/// Where a companion could stand: another piece of the same role and colour
/// that could move to the same square.
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
    /// Squares on other files than the from-square. One of these alone makes SAN
    /// write the file.
    pub other_files: Bitboard,
    /// Squares on the file of the from-square. One of these alone makes SAN write
    /// the rank.
    pub same_file: Bitboard,
    /// Squares on the rank of the from-square. One of these and one on its file
    /// make SAN write both.
    pub same_rank: Bitboard,
}

impl Companions {
    /// The companions of a knight, bishop, rook or queen that moves from `from`
    /// to `to`: all that could come to the to-square, less the half-ray through
    /// the from-square.
    ///
    /// A king has no companions and a pawn names its file for another reason
    /// (every capture does), so for these two roles the result has no meaning.
    pub fn new(role: Role, from: Square, to: Square) -> Companions {
        let companions = origins(role, to).without(half_ray(to, from));
        Companions {
            other_files: companions.without(from.file()),
            same_file: companions.intersect(from.file()),
            same_rank: companions.intersect(from.rank()),
        }
    }
}

/// The from-squares of the moves of one role to one square that can need each
/// kind of discriminator.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct NeededFrom {
    /// From-squares whose file can be needed, as in `Nbd2`.
    pub file: Bitboard,
    /// From-squares whose rank can be needed, as in `R5e2`.
    pub rank: Bitboard,
    /// From-squares that can be needed in full, as in `Qb6e3`.
    pub square: Bitboard,
}

impl NeededFrom {
    /// Analyses the moves of `role`, which has [`Companions`], to `to`.
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

/// The part of a SAN that names the from-square, to tell its move from others.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Discriminator {
    /// Nothing: `Nd2`, and every pawn move. The file of a pawn capture
    /// (`exd5`) is always written, whether or not another pawn could capture.
    None,
    /// The file: `Nbd2`.
    File,
    /// The rank: `R5e2`.
    Rank,
    /// File and rank: `Qb6e3`.
    Square,
}

impl Discriminator {
    /// The kind of discriminator in `san`.
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
