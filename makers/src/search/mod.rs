//! Searches for games, in rounds. Only `makers search` uses this module.
//!
//! We find games by *cooperative play*: both sides help each other, as in a helpmate. There are two kinds of
//! rounds, and [`mod@schedule`] sets their order:
//!
//! - The first rounds look for a shorter game for each string: by a search ([`shortest`]), by swapping the
//!   colours of a known game ([`reflect`]), and by varying it ([`mod@vary`]).
//! - The other rounds build the corpus ([`corpus`]). For each string that no game plays yet, we look for a
//!   game that plays this string and other new strings, and ends in mate ([`mates`]). Then we remove idle
//!   moves ([`remove`]) and insert detours ([`insert`]).
//!
//! A [`beam`] search aims at one way to play a string ([`heuristic`]), or, in each position, at the way that is
//! nearest ([`ways`]). [`state`] holds the results so far.
//!
//! Several searches run in parallel, and all of them start from the same known games. We record their results
//! in a fixed order. So the outcome depends only on the seed, not on the number of threads.
//!
//! Of two games that end with the same mate, we prefer the shorter one. But a string that no other game plays
//! is *worth* some extra plies. The number of extra plies depends on the round ([`mod@schedule`]). If this number
//! is low, we accept a longer game only if each such string costs few extra plies. If it is high, as in the last
//! rounds, we accept a much longer game even for a single such string.

mod bag;
mod beam;
mod corpus;
mod distance;
mod heuristic;
mod insert;
mod mates;
mod reflect;
mod remove;
mod schedule;
mod shortest;
mod state;
mod vary;
mod ways;

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
    sync::Arc,
};

use fastrand::Rng;
use rayon::prelude::*;
use shakmaty::{Chess, Move, Position, san::SanPlus, zobrist::Zobrist64};

pub use state::Totals;

use self::{
    bag::rearranged,
    corpus::walk,
    insert::detours,
    reflect::Mirror,
    remove::shortenings,
    schedule::{BUILD, EXTRA_ROUNDS, PARTS, REFINE, Round, schedule},
    shortest::ShortestSearch,
    state::State,
    vary::{BESIDE, beside, vary},
};
use crate::{
    enumerate::PlyResult,
    proof::{enumerate, look_at_plans, look_narrowly},
};
use san_strings::shortest_games;
use san_strings_core::suffix::played;
use san_strings_files::Progress;
use san_strings_games::{
    replay::{after, hash, positions},
    searched::SEARCHED,
};

/// The number of strings that a thread searches for before it returns the games found. With a larger number,
/// threads would be idle for longer at the end of a round, until the last one has searched for all its strings.
const CHUNK: usize = 64;

/// The number of walks in a batch. All walks of a batch start from the same known games.
const BATCH: usize = 64;

/// The gap of a string is the length of its known game minus the lower bound. After `n` failures in a row, we
/// search again with probability `ceil(gap / WIDE_GAP) / (n + 1)`, at most 1. So if the gap is wide, we repeat a
/// failed search more often.
const WIDE_GAP: usize = 5;

/// The number of games that we vary in a batch. After each batch, we record the games found, so the next
/// batch looks only for games that are shorter still.
const VARIED: usize = 1024;

/// The total number of positions per ply that all walks of a round may keep. When few strings are missing, a
/// round makes few walks, and each walk may keep many positions. So all rounds take about the same time.
const WIDTHS: usize = 500_000;

/// Divisor for the growth of bonuses. After the walks of a round, the bonus of each missing string grows by
/// `worth / BONUS`, where `worth` is the number of extra plies that a game may take for a new string.
const BONUS: usize = 10;

/// The number of games in which we look for detours in parallel. The number is small, because several of these
/// searches may find the same missing string, and then all but one of them are wasted.
const DETOURS: usize = 16;

/// The number of strings for which a round rearranges games.
const REARRANGED: usize = 1024;

