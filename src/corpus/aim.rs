//! Aiming at a string: a search for a shorter game that ends with it.
//!
//! An aim takes a [`Goal`], one concrete way to play the string, and positions that came
//! up in games found before and seem to be near, and searches for a way from these. It
//! never looks further than the game that is known already, so the better that is, the
//! less it takes to try again.

use std::{
    collections::{BTreeMap, HashMap},
    iter,
};

use fastrand::Rng;
use shakmaty::Move;

use super::{
    arbiter::after,
    beam::{Limits, Path, lack, search},
    distance::MOVE,
    goal::Goal,
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

/// No game is worth more plies.
const LONGEST: usize = 60;

/// Aims at strings, and keeps the ways that are shorter than those known.
pub(super) struct Aim<'a> {
    ledger: &'a Ledger,
    ways: HashMap<usize, Vec<Move>>,
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
            let limits = Limits {
                width: WIDTH,
                plies: self.way(id).min(LONGEST),
                new: 0,
            };
            let ledger = self.ledger;
            search(ledger, &goal, &starts, limits, random, |sight| {
                if sight.plies() < self.way(sight.id) {
                    self.ways.insert(sight.id, sight.moves());
                }
            });
        }
    }

    /// The initial position, and positions on the ways to strings, most of which are much
    /// like this one.
    fn starts(&self, id: usize, samples: usize, random: &mut Rng) -> Vec<Path> {
        let mut starts = vec![Path::default()];
        for n in 0..samples {
            let other = match n % 4 {
                0 => random.usize(..self.ledger.len()),
                1 => self.ledger.with_other_suffix(id, random),
                _ => self.ledger.near(id, random),
            };
            if let Some(way) = self.ledger.way(other) {
                let moves = &way[..random.usize(..way.len())];
                starts.push(Path {
                    position: after(moves),
                    moves: moves.to_vec(),
                    new: Vec::new(),
                });
            }
        }
        starts
    }

    /// Of some random goals about the one that seems nearest.
    fn nearest_goal(&self, id: usize, starts: &[Path], random: &mut Rng) -> Option<Goal> {
        let goals = (0..GOALS).filter_map(|_| {
            let goal = self.ledger.goal(id, random)?;
            let nearest = starts.iter().filter_map(|start| far(&goal, start)).min()?;
            Some((nearest + random.u32(..3 * MOVE), goal))
        });
        goals.min_by_key(|(value, _)| *value).map(|(_, goal)| goal)
    }
}

/// How far from the initial position a goal seems to be by way of a start.
fn far(goal: &Goal, start: &Path) -> Option<u32> {
    let plies = u32::try_from(start.moves.len()).ok()?;
    Some(2 * MOVE * plies + lack(goal.cost(&start.position)?))
}
