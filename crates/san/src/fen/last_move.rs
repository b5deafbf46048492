//! Decides whether any move could have led to the check in a position. One at a time, we take back each move
//! that the other side may have played last. Before that move, it was the other side's turn, so the king that
//! is now in check must not have been in check yet. If this king is still in check whichever move we take back, the
//! check is impossible.

use shakmaty::{
    Bitboard, Board, CastlingMode, Color, File, Piece, Rank, Role, Setup, Square, attacks,
};

/// A square that changes when a move is taken back, and the piece on it before the move.
type Change = (Square, Option<Piece>);

/// A board with a king in check, and the side that has just moved.
struct Checked<'a> {
    board: &'a Board,
    side: Color,
    king: Square,
    /// Whether the last move may have been a capture. If the side in check still has all sixteen pieces and
    /// pawns, nothing was captured.
    has_captured: bool,
}

/// Whether the other side's last move can have put the king of the side to move in check. `king` is the square
/// of that king. `passed` is the en passant square, if there is one.
pub(super) fn has_last_move(
    setup: &Setup,
    king: Square,
    passed: Option<Square>,
    mode: CastlingMode,
) -> bool {
    let (board, side) = (&setup.board, !setup.turn);
    let has_captured = board.by_color(setup.turn).count() < 16;
    let checked = Checked { board, side, king, has_captured };
    if let Some(passed) = passed {
        let push = checked.ahead(passed).zip(checked.behind(passed));
        return push.is_some_and(|(to, from)| checked.moved(to, from, Role::Pawn, None));
    }
    // A castling right shows that the king, and the rook with which the king may castle, have not moved.
    let home = Bitboard::from(side.backrank());
    let mut unmoved = setup.castling_rights & home & board.rooks() & board.by_color(side);
    if unmoved.any() {
        unmoved |= board.kings();
    }
    let mut men = (board.by_color(side) & !unmoved).into_iter();
    men.any(|to| match board.role_at(to) {
        Some(Role::Pawn) => checked.by_pawn(to),
        Some(role) => {
            checked.by_piece(to, role)
                || checked.by_promotion(to, role)
                || role == Role::King && checked.by_castling(to, mode)
        }
        None => false,
    })
}

impl Checked<'_> {
    fn is_empty(&self, square: Square) -> bool {
        !self.board.occupied().contains(square)
    }

    /// Returns the square one rank ahead of `square`, as seen by the pawns of `side`.
    fn ahead(&self, square: Square) -> Option<Square> {
        square.offset(self.side.fold_wb(8, -8))
    }

    /// Returns the square one rank behind `square`, as seen by the pawns of `side`.
    fn behind(&self, square: Square) -> Option<Square> {
        square.offset(self.side.fold_wb(-8, 8))
    }

    /// Whether the last move may have been the move that `changes` undo: before that move, `self.king` must
    /// not have been in check.
    fn is_possible(&self, changes: &[Change]) -> bool {
        let before = self.before(changes);
        before.attacks_to(self.king, self.side, before.occupied()).is_empty()
    }

    fn before(&self, changes: &[Change]) -> Board {
        let mut before = self.board.clone();
        for &(square, piece) in changes {
            match piece {
                Some(piece) => before.set_piece_at(square, piece),
                None => before.discard_piece_at(square),
            }
        }
        before
    }

    /// Whether the piece on `to` could have come from `from`. `role` is the role of this piece before the
    /// move, and `capture` is the square of the captured piece, if any.
    fn moved(&self, to: Square, from: Square, role: Role, capture: Option<Square>) -> bool {
        if capture.is_some() && !self.has_captured {
            return false;
        }
        let captured = Piece { color: !self.side, role: Role::Pawn };
        let mut changes = vec![(to, None), (from, Some(Piece { color: self.side, role }))];
        changes.extend(capture.map(|square| (square, Some(captured))));
        self.is_possible(&changes)
    }

    fn by_pawn(&self, to: Square) -> bool {
        let from_rank = self.side.backrank();
        let one = self.behind(to).filter(|&one| self.is_empty(one) && one.rank() != from_rank);
        let fourth = self.side.relative_rank(Rank::Fourth);
        let is_free = |&two: &Square| self.is_empty(two) && to.rank() == fourth;
        let two = one.and_then(|one| self.behind(one)).filter(is_free);
        let pushed =
            [one, two].into_iter().flatten().any(|from| self.moved(to, from, Role::Pawn, None));
        let sources = attacks::pawn_attacks(!self.side, to) & !self.board.occupied();
        let mut sources = (sources & !Bitboard::from(from_rank)).into_iter();
        // If the move was an en passant capture, the captured pawn had just passed over `to` with a double
        // step. So the square where this pawn started and the square where it was captured are both empty now.
        let victim = self.behind(to).filter(|&victim| {
            to.rank() == self.side.relative_rank(Rank::Sixth)
                && self.is_empty(victim)
                && self.ahead(to).is_some_and(|start| self.is_empty(start))
        });
        pushed
            || sources.any(|from| {
                self.moved(to, from, Role::Pawn, Some(to))
                    || victim.is_some() && self.moved(to, from, Role::Pawn, victim)
            })
    }

    fn by_piece(&self, to: Square, role: Role) -> bool {
        let occupied = self.board.occupied();
        let piece = Piece { color: self.side, role };
        let mut sources = (attacks::attacks(to, piece, occupied) & !occupied).into_iter();
        sources.any(|from| self.moved(to, from, role, None) || self.moved(to, from, role, Some(to)))
    }

    fn by_promotion(&self, to: Square, role: Role) -> bool {
        let pawns = self.board.pawns() & self.board.by_color(self.side);
        if role == Role::King || to.rank() != (!self.side).backrank() || pawns.count() >= 8 {
            return false;
        }
        let push = self.behind(to).filter(|&from| self.is_empty(from));
        let captures = attacks::pawn_attacks(!self.side, to) & !self.board.occupied();
        push.is_some_and(|from| self.moved(to, from, Role::Pawn, None))
            || captures.into_iter().any(|from| self.moved(to, from, Role::Pawn, Some(to)))
    }

    fn by_castling(&self, king: Square, mode: CastlingMode) -> bool {
        let rank = self.side.backrank();
        let on = |file| Square::from_coords(file, rank);
        let (rook, corner, knight) = match king.file() {
            File::G => (on(File::F), on(File::H), None),
            File::C => (on(File::D), on(File::A), Some(on(File::B))),
            _ => return false,
        };
        let piece = |role| Some(Piece { color: self.side, role });
        if king.rank() != rank || self.board.piece_at(rook) != piece(Role::Rook) {
            return false;
        }
        if mode == CastlingMode::Chess960 {
            // In Chess960, the king and the rook may start on other squares. We do not search for these
            // squares, and assume that castling was possible.
            return true;
        }
        let home = on(File::E);
        let mut left = [Some(home), Some(corner), knight].into_iter().flatten();
        let changes =
            [(king, None), (rook, None), (home, piece(Role::King)), (corner, piece(Role::Rook))];
        let before = self.before(&changes);
        let is_safe = |square| before.attacks_to(square, !self.side, before.occupied()).is_empty();
        left.all(|square| self.is_empty(square))
            && [home, rook].into_iter().all(is_safe)
            && self.is_possible(&changes)
    }
}