/// The limits of a search for a new game of the corpus.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// How many extra plies a game may take for a string that no other game plays.
    worth: usize,
    /// How many positions the search for mates keeps at each ply.
    width: usize,
}

/// Lists the legal moves of a position, each with its SAN and the position after it.
fn continuations(position: &Chess) -> impl Iterator<Item = (Move, SanPlus, Chess)> {
    let legal = position.legal_moves();
    (0..legal.len()).map(move |n| {
        let (san, after) = played(position, legal[n], &legal);
        (legal[n], san, after)
    })
}

/// A search for games, and its results so far.
#[derive(Clone, Debug)]
pub struct GameSearch {
    seed: u64,
    round: u64,
    /// The remaining rounds, in reverse order.
    ahead: Vec<Round>,
    /// How many extra rounds may follow the rounds in `ahead` if the corpus still lacks strings.
    extra_rounds: u64,
    state: State,
    /// For each string, how many times in a row we found no shorter game.
    failures: Vec<usize>,
    /// Hashes of the final positions of the games that we have varied.
    varied: HashSet<Zobrist64>,
    /// The keys are hashes of the positions in which we have already left a shortest game to try other moves
    /// (see [`beside`]). Each value is the earliest ply at which we left a shortest game in this position.
    left: HashMap<Zobrist64, usize>,
    /// The strings that `rearrange` tries first. They are similar to strings for which the last call of
    /// `rearrange` found a shorter game.
    next: Vec<usize>,
    /// The best corpus so far. We keep it, because a later round may drop some of its games before it finds
    /// better ones.
    best: Option<(Totals, Vec<Arc<[Move]>>)>,
}

impl GameSearch {
    /// Starts from scratch. `seed` initializes the random number generator. Before we build the corpus, we go
    /// through all strings `passes` times, and look for a shorter game for each.
    pub fn new(seed: u64, passes: usize) -> GameSearch {
        let state = State::new();
        GameSearch {
            seed,
            round: 0,
            ahead: schedule(seed, passes, &BUILD),
            extra_rounds: EXTRA_ROUNDS.0,
            failures: vec![0; state.len()],
            varied: HashSet::new(),
            left: HashMap::new(),
            next: Vec::new(),
            state,
            best: None,
        }
    }

    /// Creates a search that starts from known games. Ignores a game that does not end in mate, or that improves
    /// neither the corpus nor the shortest games.
    pub fn resume(
        seed: u64,
        passes: usize,
        games: impl IntoIterator<Item = Vec<Move>>,
    ) -> GameSearch {
        let mut search = GameSearch::new(seed, passes);
        search.ahead = schedule(seed, passes, &REFINE);
        // `ahead` is in reverse order, so the round that we add at its end runs first.
        search.ahead.extend((passes > 0).then_some(Round::Beside));
        for moves in games {
            search.state.resume(moves);
        }
        search.recount();
        search
    }

    /// If no game for `san` is known, or `moves` is shorter than the known game, makes `moves` the known game.
    pub fn learn(&mut self, san: SanPlus, moves: &[Move]) {
        if let Some(id) = State::id(san) {
            self.state.learn(id, moves);
        }
    }

    fn learn_all(&mut self, found: PlyResult) {
        for (san, moves) in found.games {
            self.learn(san, &moves);
        }
    }

    /// Enumerates all positions up to ply `plies`, which is at most [`SEARCHED`], and keeps the games found.
    pub fn enumerate(&mut self, plies: usize, progress: &dyn Progress) {
        let learn = |_, found| self.learn_all(found);
        // If the user stops the search, we keep the games found so far.
        let _ = enumerate(shortest_games(), plies, learn, progress);
    }

    /// For each ply from [`SEARCHED`] up to `plies`, searches the positions from which a wanted string may
    /// still be played at that ply. Keeps the shorter games that this search finds.
    pub fn enumerate_narrowly(&mut self, plies: usize, progress: &dyn Progress) {
        for ply in SEARCHED..=plies {
            let Ok(found) = look_narrowly(shortest_games(), ply, &[], progress) else { return };
            self.learn_all(found);
        }
    }

