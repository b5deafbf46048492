//! Searches for a shorter game that ends with a string.
//!
//! A search starts from the initial position and looks for any of the [`Ways`] to play the string. It looks
//! only for games shorter than the known game, so it takes less time if the known game is short. If there is
//! no known game, we do not know how many plies to search, so each search aims at one random [`Goal`].
//!
//! [`Goal`]: super::heuristic::Goal

use std::collections::{BTreeMap, HashMap};

use fastrand::Rng;
use shakmaty::{Color, Move};

use super::{
    beam::{Aim, Limits, Line, search},
    state::State,
    ways::Ways,
};

/// For castling, and for a string without a known game, we run this many searches, one after the other. Each
/// search aims at a random goal.
const GOALS: usize = 6;

/// How many positions per ply a search keeps: `FIRST_WIDTH` for a string without a known game, otherwise
/// `WIDTH`. We double this number after each failed search, but at most `DOUBLINGS` times.
const FIRST_WIDTH: usize = 100;
const WIDTH: usize = 2000;
const DOUBLINGS: usize = 4;

/// We keep only games of fewer plies than this.
const LONGEST: usize = 60;

/// Searches for games that play strings, and keeps the games that are shorter than the known ones.
pub(super) struct ShortestSearch<'a> {
    state: &'a State,
    games: HashMap<usize, Vec<Move>>,
}

impl<'a> ShortestSearch<'a> {
    pub fn new(state: &'a State) -> ShortestSearch<'a> {
        ShortestSearch { state, games: HashMap::new() }
    }

    /// Returns the games found. The key of a game is the id of the string that the game ends with.
    pub fn into_games(self) -> BTreeMap<usize, Vec<Move>> {
        self.games.into_iter().collect()
    }

    /// The length in plies of the shortest game for a string, whether known before or found by this search.
    /// [`LONGEST`] if there is no game.
    fn length(&self, id: usize) -> usize {
        let known = || self.state.shortest(id).map(<[_]>::len);
        let found = self.games.get(&id).map(Vec::len);
        found.or_else(known).unwrap_or(LONGEST)
    }

    /// Searches for a game that ends with the string `id`. `attempt` is the number of earlier attempts that found
    /// nothing. Each attempt keeps twice as many positions as the previous attempt, up to a limit.
    pub fn run(&mut self, id: usize, attempt: usize, random: &mut Rng) {
        let is_known = self.state.shortest(id).is_some();
        let width = if is_known { WIDTH } else { FIRST_WIDTH } << attempt.min(DOUBLINGS);
        let goals = self.state.goals(id);
        if is_known && !goals.is_empty() {
            let sides = [Color::White, Color::Black].map(|us| Ways::new(&goals, us));
            self.aim_at_ways(id, &sides, width, random);
        } else {
            for _ in 0..GOALS {
                if let Some(goal) = self.state.goal(id, random) {
                    self.aim(&goal, self.length(id), width, random);
                }
            }
        }
    }

    /// Searches for a game that is one ply shorter than the known game, then for one that is two plies shorter.
    /// White plays the string in one of these games, and Black in the other. Whenever we find a game, we start
    /// again with this game as the known game.
    fn aim_at_ways(
        &mut self,
        id: usize,
        sides: &[Option<Ways>; 2],
        width: usize,
        random: &mut Rng,
    ) {
        let mut limit = self.length(id);
        let mut failed = 0;
        while failed < sides.len() && limit > self.state.at_least(id) {
            // We look for a game of `limit - 1` plies. White plays the last ply if `limit` is even.
            if let Some(ways) = &sides[limit % 2] {
                self.aim(ways, limit, width, random);
            }
            let length = self.length(id);
            (limit, failed) = if length < limit { (length, 0) } else { (limit - 1, failed + 1) };
        }
    }

    /// Searches for a game that reaches the target in fewer plies than `limit`. The search also finds games
    /// that end with other strings. We keep such a game if it is shorter than the shortest game known for its
    /// last string.
    fn aim<T: Aim>(&mut self, target: &T, limit: usize, width: usize, random: &mut Rng) {
        let limits = Limits { width, plies: limit.min(LONGEST), new: 0 };
        search(self.state, target, &[Line::default()], limits, random, |seen| {
            if seen.plies() < self.length(seen.id) {
                self.games.insert(seen.id, seen.moves());
            }
        });
    }
}
