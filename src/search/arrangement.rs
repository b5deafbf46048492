//! Aiming at all the men of a position, rather than at those that a string needs.
//!
//! The end of another game, in a mirror, shows how a mate can look. Where [`Goal`] only counts
//! the squares that the king could still go to, this knows where each man has to stand.
//!
//! [`Goal`]: super::heuristic::Goal

use std::vec;

use shakmaty::{Bitboard, Board, Chess, Color, Piece, Position, Role, Square, san::SanPlus};

use super::{
    distance::{MOVE, nearest, promotions},
    heuristic::Cost,
    reflect::Mirror,
};

/// The cost of moving a man off a square that is to be empty: often it has to go anyway.
const IN_THE_WAY: u32 = 4;

/// Men and the squares where they should stand.
#[derive(Clone, Debug)]
pub struct Arrangement {
    /// The string that can be played then.
    pub san: SanPlus,
    men: Vec<(Square, Piece)>,
    empty: Bitboard,
}

impl Arrangement {
    /// The men of a board that do not stand where they began, in a mirror.
    pub fn of(san: SanPlus, board: &Board, mirror: Mirror) -> Arrangement {
        let initial = Board::default();
        let moved = |(square, piece): (Square, Piece)| {
            let color = mirror.color(piece.color);
            let piece = piece.role.of(color);
            (initial.piece_at(square) != board.piece_at(square))
                .then_some((mirror.square(square), piece))
        };
        let mut men: Vec<_> = board.clone().into_iter().filter_map(moved).collect();
        // Pawns last: pieces that are missing are promoted ones.
        men.sort_by_key(|&(square, piece)| (piece.role == Role::Pawn, square));
        let left = initial.occupied() & !board.occupied();
        let empty = left.into_iter().map(|square| mirror.square(square));
        Arrangement { san, men, empty: empty.collect() }
    }

    /// The estimate for a position, for White and for Black; `None` if it can never be made good.
    pub fn cost(&self, position: &Chess) -> Option<Cost> {
        let board = position.board();
        let mut free = board.occupied();
        let mut missing = Vec::new();
        for &(square, piece) in &self.men {
            if board.piece_at(square) == Some(piece) {
                free.discard(square);
            } else {
                missing.push((square, piece));
            }
        }
        let mut cost = Cost::default();
        let mut pawns: [Option<vec::IntoIter<u32>>; 2] = [None, None];
        for (square, Piece { color, role }) in missing {
            let men = board.by_piece(role.of(color)) & free;
            *cost.of(color) += match nearest(men.into_iter(), color, square, board) {
                Some((moves, man)) => {
                    free.discard(man);
                    moves
                }
                None if matches!(role, Role::Pawn | Role::King) => return None,
                None => {
                    let promotions = || promotions(board, color, role, square).into_iter();
                    let pawns = &mut pawns[usize::from(color == Color::Black)];
                    pawns.get_or_insert_with(promotions).next()? + MOVE
                }
            };
        }
        for square in self.empty & free {
            *cost.of(board.color_at(square)?) += IN_THE_WAY;
        }
        Some(cost)
    }
}

impl Cost {
    /// The estimate for a side, where `us` is White.
    fn of(&mut self, color: Color) -> &mut u32 {
        match color {
            Color::White => &mut self.us,
            Color::Black => &mut self.them,
        }
    }
}