    /// Looks for shorter games of up to `plies` plies, and keeps the games found. For each string, searches only
    /// the plies at which the side that plays the string has few moves to spare.
    pub fn enumerate_plans(&mut self, plies: usize, progress: &dyn Progress) {
        let learn = |_, found| self.learn_all(found);
        // If the user stops the search, we keep the games found so far.
        let _ = look_at_plans(shortest_games(), plies, &[], learn, progress);
    }

    /// Runs the next round. Returns `false` if no round is left, or if `progress` was stopped. If a round is
    /// stopped, its results may be lost.
    pub fn round(&mut self, progress: &dyn Progress) -> bool {
        let round = match self.ahead.pop() {
            Some(round) => round,
            None if self.extra_rounds == 0 || self.state.unplayed().is_empty() => return false,
            None => {
                self.extra_rounds -= 1;
                Round::Corpus(EXTRA_ROUNDS.1)
            }
        };
        self.round += 1;
        match round {
            Round::Shortest(rest) => self.find_shorter(rest, progress),
            Round::Beside => self.look_beside(progress),
            Round::Vary => self.vary(progress),
            Round::Corpus(worth) => self.walk(worth, progress),
        }
        !progress.is_stopped()
    }

    /// Returns the random seed for one of the parallel tasks of this round. `part` is the index of the task.
    fn part_seed(&self, part: usize) -> u64 {
        let run = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        run ^ (self.round << 24) ^ part as u64
    }

    /// Looks for shorter games for the strings whose id modulo `PARTS` is `rest`. Skips some of the strings for
    /// which earlier searches failed.
    fn find_shorter(&mut self, rest: usize, progress: &dyn Progress) {
        let state = &self.state;
        let open = |&id: &usize| state.gap(id) > 0;
        let mut random = Rng::with_seed(!self.part_seed(0));
        let mut in_turn =
            |&id: &usize| random.usize(..=self.failures[id]) < state.gap(id).div_ceil(WIDE_GAP);
        let targets = (rest..state.len()).step_by(PARTS).filter(open);
        let targets: Vec<usize> = targets.filter(|id| in_turn(id)).collect();
        let parts = targets.par_chunks(CHUNK).enumerate().map(|(n, targets)| {
            let mut random = Rng::with_seed(self.part_seed(n));
            let mut search = ShortestSearch::new(state);
            for &id in targets.iter().take_while(|_| !progress.is_stopped()) {
                search.run(id, self.failures[id], &mut random);
            }
            search.into_games()
        });
        let games: Vec<_> = parts.collect();
        // If the search is stopped, we keep the results so far.
        for id in targets {
            self.failures[id] += 1;
        }
        for (id, game) in games.into_iter().flatten() {
            if self.state.learn(id, &game) {
                self.failures[id] = 0;
            }
        }
        self.shorten_shortest(progress);
        if !progress.is_stopped() {
            self.state.splice();
        }
    }

    /// Plays every line of the next [`BESIDE`] plies from each position of the shortest games. If we have
    /// already searched a position, searches it again only if it now occurs at an earlier ply. Repeats the search
    /// until no game gets shorter.
    fn look_beside(&mut self, progress: &dyn Progress) {
        loop {
            let mut beginnings: Vec<Vec<Move>> = Vec::new();
            for game in (0..self.state.len()).filter_map(|id| self.state.shortest(id)) {
                for (ply, position) in positions(game).enumerate() {
                    let known = self.left.entry(hash(&position)).or_insert(usize::MAX);
                    if ply < *known {
                        *known = ply;
                        beginnings.push(game[..ply].to_vec());
                    }
                }
            }
            let mut shortened = false;
            for beginnings in beginnings.chunks(VARIED) {
                let (state, wanted) = (&self.state, &self.state.wanted());
                let beginnings = beginnings.par_iter().filter(|_| !progress.is_stopped());
                let games = beginnings.flat_map_iter(|moves| beside(state, wanted, moves, BESIDE));
                for (id, game) in games.collect::<Vec<_>>() {
                    shortened |= self.state.learn(id, &game);
                }
            }
            if !shortened || progress.is_stopped() {
                break;
            }
            self.shorten_shortest(progress);
        }
    }

