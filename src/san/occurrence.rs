//! Which strings can occur: can the move that a base string writes give check?
//!
//! Every base string occurs without a suffix. With `+` or `#` it occurs only if
//! the move can attack a king that was *not attacked before*: otherwise the side
//! that moves could have taken the king. This module looks for such a king,
//! exhaustively. Suppose that a game has the string, with a check. Then:
//!
//! 1. **Setting.** The piece came from somewhere, and had at least the
//!    companions that the discriminator needs. Of these, take as few as it
//!    needs: a [`Setting`].
//! 2. **Empty squares.** The squares between each piece of the setting and the
//!    to-square were empty, and the to-square too unless the move captured.
//! 3. **Check.** The piece attacked the king from the to-square, or it left a
//!    line on which a bishop, rook or queen behind it attacked the king. The
//!    other squares of that line were empty, too.
//! 4. **The king before.** No piece of the setting attacked it, so in the way of
//!    each that could see it there stood something. That cannot have been on the
//!    squares of 2 and 3.
//!
//! The game thus yields a setting, a king and a checking line that satisfy these
//! conditions. So a string for which no case is left cannot occur. That each of the
//! others does is not argued but shown, for `+` and for `#`, by a
//! [witness](super::witness).
//!
//! **Lemma: it is enough to look at the smallest sets of companions.** The game may
//! have had more companions than the setting. What could a further one change? It
//! needs its own way to the to-square empty, which only adds to the squares of 2. And
//! it may stand in the way of a piece that would otherwise have attacked the king
//! before the move. That is covered: 4 takes *every* square that 2 and 3 do not need
//! empty for occupied, with something that helps nobody, and so also the square of
//! that companion. The same holds for all other pieces on the board. What the further
//! companion attacks itself need not be looked at, as it could only rule out more
//! kings.
//!
//! The last condition is where the impossible fails. A queen never uncovers
//! anything: the king would stand on a line through her from-square, with
//! nothing between, and she attacks along every line. Likewise a bishop never
//! uncovers a diagonal, nor a rook a rank or a file. And what a piece attacks
//! beyond an empty to-square, a companion on the other side attacked before,
//! through that square.
//!
//! Castling is left out of the search, because the rook can always check along its
//! new file. Capturing en passant is left out, where the pawn that goes may uncover a
//! line too, because the search finds a check for every pawn capture without that.

use shakmaty::{
    Bitboard, Color, Piece, Rank, Role, Square, attacks,
    san::{San, SanPlus},
};

use super::{
    discriminator::{Companions, Discriminator},
    geometry::{half_ray, origins},
    vocabulary::{Entry, Vocabulary},
};

/// A way to play a base string: the squares that its text leaves open.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Setting {
    /// The piece that moves. White, unless it is a pawn that moves down.
    pub piece: Piece,
    /// Where it comes from.
    pub from: Square,
    /// Where it goes to.
    pub to: Square,
    /// Where its companions are: as few as the discriminator needs.
    pub companions: Bitboard,
    /// Whether it captures something on the to-square.
    pub capture: bool,
    /// What a pawn turns into.
    pub promotion: Option<Role>,
}

/// A check that the move of a [`Setting`] can give.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Check {
    /// The king in check.
    pub king: Square,
    /// The bishop or rook, and its square, that the move uncovers; `None` if
    /// the piece that moves gives check itself.
    pub uncovered: Option<(Role, Square)>,
}

/// Every setting in which SAN writes `san`. There is none if the string can
/// not occur, and none for castling, which has nothing open.
pub fn settings(san: San) -> impl Iterator<Item = Setting> {
    let (role, capture, to, promotion) = match san {
        San::Normal {
            role,
            capture,
            to,
            promotion,
            ..
        } => (role, capture, to, promotion),
        // These have no from-squares below.
        San::Castle(_) | San::Put { .. } | San::Null => (Role::King, false, Square::A1, None),
    };
    let moves = |color| {
        let squares = from_squares(san, color).into_iter();
        squares.map(move |from| (role.of(color), from))
    };
    let moves = moves(Color::White).chain(moves(Color::Black));
    moves.flat_map(move |(piece, from)| {
        let sets = companion_sets(role, Discriminator::of(san), from, to);
        sets.map(move |companions| Setting {
            piece,
            from,
            to,
            companions,
            capture,
            promotion,
        })
    })
}

/// Whether the move that `san`, a base string, writes can give check.
///
/// ```
/// use san_strings::{san::occurrence::can_check, shakmaty::san::San};
///
/// assert!(can_check(San::from_ascii(b"Ra1")?));
/// // A rook from a1, with another on the h-file: nothing new to attack.
/// assert!(!can_check(San::from_ascii(b"Rah1")?));
/// # Ok::<_, shakmaty::san::ParseSanError>(())
/// ```
#[must_use]
pub fn can_check(san: San) -> bool {
    matches!(san, San::Castle(_)) || settings(san).any(|setting| setting.checks().next().is_some())
}

/// Every string with symbols, in the order of the files, and whether it occurs:
/// plain each does, and with `+` and `#` if its move can give check.
pub fn decided(vocabulary: &Vocabulary) -> impl Iterator<Item = (Entry, bool)> {
    let can_check: Vec<bool> = vocabulary
        .base()
        .iter()
        .map(|&san| can_check(san))
        .collect();
    vocabulary.with_symbols().map(move |entry| {
        let occurs = entry.san.suffix.is_none() || can_check[entry.index];
        (entry, occurs)
    })
}

