//! Searching for a shorter game that ends with a string.
//!
//! A search looks for a way from the initial position to a string, by any of the [`Ways`] to play
//! it. It never looks further than the game that is known already, so the better that is, the less
//! it takes to try again. Without a game, how many plies it takes is unknown, and a search aims at
//! a [`Goal`] at a time.
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

/// Ways to play a string without a game, or castling, that a search aims at, one after the other.
const GOALS: usize = 6;

/// Positions of a ply that a search keeps for a string without a game, and for one with a game. A
/// search that found nothing makes them twice as many, this often at most.
const FIRST_WIDTH: usize = 100;
const WIDTH: usize = 2000;
const DOUBLINGS: usize = 4;

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

    /// Searches for a string after this many attempts that found nothing. Each attempt keeps more
    /// positions.
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

    /// Searches for games of a string with one ply less than the shortest known, then with two:
    /// these are for White and for Black, in one order or the other.
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
            // White plays the odd plies, and the game has one less than the limit.
            if let Some(ways) = &sides[limit % 2] {
                self.aim(ways, limit, width, random);
            }
            let length = self.length(id);
            (limit, failed) = if length < limit { (length, 0) } else { (limit - 1, failed + 1) };
        }
    }

    /// Searches for a target in fewer plies than `limit`, and keeps all games that are shorter than
    /// those known.
    fn aim<T: Aim>(&mut self, target: &T, limit: usize, width: usize, random: &mut Rng) {
        let limits = Limits { width, plies: limit.min(LONGEST), new: 0 };
        search(self.state, target, &[Line::default()], limits, random, |seen| {
            if seen.plies() < self.length(seen.id) {
                self.games.insert(seen.id, seen.moves());
            }
        });
    }
}