    /// Plays the moves of known games in other orders, to find shorter games for some of the strings. Returns
    /// the number of strings whose game got shorter.
    ///
    /// If the last call shortened the game of a string, we first try similar strings. Then we try random
    /// strings. If the game of a string is at least two plies longer than the game of a reflection of the
    /// string (`Qh5#` is a reflection of `Qh4#`), the longer game can probably be shortened. So about half of
    /// the time, we draw the random string only from the strings with such a longer game.
    pub fn rearrange(&mut self, progress: &dyn Progress) -> usize {
        self.round += 1;
        let state = &self.state;
        let mut random = Rng::with_seed(!self.part_seed(0));
        let open: Vec<usize> = (0..state.len()).filter(|&id| state.gap(id) > 0).collect();
        let lags = |id: usize| {
            let reflections = Mirror::ALL.map(|mirror| State::id(mirror.san(state.san(id))));
            let known = reflections.into_iter().flatten().map(|other| state.known(other));
            known.min().is_some_and(|least| state.known(id) > least + 1)
        };
        let lagging: Vec<usize> = open.iter().copied().filter(|&id| lags(id)).collect();
        let mut targets = std::mem::take(&mut self.next);
        while targets.len() < REARRANGED && !open.is_empty() {
            let pool = if random.bool() && !lagging.is_empty() { &lagging } else { &open };
            targets.push(pool[random.usize(..pool.len())]);
        }
        let wanted = &state.wanted();
        let found = targets.par_iter().enumerate().filter(|_| !progress.is_stopped());
        let found = found.map(|(n, &id)| {
            let mut random = Rng::with_seed(self.part_seed(n + 1));
            rearranged(state, wanted, id, &mut random)
        });
        let found: Vec<_> = found.collect();
        let before: Vec<usize> = (0..state.len()).map(|id| state.known(id)).collect();
        for (id, game) in found.into_iter().flatten() {
            self.state.learn(id, &game);
        }
        self.shorten_shortest(progress);
        let state = &self.state;
        let shortened = (0..state.len()).filter(|&id| state.known(id) < before[id]);
        let shortened: Vec<usize> = shortened.collect();
        let alike = shortened.iter().flat_map(|&id| state.alike(id)).map(|(_, id)| id);
        self.next = alike.filter(|&id| state.gap(id) > 0).collect();
        shortened.len()
    }

    /// Varies the shortest known game of each string, unless we have already varied this game.
    fn vary(&mut self, progress: &dyn Progress) {
        let is_new = |&id: &usize| {
            let game = self.state.shortest(id);
            game.is_some_and(|game| !self.varied.contains(&hash(&after(game))))
        };
        let new: Vec<usize> = (0..self.state.len()).filter(is_new).collect();
        for ids in new.chunks(VARIED) {
            let (state, wanted) = (&self.state, &self.state.wanted());
            let varied = ids.par_iter().filter(|_| !progress.is_stopped()).map(|&id| {
                let game = state.shortest(id).expect("it has one");
                (hash(&after(game)), vary(state, wanted, game))
            });
            let varied: Vec<_> = varied.collect();
            for (end, games) in varied {
                self.varied.insert(end);
                for (id, game) in games {
                    self.state.learn(id, &game);
                }
            }
        }
        self.shorten_shortest(progress);
    }

