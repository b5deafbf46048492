//! Cooperative play towards goals: where the games come from.
//!
//! Both sides work together. A walk takes a [`Goal`] and a position on the way of
//! a game found before that seems to lack little, and plays, move by move, what
//! makes the cost smaller, with some noise, so that no two walks are alike. In
//! every position on the way it looks at *all* legal moves: each is the end of a
//! way to some string, and each mate the end of a game. So walks feed each other:
//! a better way to three queens for one string serves a thousand others.

use std::collections::{BTreeMap, HashMap};

use fastrand::Rng;
use shakmaty::{
    Chess, Move, Position,
    san::{San, SanPlus, Suffix},
};

use super::{
    goal::{Cost, Goal, MOVE},
    search::Search,
};

/// Goals, and positions for each, among which the start of a walk is chosen.
const GOALS: usize = 6;
const STARTS: usize = 8;

/// A walk goes to so many goals at most.
const CHAIN: usize = 15;

/// Goals among which the next one is chosen.
const NEXT_GOALS: usize = 150;

/// A walk gives up after so many plies that brought it no nearer.
const PATIENCE: u32 = 8;

/// What some walks have found.
pub struct Found<'a> {
    search: &'a Search,
    /// The worth of a string that no game plays yet, in plies.
    worth: usize,
    /// Ways to strings that are shorter than those known.
    ways: HashMap<usize, Vec<Move>>,
    /// For a mate the best game that is better than the chosen one: by how many
    /// plies, and its moves.
    games: HashMap<usize, (usize, Vec<Move>)>,
}

/// A position, how it came up, and what that is worth.
struct Path {
    position: Chess,
    moves: Vec<Move>,
    /// Strings on the way that no chosen game plays.
    fresh: Vec<usize>,
}

