//! Finding the games of the corpus, in rounds.
//!
//! A round sends out walks (`walk`), one for each string that ends
//! a game or that no game plays yet, and a few tours (`tour`).
//! Each sees what was known before the round. What they find is merged in their
//! order, so the result depends on the seed alone and not on the number of
//! threads. Then idle moves are left out (`shorten`).
//!
//! Of two games for the same mate, the better one is shorter, or plays strings
//! that no other game plays. What such a string is worth, in plies, grows from
//! round to round: cheap ones come first, and in the end all of them.

use std::{
    collections::{HashMap, hash_map::Entry},
    iter,
    sync::Arc,
};

use fastrand::Rng;
use rayon::prelude::*;
use shakmaty::{
    Chess, Move,
    san::{San, SanPlus, Suffix},
};

use super::{
    goal::{Goal, Plan, plans},
    shorten::shortenings,
    tour,
    verify::Arbiter,
    walk::Found,
};
use crate::{occurrence, vocabulary::Vocabulary};

/// Rounds of a search from nothing, and what a string is worth in them that no
/// other game plays.
const BUILD: [(u64, usize); 9] = [
    (6, 0),
    (8, 3),
    (10, 5),
    (15, 7),
    (20, 9),
    (20, 12),
    (20, 16),
    (20, 22),
    (15, 40),
];

/// More rounds for missing strings alone, and what one is worth in them.
const OVERTIME: (u64, usize) = (100, 60);

/// Rounds that make good games better. Those where a string is worth little drop
/// the games that cost much for what they play.
const REFINE: [(u64, usize); 5] = [(10, 8), (20, 12), (20, 18), (20, 30), (20, 60)];

/// What a missing game counts, in plies.
const MISSING: usize = 200;

/// Strings a thread walks for before it hands in what it found.
const CHUNK: usize = 64;

/// The walks of a round for all strings that no game plays yet, about: the fewer
/// these are, the more for each.
const WALKS: usize = 14_000;

/// Tours of a round.
const TOURS: u64 = 64;

/// Strings that stand no further apart in the list are much alike.
const NEIGHBOURHOOD: usize = 200;

/// A search for the corpus, and what it has found so far.
#[derive(Clone, Debug)]
pub struct Search {
    seed: u64,
    round: u64,
    /// What a string is worth in the rounds still to come, the last first.
    ahead: Vec<usize>,
    /// More rounds that may follow.
    overtime: u64,
    pub(super) strings: Vec<SanPlus>,
    pub(super) ids: HashMap<SanPlus, usize>,
    /// For each string the plans of its base string.
    plans: Vec<Arc<[Plan]>>,
    /// The shortest way known to each string: walks start on these.
    pub(super) ways: Vec<Option<Arc<[Move]>>>,
    /// For each string that ends a game the game chosen for the corpus.
    games: Vec<Game>,
    /// How many chosen games play each string.
    played: Vec<usize>,
    /// The strings that no chosen game plays.
    fresh: Vec<usize>,
    /// The best games so far, when rounds have dropped some of them.
    best: Option<(Progress, Vec<Arc<[Move]>>)>,
}

/// The game chosen for a string that ends it.
#[derive(Clone, Debug)]
struct Game {
    moves: Vec<Move>,
    /// The strings it plays, each once.
    ids: Vec<usize>,
    /// Its plies, or [`MISSING`].
    length: usize,
    /// How many strings other than its last no other game plays.
    alone: usize,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Progress {
    /// Rounds done, and rounds in all.
    pub rounds: (u64, u64),
    /// Strings that are played in a game.
    pub found: usize,
    /// Strings that are not.
    pub missing: usize,
    /// Games found.
    pub games: usize,
    /// Plies of these games.
    pub plies: usize,
}

impl Search {
    /// Starts from nothing.
    #[must_use]
    pub fn new(seed: u64) -> Search {
        let strings: Vec<SanPlus> = occurrence::occurring(&Vocabulary::new()).collect();
        let ids = strings.iter().enumerate().map(|(id, &san)| (san, id));
        let mut shared: HashMap<San, Arc<[Plan]>> = HashMap::new();
        let plans = strings.iter().map(|san| match shared.entry(san.san) {
            Entry::Occupied(entry) => Arc::clone(entry.get()),
            Entry::Vacant(entry) => Arc::clone(entry.insert(plans(san.san).into())),
        });
        let missing = Game {
            moves: Vec::new(),
            ids: Vec::new(),
            length: MISSING,
            alone: 0,
        };
        Search {
            seed,
            round: 0,
            ahead: schedule(&BUILD),
            overtime: OVERTIME.0,
            fresh: (0..strings.len()).collect(),
            best: None,
            plans: plans.collect(),
            ids: ids.collect(),
            ways: vec![None; strings.len()],
            games: vec![missing; strings.len()],
            played: vec![0; strings.len()],
            strings,
        }
    }

