//! Finding the games, in rounds.
//!
//! The first rounds aim at strings (`aim`) for a shorter game. The others, for the corpus,
//! send out a walk (`walk`) for each string that no game plays yet; some at a time see the
//! same games. What they find is entered in a fixed order, the best first, so the result
//! depends on the seed alone and not on the number of threads. Then idle moves are left
//! out (`shorten`), and games make detours (`detour`).
//!
//! Of two games for the same mate, the better one is shorter, or plays strings
//! that no other game plays. What such a string is worth, in plies, grows from
//! round to round: cheap ones come first, and in the end all of them.

use std::{cmp::Reverse, sync::Arc};

use fastrand::Rng;
use rayon::prelude::*;
use shakmaty::{Move, san::SanPlus};

use super::{
    aim::Aim,
    ledger::{Ledger, Totals},
    walk::walk,
};

/// What a string that no other game plays is worth in each round of a search from nothing:
/// found by trial.
const BUILD: [usize; 15] = [3, 4, 5, 6, 6, 7, 7, 8, 9, 10, 12, 15, 20, 30, 60];

/// More rounds for missing strings alone, and what one is worth in them: more than
/// in any round before.
const OVERTIME: (u64, usize) = (100, 100);

/// Rounds that make good games better: the first brings in what is missing, the next drop
/// the games that cost much for what they play, the last bring the strings back.
const REFINE: [usize; 14] = [60, 6, 7, 7, 8, 8, 9, 9, 10, 12, 15, 20, 30, 60];

/// The strings are aimed at in so many rounds: the more, the sooner what is found in one
/// serves in the next.
const AIMS: usize = 12;

/// Strings a thread walks for before it hands in what it found: few enough to keep
/// all cores busy to the end of a round.
const CHUNK: usize = 64;

/// Walks of a round that see the same games.
const BATCH: usize = 64;

/// What the walks of a round may keep of each ply, all together: the fewer strings are
/// missing, the harder each walk looks. So every round takes about as long.
const WIDTHS: usize = 500_000;

/// After a round a string that is still missing is worth more by this part.
const INSIST: usize = 10;

/// What a round is for.
#[derive(Clone, Copy, Debug)]
enum Round {
    /// Shorter games for some of the strings: those whose number leaves this rest.
    Aim(usize),
    /// A better corpus, where a string is worth so many plies that no other game plays.
    Corpus(usize),
}

/// A search for the games, and what it has found so far.
#[derive(Clone, Debug)]
pub struct Search {
    seed: u64,
    round: u64,
    /// The rounds still to come, the last first.
    ahead: Vec<Round>,
    /// More rounds that may follow.
    overtime: u64,
    ledger: Ledger,
    /// No game of so many plies can be shorter.
    shortest: usize,
    /// For each string how often in a row no shorter game was found.
    failures: Vec<usize>,
    /// The best games so far, when rounds have dropped some of them.
    best: Option<(Totals, Vec<Arc<[Move]>>)>,
}

impl Search {
    /// Starts from nothing. `seed` is the seed of the random numbers, and `passes` is how
    /// often to aim at each string for a shorter game before the corpus is made.
    #[must_use]
    pub fn new(seed: u64, passes: usize) -> Search {
        let ledger = Ledger::new();
        Search {
            seed,
            round: 0,
            ahead: schedule(seed, passes, &BUILD),
            overtime: OVERTIME.0,
            failures: vec![0; ledger.len()],
            ledger,
            shortest: 1,
            best: None,
        }
    }

    /// Starts from games, of which those are taken that serve.
    #[must_use]
    pub fn resume(seed: u64, passes: usize, games: impl IntoIterator<Item = Vec<Move>>) -> Search {
        let mut search = Search::new(seed, passes);
        search.ahead = schedule(seed, passes, &REFINE);
        for moves in games {
            search.ledger.resume(moves);
        }
        search.take_stock();
        search
    }

    /// Takes a game that plays a string in its end, if it is the shortest.
    pub fn learn(&mut self, san: SanPlus, moves: &[Move]) {
        if let Some(id) = self.ledger.id(san) {
            self.ledger.learn(id, moves);
        }
    }

    /// From now on, games of up to so many plies are known to be shortest.
    pub fn set_shortest(&mut self, plies: usize) {
        self.shortest = plies;
    }

