//! The tree in memory: which nodes there are, where their moves lead, and how
//! they end.
//!
//! No position is kept. A node is an Id, its moves are the Ids that they lead to,
//! and its position is found by playing from the root.

use std::{
    cell::RefCell,
    collections::{HashMap, hash_map::Entry},
    hash::BuildHasherDefault,
    ops::Range,
};

use rayon::prelude::*;
use shakmaty::Chess;
use thread_local::ThreadLocal;

use super::{
    Cursor, Id, Key, Life, Outcome, Tables, TreeError, Watch,
    batch::{batches, jobs},
    game::Game,
    key::KeyHasher,
};

/// Every node up to some ply, numbered in the order of the tree: by ply, then by
/// the moves that lead there.
///
/// ```
/// use san_strings::tree::Tree;
/// use shakmaty::Chess;
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
    root: Chess,
    known: HashMap<Key, Id, BuildHasherDefault<KeyHasher>>,
    /// The first Id of each ply, and the Id that comes next.
    plies: Vec<Id>,
    /// For each node with known moves its first child, and the Id after them all.
    first_child: Vec<Id>,
    /// For each of them the place of its first move in `targets`, and the end.
    first_move: Vec<usize>,
    /// Where the moves lead.
    targets: Vec<Id>,
    outcomes: Vec<Outcome>,
    /// Nodes that are mate, for each ply.
    mates: Vec<usize>,
    life: Life,
    /// A clone for each thread.
    lives: ThreadLocal<RefCell<Life>>,
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

    /// Adds the next ply. To be done before [`Tree::consult`] and [`Tree::solve`]: a
    /// node whose outcome is known is taken for the end of a game.
    ///
    /// # Errors
    ///
    /// [`TreeError::Stopped`] if `watch` says so, [`TreeError::TooManyNodes`]. The
    /// tree is of no use then.
    pub fn grow(&mut self, watch: &Watch) -> Result<(), TreeError> {
        let ply = self.plies();
        for batch in batches(self.ids(ply), ply, watch) {
            let moves: Vec<_> = jobs(batch?).map(|ids| self.moves(ids)).collect();
            for (counts, keys) in moves {
                let mut keys = keys.into_iter();
                for count in counts {
                    for key in keys.by_ref().take(count) {
                        self.add(key)?;
                    }
                    self.first_child.push(self.next_id()?);
                    self.first_move.push(self.targets.len());
                }
            }
        }
        self.plies.push(self.next_id()?);
        self.outcomes.reserve(indices(self.ids(ply + 1)).len());
        self.mates.push(0);
        for batch in batches(self.ids(ply + 1), ply + 1, watch) {
            let ends: Vec<_> = jobs(batch?).map(|ids| self.ends(ids)).collect();
            for outcome in ends.into_iter().flatten() {
                // No other node is lost so far.
                self.mates[ply + 1] += usize::from(outcome == Outcome::Loss);
                self.outcomes.push(outcome);
            }
        }
        Ok(())
    }

    /// The number of moves of each node, and the keys of the nodes they lead to.
    fn moves(&self, ids: Range<Id>) -> (Vec<usize>, Vec<Key>) {
        let mut cursor = self.cursor();
        let mut counts = Vec::with_capacity(ids.len());
        // Positions of real games have some thirty moves.
        let mut all = Vec::with_capacity(32 * ids.len());
        for id in ids {
            let before = all.len();
            // The game goes on unless it has ended.
            if !self.outcome(id).is_known() {
                all.extend(cursor.go(id).keys());
            }
            counts.push(all.len() - before);
        }
        (counts, all)
    }

    fn add(&mut self, key: Key) -> Result<(), TreeError> {
        let next = self.next_id()?;
        self.targets.push(match self.known.entry(key) {
            Entry::Occupied(earlier) => *earlier.get(),
            Entry::Vacant(entry) => *entry.insert(next),
        });
        Ok(())
    }

    fn next_id(&self) -> Result<Id, TreeError> {
        Id::try_from(self.known.len()).map_err(|_| TreeError::TooManyNodes)
    }

    /// How the games at nodes of the last ply have ended.
    fn ends(&self, ids: Range<Id>) -> Vec<Outcome> {
        let life = self.lives.get_or(|| RefCell::new(self.life.clone()));
        let mut life = life.borrow_mut();
        let mut cursor = self.cursor();
        ids.map(|id| cursor.go(id).end(&mut life).unwrap_or_default())
            .collect()
    }

    /// Gives each node whose game goes on the outcome that the tables tell. To be
    /// done when the tree has all its plies.
    ///
    /// # Errors
    ///
    /// [`TreeError::Tables`] if they cannot be read, [`TreeError::Stopped`].
    pub fn consult(&mut self, tables: &Tables, watch: &Watch) -> Result<(), TreeError> {
        for ply in 0..=self.plies() {
            for batch in batches(self.ids(ply), ply, watch) {
                let batch = batch?;
                let told: Vec<Vec<_>> = jobs(batch.clone())
                    .map(|ids| {
                        let mut cursor = self.cursor();
                        ids.map(|id| match self.outcome(id) {
                            Outcome::Unknown => tables.outcome(cursor.go(id)),
                            known => Ok(known),
                        })
                        .collect()
                    })
                    .collect::<Result<_, TreeError>>()?;
                let told = told.into_iter().flatten();
                for (outcome, told) in self.outcomes[indices(batch)].iter_mut().zip(told) {
                    *outcome = told;
                }
            }
        }
        Ok(())
    }

    /// Works the known outcomes backwards from the leaves. To be done when the tree
    /// has all its plies.
    pub fn solve(&mut self) {
        // A child can be equivalent to a node of an earlier ply, which is worked
        // out later: until nothing changes any more.
        let mut changed = true;
        while changed {
            changed = false;
            for id in (0..self.folders()).rev() {
                if self.outcomes[id].is_known() {
                    continue;
                }
                let moves = &self.targets[self.first_move[id]..self.first_move[id + 1]];
                let outcomes = moves.iter().map(|&to| self.outcomes[to as usize]);
                self.outcomes[id] = Outcome::of_moves(outcomes);
                changed |= self.outcomes[id].is_known();
            }
        }
    }

    /// A cursor at the root.
    #[must_use]
    pub fn cursor(&self) -> Cursor<'_> {
        Cursor::new(self)
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

fn indices(ids: Range<Id>) -> Range<usize> {
    ids.start as usize..ids.end as usize
}
