//! Which strings can occur: can the move that a base string writes give check?
//!
//! Every base string occurs without a suffix: a game shows each of them (see below). With `+`
//! or `#` it occurs only if the move can attack a king that was *not attacked before*:
//! otherwise the side that moves could have taken the king. This module looks for such a
//! king, exhaustively. Suppose that a game has the string, with a check. Then:
//!
//! 1. **Placement.** The piece came from somewhere, and had at least the
//!    companions that the discriminator needs. Of these, take as few as it
//!    needs: a [`Placement`].
//! 2. **Empty squares.** The squares between each piece of the placement and the
//!    to-square were empty, and the to-square too unless the move captured.
//! 3. **Check.** The piece attacked the king from the to-square, or it left a
//!    line on which a bishop, rook or queen behind it attacked the king. The
//!    other squares of that line were empty, too.
//! 4. **The king before.** No piece of the placement attacked it before the move. So something stood in the
//!    way of each piece with a line to the king, on a square that 2 and 3 do not need empty.
//!
//! The game thus yields a placement, a king and a checking line that satisfy these conditions. So a string
//! for which nothing satisfies them cannot occur. We do not argue here that each of the other strings does
//! occur: a game in `output/corpus.pgn`, which `verify` replays, shows it. An [example](super::example) would
//! not be enough, because its position may be one that no game reaches.
//!
//! **White stands for both colours**, unless a pawn moves: the conditions speak only of
//! squares that pieces attack, and those are the same for the pieces of both colours.
//!
//! **Lemma: it is enough to look at the smallest sets of companions.** The game may have had more companions
//! than the placement. What could a further one change? It needs its own way to the to-square empty, which
//! only adds to the squares of 2. And it may stand in the way of a piece that would otherwise have attacked
//! the king before the move. That is covered: for 4, we fill *every* square that 2 and 3 do not need empty
//! with a piece that attacks nothing, so the square of that companion is occupied, too. The same holds for
//! all other pieces on the board. We need not look at what the further companion itself attacks, because that
//! could only rule out more kings.
//!
//! Condition 4 rules out the 336 strings that look possible. A queen never discovers a check:
//! the king would stand on a line through her from-square, with nothing between, and she
//! attacks along every line. Likewise a bishop never opens a diagonal, nor a rook a rank or a
//! file. And if a companion stands on the opposite side of an empty to-square, it already
//! attacked, through that square, whatever the piece attacks beyond it.
//!
//! The search leaves out two kinds of moves whose strings can give check anyway. Castling can always give
//! check, by the rook along its new file. An en passant capture may also open a line through the captured
//! pawn, but the search finds a check for every pawn capture without that.

use shakmaty::{Bitboard, Color, Piece, Rank, Role, Square, attacks, san::San};

use super::{
    discriminator::{Companions, Discriminator},
    geometry::{half_ray, named, origins},
};

/// A way to play a base string: the moving piece, and the squares that the text of the string leaves open.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Placement {
    /// The moving piece. Unless it is a pawn, it is white, and stands for both colours.
    pub piece: Piece,
    /// The from-square.
    pub from: Square,
    /// The to-square.
    pub to: Square,
    /// The squares of the companions: as few as the discriminator needs.
    pub companions: Bitboard,
    /// Whether the move captures something on the to-square.
    pub capture: bool,
    /// The role that a pawn promotes to.
    pub promotion: Option<Role>,
}

/// A check that the move of a [`Placement`] can give.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Check {
    /// The king in check.
    pub king: Square,
    /// The bishop or rook, and its square, that the move discovers; `None` if
    /// the piece that moves gives check itself.
    pub discovered: Option<(Role, Square)>,
}

/// Every placement in which SAN writes `san`, a base string. Empty if the string cannot occur, and for
/// castling, whose text leaves nothing open.
pub fn placements(san: San) -> impl Iterator<Item = Placement> {
    let San::Normal { role, capture, to, promotion, .. } = san else {
        return None.into_iter().flatten();
    };
    let moves = Color::ALL.into_iter().flat_map(move |color| {
        let squares = from_squares(san, color).into_iter();
        squares.map(move |from| (role.of(color), from))
    });
    let placements = moves.flat_map(move |(piece, from)| {
        let sets = companion_sets(role, Discriminator::of(san), from, to);
        sets.map(move |companions| Placement { piece, from, to, companions, capture, promotion })
    });
    Some(placements).into_iter().flatten()
}

/// Whether the move of `san`, a base string, can give check.
pub fn can_check(san: San) -> bool {
    matches!(san, San::Castle(_))
        || placements(san).any(|placement| placement.checks().next().is_some())
}

impl Placement {
    /// The piece that moves and its companions.
    pub fn movers(self) -> Bitboard {
        self.companions.with(self.from)
    }

    /// The squares that must be empty before the move.
    pub fn empty(self) -> Bitboard {
        let mut empty = Bitboard::EMPTY;
        for mover in self.movers() {
            empty |= attacks::between(mover, self.to);
        }
        empty.set(self.to, !self.capture);
        empty
    }

    /// The squares that the piece attacks after the move.
    pub fn attacked_after(self) -> Bitboard {
        let piece = Piece { role: self.promotion.unwrap_or(self.piece.role), ..self.piece };
        attacks::attacks(self.to, piece, self.companions)
    }