    /// Does the next round; `false` if there is none, or if `go_on` says no on the way,
    /// which may cost what the round has found.
    pub fn round(&mut self, go_on: &(dyn Fn() -> bool + Sync)) -> bool {
        let round = match self.ahead.pop() {
            Some(round) => round,
            None if self.overtime == 0 || self.ledger.unplayed().is_empty() => return false,
            None => {
                self.overtime -= 1;
                Round::Corpus(OVERTIME.1)
            }
        };
        self.round += 1;
        match round {
            Round::Aim(rest) => self.aim(rest, go_on),
            Round::Corpus(worth) => self.walk(worth, go_on),
        }
        go_on()
    }

    /// The seed of the random numbers for a part of this round.
    fn part_seed(&self, part: usize) -> u64 {
        let run = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        run ^ (self.round << 24) ^ part as u64
    }

    /// Looks for shorter games for some of the strings.
    fn aim(&mut self, rest: usize, go_on: &(dyn Fn() -> bool + Sync)) {
        let ledger = &self.ledger;
        let open = |&id: &usize| ledger.way(id).is_none_or(|way| way.len() > self.shortest);
        // The more often in vain, the more seldom.
        let mut random = Rng::with_seed(!self.part_seed(0));
        let mut in_turn = |&id: &usize| random.usize(..=self.failures[id]) == 0;
        let targets = (rest..ledger.len()).step_by(AIMS).filter(open);
        let targets: Vec<usize> = targets.filter(|id| in_turn(id)).collect();
        // In parts, on all cores, each with its own random numbers.
        let parts = targets.par_chunks(CHUNK).enumerate().map(|(n, targets)| {
            let mut random = Rng::with_seed(self.part_seed(n));
            let mut aim = Aim::new(ledger);
            for &id in targets.iter().take_while(|_| go_on()) {
                aim.aim(id, &mut random);
            }
            aim.into_ways()
        });
        let ways: Vec<_> = parts.collect();
        // Stopped or not, what is found is found.
        for id in targets {
            self.failures[id] += 1;
        }
        for (id, way) in ways.into_iter().flatten() {
            if self.ledger.learn(id, &way) {
                self.failures[id] = 0;
            }
        }
        self.ledger.shorten_ways(go_on);
        if go_on() {
            self.ledger.cut_across();
        }
    }

    /// Looks for a better corpus.
    fn walk(&mut self, worth: usize, go_on: &(dyn Fn() -> bool + Sync)) {
        self.ledger.choose_ways(worth);
        let mut targets = self.ledger.unplayed().to_vec();
        Rng::with_seed(!self.part_seed(0)).shuffle(&mut targets);
        let width = (WIDTHS / targets.len().max(1)).clamp(100, 2000);
        // Few at a time: what one has found is no longer new for the others.
        for (batch, targets) in targets.chunks(BATCH).enumerate() {
            let ledger = &self.ledger;
            let walks = targets.par_iter().enumerate().map(|(n, &id)| {
                let mut random = Rng::with_seed(self.part_seed(batch * BATCH + n));
                let is_wanted = ledger.is_unplayed(id) && go_on();
                is_wanted.then(|| walk(ledger, id, (worth, width), &mut random))
            });
            let offers: Vec<_> = walks.collect();
            if !go_on() {
                return;
            }
            let mut offers: Vec<_> = offers.into_iter().flatten().flatten().collect();
            offers.sort_by_key(|offer| (Reverse(offer.gain), offer.mate));
            for offer in offers {
                self.ledger.choose(offer.mate, offer.moves, worth);
            }
            self.ledger.take_stock();
        }
        self.ledger.insist(worth / INSIST);
        self.ledger.shorten_games(worth, go_on);
        self.ledger.detour(worth, go_on);
        self.ledger.shorten_ways(go_on);
        self.take_stock();
    }

    /// The shortest game known for each string, in the order of the list.
    pub fn ways(&self) -> impl Iterator<Item = (SanPlus, &[Move])> {
        self.ledger.ways()
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

/// Rounds that aim at each string so often, and rounds for the corpus, the last first.
fn schedule(seed: u64, passes: usize, corpus: &[usize]) -> Vec<Round> {
    let corpus = corpus.iter().rev().map(|&worth| Round::Corpus(worth));
    // Searches that are stopped soon, with different seeds, aim at different strings.
    let first = usize::try_from(seed % AIMS as u64).unwrap_or(0);
    let aims = (0..passes).flat_map(|_| (0..AIMS).rev());
    let aims = aims.map(|part| Round::Aim((first + part) % AIMS));
    corpus.chain(aims).collect()
}
