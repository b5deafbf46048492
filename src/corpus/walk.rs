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
    san::{SanPlus, Suffix},
};

use super::{
    arbiter::{after, continuations},
    distance::MOVE,
    goal::{Cost, Goal},
    ledger::Ledger,
};

/// Goals, and positions for each, among which the start of a walk is chosen: enough
/// for a good start, and still cheap beside the walk itself.
const GOALS: usize = 6;
const STARTS: usize = 8;

/// A walk goes to this many goals at most: after that its game is too long to be
/// worth what it plays.
const CHAIN: usize = 15;

/// Goals among which the next one is chosen: most are far away.
const NEXT_GOALS: usize = 150;

/// A walk gives up after this many plies that brought it no nearer: then it mostly
/// goes to and fro.
const PATIENCE: u32 = 8;

/// Goes on walks, and keeps what they have found.
pub(super) struct Walker<'a> {
    ledger: &'a Ledger,
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
    unplayed: Vec<usize>,
}

impl<'a> Walker<'a> {
    /// Nothing yet.
    pub fn new(ledger: &'a Ledger, worth: usize) -> Walker<'a> {
        Walker {
            ledger,
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
        let known = || self.ledger.way(id).map(<[_]>::len);
        let found = self.ways.get(&id).map(Vec::len);
        found.or_else(known).unwrap_or(usize::MAX)
    }

    /// Walks to a string, and on to others that no chosen game plays and to a
    /// mate.
    pub fn walk(&mut self, id: usize, random: &mut Rng) {
        let Some((mut goal, mut path)) = self.start(id, random) else {
            return;
        };
        // In tenths of a move: from hardly any, for the straight way, to more than a move,
        // for another.
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
            let Some(choice) = self.choice(path, goal, noise, random) else {
                return false;
            };
            path.moves.push(choice.m);
            path.position.play_unchecked(choice.m);
            if self.ledger.is_unplayed(choice.id) && !path.unplayed.contains(&choice.id) {
                path.unplayed.push(choice.id);
            }
            let Some(cost) = choice.cost else {
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
            let goal = self.ledger.goal(id, random)?;
            for n in 0..STARTS {
                // Strings of the same kind are neighbours in the list.
                let other = match n % 2 {
                    0 => self.ledger.near(id, random),
                    _ => random.usize(..self.ledger.len()),
                };
                let moves = match self.ledger.way(other) {
                    // The last moves served the other string: seven of each side at most.
                    Some(way) => &way[..way.len() - 1 - random.usize(..way.len().min(14))],
                    None if n == 0 => &[],
                    None => continue,
                };
                let Some(cost) = goal.cost(&after(moves)) else {
                    continue;
                };
                // A ply is half a move.
                let tenths = 5 * u32::try_from(moves.len()).unwrap_or(u32::MAX / 5);
                let value = tenths + cost.us.max(cost.them) + cost.total() / 2;
                if best.as_ref().is_none_or(|(least, ..)| value < *least) {
                    best = Some((value, goal.clone(), moves.to_vec()));
                }
            }
        }
        let (_, goal, moves) = best?;
        let mut position = Chess::default();
        let mut unplayed = Vec::new();
        for &m in &moves {
            let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
            if let Some(id) = self.ledger.id(san)
                && self.ledger.is_unplayed(id)
                && !unplayed.contains(&id)
            {
                unplayed.push(id);
            }
        }
        let path = Path {
            position,
            moves,
            unplayed,
        };
        Some((goal, path))
    }

    /// A goal that seems to be near: a mate, or a string that no chosen game
    /// plays.
    fn next_goal(&self, id: usize, path: &Path, random: &mut Rng) -> Option<Goal> {
        let goals = (0..NEXT_GOALS).filter_map(|n| {
            let id = match n % 2 {
                0 => self.ledger.near(id, random),
                _ => *random.choice(self.ledger.unplayed())?,
            };
            let worth = match (self.ledger.is_mate(id), self.ledger.is_unplayed(id)) {
                (true, _) => 0,
                (false, true) if path.unplayed.contains(&id) => return None,
                (false, true) => MOVE,
                (false, false) => return None,
            };
            let goal = self.ledger.goal(id, random)?;
            Some((goal.cost(&path.position)?.total() + MOVE - worth, goal))
        });
        goals.min_by_key(|(value, _)| *value).map(|(_, goal)| goal)
    }

    /// Writes down every move of the position, and chooses one for the goal;
    /// none if the goal was a mate and has been found.
    fn choice(&mut self, path: &Path, goal: &Goal, noise: u32, random: &mut Rng) -> Option<Choice> {
        let length = path.moves.len() + 1;
        let mut best: Option<(u32, Choice)> = None;
        let mut mated = false;
        for (m, san, after) in continuations(&path.position) {
            let Some(id) = self.ledger.id(san) else {
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
                return Some(Choice { m, id, cost: None });
            }
            if let Some(cost) = goal.cost(&after) {
                let bonus = if self.ledger.is_unplayed(id) && !path.unplayed.contains(&id) {
                    MOVE - 2
                } else {
                    0
                };
                let value = MOVE + cost.total() + random.u32(..noise) - bonus;
                if best.as_ref().is_none_or(|(least, _)| value < *least) {
                    best = Some((
                        value,
                        Choice {
                            m,
                            id,
                            cost: Some(cost),
                        },
                    ));
                }
            }
        }
        best.filter(|_| !mated).map(|(_, choice)| choice)
    }

    /// Compares a game that ends in mate with the chosen one.
    fn weigh(&mut self, mate: usize, path: &Path, m: Move) {
        let plies = path.moves.len() + 1;
        let gain = self
            .ledger
            .gain(mate, plies, path.unplayed.len(), self.worth);
        if gain > self.games.get(&mate).map_or(0, |(gain, _)| *gain) {
            self.games.insert(mate, (gain, with(&path.moves, m)));
        }
    }
}

/// A move towards a goal.
struct Choice {
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
