//! Detours: a chosen game goes out of its way to play what no other game does.
//!
//! In a position of the game one side plays a new string and the other replies; then both
//! go on from where they are now, or go back first to where they were. That is two or four
//! plies for up to four new strings. What is captured on the way is gone; the rest of the
//! game must do without it.

use std::cmp::Reverse;

use shakmaty::{Chess, Move, Position, Role, Square, san::SanPlus};

use super::{
    arbiter::{continuations, positions},
    ledger::Ledger,
};

/// Detours from one position: a position that comes up five times ends the game.
const AGAIN: usize = 3;

/// Detours from a position that are tried: if one does not fit, it is mostly for what they
/// all have in common.
const TRIES: usize = 40;

/// The game with detours, if there are some that play new strings for fewer plies than
/// these are worth.
pub(super) fn detours(ledger: &Ledger, moves: &[Move], worth: usize) -> Option<Vec<Move>> {
    let mut taken: Vec<usize> = Vec::new();
    let mut rest: Vec<Move> = Vec::new();
    let before: Vec<Chess> = positions(moves).collect();
    let (_, last) = replay(before.first()?, moves, [None; 2])?;
    for (position, &m) in before.iter().zip(moves).rev() {
        rest.insert(0, m);
        for _ in 0..AGAIN {
            let mut detours = detours_from(ledger, position, &taken, worth);
            detours.sort_by_key(|detour| Reverse(worth * detour.new.len() - detour.moves.len()));
            let longer = detours.into_iter().take(TRIES).find_map(|detour| {
                let (mut moves, moved) = (detour.moves, detour.moved);
                let after = after(position, &moves);
                let (rest, end) = replay(&after, &rest, moved)?;
                moves.extend(rest);
                (end == last).then_some((moves, detour.new))
            });
            let Some((longer, new)) = longer else {
                break;
            };
            rest = longer;
            taken.extend(new);
        }
    }
    (rest.len() > moves.len()).then_some(rest)
}

/// Moves out of the way.
struct Detour {
    moves: Vec<Move>,
    /// The new strings that they play.
    new: Vec<usize>,
    /// Pieces that stand elsewhere now: from where, to where.
    moved: [Option<(Square, Square)>; 2],
}

/// The position after moves.
fn after(position: &Chess, moves: &[Move]) -> Chess {
    let mut position = position.clone();
    for &m in moves {
        position.play_unchecked(m);
    }
    position
}

/// Plays moves with other pieces on the board, if they can be: what has `moved` goes on
/// from where it is, and what is captured may be missing. Gives the moves and the string
/// that is played last.
fn replay(
    position: &Chess,
    moves: &[Move],
    mut moved: [Option<(Square, Square)>; 2],
) -> Option<(Vec<Move>, SanPlus)> {
    let mut position = position.clone();
    let mut last = None;
    let mut played = Vec::with_capacity(moves.len());
    for m in moves {
        let mut from = m.from();
        for piece in &mut moved {
            if let Some((_, now)) = piece.filter(|&(was, _)| Some(was) == from)
                && position.board().by_color(position.turn()).contains(now)
            {
                from = Some(now);
                *piece = None;
            }
        }
        let legal = position.legal_moves();
        let like = |other: &&Move| {
            (other.from(), other.to(), other.promotion()) == (from, m.to(), m.promotion())
                && other.role() == m.role()
        };
        let m = *legal.iter().find(like)?;
        last = Some(SanPlus::from_move_and_play_unchecked(&mut position, m));
        played.push(m);
    }
    Some((played, last?))
}

/// The detours from a position that are worth it, as far as the rest of the game does not
/// matter.
fn detours_from(ledger: &Ledger, position: &Chess, taken: &[usize], worth: usize) -> Vec<Detour> {
    let new = |san: SanPlus| {
        let id = ledger.id(san)?;
        let is_new = ledger.is_unplayed(id) && !ledger.is_mate(id) && !taken.contains(&id);
        is_new.then_some(id)
    };
    // As far as the other side's move does not matter.
    let is_new_at_once = |back: Move, after: &Chess| {
        let Ok(mut position) = after.clone().swap_turn() else {
            return false;
        };
        new(SanPlus::from_move_and_play_unchecked(&mut position, back)).is_some()
    };
    let mut found: Vec<Detour> = Vec::new();
    let mut find = |moves: &[Move], sans: &[SanPlus], moved| {
        let mut strings: Vec<usize> = sans.iter().filter_map(|&san| new(san)).collect();
        strings.sort_unstable();
        strings.dedup();
        if worth * strings.len() > moves.len() {
            found.push(Detour {
                moves: moves.to_vec(),
                new: strings,
                moved,
            });
        }
    };
    for (there, san, after) in continuations(position) {
        let is_new =
            new(san).is_some() || back(there).is_some_and(|back| is_new_at_once(back, &after));
        let board = after.board();
        let takers = board.attacks_to(there.to(), after.turn(), board.occupied());
        if there.is_castle() || !is_new && takers.is_empty() {
            continue;
        }
        for (their, their_san, after) in continuations(&after) {
            let takes = their.to() == there.to();
            if their.is_castle() || after.is_insufficient_material() || !is_new && !takes {
                continue;
            }
            let moved = [there, their].map(|m| Some((m.from()?, m.to())));
            if takes {
                find(&[there, their], &[san, their_san], [moved[1], None]);
                let back = back(their).filter(|_| new(their_san).is_some());
                for (more, more_san, after) in back.iter().flat_map(|_| continuations(&after)) {
                    let Some(back) = back.filter(|&back| after.is_legal(back)) else {
                        continue;
                    };
                    let mut home = after;
                    let back_san = SanPlus::from_move_and_play_unchecked(&mut home, back);
                    let moved = (!more.is_castle()).then(|| Some((more.from()?, more.to())));
                    find(
                        &[there, their, more, back],
                        &[san, their_san, more_san, back_san],
                        [moved.flatten(), None],
                    );
                }
                continue;
            }
            find(&[there, their], &[san, their_san], moved);
            let Some(back) = back(there) else {
                continue;
            };
            let their_back = self::back(their).filter(|_| !their.is_capture());
            let Some(their_back) = their_back.filter(|_| after.is_legal(back)) else {
                continue;
            };
            let mut home = after;
            let back_san = SanPlus::from_move_and_play_unchecked(&mut home, back);
            if !home.is_legal(their_back) {
                continue;
            }
            let their_back_san = SanPlus::from_move_and_play_unchecked(&mut home, their_back);
            find(
                &[there, their, back, their_back],
                &[san, their_san, back_san, their_back_san],
                [None; 2],
            );
        }
    }
    found
}

/// The move back, if there is one.
fn back(m: Move) -> Option<Move> {
    let Move::Normal { role, from, to, .. } = m else {
        return None;
    };
    (role != Role::Pawn).then_some(Move::Normal {
        role,
        from: to,
        capture: None,
        to: from,
        promotion: None,
    })
}
