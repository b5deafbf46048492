//! The tree: its nodes, where their moves lead, and their outcomes.
//!
//! We store neither positions nor nodes. Instead, a cursor starts at the root and plays the moves again. One
//! bit per move says whether the move leads to a new node, and the known outcomes say at which nodes the
//! game has ended.

use std::ops::Range;

use shakmaty::Chess;

use super::{
    Cursor, DeadPositions, Outcome,
    ids::{Id, MoveIndex},
    outcomes::Outcomes,
    plies::Ply,
};

/// All nodes up to some ply. They are ordered by ply, and within a ply by the first move that leads to
/// each node.
///
/// A tree is read-only. To make one, use a [`Grower`](super::Grower), or open a file with
/// [`Tree::open`].
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

/// Statistics of a ply.
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
    /// Number of nodes. A move that leads to an existing node adds none.
    pub nodes: u64,
    /// Number of moves from the previous ply to this one.
    pub moves: u64,
    /// Number of checkmates among the nodes.
    pub mates: u64,
    /// Number of nodes whose outcome is known.
    pub solved: u64,
}

impl PlyStats {
    /// Number of moves that lead to an existing node.
    pub fn equivalent(&self) -> u64 {
        // Ply 0 has a node, the root, but no moves, so the difference would be negative.
        self.moves.saturating_sub(self.nodes)
    }
}

impl Tree {
    /// Creates a tree with only the root. The outcome of the root is unknown until `insert_root` adds it.
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

    /// Decodes the next ply and its outcomes, and adds them; `None` if `words` is invalid.
    pub(super) fn push(&mut self, words: &[u64]) -> Option<()> {
        let (ply, outcomes) = Ply::from_words(words, self.last())?;
        for (number, code) in outcomes {
            let (outcome, is_end) = Outcome::of_code(code).filter(|_| number < ply.moves)?;
            self.outcomes.insert(ply.first_move + number, outcome, is_end);
        }
        self.plies.push(ply);
        Some(())
    }

    /// The root position.
    pub fn root(&self) -> &Chess {
        &self.root
    }

    /// Number of plies after the root.
    pub fn plies(&self) -> usize {
        self.plies.len() - 1
    }

    /// Ids of the nodes of a ply; empty if the tree has fewer plies.
    pub fn ids(&self, ply: usize) -> Range<Id> {
        let ply = self.plies.get(ply);
        ply.map_or(0..0, |ply| ply.first_id..ply.next_id())
    }

    /// Number of nodes.
    pub fn nodes(&self) -> u64 {
        self.last().next_id()
    }

    /// Number of folders: one for each node except those of the last ply, whose moves are unknown.
    pub fn folders(&self) -> u64 {
        self.last().first_id
    }

    /// Statistics of each ply, beginning with the root.
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

    /// Id of a node, given the move that first leads to it.
    pub(super) fn id_of(&self, node: MoveIndex) -> Id {
        let ply = self.plies.partition_point(|ply| ply.first_move <= node) - 1;
        let ply = &self.plies[ply];
        ply.first_id + ply.bits.rank(node - ply.first_move)
    }
}