impl<'a> Found<'a> {
    /// Nothing yet.
    pub fn new(search: &'a Search, worth: usize) -> Found<'a> {
        Found {
            search,
            worth,
            ways: HashMap::new(),
            games: HashMap::new(),
        }
    }

    /// The ways and the games, each with the string it ends with, in a fixed order.
    pub fn into_ways_and_games(self) -> (BTreeMap<usize, Vec<Move>>, BTreeMap<usize, Vec<Move>>) {
        let games = self
            .games
            .into_iter()
            .map(|(mate, (_, moves))| (mate, moves));
        (self.ways.into_iter().collect(), games.collect())
    }

    /// The length of the shortest way to a string.
    fn way(&self, id: usize) -> usize {
        let known = || self.search.ways[id].as_ref().map(|way| way.len());
        let found = self.ways.get(&id).map(Vec::len);
        found.or_else(known).unwrap_or(usize::MAX)
    }

    /// Walks to a string, and on to others that no chosen game plays and to a
    /// mate.
    pub fn walk(&mut self, id: usize, random: &mut Rng) {
        let Some((mut goal, mut path)) = self.start(id, random) else {
            return;
        };
        let noise = [3, 6, 10, 15][random.usize(..4)];
        for _ in 0..CHAIN {
            if !self.approach(&goal, &mut path, noise, random) {
                return;
            }
            match self.next_goal(id, &path, random) {
                Some(next) => goal = next,
                None => return,
            }
        }
    }

    /// Plays towards the goal. Tells whether it has been reached.
    fn approach(&mut self, goal: &Goal, path: &mut Path, noise: u32, random: &mut Rng) -> bool {
        let mut least = u32::MAX;
        let mut patience = PATIENCE;
        while patience > 0 {
            let Some(step) = self.step(path, goal, noise, random) else {
                return false;
            };
            path.moves.push(step.m);
            path.position.play_unchecked(step.m);
            if self.search.is_fresh(step.id) && !path.fresh.contains(&step.id) {
                path.fresh.push(step.id);
            }
            let Some(cost) = step.cost else {
                return true;
            };
            patience -= 1;
            if cost.total() < least {
                least = cost.total();
                patience = PATIENCE;
            }
        }
        false
    }

    /// A goal for the string and a position to start from: of some, those that
    /// seem to be the fewest plies apart.
    fn start(&self, id: usize, random: &mut Rng) -> Option<(Goal, Path)> {
        let mut best: Option<(u32, Goal, Vec<Move>)> = None;
        for _ in 0..GOALS {
            let goal = self.search.goal(id, random)?;
            for n in 0..STARTS {
                // Strings of the same kind are neighbours in the list.
                let other = match n % 2 {
                    0 => self.search.near(id, random),
                    _ => random.usize(..self.search.strings.len()),
                };
                let moves = match &self.search.ways[other] {
                    Some(way) => &way[..way.len() - 1 - random.usize(..way.len().min(14))],
                    None if n == 0 => &[],
                    None => continue,
                };
                let mut position = Chess::default();
                for &m in moves {
                    position.play_unchecked(m);
                }
                let Some(cost) = goal.cost(&position) else {
                    continue;
                };
                let tenths = 5 * u32::try_from(moves.len()).unwrap_or(u32::MAX / 5);
                let value = tenths + cost.us.max(cost.them) + cost.total() / 2;
                if best.as_ref().is_none_or(|(least, ..)| value < *least) {
                    best = Some((value, goal.clone(), moves.to_vec()));
                }
            }
        }
        let (_, goal, moves) = best?;
        let mut position = Chess::default();
        let mut fresh = Vec::new();
        for &m in &moves {
            let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
            if let Some(&id) = self.search.ids.get(&san)
                && self.search.is_fresh(id)
                && !fresh.contains(&id)
            {
                fresh.push(id);
            }
        }
        let path = Path {
            position,
            moves,
            fresh,
        };
        Some((goal, path))
    }

    /// A goal that seems to be near: a mate, or a string that no chosen game
    /// plays.
    fn next_goal(&self, id: usize, path: &Path, random: &mut Rng) -> Option<Goal> {
        let goals = (0..NEXT_GOALS).filter_map(|n| {
            let id = match n % 2 {
                0 => self.search.near(id, random),
                _ => self.search.fresh(random)?,
            };
            let worth = match (self.search.is_mate(id), self.search.is_fresh(id)) {
                (true, _) => 0,
                (false, true) if path.fresh.contains(&id) => return None,
                (false, true) => MOVE,
                (false, false) => return None,
            };
            let goal = self.search.goal(id, random)?;
            Some((goal.cost(&path.position)?.total() + MOVE - worth, goal))
        });
        goals.min_by_key(|(value, _)| *value).map(|(_, goal)| goal)
    }

    /// Writes down every move of the position, and chooses one for the goal;
    /// none if the goal was a mate and has been found.
    fn step(&mut self, path: &Path, goal: &Goal, noise: u32, random: &mut Rng) -> Option<Step> {
        let length = path.moves.len() + 1;
        let mut best: Option<(u32, Step)> = None;
        let mut mated = false;
        for (m, san, after) in options(&path.position) {
            let Some(&id) = self.search.ids.get(&san) else {
                continue;
            };
            if length < self.way(id) {
                self.ways.insert(id, with(&path.moves, m));
            }
            if san.suffix == Some(Suffix::Checkmate) {
                self.weigh(id, path, m);
                mated |= san == goal.san;
                continue;
            }
            if after.is_insufficient_material() {
                continue;
            }
            if san == goal.san {
                return Some(Step { m, id, cost: None });
            }
            if let Some(cost) = goal.cost(&after) {
                let bonus = if self.search.is_fresh(id) && !path.fresh.contains(&id) {
                    MOVE - 2
                } else {
                    0
                };
                let value = MOVE + cost.total() + random.u32(..noise) - bonus;
                if best.as_ref().is_none_or(|(least, _)| value < *least) {
                    best = Some((
                        value,
                        Step {
                            m,
                            id,
                            cost: Some(cost),
                        },
                    ));
                }
            }
        }
        best.filter(|_| !mated).map(|(_, step)| step)
    }

    /// Compares a game that ends in mate with the chosen one.
    fn weigh(&mut self, mate: usize, path: &Path, m: Move) {
        let plies = path.moves.len() + 1;
        let gain = self.search.gain(mate, plies, path.fresh.len(), self.worth);
        if gain > self.games.get(&mate).map_or(0, |(gain, _)| *gain) {
            self.games.insert(mate, (gain, with(&path.moves, m)));
        }
    }
}

/// The legal moves of a position, how each is written, and what comes of it.
pub fn options(position: &Chess) -> impl Iterator<Item = (Move, SanPlus, Chess)> {
    let legal = position.legal_moves();
    legal.clone().into_iter().map(move |m| {
        let mut after = position.clone();
        after.play_unchecked(m);
        let suffix = match after.is_check() {
            true if after.legal_moves().is_empty() => Some(Suffix::Checkmate),
            true => Some(Suffix::Check),
            false => None,
        };
        let san = San::disambiguate(m, &legal);
        (m, SanPlus { san, suffix }, after)
    })
}

/// A move towards a goal.
struct Step {
    m: Move,
    /// The string it plays.
    id: usize,
    /// What is still lacking; `None` if it plays the goal.
    cost: Option<Cost>,
}

fn with(moves: &[Move], m: Move) -> Vec<Move> {
    let mut game = Vec::with_capacity(moves.len() + 1);
    game.extend_from_slice(moves);
    game.push(m);
    game
}
