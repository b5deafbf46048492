//! Estimates how many moves a piece needs to get to a square, in tenths of a move.

use shakmaty::{Bitboard, Board, Color, File, Rank, Role, Square, attacks};

/// The cost of one move. All costs are in tenths of a move.
pub(super) const MOVE: u32 = 10;

/// Finds which of `pieces`, all of the colour `color`, is nearest to the square `to`. Returns the cost of bringing
/// this piece to `to`, and the square where the piece is now.
pub(super) fn nearest(
    pieces: impl Iterator<Item = Square>,
    color: Color,
    to: Square,
    board: &Board,
) -> Option<(u32, Square)> {
    pieces
        .filter_map(|piece| {
            let role = board.role_at(piece)?;
            Some((distance(role, color, piece, to, board)?, piece))
        })
        .min()
}

/// Estimates the cost of moving a piece from one square to another. `None` if the piece can never get there.
pub(super) fn distance(
    role: Role,
    color: Color,
    from: Square,
    to: Square,
    board: &Board,
) -> Option<u32> {
    if from == to {
        return Some(0);
    }
    let slide = |from: Square| attacks::attacks(from, role.of(color), board.occupied());
    match role {
        Role::Bishop if from.is_light() != to.is_light() => None,
        Role::Bishop | Role::Rook | Role::Queen => {
            let reached = slide(from);
            if reached.contains(to) {
                return Some(MOVE);
            }
            let reached = reached & !board.by_color(color);
            let has_line = attacks::attacks(from, role.of(color), Bitboard::EMPTY).contains(to);
            Some(if has_line || reached.intersects(slide(to)) { 2 * MOVE } else { 3 * MOVE })
        }
        Role::King => Some(MOVE * from.distance(to)),
        Role::Knight => Some(MOVE * knight_distance(from, to)),
        Role::Pawn => {
            let ahead = color.fold_wb(
                i32::from(to.rank()) - i32::from(from.rank()),
                i32::from(from.rank()) - i32::from(to.rank()),
            );
            let aside = from.file().distance(to.file());
            let ahead = u32::try_from(ahead).ok()?;
            let is_home = from.rank() == color.fold_wb(Rank::Second, Rank::Seventh);
            let double_push = u32::from(is_home && ahead >= 2 + aside);
            (ahead >= aside && ahead > 0).then_some(MOVE * (ahead - double_push) + 5 * aside)
        }
    }
}

fn knight_distance(from: Square, to: Square) -> u32 {
    let mut reached = Bitboard::from(from);
    for moves in 0..6 {
        if reached.contains(to) {
            return moves;
        }
        for square in reached {
            reached |= attacks::knight_attacks(square);
        }
    }
    6
}

/// Estimates the cost for each pawn to promote, in tenths of a move. The costs are in ascending order. If
/// `role` is a bishop, promotion squares whose colour is not that of `target` count as unreachable.
pub(super) fn promotions(board: &Board, color: Color, role: Role, target: Square) -> Vec<u32> {
    // More than any promotion can cost.
    const UNREACHABLE: u32 = 100 * MOVE;
    let ours = board.by_color(color);
    let (empty, pawns, kings) = (!board.occupied(), board.pawns(), board.kings());
    // The loop over the ranks goes backwards from the last rank. For each file, `ahead` is the cost to
    // promote once the pawn is on the next rank.
    let mut ahead = [0; 8];
    for (file, cost) in File::ALL.into_iter().zip(&mut ahead) {
        let square = Square::from_coords(file, color.fold_wb(Rank::Eighth, Rank::First));
        if role == Role::Bishop && square.is_light() != target.is_light() {
            *cost = UNREACHABLE;
        }
    }
    let mut costs = Vec::new();
    // For each file, `above` is the cost to promote once the pawn is on the rank after the next rank. We need
    // this cost for double steps.
    let mut above = ahead;
    for rank in Rank::ALL.into_iter().rev().skip(1) {
        let relative = |rank: Rank| color.fold_wb(rank, rank.flip_vertical());
        let next = Rank::new(rank.to_u32() + 1);
        let mut here = [UNREACHABLE; 8];
        let (mut straight, mut aside) = ([UNREACHABLE; 8], [UNREACHABLE; 8]);
        for (n, file) in File::ALL.into_iter().enumerate() {
            let square = Square::from_coords(file, relative(next));
            // The extra cost of a push to the square, and of a capture on it. A capture costs extra unless a
            // piece that we can capture is already there. A push costs extra unless the square is empty. A
            // push costs most if an enemy pawn is on the square, because a pawn is slow to get out of the way.
            let (push, capture) = if empty.contains(square) {
                (0, 6)
            } else if ours.contains(square) {
                (8, 8)
            } else if pawns.contains(square) {
                (15, 0)
            } else if kings.contains(square) {
                (7, 10)
            } else {
                (7, 0)
            };
            straight[n] = MOVE + push + ahead[n];
            aside[n] = MOVE + capture + ahead[n];
        }
        for n in 0..8 {
            let left = if n > 0 { aside[n - 1] } else { UNREACHABLE };
            let right = if n < 7 { aside[n + 1] } else { UNREACHABLE };
            here[n] = straight[n].min(left).min(right);
        }
        if rank == Rank::Second {
            let free = |n: usize, rank: Rank| {
                empty.contains(Square::from_coords(File::ALL[n], relative(rank)))
            };
            for n in 0..8 {
                if free(n, Rank::Third) && free(n, Rank::Fourth) {
                    here[n] = here[n].min(MOVE + above[n]);
                }
            }
        }
        for pawn in pawns & ours & Bitboard::from(relative(rank)) {
            costs.push(here[pawn.file().to_usize()]);
        }
        above = ahead;
        ahead = here;
    }
    costs.sort_unstable();
    costs
}
