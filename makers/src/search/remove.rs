//! Shortens a game by leaving out idle moves, without a search.

use shakmaty::{Board, Chess, Move, Position, Square, san::SanPlus};

use san_strings_games::replay::positions;

/// Finds every way to shorten a game by two plies: leave out one move of each side. The remaining moves must be
/// legal, and the last move must keep its SAN.
pub fn shortenings(moves: &[Move]) -> Vec<Vec<Move>> {
    let positions: Vec<Chess> = positions(moves).collect();
    let Some((&last, before_last)) = moves.split_last() else {
        return Vec::new();
    };
    let san = SanPlus::from_move(positions[before_last.len()].clone(), last);
    let mut found = Vec::new();
    for first in 0..before_last.len() {
        for second in (first + 1..before_last.len()).step_by(2) {
            let rest = moves[first + 1..second].iter().chain(&moves[second + 1..]);
            if let Some((rest, last)) = replay(&positions[first], rest, [None; 2])
                && last == san
            {
                found.push([&moves[..first], &rest].concat());
            }
        }
    }
    found
}

/// Pieces whose current square differs from their square in the original game. Each pair contains the square
/// in the original game, and the current square.
pub(super) type Moved = [Option<(Square, Square)>; 2];

/// Adapts a move of the original game to a piece that is now on a different square: replaces the from-square
/// with `from`, and the to-square with `to`. The new move captures whatever is on `to`. Returns castling and en
/// passant captures unchanged.
pub(super) fn redirected(m: Move, from: Square, to: Square, board: &Board) -> Move {
    match m {
        Move::Normal { role, promotion, .. } => {
            Move::Normal { role, from, capture: board.role_at(to), to, promotion }
        }
        _ => m,
    }
}

/// Plays moves of a game, starting from `position`. The first move of each piece in `places` starts from the
/// piece's current square. A normal move captures whatever is on its to-square, even if the move captured
/// something else, or nothing, in the game. Returns the moves that were played, and the SAN of the last one.
/// Returns `None` if a move is illegal, or if it is played in a position with insufficient material.
pub(super) fn replay<'a>(
    position: &Chess,
    moves: impl IntoIterator<Item = &'a Move>,
    mut places: Moved,
) -> Option<(Vec<Move>, SanPlus)> {
    let mut position = position.clone();
    let mut played = Vec::new();
    let mut last = None;
    for &m in moves {
        let m = match m {
            Move::Normal { mut from, to, .. } => {
                for piece in &mut places {
                    if let Some((_, now)) = piece.filter(|&(was, _)| was == from)
                        && position.board().by_color(position.turn()).contains(now)
                    {
                        from = now;
                        *piece = None;
                    }
                }
                redirected(m, from, to, position.board())
            }
            _ => m,
        };
        if !position.is_legal(m) || position.is_insufficient_material() {
            return None;
        }
        last = Some((position.clone(), m));
        position.play_unchecked(m);
        played.push(m);
    }
    let (position, m) = last?;
    Some((played, SanPlus::from_move(position, m)))
}
