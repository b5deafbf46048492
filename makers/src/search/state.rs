//! The state of a search: the strings, the plans to play them, the shortest game found for each string, and
//! the games chosen for the corpus.

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::Arc,
};

use fastrand::Rng;
use rayon::prelude::*;
use san_strings_core::Vocabulary;
use san_strings_games::replay::{Replay, after, hash, positions};
use shakmaty::{
    Chess, Move, Role,
    san::{San, SanPlus, Suffix},
    zobrist::Zobrist64,
};

use crate::{enumerate::Unmet, proof::at_least};

use super::{
    heuristic::{Goal, Plan, plans},
    reflect::{Mirror, reflection},
};

/// The cost of a missing game, in plies: more than the cost of any real game.
const MISSING: usize = 200;

/// Strings that are at most this far apart in the list count as similar, because the list is sorted by
/// length, role, discriminator and to-square.
const NEIGHBOURHOOD: usize = 200;

/// The state after some rounds of a search.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// Every string that occurs, by id.
    strings: Vec<SanPlus>,
    /// For each string, the plans of its base string.
    plans: Vec<Arc<[Plan]>>,
    /// For each string, the shortest known game that ends with it. The walks of `corpus.rs`
    /// start from positions of these games.
    shortest: Vec<Option<Arc<[Move]>>>,
    /// For each mate, that is, each string with `#`: the game chosen for the corpus.
    chosen: Vec<Chosen>,
    /// For each string, how many chosen games play it.
    played: Vec<usize>,
    /// The strings that no chosen game plays.
    unplayed: Vec<usize>,
    /// For each string, a bonus in plies that is added to its worth. The bonus grows in each round in which
    /// the string is missing, so that hard strings displace easy ones.
    bonus: Vec<usize>,
}

/// The game chosen for a *mate*, that is, a string with `#`.
#[derive(Clone, Debug)]
struct Chosen {
    moves: Vec<Move>,
    /// The ids of the strings that the game plays, each once.
    ids: Vec<usize>,
    /// The number of plies, or [`MISSING`] if there is no game yet.
    length: usize,
    /// The number of strings that this game plays and no other chosen game plays, not counting the last string
    /// of the game.
    unique: usize,
    /// The total bonus of the strings that `unique` counts.
    bonus: usize,
}

/// The totals of the chosen games.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Totals {
    /// The number of strings that at least one game plays.
    pub found: usize,
    /// The number of strings that no game plays.
    pub missing: usize,
    pub games: usize,
    /// The total number of plies of the chosen games.
    pub plies: usize,
}

impl State {
    pub fn new() -> State {
        let strings: Vec<SanPlus> = Vocabulary::occurring().sans().collect();
        let mut shared: HashMap<San, Arc<[Plan]>> = HashMap::new();
        let plans = strings.iter().map(|san| match shared.entry(san.san) {
            Entry::Occupied(entry) => Arc::clone(entry.get()),
            Entry::Vacant(entry) => Arc::clone(entry.insert(plans(san.san).into())),
        });
        let missing =
            Chosen { moves: Vec::new(), ids: Vec::new(), length: MISSING, unique: 0, bonus: 0 };
        State {
            unplayed: (0..strings.len()).collect(),
            bonus: vec![0; strings.len()],
            plans: plans.collect(),
            shortest: vec![None; strings.len()],
            chosen: vec![missing; strings.len()],
            played: vec![0; strings.len()],
            strings,
        }
    }

    pub fn len(&self) -> usize {
        self.strings.len()
    }

    pub fn san(&self, id: usize) -> SanPlus {
        self.strings[id]
    }

    /// Lists a string, the strings that differ from it only in `x`, `+` or `#`, and the reflections of all these.
    /// Returns each of these strings as a pair: the mirror that we apply, and the id of the resulting string.
    pub fn alike(&self, id: usize) -> impl Iterator<Item = (Mirror, usize)> {
        let SanPlus { san, .. } = self.san(id);
        let suffixes = [None, Some(Suffix::Check), Some(Suffix::Checkmate)];
        let captures = [false, true].map(|takes| match san {
            San::Normal { role, file, rank, to, promotion, .. } if role != Role::Pawn => {
                San::Normal { role, file, rank, capture: takes, to, promotion }
            }
            _ => san,
        });
        let sans = captures
            .into_iter()
            .flat_map(move |san| suffixes.map(|suffix| SanPlus { san, suffix }));
        Mirror::ALL.into_iter().flat_map(move |mirror| {
            sans.clone().filter_map(move |san| Some((mirror, State::id(mirror.san(san))?)))
        })
    }

    pub fn id(san: SanPlus) -> Option<usize> {
        Vocabulary::occurring().id_of(san).map(usize::from)
    }

    pub fn shortest(&self, id: usize) -> Option<&[Move]> {
        self.shortest[id].as_deref()
    }

