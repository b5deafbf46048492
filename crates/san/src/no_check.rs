//! Proves that a move such as `Rah1`, which can be played, never gives check. For each square of the board, we
//! say why the move does not check a king there.
//!
//! A move can check a king in two ways: the moving piece attacks the king from the to-square, or the move
//! opens a line to the king from a piece behind the from-square. So [`cases`] divides the 64 squares into
//! three groups: the to-square and the squares that the moving piece attacks from there on an empty board,
//! the squares on a line that the move opens, and all other squares. For `Rah1`, the second group is empty,
//! because no line continues beyond the corner a1.

use std::{
    collections::BTreeSet,
    fmt::{self, Display},
};

use shakmaty::{Bitboard, Piece, Role, Square, attacks, san::San};

use super::{
    english::{enumerate, in_words, role_name},
    geometry::{half_ray, origins},
    occurrence::{Placement, placements},
};

/// A reason why the move gives no check, and the squares of the king for which the reason holds. `Display`
/// prints the reason as one sentence.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Case {
    /// This case applies if the king is on one of these squares.
    pub kings: Bitboard,
    /// Why the move does not check a king on any of these squares.
    pub why: Why,
    role: Role,
    from: Bitboard,
    to: Square,
}

/// Why the move does not check a king on any of the squares of a [`Case`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Why {
    /// The king is on the to-square, or on a square that the piece attacks from there on an empty board. We
    /// group these squares, and each group has a set of obstacles. Whatever the from-square and the
    /// companions are, at least one obstacle of the set prevents the check.
    Attacked(Vec<(Bitboard, BTreeSet<Obstacle>)>),
    /// The move opens a line to these squares for a piece behind the from-square. But the moving piece itself
    /// attacks along the line, so it would have checked the king before the move.
    Uncovered,
    /// The piece does not attack these squares from its to-square, and the move opens no line to them.
    Elsewhere,
}

/// What prevents the move from checking a king that is on the to-square, or on a square that the piece attacks
/// from there on an empty board.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Obstacle {
    /// The king's square is the from-square.
    From,
    /// The piece passes through the king's square.
    Way,
    /// The king's square is the to-square.
    To,
    /// The piece attacked the king before the move.
    Before,
    /// The king's square is the square of a companion.
    Companion,
    /// The king's square is between a companion and the to-square, so the king would block the companion.
    CompanionWay,
    /// A companion is between the to-square and the king.
    Sheltered,
    /// A companion attacked the king before the move.
    CompanionBefore,
}

impl Obstacle {
    /// Finds what prevents the move from giving check to a king on the square `king`. `king` is the to-square,
    /// or a square that the piece attacks from the to-square. `None` if nothing prevents the check.
    fn of(placement: Placement, king: Square) -> Option<Obstacle> {
        let Placement { from, to, companions, .. } = placement;
        let line = attacks::between(to, king);
        Some(if king == from {
            Obstacle::From
        } else if king == to {
            Obstacle::To
        } else if companions.contains(king) {
            Obstacle::Companion
        } else if attacks::between(from, to).contains(king) {
            Obstacle::Way
        } else if companions.into_iter().any(|one| attacks::between(one, to).contains(king)) {
            Obstacle::CompanionWay
        } else if line.intersects(companions) {
            Obstacle::Sheltered
        } else if placement.attacker_before(king, line)? == from {
            Obstacle::Before
        } else {
            Obstacle::CompanionBefore
        })
    }

    fn is_companion(self) -> bool {
        self >= Obstacle::Companion
    }

    /// The end of a sentence that begins with `On a1, a king would be`, for example `in the way of the rook`.
    fn phrase(self, role: &str, to: Square) -> String {
        match self {
            Obstacle::From => format!("where the {role} comes from"),
            Obstacle::Way => format!("in the way of the {role}"),
            Obstacle::To => format!("where the {role} goes"),
            Obstacle::Before => format!("in check from the {role} before the move"),
            Obstacle::Companion => format!("where another {role} is"),
            Obstacle::CompanionWay => format!("in the way of another {role}"),
            Obstacle::Sheltered => format!("sheltered from {to} by another {role}"),
            Obstacle::CompanionBefore => {
                format!("in check from another {role} before the move")
            }
        }
    }
}

