//! Searching for a shorter game that ends with a string.
//!
//! A search takes a target and looks for a way to it from the initial position: the whole last
//! position of a game that is known for the string or for its image in a mirror, or a [`Goal`],
//! one way to play the string. It never looks further than the game that is known already, so the
//! better that is, the less it takes to try again.

use std::collections::{BTreeMap, HashMap};

use fastrand::Rng;
use shakmaty::Move;

use super::{
    beam::{Limits, Line, Target, search},
    heuristic::Goal,
    reflect::Mirror,
    state::State,
};

/// Goals at random: they find the first game for a string, and seldom a shorter one.
const RANDOM: usize = 2;

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
                self.aim(id, &end, width, random);
            }
        }
        let mirrored = Mirror::ALL.map(|mirror| self.state.mirrored_goal(id, mirror));
        let goals: Vec<Goal> = mirrored
            .into_iter()
            .chain((0..RANDOM).map(|_| self.state.goal(id, random)))
            .flatten()
            .collect();
        for goal in goals {
            self.aim(id, &goal, width, random);
        }
    }

    /// Searches for a string by way of a target, and keeps games shorter than the known ones.
    fn aim<T: Target>(&mut self, id: usize, target: &T, width: usize, random: &mut Rng) {
        let limits = Limits {
            width,
            plies: self.length(id).min(LONGEST),
            new: 0,
        };
        search(
            self.state,
            target,
            &[Line::default()],
            limits,
            random,
            |seen| {
                if seen.plies() < self.length(seen.id) {
                    self.games.insert(seen.id, seen.moves());
                }
            },
        );
    }
}