    /// The number of plies by which the known game of a string exceeds the string's bound. 0 if the game is
    /// proven to be the shortest possible.
    pub fn gap(&self, id: usize) -> usize {
        self.known(id).saturating_sub(self.at_least(id))
    }

    /// The length of a string's known game in plies, or [`MISSING`].
    pub fn known(&self, id: usize) -> usize {
        self.shortest(id).map_or(MISSING, <[_]>::len)
    }

    /// For each number of plies, the strings whose bound allows a game of this length, and whose known game is
    /// longer.
    pub fn wanted(&self) -> Vec<Unmet> {
        let is_wanted = |id, plies| (self.at_least(id)..self.known(id)).contains(&plies);
        let ids = |plies| (0..self.len()).filter(move |&id| is_wanted(id, plies));
        let longest = (0..self.len()).map(|id| self.known(id)).max().unwrap_or(0);
        (0..longest).map(|plies| Unmet::only(ids(plies).map(|id| self.strings[id]))).collect()
    }

    /// The proven minimum number of plies of a game that ends with the string.
    pub fn at_least(&self, id: usize) -> usize {
        at_least(self.strings[id])
    }

    pub fn is_mate(&self, id: usize) -> bool {
        self.strings[id].suffix == Some(Suffix::Checkmate)
    }

    /// Whether no chosen game plays the string.
    pub fn is_unplayed(&self, id: usize) -> bool {
        self.played[id] == 0
    }

    pub fn unplayed(&self) -> &[usize] {
        &self.unplayed
    }

    /// Chooses a random way to play a string.
    pub fn goal(&self, id: usize, random: &mut Rng) -> Option<Goal> {
        Goal::random(self.strings[id], &self.plans[id], random)
    }

    /// Lists every way to play a string. Empty for castling.
    pub fn goals(&self, id: usize) -> Vec<Goal> {
        Goal::all(self.strings[id], &self.plans[id])
    }

    /// Chooses a random string that is near the string `id` in the list, and therefore similar.
    pub fn near(&self, id: usize, random: &mut Rng) -> usize {
        let count = self.strings.len();
        (id + count + random.usize(..2 * NEIGHBOURHOOD) - NEIGHBOURHOOD) % count
    }

    /// Returns the game chosen for the string with the id `mate`.
    pub fn game(&self, mate: usize) -> &[Move] {
        &self.chosen[mate].moves
    }

    /// The total bonus of `strings`.
    pub fn bonus(&self, strings: &[usize]) -> usize {
        strings.iter().map(|&id| self.bonus[id]).sum()
    }

    /// Adds `plies` to the bonus of each string that no chosen game plays.
    pub fn raise_bonus(&mut self, plies: usize) {
        for &id in &self.unplayed {
            self.bonus[id] += plies;
        }
    }

    /// The gain, in plies, if a new game replaces the chosen game for the same mate; negative if the new game
    /// is worse. The new game has `plies` plies. `unplayed` is the total worth, in plies, of the strings that
    /// the new game plays and no chosen game plays yet. `worth` is the worth of each string, in plies,
    /// without the string's own bonus.
    pub fn gain(&self, mate: usize, plies: usize, unplayed: usize, worth: usize) -> i64 {
        let game = &self.chosen[mate];
        let better = unplayed + game.length;
        let worse = worth * game.unique + game.bonus + plies;
        i64::try_from(better).expect("some plies") - i64::try_from(worse).expect("some plies")
    }

    /// Replaces the known game of the string `id` with `game` if `game` is shorter, or if no game of the
    /// string is known. Returns whether `game` was kept.
    pub fn learn(&mut self, id: usize, game: &[Move]) -> bool {
        let old = self.shortest[id].as_ref();
        let shorter = old.is_none_or(|old| game.len() < old.len());
        if shorter {
            self.shortest[id] = Some(game.into());
        }
        shorter
    }

    /// Adds a game to the corpus if it ends with a mate and improves the corpus. Ignores a game that was already
    /// over before its last move.
    pub fn resume(&mut self, moves: Vec<Move>) {
        let mut position = Chess::default();
        let played = moves.iter().map(|&m| {
            let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
            State::id(san)
        });
        if let Some(mate) = played.last().flatten()
            && self.is_mate(mate)
        {
            self.choose(mate, moves, MISSING);
        }
    }

