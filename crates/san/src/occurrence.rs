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
//! 4. **The king before.** No piece of the placement attacked it before the move. So something
//!    stood in the way of each piece with a line to it, and not on the squares of 2 and 3.
//!
//! The game thus yields a placement, a king and a checking line that satisfy these
//! conditions. So a string for which no case is left cannot occur. That each of the others
//! does is not argued here: a game shows it, in `output/corpus.pgn`, which `verify` replays.
//! An [example](super::example) is a position, which no game need reach.
//!
//! **White stands for both colours**, unless a pawn moves: the conditions speak only of
//! squares that pieces attack, and those are the same for the pieces of both colours.
//!
//! **Lemma: it is enough to look at the smallest sets of companions.** The game may
//! have had more companions than the placement. What could a further one change? It
//! needs its own way to the to-square empty, which only adds to the squares of 2. And
//! it may stand in the way of a piece that would otherwise have attacked the king
//! before the move. That is covered: 4 takes *every* square that 2 and 3 do not need
//! empty for occupied, with pieces that attack nothing, and so also the square of
//! that companion. The same holds for all other pieces on the board. What the further
//! companion attacks itself need not be looked at, as it could only rule out more
//! kings.
//!
//! Condition 4 rules out the 336 strings that look possible. A queen never discovers a check:
//! the king would stand on a line through her from-square, with nothing between, and she
//! attacks along every line. Likewise a bishop never opens a diagonal, nor a rook a rank or a
//! file. And if a companion stands on the opposite side of an empty to-square, it already
//! attacked, through that square, whatever the piece attacks beyond it.
//!
//! Castling is left out of the search, because the rook can always check along its new file.
//! Capturing en passant is left out, where the captured pawn may open a line too, because the
//! search finds a check for every pawn capture without that.

use shakmaty::{Bitboard, Color, Piece, Rank, Role, Square, attacks, san::San};

use super::{
    discriminator::{Companions, Discriminator},
    geometry::{half_ray, named, origins},
};

/// A way to play a base string: the squares that its text leaves open.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Placement {
    /// The piece that moves: White stands for both colours, unless it is a pawn.
    pub piece: Piece,
    /// The from-square.
    pub from: Square,
    /// The to-square.
    pub to: Square,
    /// The squares of the companions: as few as the discriminator needs.
    pub companions: Bitboard,
    /// Whether it captures something on the to-square.
    pub capture: bool,
    /// The piece that a pawn becomes.
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

/// Every placement in which SAN writes `san`. There is none if the string can
/// not occur, and none for castling, which has nothing open.
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

/// Whether the move that `san`, a base string, writes can give check.
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

    /// The mover or companion that attacks `king` before the move, if the
    /// squares of `line` are empty, and all others but those of [`Placement::empty`]
    /// occupied.
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
        // A king on a square that must be empty was attacked before, by the piece that goes
        // through it.
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
                    // The last two conditions decide no string: they keep out checks that no
                    // position has.
                    let line = attacks::between(slider, king);
                    !line.intersects(self.companions.with(self.to))
                        && self.attacker_before(king, line).is_none()
                        // Kings do not touch, after the move as before.
                        && (self.piece.role != Role::King || king.distance(self.to) > 1)
                })
                .map(move |king| Check { king, discovered: Some((role, slider)) })
        })
    }

    /// The squares on lines through the from-square along which the piece
    /// itself does not attack: only from there can another check through it.
    fn unguarded(self) -> Bitboard {
        let lines = attacks::queen_attacks(self.from, Bitboard::EMPTY);
        let slides = matches!(self.piece.role, Role::Bishop | Role::Rook | Role::Queen);
        if slides { lines & !origins(self.piece.role, self.from) } else { lines }
    }
}

/// The squares that a piece of `color` can come from, as far as the text of
/// the string says. Colour matters for pawns only.
pub(super) fn from_squares(san: San, color: Color) -> Bitboard {
    let San::Normal { role, file, rank, capture, to, promotion } = san else {
        return Bitboard::EMPTY;
    };
    let squares = match (role, color) {
        (Role::Pawn, _) => pawn_origins(color, to, capture, promotion),
        (_, Color::Black) => Bitboard::EMPTY,
        // A king has no companions to be told from.
        (Role::King, _) if file.is_some() || rank.is_some() => Bitboard::EMPTY,
        (_, Color::White) => origins(role, to),
    };
    squares & named(file, rank)
}

/// Where a pawn of `color` comes from; nowhere if it must promote and does not,
/// or the reverse.
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
    // One of the squares, or none if there is nothing to choose from.
    let choices = |squares: Option<Bitboard>| {
        let none = squares.is_none().then_some(Bitboard::EMPTY);
        none.into_iter().chain(squares.unwrap_or_default().into_iter().map(Bitboard::from))
    };
    choices(first).flat_map(move |one| choices(second).map(move |other| one | other))
}