    /// Starts from games, of which those are taken that serve.
    #[must_use]
    pub fn resume(seed: u64, games: impl IntoIterator<Item = Vec<Move>>) -> Search {
        let mut search = Search::new(seed);
        search.ahead = schedule(&REFINE);
        for moves in games {
            let mut position = Chess::default();
            let played = moves.iter().map(|&m| {
                let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
                search.ids.get(&san).copied()
            });
            if let Some(mate) = played.last().flatten()
                && search.is_mate(mate)
            {
                search.choose(mate, moves, MISSING);
            }
        }
        search.take_stock();
        search
    }

    /// Does the next round; `false` if there is none.
    pub fn step(&mut self) -> bool {
        let (worth, overtime) = match self.ahead.pop() {
            Some(worth) => (worth, false),
            None if self.overtime == 0 || self.fresh.is_empty() => return false,
            None => {
                self.overtime -= 1;
                (OVERTIME.1, true)
            }
        };
        self.round += 1;
        let seed = |n: usize| {
            let run = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            run ^ (self.round << 24) ^ n as u64
        };
        let insistence = (WALKS / self.fresh.len().max(1)).max(1);
        let targets: Vec<usize> = (0..self.strings.len())
            .flat_map(|id| {
                let times = match (self.is_mate(id), self.is_fresh(id)) {
                    (true, true) => 2 * insistence,
                    (false, true) => insistence,
                    (true, false) => usize::from(!overtime),
                    (false, false) => usize::from(worth == 0),
                };
                iter::repeat_n(id, times)
            })
            .collect();
        let walks: Vec<_> = targets
            .par_chunks(CHUNK)
            .enumerate()
            .map(|(chunk, targets)| {
                let mut random = Rng::with_seed(seed(chunk));
                let mut found = Found::new(self, worth);
                for &id in targets {
                    found.walk(id, &mut random);
                }
                found.into_ways_and_games()
            })
            .collect();
        let tours: Vec<_> = (0..TOURS)
            .into_par_iter()
            .filter(|_| worth > 0 && !overtime)
            .map(|n| tour::tour(self, worth, &mut Rng::with_seed(!seed(0) ^ n)))
            .collect();

        for (ways, games) in walks {
            for (id, way) in ways {
                self.learn(id, &way);
            }
            for (mate, moves) in games {
                self.choose(mate, moves, worth);
            }
        }
        for (mate, moves) in tours.into_iter().flatten() {
            self.choose(mate, moves, worth);
        }
        self.shorten(worth);
        self.take_stock();
        true
    }

    /// How far the search has come, with the best games so far.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let rounds = (self.round, self.round + self.ahead.len() as u64);
        match &self.best {
            Some((best, _)) => Progress { rounds, ..*best },
            None => self.count(),
        }
    }

    /// The best games so far, in the order of the strings that end them.
    pub fn games(&self) -> impl Iterator<Item = &[Move]> {
        let games = self.best.iter().flat_map(|(_, games)| games);
        games.map(AsRef::as_ref)
    }

    /// How far the search is with the games of this round.
    fn count(&self) -> Progress {
        let missing = self.fresh.len();
        let games = || self.games.iter().filter(|game| !game.moves.is_empty());
        Progress {
            rounds: (self.round, self.round + self.ahead.len() as u64),
            found: self.strings.len() - missing,
            missing,
            games: games().count(),
            plies: games().map(|game| game.length).sum(),
        }
    }

    /// A random way to play a string.
    pub(super) fn goal(&self, id: usize, random: &mut Rng) -> Option<Goal> {
        Goal::random(self.strings[id], &self.plans[id], random)
    }

