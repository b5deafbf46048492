//! A beam search for a way to a goal.
//!
//! From positions that came up in games found before it goes on ply by ply: of all the
//! positions after a ply it keeps the few that lack least, where each new string on the
//! way to one makes good for something. Every legal move that it sees is the end of a way
//! to some string.

use std::{
    collections::{HashMap, hash_map::Entry},
    mem,
};

use fastrand::Rng;
use shakmaty::{
    Chess, Move, Position,
    san::{SanPlus, Suffix},
    zobrist::Zobrist64,
};

use super::{
    arbiter::{continuations, hash},
    distance::MOVE,
    goal::{Cost, Goal},
    ledger::Ledger,
};

/// About what a ply brings, in the unit of [`lack`].
pub(super) const PLY: u32 = 3 * MOVE;

/// What a search goes to.
pub(super) trait Target {
    /// What a position lacks, in thirtieths of a ply or so, and the plies that it takes at
    /// least; `None` if it never gets there.
    fn lack(&self, position: &Chess) -> Option<(u32, usize)>;

    /// Whether it is there with a move.
    fn is_reached(&self, san: SanPlus) -> bool;

    /// A search ends after so many plies that brought it no nearer.
    const PATIENCE: usize;
}

impl Target for Goal {
    fn lack(&self, position: &Chess) -> Option<(u32, usize)> {
        let cost = self.cost(position)?;
        // Each side has every other ply, and what it takes is guessed.
        Some((lack(cost), (cost.us.max(cost.them) / MOVE) as usize))
    }

    fn is_reached(&self, san: SanPlus) -> bool {
        san == self.san
    }

    const PATIENCE: usize = 6;
}

/// A position and how it came up.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    pub position: Chess,
    pub moves: Vec<Move>,
    /// The new strings on the way, each once.
    pub new: Vec<usize>,
}

/// A move that a search has seen, with which a string is played.
pub(super) struct Sight<'a, 'b> {
    /// The string.
    pub id: usize,
    /// How many new strings are played before it.
    pub new: usize,
    beam: &'a Beam<'b>,
    index: usize,
    last: Move,
}

impl Sight<'_, '_> {
    /// The plies up to the string, which is the last.
    pub fn plies(&self) -> usize {
        self.beam.layers.len()
    }

    /// The moves up to the string.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = self.beam.path(self.index).0;
        moves.push(self.last);
        moves
    }
}

/// How wide and how long to search, and what for on the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Positions of a ply that are kept.
    pub width: usize,
    /// It has to get there in fewer plies than this.
    pub plies: usize,
    /// What a new string on the way makes good for, in the unit of [`lack`].
    pub new: u32,
}

/// A search under way.
struct Beam<'a> {
    starts: &'a [Path],
    layers: Vec<Vec<Node>>,
}

/// A position in the beam: how it came up, and what it seems to lack.
#[derive(Clone, Copy)]
struct Node {
    lack: i64,
    /// How many new strings are played on the way.
    new: usize,
    origin: Origin,
}

#[derive(Clone, Copy)]
enum Origin {
    /// The start with this index.
    Start(usize),
    /// The position of the ply before with this index, a move, and the string it plays
    /// if that is new.
    Move(usize, Move, Option<usize>),
}

impl Node {
    /// Its position, out of those of the ply before.
    fn position(&self, starts: &[Path], before: &[Chess]) -> Chess {
        match self.origin {
            Origin::Start(index) => starts[index].position.clone(),
            Origin::Move(index, m, _) => {
                let mut position = before[index].clone();
                position.play_unchecked(m);
                position
            }
        }
    }
}

