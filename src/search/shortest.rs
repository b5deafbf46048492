//! Searching for a shorter game that ends with a string.
//!
//! A search takes a [`Goal`], one concrete way to play the string, and positions that came
//! up in games found before and seem to be near, and searches for a way from these. It
//! never looks further than the game that is known already, so the better that is, the
//! less it takes to try again.

use std::{
    collections::{BTreeMap, HashMap},
    iter::repeat_n,
};

use fastrand::Rng;
use shakmaty::Move;

use super::{
    beam::{Limits, Line, Target, estimate, search},
    distance::MOVE,
    heuristic::Goal,
    reflect::Mirror,
    state::State,
};
use crate::games::replay::after;

/// Goals among which the one that seems nearest is chosen.
const GOALS: usize = 12;

/// Positions on known games that are looked at, and how many of them become starts: those
/// that seem nearest to the goal.
const SAMPLES: usize = 200;
const STARTS: usize = 10;

/// Goals at random: they find the first game for a string, and seldom a shorter one.
const RANDOM: usize = 2;

/// The longest game that is kept.
const LONGEST: usize = 60;

/// Where a goal comes from.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// The game of the string in a mirror.
    Mirrored(Mirror),
    /// Any of the plans.
    Random,
}

/// Searches for strings, and keeps the games that are shorter than those known.
pub(super) struct ShortestSearch<'a> {
    state: &'a State,
    games: HashMap<usize, Vec<Move>>,
}

impl<'a> ShortestSearch<'a> {
    /// Nothing yet.
    pub fn new(state: &'a State) -> ShortestSearch<'a> {
        ShortestSearch {
            state,
            games: HashMap::new(),
        }
    }

    /// The games, each with the string it ends with, in a fixed order.
    pub fn into_games(self) -> BTreeMap<usize, Vec<Move>> {
        self.games.into_iter().collect()
    }

    /// The length of the shortest way to a string.
    fn length(&self, id: usize) -> usize {
        let known = || self.state.shortest(id).map(<[_]>::len);
        let found = self.games.get(&id).map(Vec::len);
        found.or_else(known).unwrap_or(LONGEST)
    }

    /// Searches for a string, with a beam of this width: for the ends of the games known for it
    /// and its mirror images, for goals that these reach, then for others.
    pub fn run(&mut self, id: usize, width: usize, random: &mut Rng) {
        for mirror in Mirror::ALL {
            if let Some(end) = self.state.mirrored_end(id, mirror) {
                self.aim(id, &end, &[Line::default()], width, random);
            }
        }
        let goals = Mirror::ALL.map(Source::Mirrored).into_iter();
        let goals = goals.chain(repeat_n(Source::Random, RANDOM));
        for (n, source) in goals.enumerate() {
            // From the initial position, and then from those on known games, too, that
            // seem to be nearest.
            let samples = if n % 2 == 0 { 0 } else { SAMPLES };
            let mut starts = self.starts(id, samples, random);
            let goal = match source {
                Source::Mirrored(mirror) => self.state.mirrored_goal(id, mirror),
                Source::Random => self.nearest_goal(id, &starts, random),
            };
            let Some(goal) = goal else {
                continue;
            };
            starts.sort_by_cached_key(|start| far(&goal, start).unwrap_or(u32::MAX));
            // Only the best stay, and sometimes the initial position.
            let initial = starts.iter().position(|start| start.moves.is_empty());
            if let Some(initial) = initial.filter(|&initial| initial > STARTS)
                && random.bool()
            {
                starts.swap(initial, STARTS - 1);
            }
            starts.truncate(STARTS);
            self.aim(id, &goal, &starts, width, random);
        }
    }

    /// Searches for a string by way of a target, and keeps what is shorter than what is known.
    fn aim<T: Target>(
        &mut self,
        id: usize,
        target: &T,
        starts: &[Line],
        width: usize,
        random: &mut Rng,
    ) {
        let limits = Limits {
            width,
            plies: self.length(id).min(LONGEST),
            new: 0,
        };
        search(self.state, target, starts, limits, random, |seen| {
            if seen.plies() < self.length(seen.id) {
                self.games.insert(seen.id, seen.moves());
            }
        });
    }

    /// The initial position, and positions on the games to strings, most of which are much
    /// like this one.
    fn starts(&self, id: usize, samples: usize, random: &mut Rng) -> Vec<Line> {
        let mut starts = vec![Line::default()];
        for n in 0..samples {
            let other = match n % 4 {
                0 => random.usize(..self.state.len()),
                1 => self.state.with_other_suffix(id, random),
                _ => self.state.near(id, random),
            };
            if let Some(way) = self.state.shortest(other) {
                let moves = &way[..random.usize(..way.len())];
                starts.push(Line {
                    position: after(moves),
                    moves: moves.to_vec(),
                    new: Vec::new(),
                });
            }
        }
        starts
    }

    /// Of some random goals about the one that seems nearest.
    fn nearest_goal(&self, id: usize, starts: &[Line], random: &mut Rng) -> Option<Goal> {
        let goals = (0..GOALS).filter_map(|_| {
            let goal = self.state.goal(id, random)?;
            let nearest = starts.iter().filter_map(|start| far(&goal, start)).min()?;
            Some((nearest + random.u32(..3 * MOVE), goal))
        });
        goals.min_by_key(|(value, _)| *value).map(|(_, goal)| goal)
    }
}

/// How far from the initial position a goal seems to be by way of a start.
fn far(goal: &Goal, start: &Line) -> Option<u32> {
    let plies = u32::try_from(start.moves.len()).ok()?;
    Some(2 * MOVE * plies + estimate(goal.cost(&start.position)?))
}
