//! The moves of a position, and which of them a text means.

use shakmaty::{Bitboard, Chess, Move, MoveList, Position, Square, attacks, san::San};

use super::spelling::syntax::parse;

/// Finds the move of a position that a text means, as a strict reader does.
#[derive(Clone, Debug)]
pub struct MoveFinder<'a> {
    /// The position.
    pub position: &'a Chess,
    /// Its legal moves.
    pub legal: MoveList,
    /// The moves of the opponent.
    pub opponent_moves: MoveList,
}

impl<'a> MoveFinder<'a> {
    /// In a position.
    pub fn new(position: &'a Chess) -> MoveFinder<'a> {
        let other = position.clone().swap_turn();
        MoveFinder {
            position,
            legal: position.legal_moves(),
            opponent_moves: other.map(|other| other.legal_moves()).unwrap_or_default(),
        }
    }

    /// The one legal move that a text means, whatever it says of check and mate.
    pub fn meant(&self, text: &str) -> Option<Move> {
        only(&self.legal, parse(text).ok()?.san)
    }
}

/// The one among `moves` that a SAN fits; `None` if it fits none, or several.
pub(crate) fn only(moves: &MoveList, san: San) -> Option<Move> {
    let mut like = moves.iter().filter(|&&m| san.matches(m));
    let m = *like.next()?;
    like.next().is_none().then_some(m)
}

/// Other pieces of the role of a move that reach its target: those that may go there, and those
/// that may not, because of their king.
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
