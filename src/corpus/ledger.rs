//! What a search knows: the strings, ways to play them, the shortest game found for
//! each, and the games chosen for the corpus.

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::Arc,
};

use fastrand::Rng;
use rayon::prelude::*;
use shakmaty::{
    Chess, Move,
    san::{San, SanPlus, Suffix},
    zobrist::Zobrist64,
};

use super::{
    arbiter::{Arbiter, after, hash, positions},
    detour::detours,
    goal::{Goal, Plan, plans},
    shorten::shortenings,
};
use crate::san::{occurrence, vocabulary::Vocabulary};

/// What a missing game counts, in plies: more than any game that is worth having.
const MISSING: usize = 200;

/// Strings that stand no further apart in the list are much alike: it is sorted by
/// length, role, discriminator and to-square.
const NEIGHBOURHOOD: usize = 200;

/// Games that look for detours at a time: few, as what one plays is no longer new for the
/// others.
const DETOURS: usize = 16;

/// What is known after some rounds of a search.
#[derive(Clone, Debug)]
pub(super) struct Ledger {
    /// Every string that occurs, in the order of the list; its place is its id.
    strings: Vec<SanPlus>,
    ids: HashMap<SanPlus, usize>,
    /// For each string the plans of its base string.
    plans: Vec<Arc<[Plan]>>,
    /// The shortest game known that ends with each string: walks start on these.
    ways: Vec<Option<Arc<[Move]>>>,
    /// For each mate the game chosen for the corpus.
    chosen: Vec<Chosen>,
    /// How many chosen games play each string.
    played: Vec<usize>,
    /// The strings that no chosen game plays.
    unplayed: Vec<usize>,
    /// What each string is worth more than others, in plies: those that are hard to bring in
    /// take the place of others, for which there is another place.
    more: Vec<usize>,
}

/// The game chosen for a mate.
#[derive(Clone, Debug)]
struct Chosen {
    moves: Vec<Move>,
    /// The strings it plays, each once.
    ids: Vec<usize>,
    /// Its plies, or [`MISSING`].
    length: usize,
    /// How many strings other than its last no other game plays, and what these are worth
    /// more than others.
    alone: usize,
    more: usize,
}

/// What the chosen games amount to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Totals {
    /// Strings that are played in a game.
    pub found: usize,
    /// Strings that are not.
    pub missing: usize,
    /// Games.
    pub games: usize,
    /// Plies of these games.
    pub plies: usize,
}

impl Ledger {
    /// With the strings alone.
    pub fn new() -> Ledger {
        let strings: Vec<SanPlus> = occurrence::occurring(&Vocabulary::new()).collect();
        let ids = strings.iter().enumerate().map(|(id, &san)| (san, id));
        let mut shared: HashMap<San, Arc<[Plan]>> = HashMap::new();
        let plans = strings.iter().map(|san| match shared.entry(san.san) {
            Entry::Occupied(entry) => Arc::clone(entry.get()),
            Entry::Vacant(entry) => Arc::clone(entry.insert(plans(san.san).into())),
        });
        let missing = Chosen {
            moves: Vec::new(),
            ids: Vec::new(),
            length: MISSING,
            alone: 0,
            more: 0,
        };
        Ledger {
            unplayed: (0..strings.len()).collect(),
            more: vec![0; strings.len()],
            plans: plans.collect(),
            ids: ids.collect(),
            ways: vec![None; strings.len()],
            chosen: vec![missing; strings.len()],
            played: vec![0; strings.len()],
            strings,
        }
    }

    /// How many strings there are.
    pub fn len(&self) -> usize {
        self.strings.len()
    }

    /// The id of a string.
    pub fn id(&self, san: SanPlus) -> Option<usize> {
        self.ids.get(&san).copied()
    }

    /// The shortest game known that ends with a string.
    pub fn way(&self, id: usize) -> Option<&[Move]> {
        self.ways[id].as_deref()
    }

    /// Whether the string ends a game.
    pub fn is_mate(&self, id: usize) -> bool {
        self.strings[id].suffix == Some(Suffix::Checkmate)
    }

    /// Whether no chosen game plays the string.
    pub fn is_unplayed(&self, id: usize) -> bool {
        self.played[id] == 0
    }

    /// The strings that no chosen game plays.
    pub fn unplayed(&self) -> &[usize] {
        &self.unplayed
    }

