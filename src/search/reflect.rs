//! Games with the colours swapped: White and Black, ranks 1 and 8.
//!
//! Such a game plays the reflected string. As White has to move first in both games, the new
//! one has a ply more or less: a move of Black is left out, or White waits for one.

use shakmaty::{
    Chess, Move, Position, Rank,
    san::{San, SanPlus},
};

use super::remove::replay;
use crate::games::replay::after;

/// The string that the same move of the other colour has.
pub fn reflected(mut san: SanPlus) -> SanPlus {
    if let San::Normal { rank, to, .. } = &mut san.san {
        *rank = rank.map(Rank::flip_vertical);
        *to = to.flip_vertical();
    }
    san
}

/// The game with the colours swapped, if one of less than `limit` plies plays `reflected` in
/// its end.
pub fn reflection(moves: &[Move], reflected: SanPlus, limit: usize) -> Option<Vec<Move>> {
    let start = Chess::default();
    let swapped: Vec<Move> = moves.iter().copied().map(swap_colors).collect();
    let black: Vec<Move> = swapped.iter().step_by(2).copied().collect();
    let white: Vec<Move> = swapped.iter().skip(1).step_by(2).copied().collect();
    let ends_black = white.len() < black.len();
    // The last move is the one that counts.
    let [idle_black, idle_white] = [black.len() - usize::from(ends_black), black.len()];
    if moves.len() - 1 < limit {
        for left_out in 0..idle_black {
            let black = [&black[..left_out], &black[left_out + 1..]].concat();
            let game = replay(&start, &in_turn(&white, &black), [None; 2]);
            if let Some((game, san)) = game
                && san == reflected
            {
                return Some(game);
            }
        }
    }
    if moves.len() + 1 < limit {
        for at in 0..idle_white {
            let before = in_turn(&white[..at], &black[..at]);
            let before = match &before[..] {
                [] => Vec::new(),
                before => replay(&start, before, [None; 2])?.0,
            };
            let position = after(&before);
            let rest = in_turn(&black[at..], &white[at..]);
            for wait in position.legal_moves() {
                let mut next = position.clone();
                next.play_unchecked(wait);
                if let Some((rest, san)) = replay(&next, &rest, [None; 2])
                    && san == reflected
                {
                    return Some([&before[..], &[wait], &rest].concat());
                }
            }
        }
    }
    None
}

/// Moves of two sides, one after the other.
fn in_turn(first: &[Move], second: &[Move]) -> Vec<Move> {
    let seconds = second.iter().map(Some).chain(std::iter::repeat(None));
    let pairs = first.iter().zip(seconds);
    pairs
        .flat_map(|(&one, two)| [Some(one), two.copied()])
        .flatten()
        .collect()
}

/// The same move of the other colour.
fn swap_colors(m: Move) -> Move {
    match m {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => Move::Normal {
            role,
            from: from.flip_vertical(),
            capture,
            to: to.flip_vertical(),
            promotion,
        },
        Move::EnPassant { from, to } => Move::EnPassant {
            from: from.flip_vertical(),
            to: to.flip_vertical(),
        },
        Move::Castle { king, rook } => Move::Castle {
            king: king.flip_vertical(),
            rook: rook.flip_vertical(),
        },
        Move::Put { role, to } => Move::Put {
            role,
            to: to.flip_vertical(),
        },
    }
}
