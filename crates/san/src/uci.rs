//! Lists every UCI move: from-square, to-square and, for a promotion, the new piece.
//!
//! The two squares of a UCI move are on the same rank, file or diagonal, or a knight's jump apart. So the list
//! consists of:
//!
//! - 1,456 pairs of squares on a queen's line, and 336 pairs of squares a knight's jump apart. They include
//!   en passant captures, and castling, which UCI writes as a king move of two squares.
//! - 176 promotions: for each side, 8 pushes and 14 captures to the last rank, with four roles each.
//!
//! Together, that makes 1,968. Each of these moves is played in a game of the corpus or of the conformance
//! suite.

use shakmaty::{Bitboard, CastlingMode, Move, Rank, Role, Square, attacks, uci::UciMove};

/// All UCI moves, unordered.
pub fn uci_moves() -> impl Iterator<Item = UciMove> {
    Square::ALL.into_iter().flat_map(|from| {
        let queen = attacks::queen_attacks(from, Bitboard::EMPTY);
        let plain = (queen | attacks::knight_attacks(from)).into_iter().map(|to| (to, None));
        let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let last = match from.rank() {
            Rank::Seventh => Bitboard::from(Rank::Eighth),
            Rank::Second => Bitboard::from(Rank::First),
            _ => Bitboard::EMPTY,
        };
        let targets = (attacks::king_attacks(from) & last).into_iter();
        let promotions = targets.flat_map(move |to| roles.map(|role| (to, Some(role))));
        plain.chain(promotions).map(move |(to, promotion)| UciMove::Normal { from, to, promotion })
    })
}

/// Writes a move of standard chess in UCI. Castling is written as a king move of two squares.
pub fn uci(m: Move) -> String {
    m.to_uci(CastlingMode::Standard).to_string()
}