    /// A random way to play a string.
    pub fn goal(&self, id: usize, random: &mut Rng) -> Option<Goal> {
        Goal::random(self.strings[id], &self.plans[id], random)
    }

    /// A string at random from among those that are much alike.
    pub fn near(&self, id: usize, random: &mut Rng) -> usize {
        let count = self.strings.len();
        (id + count + random.usize(..2 * NEIGHBOURHOOD) - NEIGHBOURHOOD) % count
    }

    /// The same move with a suffix at random, or this string if there is no such.
    pub fn with_other_suffix(&self, id: usize, random: &mut Rng) -> usize {
        let suffixes = [None, Some(Suffix::Check), Some(Suffix::Checkmate)];
        let suffix = suffixes[random.usize(..suffixes.len())];
        let san = self.strings[id].san;
        self.id(SanPlus { san, suffix }).unwrap_or(id)
    }

    /// What strings are worth more than others, all together.
    pub fn more(&self, strings: &[usize]) -> usize {
        strings.iter().map(|&id| self.more[id]).sum()
    }

    /// From now on, the strings that no chosen game plays are worth so many plies more.
    pub fn insist(&mut self, plies: usize) {
        for &id in &self.unplayed {
            self.more[id] += plies;
        }
    }

    /// By how many plies a game is better than the chosen one for the same mate: one
    /// with this many plies, where this is what its unplayed strings are worth, each at
    /// least `worth`.
    pub fn gain(&self, mate: usize, plies: usize, unplayed: usize, worth: usize) -> i64 {
        let game = &self.chosen[mate];
        let better = unplayed + game.length;
        let worse = worth * game.alone + game.more + plies;
        i64::try_from(better).unwrap_or(0) - i64::try_from(worse).unwrap_or(0)
    }

    /// Keeps a way to a string if it is the shortest, and tells whether it is.
    pub fn learn(&mut self, id: usize, way: &[Move]) -> bool {
        let old = self.ways[id].as_ref();
        let shorter = old.is_none_or(|old| way.len() < old.len());
        if shorter {
            self.ways[id] = Some(way.into());
        }
        shorter
    }

    /// Takes a game that ends with a mate into the corpus, if it breaks no rule.
    pub fn resume(&mut self, moves: Vec<Move>) {
        let mut position = Chess::default();
        let played = moves.iter().map(|&m| {
            let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
            self.id(san)
        });
        if let Some(mate) = played.last().flatten()
            && self.is_mate(mate)
        {
            self.choose(mate, moves, MISSING);
        }
    }

    /// Takes a game into the corpus if it is a gain and breaks no rule.
    pub fn choose(&mut self, mate: usize, moves: Vec<Move>, worth: usize) {
        let mut arbiter = Arbiter::new();
        let mut ids = Vec::with_capacity(moves.len());
        for &m in &moves {
            if arbiter.over().is_some() {
                return;
            }
            ids.extend(self.id(arbiter.play(m)));
        }
        self.learn(mate, &moves);
        ids.sort_unstable();
        ids.dedup();
        let old = &self.chosen[mate];
        let value = |&id: &usize| worth + self.more[id];
        let new = ids.iter().filter(|&&id| self.played[id] == 0);
        let gained: usize = new.map(value).sum();
        let alone = old.ids.iter().filter(|&&id| self.played[id] == 1);
        let gone = alone.filter(|id| ids.binary_search(id).is_err());
        let lost: usize = gone.map(value).sum();
        if moves.len() + lost >= old.length + gained {
            return;
        }
        for &id in &old.ids {
            self.played[id] -= 1;
        }
        for &id in &ids {
            self.played[id] += 1;
        }
        self.chosen[mate] = Chosen {
            length: moves.len(),
            moves,
            ids,
            alone: 0,
            more: 0,
        };
    }

    /// Leaves out idle moves of the chosen games, as long as `go_on` agrees.
    pub fn shorten_games(&mut self, worth: usize, go_on: &(dyn Fn() -> bool + Sync)) {
        let games: Vec<_> = self
            .chosen
            .par_iter()
            .map(|game| go_on().then(|| shortenings(&game.moves)))
            .map(Option::unwrap_or_default)
            .collect();
        for (mate, games) in games.into_iter().enumerate() {
            for moves in games {
                self.choose(mate, moves, worth);
            }
        }
    }