    /// Whether no chosen game plays the string.
    pub(super) fn is_fresh(&self, id: usize) -> bool {
        self.played[id] == 0
    }

    pub(super) fn is_mate(&self, id: usize) -> bool {
        self.strings[id].suffix == Some(Suffix::Checkmate)
    }

    /// A string at random that no chosen game plays.
    pub(super) fn fresh(&self, random: &mut Rng) -> Option<usize> {
        random.choice(&self.fresh).copied()
    }

    /// A string at random from among those that are much alike.
    pub(super) fn near(&self, id: usize, random: &mut Rng) -> usize {
        let count = self.strings.len();
        (id + count + random.usize(..2 * NEIGHBOURHOOD) - NEIGHBOURHOOD) % count
    }

    /// By how many plies a game is better than the chosen one for the same mate:
    /// one of so many plies with so many fresh strings.
    pub(super) fn gain(&self, mate: usize, plies: usize, fresh: usize, worth: usize) -> usize {
        let game = &self.games[mate];
        (game.length + worth * fresh).saturating_sub(plies + worth * game.alone)
    }

    /// Keeps a way to a string if it is the shortest.
    fn learn(&mut self, id: usize, way: &[Move]) {
        if self.ways[id]
            .as_ref()
            .is_none_or(|old| way.len() < old.len())
        {
            self.ways[id] = Some(way.into());
        }
    }

    /// Takes a game into the corpus if it is a gain and breaks no rule.
    fn choose(&mut self, mate: usize, moves: Vec<Move>, worth: usize) {
        let mut arbiter = Arbiter::new();
        let mut ids = Vec::with_capacity(moves.len());
        for &m in &moves {
            if arbiter.over().is_some() {
                return;
            }
            ids.extend(self.ids.get(&arbiter.play(m)).copied());
        }
        self.learn(mate, &moves);
        ids.sort_unstable();
        ids.dedup();
        let old = &self.games[mate];
        let gained = ids.iter().filter(|&&id| self.played[id] == 0).count();
        let alone = old.ids.iter().filter(|&&id| self.played[id] == 1);
        let lost = alone.filter(|id| ids.binary_search(id).is_err()).count();
        if moves.len() + worth * lost >= old.length + worth * gained {
            return;
        }
        for &id in &old.ids {
            self.played[id] -= 1;
        }
        for &id in &ids {
            self.played[id] += 1;
        }
        self.games[mate] = Game {
            length: moves.len(),
            moves,
            ids,
            alone: 0,
        };
    }

    /// Leaves out idle moves of the chosen games, and of the ways.
    fn shorten(&mut self, worth: usize) {
        let games: Vec<_> = self
            .games
            .par_iter()
            .map(|game| shortenings(&game.moves))
            .collect();
        for (mate, games) in games.into_iter().enumerate() {
            for moves in games {
                self.choose(mate, moves, worth);
            }
        }
        self.ways = self
            .ways
            .par_iter()
            .map(|way| {
                let way = way.as_ref()?;
                let shorter = shortenings(way).pop().map(Arc::from);
                Some(shorter.unwrap_or_else(|| Arc::clone(way)))
            })
            .collect();
    }

    /// Brings up to date what follows from the chosen games.
    fn take_stock(&mut self) {
        self.fresh = (0..self.strings.len())
            .filter(|&id| self.is_fresh(id))
            .collect();
        for (mate, game) in self.games.iter_mut().enumerate() {
            let alone = |&&id: &&usize| id != mate && self.played[id] == 1;
            game.alone = game.ids.iter().filter(alone).count();
        }
        let now = self.count();
        let better =
            |(best, _): &(Progress, _)| (now.missing, now.plies) < (best.missing, best.plies);
        if self.best.as_ref().is_none_or(better) {
            let games = self.games.iter().map(|game| game.moves.as_slice());
            let games = games.filter(|moves| !moves.is_empty()).map(Arc::from);
            self.best = Some((now, games.collect()));
        }
    }
}

/// What a string is worth in each round, the last round first.
fn schedule(rounds: &[(u64, usize)]) -> Vec<usize> {
    let rounds = rounds.iter().rev();
    rounds
        .flat_map(|&(rounds, worth)| (0..rounds).map(move |_| worth))
        .collect()
}
