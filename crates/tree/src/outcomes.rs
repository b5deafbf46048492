//! Stores the known outcomes of nodes. A node is identified by the move that first leads to it.

use rustc_hash::FxHashMap;

use super::{Outcome, ids::MoveIndex, plies::Ply};

/// The known outcomes. If a node has no entry, its outcome is unknown.
#[derive(Debug, Default)]
pub(super) struct Outcomes {
    /// For each node whose outcome is known: the outcome, and whether the game has ended at this node.
    known: FxHashMap<MoveIndex, (Outcome, bool)>,
}

impl Outcomes {
    #[inline]
    pub(super) fn get(&self, node: MoveIndex) -> Outcome {
        let known = self.known.get(&node);
        known.map_or(Outcome::Unknown, |&(outcome, _)| outcome)
    }

    #[inline]
    pub(super) fn is_end(&self, node: MoveIndex) -> bool {
        self.known.get(&node).is_some_and(|&(_, is_end)| is_end)
    }

    pub(super) fn insert(&mut self, node: MoveIndex, outcome: Outcome, is_end: bool) {
        self.known.insert(node, (outcome, is_end));
    }

    /// Counts the known outcomes of each ply.
    pub(super) fn count(&self, plies: &[Ply]) -> Vec<u64> {
        let mut counts = vec![0; plies.len()];
        for &node in self.known.keys() {
            let ply = plies.partition_point(|ply| ply.first_move <= node);
            counts[ply - 1] += 1;
        }
        counts
    }

    /// Lists the known outcomes of a ply, sorted by move index. Each pair contains the index of the first move
    /// that leads to a node, and the encoded outcome of this node. The first move that leads to this ply has
    /// index 0.
    pub(super) fn of(&self, ply: &Ply) -> Vec<(u64, u8)> {
        let moves = ply.first_move..ply.next_move();
        let known = self.known.iter().filter(|(node, _)| moves.contains(node));
        let mut codes: Vec<_> = known
            .map(|(node, (outcome, is_end))| (node - ply.first_move, outcome.code(*is_end)))
            .collect();
        codes.sort_unstable();
        codes
    }
}
