//! A tree: which nodes there are, where their moves lead, and how they end.
//!
//! It keeps no position and no node: all follow from the bits of its plies and the outcomes
//! that are known.

use std::ops::Range;

use shakmaty::Chess;

use super::{
    Cursor, DeadPositions, Outcome,
    ids::{Id, MoveIndex},
    outcomes::Outcomes,
    plies::Ply,
};

/// Every node up to some ply, numbered by ply, then by the moves that lead there.
///
/// A tree is read; a [`Grower`](super::Grower) grows it, or [`Tree::open`] opens a file.
///
/// ```
/// use san_strings_tree::{GrowOptions, Grower, Tree};
/// use san_strings_tree::shakmaty::Chess;
///
/// let mut grower = Grower::new(Chess::default(), GrowOptions::new(1))?;
/// grower.grow(&())?;
/// let mut file = Vec::new();
/// grower.tree().write_file(&mut file)?;
/// let tree = Tree::from_file(&file)?;
/// assert_eq!((tree.plies(), tree.nodes(), tree.ids(1)), (1, 21, 1..21));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tree {
    pub(super) root: Chess,
    pub(super) plies: Vec<Ply>,
    pub(super) outcomes: Outcomes,
    pub(super) dead: DeadPositions,
}

/// What there is at a ply.
///
/// ```
/// use san_strings_tree::{GrowOptions, Grower};
/// use san_strings_tree::shakmaty::Chess;
///
/// let mut grower = Grower::new(Chess::default(), GrowOptions::new(3))?;
/// (0..3).try_for_each(|_| grower.grow(&()))?;
/// let last = grower.tree().stats()[3];
/// assert_eq!((last.moves, last.nodes, last.equivalent()), (8902, 6660, 2242));
/// # Ok::<_, san_strings_tree::TreeError>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct PlyStats {
    /// Nodes that no earlier one is equivalent to.
    pub nodes: u64,
    /// Moves that lead to the ply from the nodes of the one before.
    pub moves: u64,
    /// Nodes that are mate.
    pub mates: u64,
    /// Nodes whose outcome is known.
    pub solved: u64,
}

impl PlyStats {
    /// Moves that lead to a node which is equivalent to an earlier one.
    pub fn equivalent(&self) -> u64 {
        // No move leads to the root.
        self.moves.saturating_sub(self.nodes)
    }
}

impl Tree {
    /// The tree that has only its root, whose game goes on.
    pub(super) fn new(root: Chess) -> Tree {
        Tree {
            root,
            plies: vec![Ply::root()],
            outcomes: Outcomes::default(),
            dead: DeadPositions::default(),
        }
    }

    pub(super) fn insert_root(&mut self, outcome: Outcome, is_end: bool) {
        self.plies[0].mates = u64::from(outcome == Outcome::Loss && is_end);
        self.outcomes.insert(0, outcome, is_end);
    }

    /// Adds the next ply and its outcomes from their words; `None` if these are not its words.
    pub(super) fn push(&mut self, words: &[u64]) -> Option<()> {
        let (ply, outcomes) = Ply::from_words(words, self.last())?;
        for (number, code) in outcomes {
            let (outcome, is_end) = Outcome::of_code(code).filter(|_| number < ply.moves)?;
            self.outcomes.insert(ply.first_move + number, outcome, is_end);
        }
        self.plies.push(ply);
        Some(())
    }

    /// The root.
    pub fn root(&self) -> &Chess {
        &self.root
    }

    /// How many plies there are beyond the root.
    pub fn plies(&self) -> usize {
        self.plies.len() - 1
    }

    /// The nodes at a ply; none if the tree has no such ply.
    pub fn ids(&self, ply: usize) -> Range<Id> {
        let ply = self.plies.get(ply);
        ply.map_or(0..0, |ply| ply.first_id..ply.next_id())
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> u64 {
        self.last().next_id()
    }

    /// How many nodes have known moves, and so a folder: all but those at the last ply.
    pub fn folders(&self) -> u64 {
        self.last().first_id
    }

    /// What there is at each ply, from the root on.
    pub fn stats(&self) -> Vec<PlyStats> {
        let solved = self.outcomes.count(&self.plies);
        let plies = self.plies.iter().zip(solved);
        plies
            .map(|(ply, solved)| PlyStats {
                nodes: ply.nodes,
                moves: ply.moves,
                mates: ply.mates,
                solved,
            })
            .collect()
    }

    /// A cursor at the root.
    pub fn cursor(&self) -> Cursor<'_> {
        Cursor::new(self)
    }

    pub(super) fn last(&self) -> &Ply {
        &self.plies[self.plies()]
    }

    /// The Id of the node that a new move leads to.
    pub(super) fn id_of(&self, node: MoveIndex) -> Id {
        let ply = self.plies.partition_point(|ply| ply.first_move <= node) - 1;
        let ply = &self.plies[ply];
        ply.first_id + ply.bits.rank(node - ply.first_move)
    }
}