    /// Lets chosen games make detours, as long as `go_on` agrees.
    pub fn detour(&mut self, worth: usize, go_on: &(dyn Fn() -> bool + Sync)) {
        let mates: Vec<usize> = (0..self.chosen.len())
            .filter(|&mate| !self.chosen[mate].moves.is_empty())
            .collect();
        for mates in mates.chunks(DETOURS).take_while(|_| go_on()) {
            let longer: Vec<_> = mates
                .par_iter()
                .map(|&mate| Some((mate, detours(self, &self.chosen[mate].moves, worth)?)))
                .collect();
            for (mate, moves) in longer.into_iter().flatten() {
                self.choose(mate, moves, worth);
            }
        }
    }

    /// Leaves out idle moves of the ways, as long as `go_on` agrees.
    pub fn shorten_ways(&mut self, go_on: &(dyn Fn() -> bool + Sync)) {
        self.ways = self
            .ways
            .par_iter()
            .map(|way| {
                let way = way.as_ref()?;
                let shorter = go_on().then(|| shortenings(way).pop()).flatten();
                Some(shorter.map_or_else(|| Arc::clone(way), Arc::from))
            })
            .collect();
    }

    /// Lets each way go to a position that another reaches in fewer plies as the other
    /// does.
    pub fn cut_across(&mut self) {
        let mut soonest: HashMap<Zobrist64, (usize, usize)> = HashMap::new();
        for (id, way) in self.ways.iter().enumerate() {
            for (plies, position) in positions(way.as_deref().unwrap_or_default()).enumerate() {
                let known = soonest.entry(hash(&position)).or_insert((plies, id));
                *known = (*known).min((plies, id));
            }
        }
        let across = |way: &Arc<[Move]>| {
            let saved = |(plies, position): (usize, Chess)| {
                let &(sooner, other) = soonest.get(&hash(&position))?;
                let before = &self.ways[other].as_ref().filter(|_| sooner < plies)?[..sooner];
                // A hash is no proof.
                (after(before) == position).then(|| [before, &way[plies..]].concat())
            };
            let shorter = positions(way).enumerate().filter_map(saved);
            let shortest = shorter.min_by_key(Vec::len);
            shortest.map_or_else(|| Arc::clone(way), Arc::from)
        };
        self.ways = self
            .ways
            .par_iter()
            .map(|way| way.as_ref().map(across))
            .collect();
    }

    /// Takes the shortest games known for the mates into the corpus, as far as they are a
    /// gain.
    pub fn choose_ways(&mut self, worth: usize) {
        for mate in 0..self.strings.len() {
            let way = self.ways[mate].clone();
            if let Some(way) = way.filter(|_| self.is_mate(mate)) {
                self.choose(mate, way.to_vec(), worth);
            }
        }
        self.take_stock();
    }

    /// Brings up to date what follows from the chosen games.
    pub fn take_stock(&mut self) {
        self.unplayed = (0..self.strings.len())
            .filter(|&id| self.is_unplayed(id))
            .collect();
        for (mate, game) in self.chosen.iter_mut().enumerate() {
            let ids = game.ids.iter().copied();
            let alone: Vec<usize> = ids
                .filter(|&id| id != mate && self.played[id] == 1)
                .collect();
            game.alone = alone.len();
            game.more = alone.iter().map(|&id| self.more[id]).sum();
        }
    }

    /// The chosen games, in the order of the mates that end them.
    pub fn games(&self) -> impl Iterator<Item = &[Move]> {
        let games = self.chosen.iter().map(|game| game.moves.as_slice());
        games.filter(|moves| !moves.is_empty())
    }

    /// The shortest way known to each string, in the order of the list.
    pub fn ways(&self) -> impl Iterator<Item = (SanPlus, &[Move])> {
        let ways = self.strings.iter().zip(&self.ways);
        ways.filter_map(|(&san, way)| Some((san, way.as_deref()?)))
    }

    /// What the chosen games amount to.
    pub fn totals(&self) -> Totals {
        let missing = self.unplayed.len();
        Totals {
            found: self.strings.len() - missing,
            missing,
            games: self.games().count(),
            plies: self.games().map(<[_]>::len).sum(),
        }
    }
}
