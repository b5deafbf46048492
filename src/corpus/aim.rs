//! Aiming at a string: a beam search for a shorter game that ends with it.
//!
//! An aim takes a [`Goal`], one concrete way to play the string, and positions that came
//! up in games found before and seem to be near. From there it goes on ply by ply: of
//! all the positions after a ply it keeps the few that lack least. It never
//! looks further than the game that is known already, so the better that is, the less it
//! takes to try again. As in a walk, every legal move on the way is the end of a way to
//! some string.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    iter, mem,
};

use fastrand::Rng;
use shakmaty::{Chess, Move, Position, san::Suffix, zobrist::Zobrist64};

use super::{
    arbiter::{after, continuations, hash},
    distance::MOVE,
    goal::{Cost, Goal},
    ledger::Ledger,
};

/// Positions of a ply that are kept. Three times as many for a third of the goals find
/// less.
const WIDTH: usize = 30;

/// Goals among which the one that seems nearest is chosen.
const GOALS: usize = 12;

/// Positions on known ways that are looked at, and how many of them become starts: those
/// that seem nearest to the goal.
const SAMPLES: usize = 200;
const STARTS: usize = 10;

/// A game with more plies can well be shorter.
const FAR: usize = 18;

/// A search ends after so many plies that brought it no nearer to its goal.
const PATIENCE: usize = 6;

/// No game is worth more plies.
const LONGEST: usize = 60;

/// Aims at strings, and keeps the ways that are shorter than those known.
pub(super) struct Aim<'a> {
    ledger: &'a Ledger,
    ways: HashMap<usize, Vec<Move>>,
}

/// A position on a known way.
struct Start<'a> {
    moves: &'a [Move],
    position: Chess,
}

/// A position in the beam: how it came up, and what it seems to lack.
#[derive(Clone, Copy)]
struct Node {
    lack: u32,
    origin: Origin,
}

#[derive(Clone, Copy)]
enum Origin {
    /// The start with this index.
    Start(usize),
    /// The position of the ply before with this index, and a move.
    Move(usize, Move),
}

impl<'a> Aim<'a> {
    /// Nothing yet.
    pub fn new(ledger: &'a Ledger) -> Aim<'a> {
        Aim {
            ledger,
            ways: HashMap::new(),
        }
    }

    /// The ways, each with the string it ends with, in a fixed order.
    pub fn into_ways(self) -> BTreeMap<usize, Vec<Move>> {
        self.ways.into_iter().collect()
    }

    /// The length of the shortest way to a string.
    fn way(&self, id: usize) -> usize {
        let known = || self.ledger.way(id).map(<[_]>::len);
        let found = self.ways.get(&id).map(Vec::len);
        found.or_else(known).unwrap_or(LONGEST)
    }

    /// Aims at a string, once from the initial position and then from those on known ways
    /// that seem to be nearest: more often where there is more to gain.
    pub fn aim(&mut self, id: usize, random: &mut Rng) {
        let tries = if self.way(id) > FAR { 5 } else { 2 };
        for samples in iter::once(0).chain(iter::repeat_n(SAMPLES, tries - 1)) {
            let mut starts = self.starts(id, samples, random);
            let Some(goal) = self.nearest_goal(id, &starts, random) else {
                continue;
            };
            starts.sort_by_cached_key(|start| far(&goal, start).unwrap_or(u32::MAX));
            // All but the best, and sometimes the initial position.
            let initial = starts.iter().position(|start| start.moves.is_empty());
            if let Some(initial) = initial.filter(|&initial| initial > STARTS)
                && random.bool()
            {
                starts.swap(initial, STARTS - 1);
            }
            starts.truncate(STARTS);
            let limit = self.way(id).min(LONGEST);
            self.approach(&goal, limit, &starts, random);
        }
    }

    /// The initial position, and positions on the ways to strings, most of which are much
    /// like this one.
    fn starts(&self, id: usize, samples: usize, random: &mut Rng) -> Vec<Start<'a>> {
        let mut starts = vec![Start {
            moves: &[],
            position: Chess::default(),
        }];
        for n in 0..samples {
            let other = match n % 4 {
                0 => random.usize(..self.ledger.len()),
                1 => self.ledger.with_other_suffix(id, random),
                _ => self.ledger.near(id, random),
            };
            if let Some(way) = self.ledger.way(other) {
                let moves = &way[..random.usize(..way.len())];
                let position = after(moves);
                starts.push(Start { moves, position });
            }
        }
        starts
    }