    /// Runs one round that improves the corpus. `worth` is how many extra plies a game may take for a string
    /// that no other game plays.
    fn walk(&mut self, worth: usize, progress: &dyn Progress) {
        self.state.choose_shortest_games(worth);
        let mut targets = self.state.unplayed().to_vec();
        Rng::with_seed(!self.part_seed(0)).shuffle(&mut targets);
        let width = (WIDTHS / targets.len().max(1)).clamp(100, 2000);
        // We run the walks in small batches, because the walks of a batch do not share their results. If several
        // of them find the same new string, all but one of these walks are wasted, because the corpus needs the
        // string only once. The walks of later batches no longer look for this string.
        for (batch, targets) in targets.chunks(BATCH).enumerate() {
            let state = &self.state;
            let walks = targets.par_iter().enumerate().map(|(n, &id)| {
                let mut random = Rng::with_seed(self.part_seed(batch * BATCH + n));
                let is_wanted = state.is_unplayed(id) && !progress.is_stopped();
                is_wanted.then(|| walk(state, id, Effort { worth, width }, &mut random))
            });
            let candidates: Vec<_> = walks.collect();
            if progress.is_stopped() {
                return;
            }
            let mut candidates: Vec<_> = candidates.into_iter().flatten().flatten().collect();
            candidates.sort_by_key(|candidate| (Reverse(candidate.gain), candidate.mate));
            for candidate in candidates {
                self.state.choose(candidate.mate, candidate.moves, worth);
            }
            self.state.recount();
        }
        self.state.raise_bonus(worth / BONUS);
        self.shorten_games(worth, progress);
        self.insert_detours(worth, progress);
        self.shorten_shortest(progress);
        self.recount();
    }

    fn shorten_games(&mut self, worth: usize, progress: &dyn Progress) {
        let chosen: Vec<_> = self.state.chosen().collect();
        let games: Vec<_> = chosen
            .par_iter()
            .filter(|_| !progress.is_stopped())
            .map(|&(mate, moves)| (mate, shortenings(moves)))
            .collect();
        for (mate, games) in games {
            for moves in games {
                self.state.choose(mate, moves, worth);
            }
        }
    }

    fn insert_detours(&mut self, worth: usize, progress: &dyn Progress) {
        let mates: Vec<usize> = self.state.chosen().map(|(mate, _)| mate).collect();
        for mates in mates.chunks(DETOURS) {
            if progress.is_stopped() {
                return;
            }
            let state = &self.state;
            let longer: Vec<_> = mates
                .par_iter()
                .map(|&mate| Some((mate, detours(state, state.game(mate), worth)?)))
                .collect();
            for (mate, moves) in longer.into_iter().flatten() {
                self.state.choose(mate, moves, worth);
            }
        }
    }

    /// Looks for shorter games in two ways: swaps the colours of the shortest known games, which may yield
    /// shorter games for the mirrored strings, and removes idle moves.
    fn shorten_shortest(&mut self, progress: &dyn Progress) {
        if !progress.is_stopped() {
            self.reflect();
        }
        self.state.shorten(|game| {
            let shorter = !progress.is_stopped();
            shorter.then(|| shortenings(game).pop()).flatten()
        });
    }

    /// Swaps the colours in the shortest games, to find shorter games for the mirrored strings. Repeats this
    /// until no game gets shorter.
    pub fn reflect(&mut self) {
        while self.state.reflect() {}
    }

    /// The shortest known game for each string, in the order of the list.
    pub fn shortest_games(&self) -> impl Iterator<Item = (SanPlus, &[Move])> {
        self.state.shortest_games()
    }

    /// The number of rounds done, and the total number of rounds.
    pub fn rounds(&self) -> (u64, u64) {
        (self.round, self.round + self.ahead.len() as u64)
    }

    /// The totals of the best corpus so far.
    pub fn totals(&self) -> Totals {
        match &self.best {
            Some((best, _)) => *best,
            None => self.state.totals(),
        }
    }

    /// The games of the best corpus so far, in the order of the mates that they end with.
    pub fn games(&self) -> impl Iterator<Item = &[Move]> {
        let games = self.best.iter().flat_map(|(_, games)| games);
        games.map(AsRef::as_ref)
    }