/// Searches for a way to a target, and shows every move that it sees on the way.
pub(super) fn search<T: Target>(
    ledger: &Ledger,
    target: &T,
    starts: &[Path],
    limits: Limits,
    random: &mut Rng,
    mut see: impl FnMut(&Sight<'_, '_>),
) -> Option<Path> {
    let mut beam = Beam {
        starts,
        layers: Vec::new(),
    };
    let mut positions: Vec<Chess> = Vec::new();
    let mut next: Vec<Node> = Vec::new();
    let mut places: HashMap<Zobrist64, usize> = HashMap::new();
    let last_start = starts.iter().map(|start| start.moves.len()).max();
    let left = |lack: u32, new: usize| {
        i64::from(lack) - i64::from(limits.new) * i64::try_from(new).unwrap_or(0)
    };
    // The least that was lacking in a ply, and in which.
    let mut nearest = (i64::MAX, 0);
    for ply in 0..limits.plies.saturating_sub(1) {
        for (index, start) in starts.iter().enumerate() {
            if start.moves.len() == ply
                && let Some((lack, _)) = target.lack(&start.position)
            {
                next.push(Node {
                    lack: left(lack, start.new.len()),
                    new: start.new.len(),
                    origin: Origin::Start(index),
                });
            }
        }
        if let Some(lack) = next.iter().map(|node| node.lack).min()
            && lack < nearest.0
        {
            nearest = (lack, ply);
        }
        let started = last_start.is_none_or(|last| last < ply);
        if started && (next.is_empty() || ply > nearest.1 + T::PATIENCE) {
            return None;
        }
        if next.len() > limits.width {
            next.select_nth_unstable_by_key(limits.width, |node| node.lack);
            next.truncate(limits.width);
        }
        positions = next
            .iter()
            .map(|node| node.position(starts, &positions))
            .collect();
        beam.layers.push(mem::take(&mut next));
        places.clear();
        for (index, position) in positions.iter().enumerate() {
            let before = beam.layers[ply][index].new;
            for (m, san, after) in continuations(position) {
                let Some(id) = ledger.id(san) else {
                    continue;
                };
                see(&Sight {
                    id,
                    new: before,
                    beam: &beam,
                    index,
                    last: m,
                });
                let is_new = limits.new > 0 && ledger.is_unplayed(id) && !beam.has(index, id);
                let new = before + usize::from(is_new);
                if target.is_reached(san) {
                    let (mut moves, mut strings) = beam.path(index);
                    moves.push(m);
                    strings.extend(is_new.then_some(id));
                    return Some(Path {
                        position: after,
                        moves,
                        new: strings,
                    });
                }
                if san.suffix == Some(Suffix::Checkmate) || after.is_insufficient_material() {
                    continue;
                }
                let place = places.entry(hash(&after));
                if let Entry::Occupied(place) = &place
                    && new <= next[*place.get()].new
                {
                    continue;
                }
                let Some((lack, least)) = target.lack(&after) else {
                    continue;
                };
                if ply + 1 + least >= limits.plies {
                    continue;
                }
                let node = Node {
                    lack: left(lack, new) + random.i64(0..9),
                    new,
                    origin: Origin::Move(index, m, is_new.then_some(id)),
                };
                match place {
                    Entry::Occupied(place) => next[*place.get()] = node,
                    Entry::Vacant(place) => {
                        place.insert(next.len());
                        next.push(node);
                    }
                }
            }
        }
    }
    None
}

/// What a position lacks, in thirtieths of a ply or so: the side that has more to do
/// counts, as the other can do its part meanwhile, and that both have less to do helps.
pub(super) fn lack(cost: Cost) -> u32 {
    3 * cost.us.max(cost.them) + 3 * cost.total() / 2
}

impl Beam<'_> {
    /// The origins of a position in the last layer, from the last to the first.
    fn origins(&self, mut index: usize) -> impl Iterator<Item = Origin> {
        self.layers.iter().rev().map_while(move |layer| {
            let origin = layer.get(index)?.origin;
            index = match origin {
                Origin::Move(before, ..) => before,
                Origin::Start(_) => usize::MAX,
            };
            Some(origin)
        })
    }

    /// Whether a new string is on the way to a position in the last layer.
    fn has(&self, index: usize, id: usize) -> bool {
        self.origins(index).any(|origin| match origin {
            Origin::Move(.., new) => new == Some(id),
            Origin::Start(start) => self.starts[start].new.contains(&id),
        })
    }

    /// The moves to a position in the last layer, and the new strings on the way.
    fn path(&self, index: usize) -> (Vec<Move>, Vec<usize>) {
        let (mut moves, mut strings) = (Vec::new(), Vec::new());
        for origin in self.origins(index) {
            match origin {
                Origin::Move(_, m, new) => {
                    moves.push(m);
                    strings.extend(new);
                }
                Origin::Start(start) => {
                    moves.extend(self.starts[start].moves.iter().rev());
                    strings.extend(&self.starts[start].new);
                }
            }
        }
        moves.reverse();
        (moves, strings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::goal::plans;

    /// A narrow beam walks a king across the board, for most goals.
    #[test]
    fn a_beam_keeps_what_lacks_least() {
        let ledger = Ledger::new();
        let san: SanPlus = "Kh5".parse().expect("a string");
        let mut there = Vec::new();
        for seed in 0..20 {
            let mut random = Rng::with_seed(seed);
            let goal = Goal::random(san, &plans(san.san), &mut random).expect("a goal");
            let limits = Limits {
                width: 10,
                plies: 60,
                new: 0,
            };
            let start = [Path::default()];
            let path = search(&ledger, &goal, &start, limits, &mut random, |_| ());
            there.extend(path.map(|path| path.moves.len()));
        }
        assert!(there.len() >= 15, "{there:?}");
        assert!(there.iter().all(|&plies| plies < 20), "{there:?}");
    }
}
