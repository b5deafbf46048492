//! A position with a move.

use shakmaty::{Bitboard, Chess, Move, Position, Role};

use super::move_finder::companions;

/// A legal position and a move in it.
///
/// ```
/// use san_strings_core::{Example, parse, shakmaty::{Bitboard, Chess, Square, fen::Fen, CastlingMode}};
///
/// let fen: Fen = "k7/8/8/8/8/5N2/8/KN6 w - - 0 1".parse()?;
/// let position: Chess = fen.into_position(CastlingMode::Standard)?;
/// let mv = parse("Nbd2")?.san.to_move(&position)?;
/// assert_eq!(Example { position, mv }.companions(), Bitboard::from(Square::F3));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Example {
    /// The position before the move.
    pub position: Chess,
    /// The move.
    pub mv: Move,
}

impl Example {
    /// The companions: other pieces of the same role that could legally go to the same square.
    pub fn companions(&self) -> Bitboard {
        let m = self.mv;
        if m.role() == Role::Pawn || m.is_castle() {
            return Bitboard::EMPTY;
        }
        companions(&self.position, &self.position.san_candidates(m.role(), m.to()), m).0
    }
}
