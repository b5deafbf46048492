//! A beam search for a way to a goal.
//!
//! From positions of known games it goes on ply by ply. Of all positions after a ply it keeps
//! the few that are estimated to be nearest, and each new string played on the way counts in a
//! position's favour. Every legal move that it sees is the end of a way
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
    arrangement::Arrangement,
    continuations,
    distance::MOVE,
    heuristic::{Cost, Goal},
    state::State,
};
use crate::games::replay::hash;

/// The progress to expect of a ply, in the unit of [`estimate`].
pub(super) const PLY: u32 = 3 * MOVE;

/// The target of a search.
pub(super) trait Target {
    /// The estimate for a position, in thirtieths of a ply or so, and the plies that it takes at
    /// least; `None` if it never gets there.
    fn estimate(&self, position: &Chess) -> Option<(u32, usize)>;

    /// Whether it is there with a move.
    fn is_reached(&self, san: SanPlus) -> bool;

    /// A search ends after this many plies that brought it no nearer.
    const MAX_STALLED_PLIES: usize;
}

impl Target for Arrangement {
    fn estimate(&self, position: &Chess) -> Option<(u32, usize)> {
        let cost = self.cost(position)?;
        // Not all men are needed, so it may be there with half of the moves.
        Some((estimate(cost), (cost.us.max(cost.them) / MOVE / 2) as usize))
    }

    fn is_reached(&self, san: SanPlus) -> bool {
        san == self.san
    }

    const MAX_STALLED_PLIES: usize = 6;
}

impl Target for Goal {
    fn estimate(&self, position: &Chess) -> Option<(u32, usize)> {
        let cost = self.cost(position)?;
        // Each side has every other ply, and the estimate is a guess.
        Some((estimate(cost), (cost.us.max(cost.them) / MOVE) as usize))
    }

    fn is_reached(&self, san: SanPlus) -> bool {
        san == self.san
    }

    const MAX_STALLED_PLIES: usize = 6;
}

/// A position and how it came up.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub position: Chess,
    pub moves: Vec<Move>,
    /// The new strings on the way, each once.
    pub new: Vec<usize>,
}

/// A move that a search has seen, with which a string is played.
pub(super) struct Seen<'a, 'b> {
    /// The string.
    pub id: usize,
    /// How many new strings are played before it.
    pub new: usize,
    beam: &'a Beam<'b>,
    index: usize,
    last: Move,
}

impl Seen<'_, '_> {
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
    /// The bonus for a new string on the way, in the unit of [`estimate`].
    pub new: u32,
}

/// A search under way.
struct Beam<'a> {
    starts: &'a [Line],
    layers: Vec<Vec<Node>>,
}

/// A position in the beam: how it came up, and what it seems to estimate.
#[derive(Clone, Copy)]
struct Node {
    estimate: i64,
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
    fn position(&self, starts: &[Line], before: &[Chess]) -> Chess {
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
    state: &State,
    target: &T,
    starts: &[Line],
    limits: Limits,
    random: &mut Rng,
    mut see: impl FnMut(&Seen<'_, '_>),
) -> Option<Line> {
    let mut beam = Beam {
        starts,
        layers: Vec::new(),
    };
    let mut positions: Vec<Chess> = Vec::new();
    let mut next: Vec<Node> = Vec::new();
    let mut places: HashMap<Zobrist64, usize> = HashMap::new();
    let last_start = starts.iter().map(|start| start.moves.len()).max();
    let left = |estimate: u32, new: usize| {
        i64::from(estimate) - i64::from(limits.new) * i64::try_from(new).expect("a few strings")
    };
    // The least that was lacking in a ply, and in which.
    let mut nearest = (i64::MAX, 0);
    for ply in 0..limits.plies.saturating_sub(1) {
        for (index, start) in starts.iter().enumerate() {
            if start.moves.len() == ply
                && let Some((estimate, _)) = target.estimate(&start.position)
            {
                next.push(Node {
                    estimate: left(estimate, start.new.len()),
                    new: start.new.len(),
                    origin: Origin::Start(index),
                });
            }
        }
        if let Some(estimate) = next.iter().map(|node| node.estimate).min()
            && estimate < nearest.0
        {
            nearest = (estimate, ply);
        }
        let started = last_start.is_none_or(|last| last < ply);
        if started && (next.is_empty() || ply > nearest.1 + T::MAX_STALLED_PLIES) {
            return None;
        }
        if next.len() > limits.width {
            next.select_nth_unstable_by_key(limits.width, |node| node.estimate);
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
                let Some(id) = State::id(san) else {
                    continue;
                };
                see(&Seen {
                    id,
                    new: before,
                    beam: &beam,
                    index,
                    last: m,
                });
                let is_new = limits.new > 0 && state.is_unplayed(id) && !beam.has(index, id);
                let new = before + usize::from(is_new);
                if target.is_reached(san) {
                    let (mut moves, mut strings) = beam.path(index);
                    moves.push(m);
                    strings.extend(is_new.then_some(id));
                    return Some(Line {
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
                let Some((estimate, least)) = target.estimate(&after) else {
                    continue;
                };
                if ply + 1 + least >= limits.plies {
                    continue;
                }
                let node = Node {
                    estimate: left(estimate, new) + random.i64(0..9),
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

/// The estimate for a position, in thirtieths of a ply or so: the side that has more to do
/// counts, as the other can do its part meanwhile, and that both have less to do helps.
pub(super) fn estimate(cost: Cost) -> u32 {
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
    use crate::search::heuristic::plans;

    /// A narrow beam walks a king across the board, for most goals.
    #[test]
    fn a_beam_keeps_what_lacks_least() {
        let state = State::new();
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
            let start = [Line::default()];
            let path = search(&state, &goal, &start, limits, &mut random, |_| ());
            there.extend(path.map(|path| path.moves.len()));
        }
        assert!(there.len() >= 15, "{there:?}");
        assert!(there.iter().all(|&plies| plies < 20), "{there:?}");
    }
}
