//! The tree in memory: which nodes there are, where their moves lead, and how
//! they end.
//!
//! No position is kept. A node is an Id, its moves are the Ids that they lead to,
//! and its position is found by playing from the root.

use std::{cell::RefCell, collections::HashMap, hash::BuildHasherDefault, ops::Range};

use shakmaty::Chess;
use thread_local::ThreadLocal;

use super::{Game, Id, Key, Life, Outcome, key::KeyHasher};

/// Every node up to some ply, numbered in the order of the tree: by ply, then by
/// the moves that lead there.
///
/// ```
/// use san_strings::{shakmaty::Chess, tree::Tree};
///
/// let mut tree = Tree::new(Chess::default());
/// for _ in 0..3 {
///     tree.grow(&|_| true)?;
/// }
/// let nodes: Vec<_> = tree.layers().map(|layer| layer.nodes).collect();
/// let moves: Vec<_> = tree.layers().map(|layer| layer.moves).collect();
/// assert_eq!(moves, [0, 20, 400, 8902]);
/// assert!(nodes[3] < 8902);
/// # Ok::<(), san_strings::tree::TreeError>(())
/// ```
pub struct Tree {
    pub(super) root: Chess,
    pub(super) known: HashMap<Key, Id, BuildHasherDefault<KeyHasher>>,
    /// The first Id of each ply, and the Id that comes next.
    pub(super) plies: Vec<Id>,
    /// For each node with known moves its first child, and the Id after them all.
    pub(super) first_child: Vec<Id>,
    /// For each of them the place of its first move in `targets`, and the end.
    pub(super) first_move: Vec<usize>,
    /// Where the moves lead.
    pub(super) targets: Vec<Id>,
    pub(super) outcomes: Vec<Outcome>,
    /// Nodes that are mate, for each ply.
    pub(super) mates: Vec<usize>,
    pub(super) life: Life,
    /// A clone for each thread.
    pub(super) lives: ThreadLocal<RefCell<Life>>,
}

/// What there is at a ply.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Layer {
    /// Nodes that no earlier one is equivalent to.
    pub nodes: usize,
    /// Moves that lead to the ply from the nodes of the one before.
    pub moves: usize,
    /// Nodes that are mate.
    pub mates: usize,
    /// Nodes whose outcome is known.
    pub solved: usize,
}

impl Layer {
    /// Moves that lead to a node which is equivalent to an earlier one.
    #[must_use]
    pub fn equivalent(&self) -> usize {
        // No move leads to the root.
        self.moves.saturating_sub(self.nodes)
    }
}

impl Tree {
    /// The tree that has only its root.
    #[must_use]
    pub fn new(root: Chess) -> Tree {
        let game = Game::new(root.clone());
        let mut life = Life::near(&root);
        let outcome = game.end(&mut life).unwrap_or_default();
        Tree {
            root,
            known: HashMap::from_iter([(game.key(), 0)]),
            plies: vec![0, 1],
            first_child: vec![1],
            first_move: vec![0],
            targets: Vec::new(),
            outcomes: vec![outcome],
            mates: vec![usize::from(outcome == Outcome::Loss)],
            life,
            lives: ThreadLocal::new(),
        }
    }

    /// How many plies are known beyond the root.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.plies.len() - 2
    }

    /// The nodes at a ply.
    #[must_use]
    pub fn ids(&self, ply: usize) -> Range<Id> {
        self.plies[ply]..self.plies[ply + 1]
    }

    /// How many nodes are known.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.outcomes.len()
    }

    /// How many nodes have known moves, and so a folder: all but those at the last
    /// ply.
    #[must_use]
    pub fn folders(&self) -> usize {
        self.first_child.len() - 1
    }

    /// What there is at each ply, from the root on.
    pub fn layers(&self) -> impl Iterator<Item = Layer> {
        (0..=self.plies()).map(|ply| {
            let nodes = indices(self.ids(ply));
            Layer {
                nodes: nodes.len(),
                moves: ply.checked_sub(1).map_or(0, |ply| {
                    let parents = indices(self.ids(ply));
                    self.first_move[parents.end] - self.first_move[parents.start]
                }),
                mates: self.mates[ply],
                solved: self.outcomes[nodes]
                    .iter()
                    .filter(|outcome| outcome.is_known())
                    .count(),
            }
        })
    }

    /// The outcome of a node.
    #[must_use]
    pub fn outcome(&self, id: Id) -> Outcome {
        self.outcomes[id as usize]
    }

    /// Where the moves of a node lead, in move order: to a child, or to the
    /// earlier node that the child would be equivalent to.
    #[must_use]
    pub fn targets(&self, id: Id) -> &[Id] {
        let id = id as usize;
        &self.targets[self.first_move[id]..self.first_move[id + 1]]
    }

    /// The children of a node: the nodes that were first met there.
    #[must_use]
    pub fn children(&self, id: Id) -> Range<Id> {
        let id = id as usize;
        self.first_child[id]..self.first_child[id + 1]
    }

    pub(super) fn root(&self) -> &Chess {
        &self.root
    }

    pub(super) fn ply(&self, id: Id) -> usize {
        self.plies.partition_point(|&first| first <= id) - 1
    }

    pub(super) fn parent(&self, id: Id) -> Id {
        let after = self.first_child.partition_point(|&first| first <= id);
        Id::try_from(after - 1).expect("a parent is a node")
    }
}

/// Ids as indices.
pub(super) fn indices(ids: Range<Id>) -> Range<usize> {
    ids.start as usize..ids.end as usize
}
