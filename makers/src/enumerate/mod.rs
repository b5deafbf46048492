//! Visits each position that can arise after a given number of plies, exactly once, and notes which strings
//! can be played at the next ply. If a string can be played neither at that ply nor at an earlier one, every
//! game that plays it is longer.
//!
//! SAN depends only on the board, the side to move, the castling rights, and a legal en passant capture. So
//! two positions count as the same position if all four are equal.
//!
//! - [`packed`] packs a position into a pair of numbers.
//! - A [`Layer`] holds the positions after a given number of plies.
//! - [`Unmet`] holds the strings that could not be played in any position so far.
//!
//! The available memory limits how many plies we can enumerate. [`Exhaustive::last_ply`] searches one more
//! ply, but only for given strings. [`Exhaustive::at_ply`] can search even later plies for given strings,
//! because it keeps only the positions from which one of these strings may still be played ([`Prospects`]).

mod layer;
mod packed;
mod unmet;

use std::collections::{BTreeMap, HashMap};

use san_strings_files::{Progress, Stopped};
use shakmaty::{Chess, Color, Move, Position, san::SanPlus};

pub use self::unmet::Unmet;

use self::{
    layer::Layer,
    packed::{PackedPosition, position, setup},
};

use crate::prospects::Prospects;

/// A search through all positions, ply by ply.
#[derive(Clone, Debug)]
pub struct Exhaustive {
    unmet: Unmet,
    /// The positions after 0, 1, 2, ... plies. The positions of the last ply are never all in memory at once.
    layers: Vec<Layer>,
    /// The number of plies that have been searched.
    plies: usize,
}

/// The result of searching a ply: the strings that can be played at this ply, but at no ply searched earlier.
#[derive(Clone, Debug)]
pub struct PlyResult {
    /// The number of positions in which we looked for strings to play at this ply.
    pub positions: u64,
    /// The strings found, in the order of `Vocabulary::occurring`, each with a game that ends with the
    /// string.
    pub games: Vec<(SanPlus, Vec<Move>)>,
}

impl Exhaustive {
    pub fn new() -> Exhaustive {
        Exhaustive { unmet: Unmet::all(), layers: vec![Layer::initial()], plies: 0 }
    }

    /// Searches all positions from which one of the strings may still be played at ply `ply`. Each string must
    /// be [covered by `Prospects`](Prospects::cover).
    ///
    /// # Errors
    ///
    /// Returns [`Stopped`] if `progress` stops the work.
    pub fn at_ply(
        ply: usize,
        strings: &[SanPlus],
        progress: &dyn Progress,
    ) -> Result<PlyResult, Stopped> {
        let color = Color::from_white(ply % 2 == 1);
        let prospects = Prospects::new(color, strings).for_many();
        let mut search = Exhaustive {
            unmet: Unmet::only(strings.iter().copied()),
            layers: vec![Layer::initial()],
            plies: ply - 1,
        };
        while search.layers.len() < ply - 1 {
            let left = ply - search.layers.len();
            let last = search.layers.last().expect("there is the first");
            let turn = last.turn.other();
            let keep = |key| prospects.any(&setup(key, turn), left);
            let next = last.next(&keep, progress)?;
            search.layers.push(next);
        }
        search.next_ply(progress)
    }

    /// Searches the next ply, in all positions.
    ///
    /// # Errors
    ///
    /// Returns [`Stopped`] if `progress` stops the work. The next call then repeats this ply from the beginning.
    pub fn next_ply(&mut self, progress: &dyn Progress) -> Result<PlyResult, Stopped> {
        if self.layers.len() < self.plies {
            let last = self.layers.last().expect("there is the first");
            let next = last.next(&|_| true, progress)?;
            self.layers.push(next);
        }
        self.search(false, progress)
    }

    /// Looks for strings that can be played at the last ply. We do not store the positions before this ply,
    /// because they may not fit into memory. So we visit a position again for every move that leads to it.
    ///
    /// # Errors
    ///
    /// Returns [`Stopped`] if `progress` stops the work.
    pub fn last_ply(
        mut self,
        strings: &[SanPlus],
        progress: &dyn Progress,
    ) -> Result<PlyResult, Stopped> {
        self.unmet = Unmet::only(strings.iter().copied());
        self.plies -= 1;
        self.search(true, progress)
    }

