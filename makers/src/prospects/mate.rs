//! Tells whether the opponent's king can be mated on a given square. The king is mated only if it cannot move
//! to any of the squares around it.
//!
//! A square around the king is *covered* if a piece or pawn of the opponent occupies it, or if we attack it.
//! Some squares are covered without a further move:
//!
//! - squares that the actors attack after the last move;
//! - squares that our other pieces and pawns would attack from their current squares on an empty board;
//! - squares with a piece or pawn of the opponent that need not move away.
//!
//! Covering any other square takes a move. Either the opponent moves a piece or pawn there, or one of our
//! pieces or pawns makes a spare move and then attacks the square. One spare move may cover several squares.
//! If the opponent castles, the rook next to the king also covers a square. If we castle, a single move
//! brings two of our pieces to new squares, and both may then attack squares around the king.
//!
//! The king is not mated if the opponent can capture the checking piece. So after the last move, no knight of
//! the opponent may attack the checking piece, and no queen, rook, bishop or pawn of the opponent may attack it
//! from an adjacent square. We ignore attackers farther away, because their attack may be blocked, and
//! attackers on a line with the king, because they may be pinned.

use san_strings_core::geometry::origins;
use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::situation::Situation;

/// The maximum number of squares around a king that one piece attacks. A queen attacks up to five.
const MOST_ATTACKED: usize = 5;

/// A mate that a plan could end with.
pub(super) struct Mate {
    pub(super) king: Square,
    /// The role of the actors, and their squares after the last move.
    pub(super) role: Role,
    pub(super) men: Bitboard,
    /// The squares where the opponent has no piece or pawn after the last move.
    pub(super) empty: Bitboard,
    /// The number of our spare moves.
    pub(super) spare: usize,
    /// Whether we may still castle.
    pub(super) castles: bool,
}

impl Mate {
    /// Whether all squares around the king can be covered. `others` are the squares of our pieces and pawns
    /// that are not actors. `fills` is the number of squares around the king that the opponent can
    /// still occupy.
    pub(super) fn is_possible(&self, others: Bitboard, fills: usize, at: &Situation<'_>) -> bool {
        let stay = at.theirs & !at.board.kings() & !(self.empty | self.men);
        let mut flights = attacks::king_attacks(self.king) & !stay;
        for man in self.men {
            flights &= !origins(self.role, man);
        }
        if flights.count() <= fills {
            return true;
        }
        for man in others {
            flights &= !attacked_from(role_at(man, at), man, at.color);
        }
        let castled = if self.castles { 6 } else { 0 };
        let left = flights.count().saturating_sub(fills + castled);
        match self.spare {
            0 => left == 0,
            1 => left == 0 || others.into_iter().any(|man| attacks_more(man, left, flights, at)),
            spare => left <= spare * MOST_ATTACKED,
        }
    }
}

/// Whether the piece or pawn on the square `man` can make a move after which it attacks at least `most`
/// squares in `squares`.
fn attacks_more(man: Square, most: usize, squares: Bitboard, at: &Situation<'_>) -> bool {
    let role = role_at(man, at);
    let attack = |role, to| (attacked_from(role, to, at.color) & squares).count() >= most;
    if role != Role::Pawn {
        return origins(role, man).into_iter().any(|to| attack(role, to));
    }
    let ahead = at.color.fold_wb(8, -8);
    let steps = [man.offset(ahead), man.offset(2 * ahead)].into_iter().flatten();
    let steps = steps.collect::<Bitboard>() | attacks::pawn_attacks(at.color, man);
    let promotes = (steps & Bitboard::BACKRANKS).into_iter();
    let mut promotes = promotes.flat_map(|to| [(Role::Queen, to), (Role::Knight, to)]);
    promotes.any(|(role, to)| attack(role, to)) || steps.into_iter().any(|to| attack(role, to))
}

fn role_at(man: Square, at: &Situation<'_>) -> Role {
    at.board.role_at(man).unwrap_or(Role::Queen)
}

/// The squares that a piece or pawn attacks on an empty board.
fn attacked_from(role: Role, square: Square, color: Color) -> Bitboard {
    if role == Role::Pawn { attacks::pawn_attacks(color, square) } else { origins(role, square) }
}

/// The opponent's pieces and pawns whose attack on `to` cannot be blocked: knights, and pieces and pawns next
/// to `to`. Excludes any piece or pawn on a line with the opponent's king, because it may be pinned.
pub(super) fn capturers(to: Square, king: Square, at: &Situation<'_>) -> Bitboard {
    let board = at.board;
    let near = attacks::king_attacks(to);
    let straight = attacks::rook_attacks(to, Bitboard::EMPTY) & near;
    let all = attacks::knight_attacks(to) & board.knights()
        | attacks::pawn_attacks(at.color, to) & board.pawns()
        | straight & board.rooks_and_queens()
        | (near & !straight) & board.bishops_and_queens();
    all & at.theirs & !attacks::queen_attacks(king, Bitboard::EMPTY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_man_attacks_more_squares_around_a_king() {
        let mut most = 0;
        for king in Square::ALL {
            let around = attacks::king_attacks(king);
            for (role, square) in Role::ALL.into_iter().flat_map(|r| Square::ALL.map(|s| (r, s))) {
                if square != king {
                    most = most.max((attacked_from(role, square, Color::White) & around).count());
                }
            }
        }
        assert_eq!(most, MOST_ATTACKED);
    }
}
