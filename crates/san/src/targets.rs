//! Computes the legal to-squares of each piece as a bitboard, without making a list of moves.

use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, Move, Position, Rank, Role, Square, attacks,
    uci::UciMove,
};

/// The to-squares of all legal moves of a position, by from-square. Castling is written as in UCI: the king
/// moves two squares, or in Chess960 to the square of its rook.
///
/// ```
/// use san_strings_core::{Targets, shakmaty::{Bitboard, Chess, Square}};
///
/// let start = Chess::default();
/// let targets = Targets::new(&start);
/// assert_eq!(targets.of(Square::G1), Bitboard::from(Square::F3) | Bitboard::from(Square::H3));
/// assert_eq!(targets.of(Square::G8), Bitboard::EMPTY);
/// ```
#[derive(Clone, Debug)]
pub struct Targets<'a> {
    position: &'a Chess,
    by_origin: [Bitboard; 64],
    /// Castling and en passant captures, each with its to-square in UCI.
    special: Vec<(Move, Square)>,
}

impl<'a> Targets<'a> {
    /// Computes the to-squares for the side to move.
    pub fn new(position: &'a Chess) -> Targets<'a> {
        let (board, us) = (position.board(), position.turn());
        let ours = board.by_color(us);
        let king = board.king_of(us).expect("each side has a king");
        let checkers = position.checkers();

        let mut targets =
            Targets { position, by_origin: [Bitboard::EMPTY; 64], special: Vec::new() };
        let by_origin = &mut targets.by_origin;
        for to in king_targets(position, king) {
            by_origin[usize::from(king)].add(to);
        }
        // If the king is in check, other pieces can only capture the checking piece or block the check. In
        // double check, only the king can move.
        let open = match (checkers.first(), checkers.single_square()) {
            (None, _) => !ours,
            (_, Some(checker)) => attacks::between(king, checker).with(checker),
            _ => Bitboard::EMPTY,
        };
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in ours & board.by_role(role) {
                by_origin[usize::from(from)] =
                    attacks::attacks(from, role.of(us), board.occupied()) & open;
            }
        }
        for from in ours & board.pawns() {
            by_origin[usize::from(from)] = pawn_targets(position, from) & open;
        }
        // A pinned piece stays on the line of the pin.
        for pinned in blockers(board, king, us.other()) {
            by_origin[usize::from(pinned)] &= attacks::ray(king, pinned);
        }
        for side in CastlingSide::ALL {
            let is_free = !position.castles().path(us, side).intersects(board.occupied());
            if is_free && position.castles().has(us, side) {
                position.castling_moves(side).into_iter().for_each(|m| targets.add(m));
            }
        }
        if position.maybe_ep_square().is_some() {
            position.en_passant_moves().into_iter().for_each(|m| targets.add(m));
        }
        targets
    }

    fn add(&mut self, m: Move) {
        if let UciMove::Normal { from, to, .. } = m.to_uci(self.position.castles().mode()) {
            self.by_origin[usize::from(from)].add(to);
            self.special.push((m, to));
        }
    }

    /// The to-squares of the piece on a square. Empty unless a piece of the side to move is on the square.
    #[inline]
    pub fn of(&self, from: Square) -> Bitboard {
        self.by_origin[usize::from(from)]
    }

    /// Finds the legal move that is written as `uci`.
    pub fn find(&self, uci: UciMove) -> Option<Move> {
        let UciMove::Normal { from, to, promotion } = uci else { return None };
        let board = self.position.board();
        let role = board.role_at(from)?;
        let promotes = promoting(self.position).contains(from);
        let is_wrong = matches!(promotion, Some(Role::Pawn | Role::King));
        if is_wrong || promotes != promotion.is_some() || !self.of(from).contains(to) {
            return None;
        }
        let is_special = |&&(m, target): &&(Move, Square)| m.from() == Some(from) && target == to;
        let special = self.special.iter().find(is_special).map(|&(m, _)| m);
        Some(special.unwrap_or(Move::Normal {
            role,
            from,
            capture: board.role_at(to),
            to,
            promotion,
        }))
    }
}

/// The squares where the king of the side to move can go, except by castling.
pub(super) fn king_targets(position: &Chess, king: Square) -> impl Iterator<Item = Square> {
    let squares = attacks::king_attacks(king) & !position.us();
    squares.into_iter().filter(move |&to| !is_attacked(position, king, to))
}

/// The pawns that promote with their next move.
pub fn promoting(position: &Chess) -> Bitboard {
    let seventh = position.turn().relative_rank(Rank::Seventh);
    position.our(Role::Pawn) & Bitboard::from(seventh)
}

/// The squares where a pawn can go, except by en passant captures.
fn pawn_targets(position: &Chess, from: Square) -> Bitboard {
    let (board, us) = (position.board(), position.turn());
    let step = |squares: Bitboard| {
        let next = us.fold_wb(squares.shift(8), squares.shift(-8));
        next & !board.occupied()
    };
    let one = step(Bitboard::from(from));
    let third = us.relative_rank(Rank::Third);
    let two = step(one & Bitboard::from(third));
    one | two | attacks::pawn_attacks(us, from) & position.them()
}

/// Finds every piece or pawn, of either side, that alone keeps a bishop, rook or queen of `side` from
/// attacking the king.
pub fn blockers(board: &Board, king: Square, side: Color) -> Bitboard {
    let pieces = (pinners(board, king) & board.by_color(side)).into_iter();
    pieces
        .filter_map(|piece| (attacks::between(king, piece) & board.occupied()).single_square())
        .collect()
}

/// The bishops, rooks and queens of both sides that would attack the king on an otherwise empty board.
pub fn pinners(board: &Board, king: Square) -> Bitboard {
    attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens()
        | attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens()
}

/// Whether the king would be in check on the square `to`. The square that the king leaves counts as empty.
pub fn is_attacked(position: &Chess, king: Square, to: Square) -> bool {
    let others = position.board().occupied().without(king);
    position.board().attacks_to(to, position.turn().other(), others).any()
}