    /// Of some random goals about the one that seems nearest.
    fn nearest_goal(&self, id: usize, starts: &[Start<'_>], random: &mut Rng) -> Option<Goal> {
        let goals = (0..GOALS).filter_map(|_| {
            let goal = self.ledger.goal(id, random)?;
            let nearest = starts.iter().filter_map(|start| far(&goal, start)).min()?;
            Some((nearest + random.u32(..3 * MOVE), goal))
        });
        goals.min_by_key(|(value, _)| *value).map(|(_, goal)| goal)
    }

    /// Searches for a way to the goal of less than `limit` plies.
    fn approach(&mut self, goal: &Goal, limit: usize, starts: &[Start<'_>], random: &mut Rng) {
        let mut layers: Vec<Vec<Node>> = Vec::new();
        let mut positions: Vec<Chess> = Vec::new();
        let mut next: Vec<Node> = Vec::new();
        let mut seen: HashSet<Zobrist64> = HashSet::new();
        let last_start = starts.iter().map(|start| start.moves.len()).max();
        // The least that was lacking in a ply, and in which.
        let mut nearest = (u32::MAX, 0);
        for ply in 0..limit.saturating_sub(1) {
            for (index, start) in starts.iter().enumerate() {
                if start.moves.len() == ply
                    && let Some(cost) = goal.cost(&start.position)
                {
                    next.push(Node {
                        lack: lack(cost),
                        origin: Origin::Start(index),
                    });
                }
            }
            if let Some(lack) = next.iter().map(|node| node.lack).min()
                && lack < nearest.0
            {
                nearest = (lack, ply);
            }
            let started = last_start.is_none_or(|last| last < ply);
            if started && (next.is_empty() || ply > nearest.1 + PATIENCE) {
                return;
            }
            if next.len() > WIDTH {
                next.select_nth_unstable_by_key(WIDTH, |node| node.lack);
                next.truncate(WIDTH);
            }
            positions = next
                .iter()
                .map(|node| match node.origin {
                    Origin::Start(index) => starts[index].position.clone(),
                    Origin::Move(before, m) => {
                        let mut position = positions[before].clone();
                        position.play_unchecked(m);
                        position
                    }
                })
                .collect();
            layers.push(mem::take(&mut next));
            seen.clear();
            for (index, position) in positions.iter().enumerate() {
                for (m, san, after) in continuations(position) {
                    let Some(id) = self.ledger.id(san) else {
                        continue;
                    };
                    if ply + 1 < self.way(id) {
                        self.ways.insert(id, way(&layers, starts, index, m));
                    }
                    if san == goal.san {
                        return;
                    }
                    let over = san.suffix == Some(Suffix::Checkmate)
                        || after.is_insufficient_material()
                        || !seen.insert(hash(&after));
                    let Some(cost) = goal.cost(&after).filter(|_| !over) else {
                        continue;
                    };
                    // Each side has every other ply, and what it takes is guessed.
                    let least = cost.us.max(cost.them) / MOVE;
                    if ply + 1 + least as usize >= limit {
                        continue;
                    }
                    next.push(Node {
                        lack: lack(cost) + random.u32(..9),
                        origin: Origin::Move(index, m),
                    });
                }
            }
        }
    }
}

/// What a position lacks, in twentieths of a ply or so: the side that has more to do
/// counts, as the other can do its part meanwhile, and that both have less to do helps.
fn lack(cost: Cost) -> u32 {
    3 * cost.us.max(cost.them) + 3 * cost.total() / 2
}

/// How far from the initial position a goal seems to be by way of a start.
fn far(goal: &Goal, start: &Start<'_>) -> Option<u32> {
    let plies = u32::try_from(start.moves.len()).ok()?;
    Some(2 * MOVE * plies + lack(goal.cost(&start.position)?))
}

/// The moves to a position in the last layer, and one more.
fn way(layers: &[Vec<Node>], starts: &[Start<'_>], index: usize, last: Move) -> Vec<Move> {
    let mut moves = vec![last];
    let mut index = index;
    for layer in layers.iter().rev() {
        match layer[index].origin {
            Origin::Move(before, m) => {
                moves.push(m);
                index = before;
            }
            Origin::Start(start) => {
                moves.extend(starts[start].moves.iter().rev());
                break;
            }
        }
    }
    moves.reverse();
    moves
}
