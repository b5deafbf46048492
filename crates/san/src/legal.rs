//! Computes the SANs of all legal moves of a position in one pass.
//!
//! For the discriminators, we keep a bitboard for each role and to-square: the from-squares of the pieces that
//! can go there. To find `+` and `#`, we play the moves that may give check, and no others. To recognize these
//! moves, we keep the squares from which each role attacks the king, and the pieces and pawns that block an
//! attack on the king.

use shakmaty::{
    Bitboard, Chess, Move, MoveList, Position, Role, Square, attacks,
    san::{San, SanPlus},
};

use super::{suffix::suffix_after, targets::blockers};

/// The legal moves of a position, with the data to write them as SAN.
///
/// ```
/// use san_strings_core::legal::Legal;
/// use san_strings_core::shakmaty::{Chess, Position};
///
/// let start = Chess::default();
/// let legal = Legal::new(&start);
/// let texts: Vec<String> = legal.moves.iter().map(|&m| legal.san_plus(m).to_string()).collect();
/// assert!(texts.contains(&"Nf3".to_owned()));
/// ```
#[derive(Clone, Debug)]
pub struct Legal<'a> {
    position: &'a Chess,
    /// The legal moves.
    pub moves: MoveList,
    /// For each role and to-square, the from-squares of the pieces that can go there.
    origins: [[Bitboard; 64]; 7],
    /// For each role, the squares from which a piece of the side to move would give check.
    checks: [Bitboard; 7],
    /// Every piece or pawn, of either side, that alone keeps a bishop, rook or queen of the side to move from
    /// attacking the opponent's king. If it belongs to the side to move and leaves the line, it discovers a
    /// check.
    blockers: Bitboard,
    /// The opponent's king.
    king: Square,
}

impl<'a> Legal<'a> {
    /// Lists the legal moves of a position.
    pub fn new(position: &'a Chess) -> Legal<'a> {
        let moves = position.legal_moves();
        let mut origins = [[Bitboard::EMPTY; 64]; 7];
        for &m in &moves {
            if let Move::Normal { role, from, to, .. } = m {
                origins[usize::from(role)][usize::from(to)].add(from);
            }
        }
        let (board, us) = (position.board(), position.turn());
        let king = board.king_of(us.other()).expect("each side has a king");
        let mut checks = [Bitboard::EMPTY; 7];
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            // A piece gives check from exactly the squares that it would attack from the king's square. For
            // our pawns, we put a pawn of the opponent there, because pawns of the two colours attack in
            // opposite directions.
            checks[usize::from(role)] =
                attacks::attacks(king, role.of(us.other()), board.occupied());
        }
        let blockers = blockers(board, king, us);
        Legal { position, moves, origins, checks, blockers, king }
    }

    /// The SAN of a legal move without `+` and `#`. Following section 8.2.3.4 of the PGN standard, the
    /// discriminator is the file if that is enough, otherwise the rank, otherwise both.
    #[inline]
    pub fn san(&self, m: Move) -> San {
        let Move::Normal { role, from, capture, to, promotion } = m else {
            // Castling and en passant captures need no discriminator.
            return San::disambiguate(m, &MoveList::new());
        };
        let capture = capture.is_some();
        let others = self.origins[usize::from(role)][usize::from(to)].without(from);
        let (file, rank) = match role {
            Role::Pawn => (capture, false),
            _ if others.is_empty() => (false, false),
            _ if !others.intersects(from.file()) => (true, false),
            _ if !others.intersects(from.rank()) => (false, true),
            _ => (true, true),
        };
        let (file, rank) = (file.then(|| from.file()), rank.then(|| from.rank()));
        San::Normal { role, file, rank, capture, to, promotion }
    }

    /// The SAN of a legal move.
    #[inline]
    pub fn san_plus(&self, m: Move) -> SanPlus {
        let suffix = self.may_check(m).then(|| {
            let mut after = self.position.clone();
            after.play_unchecked(m);
            suffix_after(&after)
        });
        SanPlus { san: self.san(m), suffix: suffix.flatten() }
    }

    /// Whether a legal move may give check. For castling and en passant captures, the answer is always `true`.
    /// For all other moves, it is `true` only if the move gives check.
    #[inline]
    fn may_check(&self, m: Move) -> bool {
        let Move::Normal { role, from, to, promotion, .. } = m else { return true };
        let discovered = self.blockers.contains(from) && !attacks::aligned(self.king, from, to);
        let direct = match promotion {
            // The promoted piece may attack through the square that the pawn leaves.
            Some(role) => {
                let (board, us) = (self.position.board(), self.position.turn());
                let occupied = board.occupied() ^ Bitboard::from(from);
                attacks::attacks(to, role.of(us), occupied).contains(self.king)
            }
            None => self.checks[usize::from(role)].contains(to),
        };
        discovered || direct
    }
}