/// Every string that can occur, in the order of the files.
pub fn occurring(vocabulary: &Vocabulary) -> impl Iterator<Item = SanPlus> {
    decided(vocabulary)
        .filter(|&(_, occurs)| occurs)
        .map(|(entry, _)| entry.san)
}

impl Setting {
    /// The piece that moves and its companions.
    #[must_use]
    pub fn movers(self) -> Bitboard {
        self.companions.with(self.from)
    }

    /// The squares that must be empty before the move.
    #[must_use]
    pub fn empty(self) -> Bitboard {
        let mut empty = Bitboard::EMPTY;
        for mover in self.movers() {
            empty |= attacks::between(mover, self.to);
        }
        empty.set(self.to, !self.capture);
        empty
    }

    /// The squares that the piece attacks after the move.
    #[must_use]
    pub fn attacked_after(self) -> Bitboard {
        let piece = Piece {
            role: self.promotion.unwrap_or(self.piece.role),
            ..self.piece
        };
        attacks::attacks(self.to, piece, self.companions)
    }

    /// The mover or companion that attacks `king` before the move, if the
    /// squares of `line` are empty, and all others but those of [`Setting::empty`]
    /// occupied.
    #[must_use]
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
        self.direct_checks().chain(self.uncovered_checks())
    }

    fn direct_checks(self) -> impl Iterator<Item = Check> {
        // A king attacks no king.
        let attacked = match self.piece.role {
            Role::King => Bitboard::EMPTY,
            _ => self.attacked_after(),
        };
        let (movers, empty) = (self.movers(), self.empty());
        let kings = attacked & !(movers | empty);
        kings
            .into_iter()
            .filter(move |&king| {
                let empty = empty | attacks::between(self.to, king);
                self.attacker(king, movers, empty).is_none()
            })
            .map(|king| Check {
                king,
                uncovered: None,
            })
    }

    fn uncovered_checks(self) -> impl Iterator<Item = Check> {
        let free = !(self.movers() | self.empty()).with(self.to);
        let sliders = self.unguarded() & free;
        sliders.into_iter().flat_map(move |slider| {
            let kings = attacks::ray(slider, self.from) & !half_ray(self.from, slider) & free;
            let straight = slider.file() == self.from.file() || slider.rank() == self.from.rank();
            let role = if straight { Role::Rook } else { Role::Bishop };
            kings
                .into_iter()
                .filter(move |&king| {
                    let line = attacks::between(slider, king);
                    !line.intersects(self.companions.with(self.to))
                        && self.attacker_before(king, line).is_none()
                        // Kings do not touch, after the move as before.
                        && (self.piece.role != Role::King || king.distance(self.to) > 1)
                })
                .map(move |king| Check {
                    king,
                    uncovered: Some((role, slider)),
                })
        })
    }

    /// The squares on lines through the from-square along which the piece
    /// itself does not attack: only from there can another check through it.
    #[must_use]
    pub fn unguarded(self) -> Bitboard {
        let lines = attacks::queen_attacks(self.from, Bitboard::EMPTY);
        if self.slides() {
            lines & !origins(self.piece.role, self.from)
        } else {
            lines
        }
    }

    fn slides(self) -> bool {
        matches!(self.piece.role, Role::Bishop | Role::Rook | Role::Queen)
    }
}

/// The squares that a piece of `color` can come from, as far as the text of
/// the string says. Only pawns know a difference between the colours.
pub(super) fn from_squares(san: San, color: Color) -> Bitboard {
    let San::Normal {
        role,
        file,
        rank,
        capture,
        to,
        promotion,
    } = san
    else {
        return Bitboard::EMPTY;
    };
    let squares = match (role, color) {
        (Role::Pawn, _) => pawn_origins(color, to, capture, promotion),
        (_, Color::Black) => Bitboard::EMPTY,
        // A king has no companions to be told from.
        (Role::King, _) if file.is_some() || rank.is_some() => Bitboard::EMPTY,
        (_, Color::White) => origins(role, to),
    };
    let file = file.map_or(Bitboard::FULL, Bitboard::from);
    let rank = rank.map_or(Bitboard::FULL, Bitboard::from);
    squares & file & rank
}

/// Where a pawn of `color` comes from; nowhere if it must promote and does not,
/// or the reverse.
fn pawn_origins(color: Color, to: Square, capture: bool, promotion: Option<Role>) -> Bitboard {
    let relative = |rank: Rank| color.fold_wb(rank, rank.flip_vertical());
    if (to.rank() == relative(Rank::Eighth)) != promotion.is_some() {
        return Bitboard::EMPTY;
    }
    let from = if capture {
        attacks::pawn_attacks(color.other(), to)
    } else {
        let back = Bitboard::from(to).shift(color.fold_wb(-8, 8));
        if to.rank() == relative(Rank::Fourth) {
            back | back.shift(color.fold_wb(-8, 8))
        } else {
            back
        }
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
        none.into_iter()
            .chain(squares.unwrap_or_default().into_iter().map(Bitboard::from))
    };
    choices(first).flat_map(move |one| choices(second).map(move |other| one | other))
}
