//! Where each man may go, as bitboards, without a list of moves.

use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, Move, Position, Rank, Role, Square, attacks,
    uci::UciMove,
};

/// The to-squares of the legal moves of a position, by from-square. Castling is as UCI writes it: a king's
/// move of two squares, or to the rook in Chess960.
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
    /// The king's castling, and pawns' captures en passant, each with the to-square that UCI writes.
    special: Vec<(Move, Square)>,
}

impl<'a> Targets<'a> {
    /// Those of the side to move.
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
        // The others go where they end the check: of two checks only the king gets out.
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
        // A man that stands alone between its king and a line piece stays on that line.
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

    /// The to-squares of the man on a square: none if it is not one of the side to move.
    #[inline]
    pub fn of(&self, from: Square) -> Bitboard {
        self.by_origin[usize::from(from)]
    }

    /// The legal move that UCI means.
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

/// Where the king of the side to move may go, but for castling.
pub(super) fn king_targets(position: &Chess, king: Square) -> impl Iterator<Item = Square> {
    let squares = attacks::king_attacks(king) & !position.us();
    squares.into_iter().filter(move |&to| !is_attacked(position, king, to))
}

/// The pawns of the side to move that promote if they move.
pub fn promoting(position: &Chess) -> Bitboard {
    let seventh = position.turn().relative_rank(Rank::Seventh);
    position.our(Role::Pawn) & Bitboard::from(seventh)
}

/// Where a pawn may go, but for captures en passant.
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

/// The men of both sides that stand alone between a king and a line piece of one side.
pub fn blockers(board: &Board, king: Square, side: Color) -> Bitboard {
    let pieces = (pinners(board, king) & board.by_color(side)).into_iter();
    pieces
        .filter_map(|piece| (attacks::between(king, piece) & board.occupied()).single_square())
        .collect()
}

/// The pieces of either colour that look towards a king along a line, whatever is between.
pub fn pinners(board: &Board, king: Square) -> Bitboard {
    attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens()
        | attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens()
}

/// Whether the king would be in check on a square. It does not stand in the way of what attacks it.
pub fn is_attacked(position: &Chess, king: Square, to: Square) -> bool {
    let others = position.board().occupied().without(king);
    position.board().attacks_to(to, position.turn().other(), others).any()
}
