//! A move in a position.

use shakmaty::{Bitboard, Chess, Move, Position, Role};

use super::move_finder::companions;

/// A legal position and a move in it.
#[derive(Clone, Debug)]
pub struct Example {
    /// The position before the move.
    pub position: Chess,
    /// The move.
    pub mv: Move,
}

impl Example {
    /// The companions: the other pieces that could have made the move.
    pub fn companions(&self) -> Bitboard {
        let m = self.mv;
        if m.role() == Role::Pawn || m.is_castle() {
            return Bitboard::EMPTY;
        }
        companions(&self.position, &self.position.san_candidates(m.role(), m.to()), m).0
    }
}
