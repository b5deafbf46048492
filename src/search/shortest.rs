//! Searching for a shorter game that ends with a string.
//!
//! A search takes a target and looks for a way to it from the initial position: the whole last
//! position of a game that is known for the string or for its image in a mirror, or a [`Goal`],
//! one way to play the string. It never looks further than the game that is known already, so the
//! better that is, the less it takes to try again.

use std::collections::{BTreeMap, HashMap};

use fastrand::Rng;
use shakmaty::{Chess, Move};

use super::{
    beam::{Limits, Line, Target, estimate, search},
    heuristic::Goal,
    reflect::Mirror,
    state::State,
};

/// The first attempt aims at this many ways to play a string, besides those of known games, and each
/// later one at as many more.
const GOALS: usize = 4;

/// Positions of a ply that a search keeps for a string without a game, and for one with a game. A
/// search that found nothing makes them twice as many, this often at most.
const FIRST_WIDTH: usize = 100;
const WIDTH: usize = 1000;
const DOUBLINGS: usize = 5;

/// The longest game that is kept.
const LONGEST: usize = 60;

/// Searches for strings, and keeps the games that are shorter than those known.
pub(super) struct ShortestSearch<'a> {
    state: &'a State,
    games: HashMap<usize, Vec<Move>>,
}

impl<'a> ShortestSearch<'a> {
    /// Nothing yet.
    pub fn new(state: &'a State) -> ShortestSearch<'a> {
        ShortestSearch { state, games: HashMap::new() }
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

    /// Searches for a string after this many attempts that found nothing: for the ends of the games
    /// known for it and its mirror images, for goals that these reach, then for others. Each attempt
    /// has its own, and keeps more positions.
    pub fn run(&mut self, id: usize, attempt: usize, random: &mut Rng) {
        let width = self.state.shortest(id).map_or(FIRST_WIDTH, |_| WIDTH);
        let width = width << attempt.min(DOUBLINGS);
        for mirror in Mirror::ALL {
            if let Some(end) = self.state.mirrored_end(id, mirror) {
                self.aim(id, &end, width, random);
            }
        }
        let mirrored = Mirror::ALL.map(|mirror| self.state.mirrored_goal(id, mirror));
        let mut goals: Vec<Goal> = mirrored.into_iter().flatten().collect();
        goals.extend(self.state.goal(id, random));
        goals.extend(self.nearest_goals(id, attempt));
        for goal in goals {
            self.aim(id, &goal, width, random);
        }
    }

    /// Ways to play a string, those first that lack least in the initial position. The next attempt
    /// takes the next ones, and begins again after the last.
    fn nearest_goals(&self, id: usize, attempt: usize) -> Vec<Goal> {
        let mut goals = self.state.goals(id);
        let start = Chess::default();
        goals.sort_by_cached_key(|goal| goal.cost(&start).map_or(u32::MAX, estimate));
        let (before, count) = (attempt * (attempt + 1) / 2 * GOALS, (attempt + 1) * GOALS);
        let count = count.min(goals.len());
        let goals = goals.iter().cycle().skip(before % goals.len().max(1));
        goals.take(count).cloned().collect()
    }

    /// Searches for a string by way of a target, and keeps games shorter than the known ones.
    fn aim<T: Target>(&mut self, id: usize, target: &T, width: usize, random: &mut Rng) {
        let limits = Limits { width, plies: self.length(id).min(LONGEST), new: 0 };
        search(self.state, target, &[Line::default()], limits, random, |seen| {
            if seen.plies() < self.length(seen.id) {
                self.games.insert(seen.id, seen.moves());
            }
        });
    }
}