/// Groups the squares of the board by the reason why the move of a base string cannot check a king there.
/// Leaves out squares where the move can give check. Returns an empty list for castling, and for a string that
/// cannot be played.
pub fn cases(san: San) -> Vec<Case> {
    let placements: Vec<Placement> = placements(san).collect();
    let Some(&Placement { piece: Piece { role, .. }, to, .. }) = placements.first() else {
        return Vec::new();
    };
    let from: Bitboard = placements.iter().map(|placement| placement.from).collect();
    let attacked = origins(role, to).with(to);
    let (companions, mover): (Vec<_>, Vec<_>) = obstacles(&placements, attacked)
        .into_iter()
        .partition(|(_, obstacles)| obstacles.iter().all(|obstacle| obstacle.is_companion()));
    let uncovered = from.into_iter().flat_map(|from| opened(from, to)).collect();
    let cases = [mover, companions].map(|groups| {
        (groups.iter().flat_map(|&(kings, _)| kings).collect(), Why::Attacked(groups))
    });
    let others = [(uncovered, Why::Uncovered), (!(attacked | uncovered), Why::Elsewhere)];
    let cases = cases.into_iter().chain(others).filter(|(kings, _)| kings.any());
    cases.map(|(kings, why)| Case { kings, why, role, from, to }).collect()
}

/// For each square of `attacked`, collects the obstacles of all placements, assuming that the king is on this
/// square. Puts squares with a common obstacle into the same group. Leaves out a square if at least one
/// placement has no obstacle for a king on this square.
fn obstacles(placements: &[Placement], attacked: Bitboard) -> Vec<(Bitboard, BTreeSet<Obstacle>)> {
    let mut groups: Vec<(Bitboard, BTreeSet<Obstacle>)> = Vec::new();
    for king in attacked {
        let found = placements.iter().map(|&placement| Obstacle::of(placement, king));
        let Some(found): Option<BTreeSet<Obstacle>> = found.collect() else {
            continue;
        };
        let mut group = (Bitboard::from(king), found.clone());
        for (kings, others) in groups.extract_if(.., |(_, others)| !others.is_disjoint(&found)) {
            group.0 |= kings;
            group.1.extend(others);
        }
        groups.push(group);
    }
    groups.sort_by(|(_, one), (_, other)| one.cmp(other));
    groups
}

/// The squares on which a king could be exposed to check when the piece leaves `from`. The line from each of
/// these squares to `from` continues beyond `from`, where an attacker could be. We leave out the line of the
/// move itself, because the moving piece still blocks it.
fn opened(from: Square, to: Square) -> Bitboard {
    let lines = attacks::queen_attacks(from, Bitboard::EMPTY) & !attacks::ray(from, to);
    let goes_on = |&king: &Square| attacks::ray(from, king) != half_ray(from, king).with(from);
    lines.into_iter().filter(goes_on).collect()
}

impl Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (role, to) = (role_name(self.role), self.to);
        match &self.why {
            Why::Attacked(groups) => {
                for (at, (kings, obstacles)) in groups.iter().enumerate() {
                    let (on, would) =
                        if at == 0 { ("On", " a king would be") } else { ("; on", "") };
                    let phrases = obstacles.iter().map(|obstacle| obstacle.phrase(role, to));
                    let phrases = in_words(phrases, "or");
                    write!(f, "{on} {},{would} {phrases}", enumerate(*kings, "or"))?;
                }
                write!(f, ".")
            }
            Why::Uncovered => write!(
                f,
                "On {}, a king could be in check from a piece behind the {role}, but the {role} \
                 attacked the king before the move.",
                enumerate(self.kings, "or")
            ),
            Why::Elsewhere => write!(
                f,
                "Anywhere else, a king is out of reach of the {role} on {to}, and no line leads from the king \
                 through {} to a square beyond, so the {role} discovers no check.",
                enumerate(self.from, "or")
            ),
        }
    }
}
