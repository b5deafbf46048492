//! A beam search for a line of moves that reaches a target.
//!
//! The search starts from positions of known games and goes on ply by ply. Of all positions after a ply, it
//! keeps the few with the smallest estimates. A string is *new* if no game in the corpus plays it yet. Each
//! new string that is played on the way to a position lowers the position's estimate by a bonus.
//! Each legal move that the search tries plays some string, which is often not the target. The line that ends
//! with this move is a game for that string. So we report every move to the caller, which can keep the games
//! that it needs.

use std::{
    collections::{HashMap, hash_map::Entry},
    mem,
};

use fastrand::Rng;
use san_strings_games::replay::hash;
use shakmaty::{
    Chess, Move, Position,
    san::{SanPlus, Suffix},
    zobrist::Zobrist64,
};

use super::{
    continuations,
    distance::MOVE,
    heuristic::{Cost, Goal},
    state::State,
};

/// The progress that we expect from one ply, in the unit of [`estimate`].
pub(super) const PLY: u32 = 3 * MOVE;

/// The target of a search.
pub(super) trait Aim {
    /// Estimates how far a position is from the target. The unit is roughly 1/30 ply. `None` if `left` plies
    /// seem too few to reach the target.
    fn estimate(&self, position: &Chess, left: usize) -> Option<u32>;

    /// Whether a move with this SAN reaches the target.
    fn is_reached(&self, san: SanPlus) -> bool;

    /// The search gives up after this many plies in a row that bring it no nearer to the target.
    const MAX_STALLED_PLIES: usize;
}

impl Aim for Goal {
    fn estimate(&self, position: &Chess, left: usize) -> Option<u32> {
        let cost = self.cost(position)?;
        // Drop the position if one side needs more moves than there are plies left for both sides together. This
        // test is lenient, because only half of these plies are moves of that side. A stricter test could drop
        // good positions, because the cost is only a guess.
        let least = cost.us.max(cost.them) / MOVE;
        (least as usize <= left).then(|| estimate(cost))
    }

    fn is_reached(&self, san: SanPlus) -> bool {
        san == self.san
    }

    const MAX_STALLED_PLIES: usize = 6;
}

/// A position, and the moves that lead to it.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub position: Chess,
    pub moves: Vec<Move>,
    /// The ids of the new strings that the moves play, without duplicates.
    pub new: Vec<usize>,
}

/// A move that a search has seen, and the id of its SAN.
pub(super) struct Seen<'a, 'b> {
    pub id: usize,
    /// The number of new strings played before the move.
    pub new: usize,
    beam: &'a Beam<'b>,
    index: usize,
    last: Move,
}

impl Seen<'_, '_> {
    /// The number of plies up to and including this move.
    pub fn plies(&self) -> usize {
        self.beam.layers.len()
    }

    /// The moves of the game that ends with this move.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = self.beam.path(self.index).0;
        moves.push(self.last);
        moves
    }
}

/// The limits of a search (its width and its length), and the bonus for new strings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// How many positions the search keeps at each ply.
    pub width: usize,
    /// The search has to reach the target in fewer plies than this, counted from the start of the game.
    pub plies: usize,
    /// The bonus for a new string that is played before the target, in the same unit as [`estimate`].
    pub new: u32,
}

/// The positions kept at each ply.
struct Beam<'a> {
    starts: &'a [Line],
    layers: Vec<Vec<Node>>,
}

/// A position in the beam. A node does not store the position itself, only how the search reached it.
#[derive(Clone, Copy)]
struct Node {
    estimate: i64,
    /// The number of new strings played up to this position.
    new: usize,
    origin: Origin,
}

#[derive(Clone, Copy)]
enum Origin {
    /// The index of a starting position.
    Start(usize),
    /// The index of a position of the previous ply, a move in that position, and the id of the SAN of this
    /// move. The id is `None` if this SAN already occurs in the corpus, or earlier in this line.
    Move(usize, Move, Option<usize>),
}

impl Node {
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

/// The nodes of the next ply.
#[derive(Default)]
struct Layer {
    nodes: Vec<Node>,
    /// Maps the hash of each position to the index of its node.
    places: HashMap<Zobrist64, usize>,
}

impl Layer {
    /// Whether the layer already has a node for the position, and the moves that lead to this node play at least
    /// `new` new strings.
    fn has(&self, position: Zobrist64, new: usize) -> bool {
        let place = self.places.get(&position);
        place.is_some_and(|&place| new <= self.nodes[place].new)
    }

    /// Adds the node of a position. If the layer already has a node for the position, replaces that node.
    fn insert(&mut self, position: Zobrist64, node: Node) {
        match self.places.entry(position) {
            Entry::Occupied(place) => self.nodes[*place.get()] = node,
            Entry::Vacant(place) => {
                place.insert(self.nodes.len());
                self.nodes.push(node);
            }
        }
    }

    /// Empties the layer, and returns the `width` nodes with the smallest estimates.
    fn take(&mut self, width: usize) -> Vec<Node> {
        self.places.clear();
        let mut nodes = mem::take(&mut self.nodes);
        if nodes.len() > width {
            nodes.select_nth_unstable_by_key(width, |node| node.estimate);
            nodes.truncate(width);
        }
        nodes
    }
}

struct Search<'a, T> {
    state: &'a State,
    target: &'a T,
    limits: Limits,
    beam: Beam<'a>,
    next: Layer,
}