    /// Calls `found` with each string of `unmet` that is the SAN of a legal move in `position`, and with this
    /// move. If `further` is true, looks in the position after each legal move instead, and calls `found` with
    /// each string and both moves. Returns the number of positions that we looked at.
    fn look(&self, position: &Chess, further: bool, found: &mut impl FnMut(u16, Vec<Move>)) -> u64 {
        if !further {
            self.unmet.in_position(position, |id, m| found(id, vec![m]));
            return 1;
        }
        let legal = position.legal_moves();
        for &m in &legal {
            let mut after = position.clone();
            after.play_unchecked(m);
            self.unmet.in_position(&after, |id, reply| found(id, vec![m, reply]));
        }
        legal.len() as u64
    }

    /// Searches all positions after `self.plies` plies for moves whose strings are still [`Unmet`]. If `further`
    /// is true, searches all positions after `self.plies + 1` plies instead.
    fn search(&mut self, further: bool, progress: &dyn Progress) -> Result<PlyResult, Stopped> {
        let scan = |turn: Color, keys: &mut dyn Iterator<Item = PackedPosition>| {
            let mut positions = 0;
            let mut first: BTreeMap<u16, (PackedPosition, Vec<Move>)> = BTreeMap::new();
            for key in keys {
                positions += self.look(&position(key, turn), further, &mut |id, moves| {
                    first.entry(id).or_insert((key, moves));
                });
            }
            (positions, first)
        };
        let last = self.layers.last().expect("there is the first");
        let mut positions = 0;
        let mut first = BTreeMap::new();
        let mut add = |(count, part)| {
            positions += count;
            for (id, found) in part {
                first.entry(id).or_insert(found);
            }
        };
        if self.plies == 0 {
            add(scan(last.turn, &mut last.keys.iter().copied()));
        } else {
            last.each_next(&|keys| scan(last.turn.other(), keys), add, progress)?;
        }
        let ways = self.ways(first.values().map(|(key, _)| *key), progress)?;
        let games = first.iter().map(|(&id, (key, moves))| {
            let game = [&ways[key][..], moves].concat();
            (self.unmet.san(id), game)
        });
        let games = games.collect();
        self.plies += 1;
        self.unmet.remove(first.into_keys());
        Ok(PlyResult { positions, games })
    }

    /// For each position in `keys`, finds moves that lead there from the initial position.
    fn ways(
        &self,
        keys: impl Iterator<Item = PackedPosition>,
        progress: &dyn Progress,
    ) -> Result<HashMap<PackedPosition, Vec<Move>>, Stopped> {
        let mut ways: HashMap<PackedPosition, Vec<Move>> =
            keys.map(|key| (key, Vec::new())).collect();
        // We go backwards. For each position that we have reached, `heads` holds the positions in `keys`
        // whose paths go through that position.
        let mut heads: HashMap<PackedPosition, Vec<PackedPosition>> =
            ways.keys().map(|&key| (key, vec![key])).collect();
        for layer in self.layers[..self.plies].iter().rev() {
            let mut before: HashMap<PackedPosition, Vec<PackedPosition>> = HashMap::new();
            for (after, (parent, m)) in layer.parents(&heads, progress)? {
                for end in heads.remove(&after).expect("a target") {
                    ways.entry(end).or_default().push(m);
                    before.entry(parent).or_default().push(end);
                }
            }
            heads = before;
        }
        for way in ways.values_mut() {
            way.reverse();
        }
        Ok(ways)
    }
}

impl Default for Exhaustive {
    fn default() -> Exhaustive {
        Exhaustive::new()
    }
}

#[cfg(test)]
mod tests {
    use san_strings_core::Vocabulary;
    use san_strings_games::replay::after;

    use super::*;

    /// `last_ply` finds the same strings as `next_ply`, although it visits many positions more than once.
    #[test]
    fn the_last_ply_is_as_any() {
        let mut unmet: Vec<SanPlus> = Vocabulary::occurring().sans().collect();
        let mut search = Exhaustive::new();
        for ply in 1..=6 {
            let met = (ply > 1).then(|| search.clone().last_ply(&unmet, &()));
            let first = search.next_ply(&()).expect("nothing stops it");
            unmet.retain(|san| first.games.iter().all(|(first, _)| first != san));
            let Some(met) = met else { continue };
            let met = met.expect("nothing stops it");
            assert!(met.positions >= first.positions);
            let sans = |found: &PlyResult| found.games.iter().map(|(san, _)| *san).collect();
            let [met_sans, first]: [Vec<SanPlus>; 2] = [&met, &first].map(sans);
            assert_eq!(met_sans, first, "ply {ply}");
            for (san, moves) in met.games {
                let position = after(&moves[..ply - 1]);
                assert_eq!(SanPlus::from_move(position, moves[ply - 1]), san);
            }
        }
    }
}
