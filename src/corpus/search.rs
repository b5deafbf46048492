//! Finding the games of the corpus, in rounds.
//!
//! A round sends out walks (`walk`), one for each string that ends
//! a game or that no game plays yet, and a few tours (`tour`).
//! Each sees what the ledger held before the round. What they find is entered in
//! their order, so the result depends on the seed alone and not on the number of
//! threads. Then idle moves are left out (`shorten`).
//!
//! Of two games for the same mate, the better one is shorter, or plays strings
//! that no other game plays. What such a string is worth, in plies, grows from
//! round to round: cheap ones come first, and in the end all of them.

use std::{iter, sync::Arc};

use fastrand::Rng;
use rayon::prelude::*;
use shakmaty::Move;

use super::{
    ledger::{Ledger, Totals},
    tour,
    walk::Walker,
};

/// Rounds of a search from nothing, and what a string is worth in them that no
/// other game plays: found by trial, so that the whole takes some minutes.
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

/// More rounds for missing strings alone, and what one is worth in them: more than
/// in any round before.
const OVERTIME: (u64, usize) = (100, 60);

/// Rounds that make good games better. Those where a string is worth little drop
/// the games that cost much for what they play; the last bring the strings back.
const REFINE: [(u64, usize); 5] = [(10, 8), (20, 12), (20, 18), (20, 30), (20, 60)];

/// Strings a thread walks for before it hands in what it found: few enough to keep
/// all cores busy to the end of a round.
const CHUNK: usize = 64;

/// The walks of a round for all strings that no game plays yet, about: the fewer
/// these are, the more for each. So every round takes about as long.
const WALKS: usize = 14_000;

/// Tours of a round: few, as one is long and plays many strings.
const TOURS: u64 = 64;

/// A search for the corpus, and what it has found so far.
#[derive(Clone, Debug)]
pub struct Search {
    seed: u64,
    round: u64,
    /// What a string is worth in the rounds still to come, the last first.
    ahead: Vec<usize>,
    /// More rounds that may follow.
    overtime: u64,
    ledger: Ledger,
    /// The best games so far, when rounds have dropped some of them.
    best: Option<(Totals, Vec<Arc<[Move]>>)>,
}

impl Search {
    /// Starts from nothing. `seed` is the seed of the random numbers.
    #[must_use]
    pub fn new(seed: u64) -> Search {
        Search {
            seed,
            round: 0,
            ahead: schedule(&BUILD),
            overtime: OVERTIME.0,
            ledger: Ledger::new(),
            best: None,
        }
    }

    /// Starts from games, of which those are taken that serve.
    #[must_use]
    pub fn resume(seed: u64, games: impl IntoIterator<Item = Vec<Move>>) -> Search {
        let mut search = Search::new(seed);
        search.ahead = schedule(&REFINE);
        for moves in games {
            search.ledger.resume(moves);
        }
        search.take_stock();
        search
    }

    /// Does the next round; `false` if there is none, or if `go_on` says no on the way,
    /// which may cost what the round has found.
    pub fn round(&mut self, go_on: &(dyn Fn() -> bool + Sync)) -> bool {
        let (worth, overtime) = match self.ahead.pop() {
            Some(worth) => (worth, false),
            None if self.overtime == 0 || self.ledger.unplayed().is_empty() => return false,
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
        let ledger = &self.ledger;
        let insistence = (WALKS / ledger.unplayed().len().max(1)).max(1);
        let targets: Vec<usize> = (0..ledger.len())
            .flat_map(|id| {
                let times = match (ledger.is_mate(id), ledger.is_unplayed(id)) {
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
                let mut walker = Walker::new(ledger, worth);
                for &id in targets.iter().take_while(|_| go_on()) {
                    walker.walk(id, &mut random);
                }
                walker.into_ways_and_games()
            })
            .collect();
        let tours: Vec<_> = (0..TOURS)
            .into_par_iter()
            .filter(|_| worth > 0 && !overtime && go_on())
            .map(|n| tour::tour(ledger, worth, &mut Rng::with_seed(!seed(0) ^ n)))
            .collect();

        if !go_on() {
            return false;
        }
        for (ways, games) in walks {
            for (id, way) in ways {
                self.ledger.learn(id, &way);
            }
            for (mate, moves) in games {
                self.ledger.choose(mate, moves, worth);
            }
        }
        for (mate, moves) in tours.into_iter().flatten() {
            self.ledger.choose(mate, moves, worth);
        }
        self.ledger.shorten(worth, go_on);
        self.take_stock();
        go_on()
    }

    /// Rounds done, and rounds in all.
    #[must_use]
    pub fn rounds(&self) -> (u64, u64) {
        (self.round, self.round + self.ahead.len() as u64)
    }

    /// What the best games so far amount to.
    #[must_use]
    pub fn totals(&self) -> Totals {
        match &self.best {
            Some((best, _)) => *best,
            None => self.ledger.totals(),
        }
    }

    /// The best games so far, in the order of the strings that end them.
    pub fn games(&self) -> impl Iterator<Item = &[Move]> {
        let games = self.best.iter().flat_map(|(_, games)| games);
        games.map(AsRef::as_ref)
    }

    fn take_stock(&mut self) {
        self.ledger.take_stock();
        let now = self.ledger.totals();
        let better =
            |(best, _): &(Totals, _)| (now.missing, now.plies) < (best.missing, best.plies);
        if self.best.as_ref().is_none_or(better) {
            self.best = Some((now, self.ledger.games().map(Arc::from).collect()));
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