    /// Finds the moving piece or companion that attacks `king` before the move, on a board where the squares
    /// of `line` and of [`Placement::empty`] are empty, and all others are occupied.
    pub fn attacker_before(self, king: Square, line: Bitboard) -> Option<Square> {
        self.attacker(king, self.movers(), self.empty() | line)
    }

    fn attacker(self, king: Square, movers: Bitboard, empty: Bitboard) -> Option<Square> {
        let occupied = !empty | movers;
        movers
            .into_iter()
            .find(|&mover| attacks::attacks(mover, self.piece, occupied).contains(king))
    }

    /// Every check the move can give: from the to-square first, then by pieces
    /// behind the from-square.
    pub fn checks(self) -> impl Iterator<Item = Check> {
        self.direct_checks().chain(self.discovered_checks())
    }

    fn direct_checks(self) -> impl Iterator<Item = Check> {
        // A king attacks no king.
        let attacked = match self.piece.role {
            Role::King => Bitboard::EMPTY,
            _ => self.attacked_after(),
        };
        let (movers, empty) = (self.movers(), self.empty());
        // We need not exclude a king on a square that must be empty: the piece that passes through the square
        // attacked the king before the move.
        (attacked & !movers)
            .into_iter()
            .filter(move |&king| {
                let empty = empty | attacks::between(self.to, king);
                self.attacker(king, movers, empty).is_none()
            })
            .map(|king| Check { king, discovered: None })
    }

    fn discovered_checks(self) -> impl Iterator<Item = Check> {
        let free = !(self.movers() | self.empty()).with(self.to);
        let sliders = self.unguarded() & free;
        sliders.into_iter().flat_map(move |slider| {
            let kings = attacks::ray(slider, self.from) & !half_ray(self.from, slider) & free;
            let straight = slider.file() == self.from.file() || slider.rank() == self.from.rank();
            let role = if straight { Role::Rook } else { Role::Bishop };
            kings
                .into_iter()
                .filter(move |&king| {
                    // The last two conditions change the result for no string. They only exclude checks that
                    // no position has.
                    let line = attacks::between(slider, king);
                    !line.intersects(self.companions.with(self.to))
                        && self.attacker_before(king, line).is_none()
                        // Kings never touch, neither before nor after the move.
                        && (self.piece.role != Role::King || king.distance(self.to) > 1)
                })
                .map(move |king| Check { king, discovered: Some((role, slider)) })
        })
    }

    /// The squares on lines through the from-square along which the moving piece itself does not attack. Only
    /// from these squares can another piece give a discovered check.
    fn unguarded(self) -> Bitboard {
        let lines = attacks::queen_attacks(self.from, Bitboard::EMPTY);
        let slides = matches!(self.piece.role, Role::Bishop | Role::Rook | Role::Queen);
        if slides { lines & !origins(self.piece.role, self.from) } else { lines }
    }
}

/// The from-squares that the text of the string allows for a piece of `color`. All pieces except pawns are
/// white here, so the result is empty if they are black.
pub(super) fn from_squares(san: San, color: Color) -> Bitboard {
    let San::Normal { role, file, rank, capture, to, promotion } = san else {
        return Bitboard::EMPTY;
    };
    let squares = match (role, color) {
        (Role::Pawn, _) => pawn_origins(color, to, capture, promotion),
        (_, Color::Black) => Bitboard::EMPTY,
        // A side has only one king, so a king needs no discriminator.
        (Role::King, _) if file.is_some() || rank.is_some() => Bitboard::EMPTY,
        (_, Color::White) => origins(role, to),
    };
    squares & named(file, rank)
}

/// The squares that a pawn of `color` can come from. Empty if the pawn must promote and does not, or the
/// reverse.
fn pawn_origins(color: Color, to: Square, capture: bool, promotion: Option<Role>) -> Bitboard {
    if (to.rank() == color.relative_rank(Rank::Eighth)) != promotion.is_some() {
        return Bitboard::EMPTY;
    }
    let back = Bitboard::from(to).shift(color.fold_wb(-8, 8));
    let from = if capture {
        attacks::pawn_attacks(color.other(), to)
    } else if to.rank() == color.relative_rank(Rank::Fourth) {
        back | back.shift(color.fold_wb(-8, 8))
    } else {
        back
    };
    from & !Bitboard::BACKRANKS
}

/// The smallest sets of companions that force the discriminator.
fn companion_sets(
    role: Role,
    discriminator: Discriminator,
    from: Square,
    to: Square,
) -> impl Iterator<Item = Bitboard> {
    let companions = || Companions::new(role, from, to);
    let (first, second) = match discriminator {
        Discriminator::None => (None, None),
        Discriminator::File => (Some(companions().other_files), None),
        Discriminator::Rank => (Some(companions().same_file), None),
        Discriminator::Square => (Some(companions().same_file), Some(companions().same_rank)),
    };
    // Each square as a set of its own; for `None`, only the empty set.
    let choices = |squares: Option<Bitboard>| {
        let none = squares.is_none().then_some(Bitboard::EMPTY);
        none.into_iter().chain(squares.unwrap_or_default().into_iter().map(Bitboard::from))
    };
    choices(first).flat_map(move |one| choices(second).map(move |other| one | other))
}
