//! Walks: games that play what no chosen game plays.
//!
//! A walk plays the shortest game known to a new string, or another, and goes on to other
//! new ones that seem to be near. Then it looks for the mates with which the game could
//! finish, and offers it for those whose chosen game would gain most.

use std::slice;

use fastrand::Rng;
use shakmaty::{Chess, Move, Position, san::SanPlus};

use super::{
    arbiter::after,
    beam::{Limits, PLY, Path, lack, search},
    finish::{Offer, finish},
    goal::Goal,
    ledger::Ledger,
};

/// A walk goes to so many new strings at most.
const CHAIN: usize = 20;

/// It finishes after the last of them, or, if that cannot be, after one of so many.
const TRIES: usize = 4;

/// Positions among which the one to start from is chosen, on the shortest games to strings
/// of the same kind: so many plies before their end at most, which served those.
const STARTS: usize = 50;
const LEAVE: usize = 14;

/// Goals among which the next one is chosen: most are far away.
const GOALS: usize = 6400;

/// The next one is not so many plies away, as it seems.
const FAR: usize = 10;

/// The search for a way there: positions of a ply that are kept, and plies.
const WIDTH: usize = 8;
const LEG: usize = 30;

/// New strings on the way there make good for so many plies each.
const NEW: u32 = 4;

/// Goes on a walk to a new string, and gives the games that are better than chosen ones
/// when a new string is worth so many plies. `width` says how hard to look for mates.
pub(super) fn walk(
    ledger: &Ledger,
    id: usize,
    (worth, width): (usize, usize),
    random: &mut Rng,
) -> Vec<Offer> {
    let mut offers = Vec::new();
    let mut stops = Vec::from_iter(start(ledger, id, random));
    while let Some(path) = stops.last()
        && stops.len() < CHAIN
        && let Some(goal) = next_goal(ledger, id, path, worth, random)
        && let Some(longer) = approach(ledger, &goal, path, random)
    {
        stops.push(longer);
    }
    for path in stops.iter().rev().take(TRIES) {
        let turn = path.position.turn();
        // The king of the side that has played the string is mated less often.
        let victims = [Some(turn), (random.usize(..3) == 0).then_some(!turn)];
        for victim in victims.into_iter().flatten() {
            offers.extend(finish(ledger, path, victim, (worth, width), random));
        }
        if !offers.is_empty() {
            break;
        }
    }
    offers
}

/// The shortest game known to a string, or one that leaves another shortest game in time.
fn start(ledger: &Ledger, id: usize, random: &mut Rng) -> Option<Path> {
    if random.bool() {
        return Some(path(ledger, ledger.way(id)?));
    }
    let starts = (0..STARTS).filter_map(|_| {
        let goal = ledger.goal(id, random)?;
        let way = ledger.way(ledger.near(id, random))?;
        let moves = &way[..way.len() - 1 - random.usize(..way.len().min(LEAVE))];
        let plies = u32::try_from(moves.len()).ok()?;
        Some((PLY * plies + lack(goal.cost(&after(moves))?), goal, moves))
    });
    let (_, goal, moves) = starts.min_by_key(|start| start.0)?;
    approach(ledger, &goal, &path(ledger, moves), random)
}

/// A path along a game, and what is new on it.
fn path(ledger: &Ledger, moves: &[Move]) -> Path {
    let mut position = Chess::default();
    let mut new = Vec::new();
    for &m in moves {
        let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
        let id = ledger.id(san).filter(|&id| ledger.is_unplayed(id));
        new.extend(id.filter(|id| !new.contains(id)));
    }
    Path {
        position,
        moves: moves.to_vec(),
        new,
    }
}

/// Goes on to a goal.
fn approach(ledger: &Ledger, goal: &Goal, path: &Path, random: &mut Rng) -> Option<Path> {
    let limits = Limits {
        width: WIDTH,
        plies: path.moves.len() + LEG,
        new: NEW * PLY,
    };
    search(ledger, goal, slice::from_ref(path), limits, random, |_| ())
}

/// A way to play a new string that seems to be near, if there is one.
fn next_goal(
    ledger: &Ledger,
    id: usize,
    path: &Path,
    worth: usize,
    random: &mut Rng,
) -> Option<Goal> {
    let goals = (0..GOALS).filter_map(|n| {
        let next = match n % 2 {
            0 => ledger.near(id, random),
            _ => *random.choice(ledger.unplayed())?,
        };
        if ledger.is_mate(next) || !ledger.is_unplayed(next) || path.new.contains(&next) {
            return None;
        }
        let goal = ledger.goal(next, random)?;
        Some((lack(goal.cost(&path.position)?), goal))
    });
    let (least, goal) = goals.min_by_key(|&(lack, _)| lack)?;
    let far = u32::try_from(worth.min(FAR)).unwrap_or(u32::MAX);
    (least < far * PLY).then_some(goal)
}
