//! Walks from node to node of a tree.

use std::ops::Range;

use rayon::prelude::*;

use super::{
    Game, Outcome, Tree, TreeError,
    ids::{Id, MoveIndex},
    plies::{INDEX_STRIDE, Links},
    words::index,
};
use san_strings_files::{Meter, Progress};

/// Goes from node to node, and keeps the game that leads to the current node.
///
/// ```
/// use san_strings_tree::{GrowOptions, Grower};
/// use san_strings_tree::shakmaty::{Chess, Position};
///
/// let mut grower = Grower::new(Chess::default(), GrowOptions::new(2))?;
/// (0..2).try_for_each(|_| grower.grow(&()))?;
/// let mut cursor = grower.tree().cursor();
/// cursor.go(21)?;
/// assert_eq!(cursor.path(), [0, 1, 21]);
/// let board = cursor.game().position().board().to_string();
/// assert_eq!(board, "r1bqkbnr/pppppppp/n7/8/P7/8/1PPPPPPP/RNBQKBNR");
/// # Ok::<_, san_strings_tree::TreeError>(())
/// ```
pub struct Cursor<'t> {
    tree: &'t Tree,
    game: Game,
    /// For each ply down to the current node: the node on the path. For each ply below the current
    /// node: the node of that ply that the cursor visited last.
    levels: Vec<Level>,
    links: Vec<Option<Links<'t>>>,
}

/// A node and its moves.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// Index of the node in its ply.
    node: u64,
    /// The first move that leads to the node.
    from: MoveIndex,
    /// The index of the node's first move, among the moves of all nodes of its ply.
    first: u64,
    /// One more than the index of the node's last move.
    end: u64,
    /// Index of the next move to visit.
    at: u64,
}

/// Where a move leads: to a child, or to an equivalent earlier node.
///
/// ```
/// use san_strings_tree::{GrowOptions, Grower};
/// use san_strings_tree::shakmaty::Chess;
///
/// let mut grower = Grower::new(Chess::default(), GrowOptions::new(1))?;
/// grower.grow(&())?;
/// let targets = grower.tree().cursor().targets()?;
/// assert_eq!(targets.len(), 20);
/// assert!(targets[0].is_child && targets[0].id == 1);
/// # Ok::<_, san_strings_tree::TreeError>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Target {
    /// The node.
    pub id: Id,
    /// Whether the node is a child, that is, whether this move is the first one that leads to the node.
    pub is_child: bool,
    /// The outcome of the node.
    pub outcome: Outcome,
}

