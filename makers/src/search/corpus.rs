//! Finds games for *new* strings: strings that no game in the corpus plays yet.
//!
//! The search consists of *walks*. A walk for a new string begins with the shortest known game of this string, or it
//! branches off from the game of a similar string and heads for the new string. Then the walk heads for other new
//! strings that seem to be only a few moves away. At the end of a walk, the search looks for mates that could end
//! the game, and returns the games that improve the corpus most.

use std::slice;

use fastrand::Rng;
use san_strings_games::replay::after;
use shakmaty::{Chess, Move, Position, san::SanPlus};

use super::{
    Effort,
    beam::{Limits, Line, PLY, estimate, search},
    heuristic::Goal,
    mates::{Candidate, finish},
    state::State,
};

/// The maximum number of new strings that a walk aims at.
const MOST_STRINGS: usize = 20;

/// The maximum number of attempts to end a walk with a mate. The first attempt begins after the last new string
/// of the walk. If an attempt yields no better game, the next attempt begins after an earlier new string.
const TRIES: usize = 4;

/// The number of positions from which we choose the start of a walk.
const STARTS: usize = 50;

/// A walk that branches off from the game of a similar string does so at most this many plies before the end
/// of that game.
const LEAVE: usize = 14;

/// The number of candidates for the next goal. We choose the candidate with the smallest estimated number of
/// plies. We need many candidates, because most of them take more plies than [`MAX_DETOUR`] allows.
const GOALS: usize = 6400;

/// We go on to another goal only if the estimated number of plies to the goal is less than this constant, and
/// less than `worth`, the number of extra plies that a game may take for a new string.
const MAX_DETOUR: usize = 10;

/// The width of the beam search for the next goal.
const WIDTH: usize = 8;

/// The maximum number of plies of the beam search for the next goal.
const APPROACH_PLIES: usize = 30;

/// The bonus, in plies, for a new string that is played before the goal.
const NEW: u32 = 4;

/// Runs one walk. `id` is the id of the new string with which the walk begins. Returns the games that would
/// improve the corpus.
pub(super) fn walk(state: &State, id: usize, effort: Effort, random: &mut Rng) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    let mut stops = Vec::from_iter(start(state, id, random));
    while let Some(path) = stops.last()
        && stops.len() < MOST_STRINGS
        && let Some(goal) = next_goal(state, id, path, effort.worth, random)
        && let Some(longer) = approach(state, &goal, path, random)
    {
        stops.push(longer);
    }
    for path in stops.iter().rev().take(TRIES) {
        let turn = path.position.turn();
        // We always try to mate the side to move and, one time in three, the other side as well.
        let victims = [Some(turn), (random.usize(..3) == 0).then_some(!turn)];
        for victim in victims.into_iter().flatten() {
            candidates.extend(finish(state, path, victim, effort, random));
        }
        if !candidates.is_empty() {
            break;
        }
    }
    candidates
}

/// Chooses the line with which a walk for a string begins: the shortest known game of this string, or a line
/// that branches off from the shortest game of a similar string and ends with this string.
fn start(state: &State, id: usize, random: &mut Rng) -> Option<Line> {
    if random.bool() {
        return Some(path(state, state.shortest(id)?));
    }
    let starts = (0..STARTS).filter_map(|_| {
        let goal = state.goal(id, random)?;
        let game = state.shortest(state.near(id, random))?;
        let moves = &game[..game.len() - 1 - random.usize(..game.len().min(LEAVE))];
        let plies = u32::try_from(moves.len()).ok()?;
        Some((PLY * plies + estimate(goal.cost(&after(moves))?), goal, moves))
    });
    let (_, goal, moves) = starts.min_by_key(|start| start.0)?;
    approach(state, &goal, &path(state, moves), random)
}

/// Converts the moves of a game to a [`Line`], which lists the new strings among these moves.
fn path(state: &State, moves: &[Move]) -> Line {
    let mut position = Chess::default();
    let mut new = Vec::new();
    for &m in moves {
        let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
        let id = State::id(san).filter(|&id| state.is_unplayed(id));
        new.extend(id.filter(|id| !new.contains(id)));
    }
    Line { position, moves: moves.to_vec(), new }
}

/// Extends a line until it reaches a goal. `None` if the beam search does not reach the goal.
fn approach(state: &State, goal: &Goal, path: &Line, random: &mut Rng) -> Option<Line> {
    let limits = Limits { width: WIDTH, plies: path.moves.len() + APPROACH_PLIES, new: NEW * PLY };
    search(state, goal, slice::from_ref(path), limits, random, |_| ())
}

/// Chooses the next goal: a way to play a new string that seems to need few moves after `path`. `None` if
/// every new string that we look at seems to need too many moves.
fn next_goal(
    state: &State,
    id: usize,
    path: &Line,
    worth: usize,
    random: &mut Rng,
) -> Option<Goal> {
    let goals = (0..GOALS).filter_map(|n| {
        let next = match n % 2 {
            0 => state.near(id, random),
            _ => *random.choice(state.unplayed())?,
        };
        if state.is_mate(next) || !state.is_unplayed(next) || path.new.contains(&next) {
            return None;
        }
        let goal = state.goal(next, random)?;
        Some((estimate(goal.cost(&path.position)?), goal))
    });
    let (least, goal) = goals.min_by_key(|&(estimate, _)| estimate)?;
    let far = u32::try_from(worth.min(MAX_DETOUR)).expect("a small number");
    (least < far * PLY).then_some(goal)
}