/// Searches for a line that reaches a target. Calls `see` for every move that the search tries.
pub(super) fn search<T: Aim>(
    state: &State,
    target: &T,
    starts: &[Line],
    limits: Limits,
    random: &mut Rng,
    mut see: impl FnMut(&Seen<'_, '_>),
) -> Option<Line> {
    let layers = Vec::new();
    let mut search =
        Search { state, target, limits, beam: Beam { starts, layers }, next: Layer::default() };
    let mut positions: Vec<Chess> = Vec::new();
    let last_start = starts.iter().map(|start| start.moves.len()).max();
    // The smallest estimate so far, and the ply at which we found it.
    let mut nearest = (i64::MAX, 0);
    for ply in 0..limits.plies.saturating_sub(1) {
        search.start(ply);
        let nodes = &search.next.nodes;
        if let Some(estimate) = nodes.iter().map(|node| node.estimate).min()
            && estimate < nearest.0
        {
            nearest = (estimate, ply);
        }
        let started = last_start.is_none_or(|last| last < ply);
        if started && (nodes.is_empty() || ply > nearest.1 + T::MAX_STALLED_PLIES) {
            return None;
        }
        let nodes = search.next.take(limits.width);
        positions = nodes.iter().map(|node| node.position(starts, &positions)).collect();
        search.beam.layers.push(nodes);
        for (index, position) in positions.iter().enumerate() {
            let line = search.go_on(index, position, random, &mut see);
            if line.is_some() {
                return line;
            }
        }
    }
    None
}

impl<T: Aim> Search<'_, T> {
    /// Adds the starting positions that are reached after exactly `ply` plies, except those from which the target
    /// seems out of reach.
    fn start(&mut self, ply: usize) {
        let starts = self.beam.starts.iter().enumerate();
        for (index, start) in starts.filter(|(_, start)| start.moves.len() == ply) {
            let left = self.limits.plies - 1 - ply;
            if let Some(estimate) = self.target.estimate(&start.position, left) {
                let new = start.new.len();
                self.next.nodes.push(Node {
                    estimate: self.lacking(estimate, new),
                    new,
                    origin: Origin::Start(index),
                });
            }
        }
    }

    /// Plays every move in a position of the last layer. Returns the line if a move reaches the target.
    fn go_on(
        &mut self,
        index: usize,
        position: &Chess,
        random: &mut Rng,
        see: &mut impl FnMut(&Seen<'_, '_>),
    ) -> Option<Line> {
        let beam = &self.beam;
        let plies = beam.layers.len();
        let before = beam.layers[plies - 1][index].new;
        for (m, san, after) in continuations(position) {
            let Some(id) = State::id(san) else {
                continue;
            };
            see(&Seen { id, new: before, beam, index, last: m });
            let is_new = self.limits.new > 0 && self.state.is_unplayed(id) && !beam.has(index, id);
            let string = is_new.then_some(id);
            if self.target.is_reached(san) {
                let (mut moves, mut new) = beam.path(index);
                moves.push(m);
                new.extend(string);
                return Some(Line { position: after, moves, new });
            }
            let has_ended = san.suffix == Some(Suffix::Checkmate);
            if has_ended || after.is_insufficient_material() {
                continue;
            }
            let (hash, new) = (hash(&after), before + usize::from(is_new));
            if self.next.has(hash, new) {
                continue;
            }
            let left = self.limits.plies - 1 - plies;
            if let Some(estimate) = self.target.estimate(&after, left) {
                let node = Node {
                    estimate: self.lacking(estimate, new) + random.i64(0..9),
                    new,
                    origin: Origin::Move(index, m, string),
                };
                self.next.insert(hash, node);
            }
        }
        None
    }

    /// The estimate minus the bonus for new strings.
    fn lacking(&self, estimate: u32, new: usize) -> i64 {
        let new = i64::try_from(new).expect("a few strings");
        i64::from(estimate) - i64::from(self.limits.new) * new
    }
}

/// Estimates how many plies are still needed, given the cost for each side. The unit of the result is roughly
/// 1/30 ply. The cost of the side that has more to do counts most, because the other side can do its part in
/// the meantime.
pub(super) fn estimate(cost: Cost) -> u32 {
    3 * cost.us.max(cost.them) + 3 * cost.total() / 2
}

impl Beam<'_> {
    /// Walks back from a position in the last layer to the start of the search. Yields the moves that lead to
    /// the position, beginning with the last move. Then yields the start.
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

    /// Whether the new string `id` is played on the path to the position `index` of the last layer.
    fn has(&self, index: usize, id: usize) -> bool {
        self.origins(index).any(|origin| match origin {
            Origin::Move(.., new) => new == Some(id),
            Origin::Start(start) => self.starts[start].new.contains(&id),
        })
    }

    /// The moves that lead to a position in the last layer, and the new strings that they play.
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

    /// For most random goals, even a beam of width 10 finds a game that ends with the king move `Kh5`.
    #[test]
    fn a_beam_keeps_what_lacks_least() {
        let state = State::new();
        let san: SanPlus = "Kh5".parse().expect("a string");
        let mut there = Vec::new();
        for seed in 0..20 {
            let mut random = Rng::with_seed(seed);
            let goal = Goal::random(san, &plans(san.san), &mut random).expect("a goal");
            let limits = Limits { width: 10, plies: 60, new: 0 };
            let start = [Line::default()];
            let path = search(&state, &goal, &start, limits, &mut random, |_| ());
            there.extend(path.map(|path| path.moves.len()));
        }
        assert!(there.len() >= 15, "{there:?}");
        assert!(there.iter().all(|&plies| plies < 20), "{there:?}");
    }
}