impl<'t> Cursor<'t> {
    /// A cursor at the root.
    pub(super) fn new(tree: &'t Tree) -> Cursor<'t> {
        let mut cursor = Cursor {
            tree,
            game: Game::new(tree.root.clone()),
            levels: vec![Level::default(); tree.plies.len()],
            links: tree.plies.iter().map(Links::of).collect(),
        };
        cursor.enter(0, Level::default());
        cursor
    }

    /// Goes to a node. Going to the next node of the same ply is fast.
    ///
    /// # Errors
    ///
    /// [`TreeError::NoNode`] if the tree has no such node, [`TreeError::Damaged`] if the tree
    /// contradicts itself.
    pub fn go(&mut self, id: Id) -> Result<(), TreeError> {
        if id >= self.tree.nodes() {
            return Err(TreeError::NoNode(id));
        }
        let plies = &self.tree.plies;
        let ply = plies.partition_point(|ply| ply.first_id <= id && ply.nodes > 0) - 1;
        self.find(ply, id - plies[ply].first_id)
    }

    fn find(&mut self, ply: usize, node: u64) -> Result<(), TreeError> {
        let here = self.levels[ply].node;
        if self.ply() != ply || node < here || node - here > INDEX_STRIDE {
            self.seek(ply, node / INDEX_STRIDE)?;
        }
        while self.levels[ply].node < node {
            self.next(ply)?;
        }
        Ok(())
    }

    /// Goes to the node with index `entry * INDEX_STRIDE` in a ply. We collect the path in a list, because
    /// recursion would overflow the stack on a file with very many plies.
    fn seek(&mut self, ply: usize, entry: u64) -> Result<(), TreeError> {
        let tree = self.tree;
        let (mut way, mut entry) = (Vec::new(), entry);
        for ply in (1..=ply).rev() {
            way.push((ply, entry));
            let (bits, starts) = (&tree.plies[ply].bits, &tree.plies[ply].starts);
            let node = entry * INDEX_STRIDE;
            let parent = starts.partition_point(|&start| bits.rank(start) <= node);
            entry = parent.checked_sub(1).ok_or(TreeError::Damaged)? as u64;
        }
        self.game.take_back_to(0);
        self.enter(0, Level::default());
        for (ply, entry) in way.into_iter().rev() {
            let (node, bits) = (entry * INDEX_STRIDE, &tree.plies[ply].bits);
            while bits.rank(self.levels[ply - 1].end) <= node {
                self.next(ply - 1)?;
            }
            let parent = self.levels[ply - 1];
            let (mut at, mut last) = (parent.first, None);
            for _ in bits.rank(parent.first)..=node {
                last = bits.next_one(at, parent.end);
                at = last.ok_or(TreeError::Damaged)? + 1;
            }
            let next = tree.plies.get(ply + 1);
            let first = next.map_or(Some(0), |next| next.starts.get(index(entry)).copied());
            let (Some(at), Some(first)) = (last, first) else {
                return Err(TreeError::Damaged);
            };
            self.step(ply, at, node, first)?;
        }
        Ok(())
    }

    /// Goes to the next node of a ply: up to the nearest ancestor with an unvisited child, then down again.
    /// The next node must exist.
    fn next(&mut self, ply: usize) -> Result<(), TreeError> {
        let mut to = ply;
        while let Some(above) = to.checked_sub(1) {
            self.game.take_back_to(above);
            let parent = self.levels[above];
            if let Some(at) = self.tree.plies[to].bits.next_one(parent.at, parent.end) {
                let last = self.levels[to];
                self.step(to, at, last.node + 1, last.end)?;
                if to == ply {
                    return Ok(());
                }
                to += 1;
            } else {
                to = above;
            }
        }
        Err(TreeError::Damaged)
    }

    /// Plays a move from the previous ply to `ply`. The move leads to `node`. `at` is the index of the move,
    /// among the moves of all nodes of the previous ply. `first` is the index of the first move of `node`,
    /// among the moves of all nodes of `ply`.
    fn step(&mut self, ply: usize, at: u64, node: u64, first: u64) -> Result<(), TreeError> {
        let parent = &mut self.levels[ply - 1];
        parent.at = at + 1;
        let m = self.game.moves().get(index(at - parent.first)).copied();
        self.game.play(m.ok_or(TreeError::Damaged)?);
        let from = self.tree.plies[ply].first_move + at;
        self.enter(ply, Level { node, from, first, ..Level::default() });
        Ok(())
    }

    /// Records the node that the game has reached.
    fn enter(&mut self, ply: usize, mut level: Level) {
        level.at = level.first;
        level.end = level.first;
        if ply + 1 < self.levels.len() && !self.tree.outcomes.is_end(level.from) {
            level.end += self.game.moves().len() as u64;
        }
        self.levels[ply] = level;
    }

    fn here(&self) -> &Level {
        &self.levels[self.ply()]
    }

    /// Number of moves from the root.
    pub fn ply(&self) -> usize {
        self.game.plies()
    }

    /// Ids of the nodes from the root to the current one.
    pub fn path(&self) -> Vec<Id> {
        (0..=self.ply()).map(|ply| self.id_at(ply)).collect()
    }

    /// Id of the current node.
    pub fn id(&self) -> Id {
        self.id_at(self.ply())
    }

    /// Id of the parent; `None` at the root.
    pub fn parent(&self) -> Option<Id> {
        self.ply().checked_sub(1).map(|ply| self.id_at(ply))
    }

    fn id_at(&self, ply: usize) -> Id {
        self.tree.plies[ply].first_id + self.levels[ply].node
    }

    /// The outcome of the node.
    pub fn outcome(&self) -> Outcome {
        self.tree.outcomes.get(self.here().from)
    }

    /// The first move that leads to the node.
    pub(super) fn first_move(&self) -> MoveIndex {
        self.here().from
    }

    /// Whether the game has ended at the node.
    pub(super) fn is_end(&self) -> bool {
        self.tree.outcomes.is_end(self.here().from)
    }

    /// Ids of the children: the nodes that are first reached by a move of this node. Empty at the last
    /// ply, where the moves are unknown.
    pub fn children(&self) -> Range<Id> {
        let (here, next) = (self.here(), self.tree.plies.get(self.ply() + 1));
        next.map_or(0..0, |next| {
            let id = |number| next.first_id + next.bits.rank(number);
            id(here.first)..id(here.end)
        })
    }

    /// Number of moves that the node has in the tree; 0 at the last ply.
    pub(super) fn moves(&self) -> u64 {
        self.here().end - self.here().first
    }

    /// Lists the nodes that the moves of this node lead to, in the order of the moves. Empty at the last ply.
    ///
    /// # Errors
    ///
    /// [`TreeError`] if the tree is damaged.
    pub fn targets(&mut self) -> Result<Vec<Target>, TreeError> {
        (0..index(self.moves())).filter_map(|number| self.target(number).transpose()).collect()
    }

    /// Returns the node that a move leads to; `None` if there is no such move.
    pub(super) fn target(&mut self, number: usize) -> Result<Option<Target>, TreeError> {
        let at = self.here().first + number as u64;
        if at >= self.here().end {
            return Ok(None);
        }
        let (node, is_child) = self.node_after(at)?;
        let outcome = self.tree.outcomes.get(node);
        Ok(Some(Target { id: self.tree.id_of(node), is_child, outcome }))
    }

    /// The child that a move leads to; `None` if the move leads to an earlier node, or if there is no such move.
    pub(super) fn child(&self, number: usize) -> Option<Id> {
        let (here, next) = (self.here(), self.tree.plies.get(self.ply() + 1)?);
        let at = here.first + number as u64;
        (at < here.end && next.bits.get(at)).then(|| next.first_id + next.bits.rank(at))
    }

    /// The outcomes of the nodes that the moves of the current node lead to, in the order of the moves.
    pub(super) fn target_outcomes(&mut self) -> Result<Vec<Outcome>, TreeError> {
        let moves = self.here().first..self.here().end;
        let moves = moves.map(|at| Ok(self.tree.outcomes.get(self.node_after(at)?.0)));
        moves.collect()
    }

    /// The node that a move leads to, and whether that node is a child of the current node. If it is not a
    /// child, the move transposes to an earlier node. `at` is the index of the move among all moves of its ply.
    fn node_after(&mut self, at: u64) -> Result<(MoveIndex, bool), TreeError> {
        let ply = self.ply() + 1;
        let next = &self.tree.plies[ply];
        if next.bits.get(at) {
            return Ok((next.first_move + at, true));
        }
        let node = match &mut self.links[ply] {
            Some(links) => links.get(at - next.bits.rank(at))?,
            None => self.first_game_to(index(at - self.here().first))?,
        };
        Ok((node, false))
    }

    /// The game that leads to the node.
    pub fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// The tree.
    pub fn tree(&self) -> &'t Tree {
        self.tree
    }
}

