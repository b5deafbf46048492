//! Every move as UCI writes it: a from-square, a to-square, and the promoted piece.
//!
//! A move goes along a line of the queen or a leap of the knight, whatever piece makes it:
//! 1,456 and 336 pairs of squares. Castling is a king's move of two squares, and a capture
//! en passant is a pawn's move like others. A pawn that promotes has, on each side of the board,
//! 8 pushes and 14 captures to the last rank, with four roles each: 176 more. That makes 1,968.
//! The games of the corpus and of the conformance suite play each of them.

use shakmaty::{Bitboard, CastlingMode, Move, Rank, Role, Square, attacks, uci::UciMove};

/// The moves, in no special order.
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

/// A move of standard chess; castling is a move of the king by two squares.
pub fn uci(m: Move) -> String {
    m.to_uci(CastlingMode::Standard).to_string()
}