    fn recount(&mut self) {
        self.state.recount();
        let now = self.state.totals();
        let better =
            |(best, _): &(Totals, _)| (now.missing, now.plies) < (best.missing, best.plies);
        if self.best.as_ref().is_none_or(better) {
            self.best = Some((now, self.state.games().map(Arc::from).collect()));
        }
    }
}

#[cfg(test)]
mod tests {
    use rayon::ThreadPoolBuilder;
    use san_strings_games::{
        pgn::{self, CORPUS},
        replay::Replay,
    };

    use super::*;
    use crate::proof::export;

    #[test]
    fn the_table_cannot_be_improved_by_reflection() {
        let mut state = State::new();
        for (san, moves) in shortest_games().moves() {
            state.learn(State::id(san).expect("it occurs"), &moves);
        }
        assert!(!state.reflect());
    }

    /// Plays each legal move in each position of the table's games. No game that ends with such a move may be
    /// shorter than the table's game for the same string.
    #[test]
    fn the_table_cannot_be_improved_by_a_ply_beside() {
        let mut state = State::new();
        for (san, moves) in shortest_games().moves() {
            state.learn(State::id(san).expect("it occurs"), &moves);
        }
        let (mut seen, wanted) = (HashSet::new(), state.wanted());
        for (_, moves) in shortest_games().moves() {
            for (ply, position) in positions(&moves).enumerate() {
                if seen.insert((ply, hash(&position))) {
                    let shorter = beside(&state, &wanted, &moves[..ply], 1);
                    assert!(shorter.is_empty(), "{:?}", shorter.into_values().next());
                }
            }
        }
    }

    const TEXT: &str = include_str!("../../../output/corpus.pgn");

    fn games() -> impl Iterator<Item = Vec<Move>> {
        let games = pgn::split(TEXT).map(Replay::of_corpus);
        games.map(|game| game.expect("it holds").moves)
    }

    fn round(search: &mut GameSearch, threads: usize) {
        let threads = ThreadPoolBuilder::new().num_threads(threads).build();
        assert!(threads.expect("threads").install(|| search.round(&())));
    }

    /// Starts from the corpus without some of its games, and runs a round. Returns the new corpus.
    fn corpus(seed: u64, threads: usize) -> String {
        let games = games().enumerate().filter(|(n, _)| n % 4000 != 7);
        let mut search = GameSearch::resume(seed, 0, games.map(|(_, game)| game));
        // Add the shortest games of the missing strings, because walks to these strings start from them.
        for (san, moves) in shortest_games().moves() {
            if State::id(san).is_some_and(|id| search.state.is_unplayed(id)) {
                search.learn(san, &moves);
            }
        }
        let before = search.totals();
        assert!(before.missing > 2);
        round(&mut search, threads);
        assert!(search.totals().missing < before.missing);
        pgn::export_all(CORPUS, search.games())
    }

    /// Gives the search all shortest games except a sample, and runs a round that looks for the missing ones.
    /// Returns the table.
    fn shortest(seed: u64, threads: usize) -> String {
        let mut search = GameSearch::new(seed, 1);
        for (n, (san, moves)) in shortest_games().moves().enumerate() {
            if n % 1201 != 0 {
                search.learn(san, &moves);
                // This test needs no shorter game for a string that already has a game. So we pretend that the
                // search has failed so often that it almost never tries the string again.
                search.failures[State::id(san).expect("it occurs")] = usize::MAX - 1;
            }
        }
        let known = search.shortest_games().count();
        round(&mut search, threads);
        assert!(search.shortest_games().count() > known);
        export(search.shortest_games())
    }

    #[test]
    #[ignore = "takes a minute: rounds of a search"]
    fn the_seed_and_not_the_threads_makes_the_games() {
        for games in [corpus, shortest] {
            let one = games(11, 1);
            assert!(games(11, 3) == one && games(12, 3) != one);
        }
    }

    #[test]
    fn the_corpus_is_a_start() {
        let search = GameSearch::resume(2, 0, games());
        assert!(pgn::export_all(CORPUS, search.games()) == TEXT);
        assert_eq!(search.totals().missing, 0);
    }
}