/// Minimum number of nodes in a job. One thread visits the nodes of a job, in order.
const JOB: u64 = 4 * INDEX_STRIDE;

/// Number of jobs whose results are in memory at the same time.
const BATCH: usize = 32;

/// Visits every node of these plies. The nodes are split into jobs. `visit` runs on all threads, and collects
/// the results of each job in a new value of type `N`. `merge` then receives these values in the order of the
/// nodes.
pub(super) fn for_each_node<N: Default + Send, E: From<TreeError> + Send>(
    tree: &Tree,
    plies: Range<usize>,
    (task, progress): (&str, &dyn Progress),
    visit: impl Fn(&mut Cursor<'_>, &mut N) -> Result<(), E> + Sync,
    mut merge: impl FnMut(N) -> Result<(), E>,
) -> Result<(), E> {
    for ply in plies {
        let ids = tree.ids(ply);
        let count = ids.end - ids.start;
        let meter = Meter::new(progress, format!("{task}, ply {ply}"), count);
        // Going to the first node of a job has a fixed cost. So for a large ply, we use fewer, longer jobs.
        let job = (count / 4096 / INDEX_STRIDE * INDEX_STRIDE).clamp(JOB, 64 * INDEX_STRIDE);
        let firsts: Vec<_> = ids.clone().step_by(index(job)).collect();
        for batch in firsts.chunks(BATCH) {
            let notes = batch.par_iter().map(|&first| {
                let (mut cursor, mut notes) = (tree.cursor(), N::default());
                for id in first..ids.end.min(first + job) {
                    meter.add(1).map_err(TreeError::from)?;
                    cursor.go(id)?;
                    visit(&mut cursor, &mut notes)?;
                }
                Ok(notes)
            });
            let notes: Vec<N> = notes.collect::<Result<_, E>>()?;
            notes.into_iter().try_for_each(&mut merge)?;
        }
    }
    Ok(())
}
