//! Making a game shorter without a search: leave out idle moves.

use shakmaty::{Chess, Move, Position, san::SanPlus};

/// Every way to leave out a move of each side, or to let a piece go in one move
/// where it went in two and leave out a move of the other side, so that the rest
/// is legal and the last move is written as before. Each is two plies shorter.
pub fn shortenings(moves: &[Move]) -> Vec<Vec<Move>> {
    let mut positions = vec![Chess::default()];
    for &m in moves {
        let mut after = positions[positions.len() - 1].clone();
        after.play_unchecked(m);
        positions.push(after);
    }
    let Some((&last, before_last)) = moves.split_last() else {
        return Vec::new();
    };
    let san = SanPlus::from_move(positions[before_last.len()].clone(), last);
    let mut found = Vec::new();
    for first in 0..before_last.len() {
        for second in (first + 1..before_last.len()).step_by(2) {
            let rest = moves[first + 1..second].iter().chain(&moves[second + 1..]);
            if let Some(game) = continued(&positions[first], &moves[..first], rest, san) {
                found.push(game);
            }
        }
    }
    found
}

/// The game with other moves from a position on, if they are legal and the last
/// is written so.
fn continued<'a>(
    position: &Chess,
    before: &[Move],
    rest: impl Iterator<Item = &'a Move>,
    san: SanPlus,
) -> Option<Vec<Move>> {
    let mut position = position.clone();
    let mut game = before.to_vec();
    let mut written = None;
    for &m in rest {
        // What stands on the to-square may be something else now.
        let m = match m {
            Move::Normal {
                role,
                from,
                to,
                promotion,
                ..
            } => Move::Normal {
                role,
                from,
                capture: position.board().role_at(to),
                to,
                promotion,
            },
            _ => m,
        };
        if !position.is_legal(m) || position.is_insufficient_material() {
            return None;
        }
        written = Some((position.clone(), m));
        position.play_unchecked(m);
        game.push(m);
    }
    let (position, m) = written?;
    (SanPlus::from_move(position, m) == san).then_some(game)
}