    /// Adds a game to the corpus if the game improves the corpus. Also replaces the shortest known game for
    /// this mate if the new game is shorter. Ignores a game that was already over before its last move.
    pub fn choose(&mut self, mate: usize, moves: Vec<Move>, worth: usize) {
        let mut replay = Replay::new();
        let mut ids = Vec::with_capacity(moves.len());
        for &m in &moves {
            if replay.end.is_some() {
                return;
            }
            ids.extend(State::id(replay.play(m)));
        }
        self.learn(mate, &moves);
        ids.sort_unstable();
        ids.dedup();
        let old = &self.chosen[mate];
        let value = |&id: &usize| worth + self.bonus[id];
        let new = ids.iter().filter(|&&id| self.played[id] == 0);
        let gained: usize = new.map(value).sum();
        let unique = old.ids.iter().filter(|&&id| self.played[id] == 1);
        let gone = unique.filter(|id| ids.binary_search(id).is_err());
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
        self.chosen[mate] = Chosen { length: moves.len(), moves, ids, unique: 0, bonus: 0 };
    }

    /// Shortens the shortest known games by splicing. If another game reaches one of a game's positions in fewer
    /// plies, we replace the moves up to this position with the moves of the other game.
    pub fn splice(&mut self) {
        let mut soonest: HashMap<Zobrist64, (usize, usize)> = HashMap::new();
        for (id, game) in self.shortest.iter().enumerate() {
            for (plies, position) in positions(game.as_deref().unwrap_or_default()).enumerate() {
                let known = soonest.entry(hash(&position)).or_insert((plies, id));
                *known = (*known).min((plies, id));
            }
        }
        let across = |game: &Arc<[Move]>| {
            let saved = |(plies, position): (usize, Chess)| {
                let &(sooner, other) = soonest.get(&hash(&position))?;
                let before = &self.shortest[other].as_ref().filter(|_| sooner < plies)?[..sooner];
                // Hashes can collide.
                (after(before) == position).then(|| [before, &game[plies..]].concat())
            };
            let shorter = positions(game).enumerate().filter_map(saved);
            let shortest = shorter.min_by_key(Vec::len);
            shortest.map_or_else(|| Arc::clone(game), Arc::from)
        };
        self.shortest = self.shortest.par_iter().map(|game| game.as_ref().map(across)).collect();
    }

    /// Adds the shortest known game of each mate to the corpus if that improves the corpus.
    pub fn choose_shortest_games(&mut self, worth: usize) {
        for mate in 0..self.strings.len() {
            let game = self.shortest[mate].clone();
            if let Some(game) = game.filter(|_| self.is_mate(mate)) {
                self.choose(mate, game.to_vec(), worth);
            }
        }
        self.recount();
    }

    /// Updates the fields that depend on the chosen games.
    pub fn recount(&mut self) {
        self.unplayed = (0..self.strings.len()).filter(|&id| self.is_unplayed(id)).collect();
        for (mate, game) in self.chosen.iter_mut().enumerate() {
            let ids = game.ids.iter().copied();
            let unique: Vec<usize> = ids.filter(|&id| id != mate && self.played[id] == 1).collect();
            game.unique = unique.len();
            game.bonus = unique.iter().map(|&id| self.bonus[id]).sum();
        }
    }

    /// The games chosen for the corpus, each with the index of the mate that it was chosen for.
    pub fn chosen(&self) -> impl Iterator<Item = (usize, &[Move])> {
        let games = self.chosen.iter().map(|game| game.moves.as_slice());
        games.enumerate().filter(|(_, moves)| !moves.is_empty())
    }

    /// Swaps the colours of each shortest game, and keeps the result if it is shorter than the known game of
    /// the reflected string. Returns whether any result was kept.
    pub fn reflect(&mut self) -> bool {
        let shorter = |id: usize| {
            let game = self.shortest(id)?;
            let san = Mirror::COLORS.san(self.strings[id]);
            let other = State::id(san)?;
            let limit = self.known(other);
            Some((other, reflection(game, san, limit)?))
        };
        let found: Vec<_> = (0..self.len()).into_par_iter().filter_map(shorter).collect();
        let learned = found.iter().filter(|(id, game)| self.learn(*id, game));
        learned.count() > 0
    }

    /// Replaces each shortest game with the result of `shorter`. Keeps each game for which `shorter` returns
    /// `None`.
    pub fn shorten(&mut self, shorter: impl Fn(&[Move]) -> Option<Vec<Move>> + Sync) {
        let replace = |game: &Option<Arc<[Move]>>| {
            let game = game.as_ref()?;
            Some(shorter(game).map_or_else(|| Arc::clone(game), Arc::from))
        };
        self.shortest = self.shortest.par_iter().map(replace).collect();
    }

    /// The chosen games, in the order of the list. Each game ends with a different mate.
    pub fn games(&self) -> impl Iterator<Item = &[Move]> {
        let games = self.chosen.iter().map(|game| game.moves.as_slice());
        games.filter(|moves| !moves.is_empty())
    }

    /// The shortest known game for each string, in the order of the list.
    pub fn shortest_games(&self) -> impl Iterator<Item = (SanPlus, &[Move])> {
        let shortest = self.strings.iter().zip(&self.shortest);
        shortest.filter_map(|(&san, game)| Some((san, game.as_deref()?)))
    }

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
