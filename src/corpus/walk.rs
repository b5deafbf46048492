//! Cooperative play towards one goal after the other: where the games of the corpus
//! come from.
//!
//! A walk goes to a string that no chosen game plays, on to others that seem to be near,
//! and at last to a mate whose chosen game would gain most by that. Each leg is a search
//! ([`search`]) in which new strings on the way count as well. In every position on the
//! way it looks at *all* legal moves: each is the end of a way to some string, and each
//! mate the end of a game. So walks feed each other: a better way to three queens for one
//! string serves a thousand others.

use std::collections::{BTreeMap, HashMap};

use fastrand::Rng;
use shakmaty::Move;

use super::{
    arbiter::after,
    beam::{Limits, PLY, Path, lack, search},
    goal::Goal,
    ledger::Ledger,
};

/// Goals, and positions for each, among which the start of a walk is chosen: enough
/// for a good start, and still cheap beside the walk itself.
const GOALS: usize = 6;
const STARTS: usize = 8;

/// Positions of a ply that are kept.
const WIDTH: usize = 8;

/// A leg has at most so many plies.
const LEG: usize = 30;

/// A walk goes to this many goals at most: after that its game is too long to be
/// worth what it plays.
const CHAIN: usize = 15;

/// A new string makes good for at most so many plies on the way.
const NEW: usize = 2;

/// A walk goes at most so many plies, as it seems, to one more new string.
const DETOUR: usize = 4;

/// Goals among which the next one is chosen: most are far away.
const NEXT_GOALS: usize = 900;

/// Goes on walks, and keeps what they have found.
pub(super) struct Walker<'a> {
    ledger: &'a Ledger,
    /// The worth of a string that no game plays yet, in plies.
    worth: usize,
    /// Ways to strings that are shorter than those known.
    ways: HashMap<usize, Vec<Move>>,
    /// For a mate the best game that is better than the chosen one: by how many
    /// plies, and its moves.
    games: HashMap<usize, (i64, Vec<Move>)>,
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

    /// Walks to a string, and on to others that no chosen game plays and to a mate.
    pub fn walk(&mut self, id: usize, random: &mut Rng) {
        let way = self.ledger.way(id).filter(|_| !self.ledger.is_mate(id));
        let mut last = id;
        let mut path = match way.filter(|_| random.bool()) {
            Some(way) => self.path(way),
            None => {
                let Some((goal, start)) = self.start(id, random) else {
                    return;
                };
                let Some(path) = self.approach(&goal, start, random) else {
                    return;
                };
                path
            }
        };
        for _ in 0..CHAIN {
            if self.ledger.is_mate(last) {
                return;
            }
            let Some((next, goal)) = self.next_goal(last, &path, random) else {
                return;
            };
            last = next;
            match self.approach(&goal, path, random) {
                Some(longer) => path = longer,
                None => return,
            }
        }
    }

    /// Goes on from a path to the goal, and keeps what is seen on the way.
    fn approach(&mut self, goal: &Goal, start: Path, random: &mut Rng) -> Option<Path> {
        let ledger = self.ledger;
        let limits = Limits {
            width: WIDTH,
            plies: start.moves.len() + LEG,
            new: PLY * u32::try_from(self.worth.min(NEW)).unwrap_or(0),
        };
        search(ledger, goal, &[start], limits, random, |sight| {
            let id = sight.id;
            let known = || ledger.way(id).map(<[_]>::len);
            let way = self.ways.get(&id).map(Vec::len).or_else(known);
            if way.is_none_or(|way| sight.plies() < way) {
                self.ways.insert(id, sight.moves());
            }
            if ledger.is_mate(id) {
                let gain = ledger.gain(id, sight.plies(), sight.new, self.worth);
                if gain > self.games.get(&id).map_or(0, |(gain, _)| *gain) {
                    self.games.insert(id, (gain, sight.moves()));
                }
            }
        })
    }

    /// The path that moves take.
    fn path(&self, moves: &[Move]) -> Path {
        let mut path = Path::default();
        for &m in moves {
            path.play(m, self.ledger);
        }
        path
    }

    /// A goal for the string and a position to start from: of some, those that
    /// seem to be the fewest plies apart.
    fn start(&self, id: usize, random: &mut Rng) -> Option<(Goal, Path)> {
        let mut best: Option<(u32, Goal, &[Move])> = None;
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
                let plies = u32::try_from(moves.len()).unwrap_or(u32::MAX / PLY);
                let value = PLY * plies + lack(cost);
                if best.as_ref().is_none_or(|(least, ..)| value < *least) {
                    best = Some((value, goal.clone(), moves));
                }
            }
        }
        let (_, goal, moves) = best?;
        Some((goal, self.path(moves)))
    }

    /// A goal to go to next: a string that no chosen game plays, if one seems to be near
    /// enough for what it is worth, or else the mate whose game seems to gain most.
    fn next_goal(&self, last: usize, path: &Path, random: &mut Rng) -> Option<(usize, Goal)> {
        let ledger = self.ledger;
        let plies = path.moves.len();
        let draw = |n: usize, random: &mut Rng| {
            let id = match n % 3 {
                0 => ledger.near(last, random),
                1 => *random.choice(ledger.unplayed())?,
                _ => ledger.as_mate(last),
            };
            let is_new = ledger.is_unplayed(id) && !path.new.contains(&id);
            if !ledger.is_mate(id) && !is_new {
                return None;
            }
            let goal = ledger.goal(id, random)?;
            let leg = lack(goal.cost(&path.position)?).div_ceil(PLY) as usize;
            Some((id, leg, goal))
        };
        let mut string: Option<(usize, usize, Goal)> = None;
        let mut mate: Option<(i64, usize, Goal)> = None;
        for n in 0..NEXT_GOALS {
            let Some((id, leg, goal)) = draw(n, random) else {
                continue;
            };
            if ledger.is_mate(id) {
                let gain = ledger.gain(id, plies + leg, path.new.len(), self.worth);
                if mate.as_ref().is_none_or(|(most, ..)| gain > *most) {
                    mate = Some((gain, id, goal));
                }
            } else if string.as_ref().is_none_or(|(least, ..)| leg < *least) {
                string = Some((leg, id, goal));
            }
        }
        let near = string.filter(|(leg, ..)| *leg <= self.worth.min(DETOUR));
        let near = near.map(|(_, id, goal)| (id, goal));
        near.or_else(|| mate.map(|(_, id, goal)| (id, goal)))
    }
}
