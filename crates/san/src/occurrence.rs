//! Decides which strings can occur. The question is: can the move of a base string give check?
//!
//! Every base string occurs without a suffix, as games show (see below). With `+` or `#`, it occurs only if
//! the move can attack a king that was *not attacked before*: if the king was already attacked, the
//! opponent left it in check, which is illegal. This module searches for such a king exhaustively. Suppose
//! that a game contains the string with `+` or `#`. Then:
//!
//! 1. **Placement.** The piece came from some square, and had at least the companions that the discriminator
//!    needs. A [`Placement`] contains the piece and only as many of these companions as the discriminator
//!    needs.
//! 2. **Empty squares.** The squares between each piece of the placement and the to-square were empty, and so
//!    was the to-square, unless the move captured.
//! 3. **Check.** The piece attacked the king from the to-square, or the check was discovered: a bishop, rook
//!    or queen behind the from-square attacked the king through the from-square. All squares between the
//!    checking piece and the king were empty, except perhaps the from-square.
//! 4. **The king before.** No piece of the placement attacked the king before the move. So if one of these
//!    pieces was in line with the king, the line was blocked on a square that conditions 2 and 3 do not
//!    require to be empty.
//!
//! So each game with the string provides a placement, a king and a checking line that satisfy these
//! conditions. If nothing satisfies the conditions for a string, the string cannot occur. Every other string
//! does occur: a game in `output/corpus.pgn` shows it, and `verify` replays these games. An
//! [example](super::example) would not be enough, because perhaps no game reaches its position.
//!
//! **We look only at white pieces**, unless a pawn moves. The conditions depend only on the squares that the
//! pieces attack, and black pieces attack the same squares as white ones.
//!
//! **Lemma: it is enough to look at the smallest sets of companions.** The game may have had more companions
//! than the placement. What could an additional companion change? The squares between the additional
//! companion and the to-square must be empty, so condition 2 only gets stricter. And the additional companion
//! may block a piece that would otherwise have attacked the king before the move. Our test of condition 4
//! allows for this: we put a piece that attacks nothing on *every* square, unless condition 2 or 3 requires
//! the square to be empty. So our test already has a piece on the square of the additional companion, and on
//! the square of every other piece in the game. We can ignore what the additional companion itself attacks,
//! because that could only rule out more squares for the king.
//!
//! Condition 4 rules out 336 strings that seem possible at first. For example, a queen never discovers a
//! check: the king would be in line with her from-square, with nothing in between, so she would have attacked
//! it before the move. For the same reason, a bishop never discovers a check along a diagonal, and a rook
//! never discovers a check along a rank or a file. And if a companion and the king were on opposite sides of
//! an empty to-square, the companion would have attacked the king through this square before the move.
//!
//! The search ignores checks by castling and by en passant captures. Castling needs no search: both `O-O+`
//! and `O-O-O+` occur, with a check by the rook along its new file. An en passant capture can give check
//! along a line that passes through the square of the captured pawn. However, for each en passant
//! capture, the search also finds an ordinary pawn capture that has the same SAN and gives check.

use shakmaty::{Bitboard, Color, Piece, Rank, Role, Square, attacks, san::San};

use super::{
    discriminator::{Companions, Discriminator},
    geometry::{half_ray, named, origins},
};

/// One way to play a base string: the moving piece, its from- and to-square, and the squares of its
/// companions.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Placement {
    /// The moving piece. A pawn has either colour. Other pieces are always white, because they attack the same
    /// squares whatever their colour.
    pub piece: Piece,
    /// The from-square.
    pub from: Square,
    /// The to-square.
    pub to: Square,
    /// The squares of the companions. We place only as many companions as it takes to make the discriminator
    /// necessary.
    pub companions: Bitboard,
    /// Whether the move captures something on the to-square.
    pub capture: bool,
    /// The role that a pawn promotes to.
    pub promotion: Option<Role>,
}

/// One way in which the move of a [`Placement`] can give check.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Check {
    /// The king in check.
    pub king: Square,
    /// The bishop or rook that gives a discovered check, with its square. `None` if the moving piece itself
    /// gives check.
    pub discovered: Option<(Role, Square)>,
}

/// Every placement in which the SAN of the move is `san`, a base string. Empty if the string cannot occur,
/// and for castling, because `O-O` names no square.
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
    /// The squares of the moving piece and its companions.
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
    /// of `line` and of [`Placement::empty`] are empty, and all other squares are occupied.
    pub fn attacker_before(self, king: Square, line: Bitboard) -> Option<Square> {
        self.attacker(king, self.movers(), self.empty() | line)
    }

    fn attacker(self, king: Square, movers: Bitboard, empty: Bitboard) -> Option<Square> {
        let occupied = !empty | movers;
        movers
            .into_iter()
            .find(|&mover| attacks::attacks(mover, self.piece, occupied).contains(king))
    }

    /// Returns every check that the move can give: first the direct checks, then the discovered checks.
    pub fn checks(self) -> impl Iterator<Item = Check> {
        self.direct_checks().chain(self.discovered_checks())
    }

    fn direct_checks(self) -> impl Iterator<Item = Check> {
        // A king cannot attack the other king.
        let attacked = match self.piece.role {
            Role::King => Bitboard::EMPTY,
            _ => self.attacked_after(),
        };
        let (movers, empty) = (self.movers(), self.empty());
        // The king cannot be on a square that must be empty. We need not remove these squares from
        // `attacked`, because the filter below rejects them: each of these squares is on the path of a mover,
        // and this mover would have attacked a king there before the move.
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
                    // The last two conditions below do not change the result for any string. They only
                    // exclude checks that are impossible in any position.
                    let line = attacks::between(slider, king);
                    !line.intersects(self.companions.with(self.to))
                        && self.attacker_before(king, line).is_none()
                        // The kings must not be adjacent after the move. `attacker_before` has already
                        // made sure that they are not adjacent before the move.
                        && (self.piece.role != Role::King || king.distance(self.to) > 1)
                })
                .map(move |king| Check { king, discovered: Some((role, slider)) })
        })
    }

    /// The squares on the lines through the from-square, except the lines along which the moving piece
    /// slides. A discovered check can come only from these squares.
    fn unguarded(self) -> Bitboard {
        let lines = attacks::queen_attacks(self.from, Bitboard::EMPTY);
        let slides = matches!(self.piece.role, Role::Bishop | Role::Rook | Role::Queen);
        if slides { lines & !origins(self.piece.role, self.from) } else { lines }
    }
}

/// The from-squares that the text of the string allows for a piece of `color`. Empty for a black piece that
/// is not a pawn, because we consider piece moves only for White.
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

/// The squares that a pawn of `color` can come from. Empty if a move to the last rank has no promotion, or a
/// move to another rank has one.
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
    // For `None`, the only choice is the empty set. Otherwise, each choice is a set of one square.
    let choices = |squares: Option<Bitboard>| {
        let none = squares.is_none().then_some(Bitboard::EMPTY);
        none.into_iter().chain(squares.unwrap_or_default().into_iter().map(Bitboard::from))
    };
    choices(first).flat_map(move |one| choices(second).map(move |other| one | other))
}
