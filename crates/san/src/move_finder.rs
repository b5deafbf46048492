//! Finds the legal move that a SAN means.

use shakmaty::{Bitboard, Chess, Move, MoveList, Position, Square, attacks, san::San};

use super::spelling::syntax::parse;

/// A position, its legal moves, and the moves that the opponent would have if it were their turn. With this
/// data, we find the move that a SAN means, or say why no legal move fits.
#[derive(Clone, Debug)]
pub struct MoveFinder<'a> {
    /// The position.
    pub position: &'a Chess,
    /// The legal moves.
    pub legal: MoveList,
    /// The moves that the opponent would have if it were their turn.
    pub opponent_moves: MoveList,
}

impl<'a> MoveFinder<'a> {
    /// Lists the moves of both sides.
    pub fn new(position: &'a Chess) -> MoveFinder<'a> {
        let other = position.clone().swap_turn();
        MoveFinder {
            position,
            legal: position.legal_moves(),
            opponent_moves: other.map(|other| other.legal_moves()).unwrap_or_default(),
        }
    }

    /// Finds the legal move that a text means. `None` if the text is not SAN, or does not match exactly one
    /// legal move. Ignores `+` and `#`.
    pub fn meant(&self, text: &str) -> Option<Move> {
        only(&self.legal, parse(text).ok()?.san)
    }
}

/// Finds the move in `moves` that fits the SAN. `None` unless exactly one move fits.
pub(crate) fn only(moves: &MoveList, san: San) -> Option<Move> {
    let mut like = moves.iter().filter(|&&m| san.matches(m));
    let m = *like.next()?;
    like.next().is_none().then_some(m)
}

/// Finds the other pieces of the same role that attack the to-square of `m`. Returns two sets: the pieces
/// that can legally go to this square, and the pieces that cannot because the move would leave their king in
/// check.
pub fn companions(position: &Chess, legal: &MoveList, m: Move) -> (Bitboard, Bitboard) {
    let (board, role, to) = (position.board(), m.role(), m.to());
    let piece = role.of(position.turn());
    let reach = |sq: &Square| attacks::attacks(*sq, piece, board.occupied()).contains(to);
    let others = board.by_piece(piece) & !m.from().map_or(Bitboard::EMPTY, Bitboard::from);
    let reaching: Bitboard = others.into_iter().filter(reach).collect();
    let same = legal.iter().filter(|other| other.role() == role && other.to() == to);
    let may: Bitboard = same.filter_map(|other| other.from()).collect();
    (reaching & may, reaching & !may)
}
