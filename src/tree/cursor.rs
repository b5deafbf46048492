//! Going from node to node of a tree.

use shakmaty::{EnPassantMode, fen::Epd};

use super::{Game, Id, Info, Outcome, Tree};

/// Goes from node to node and knows the game that leads there.
pub struct Cursor<'t> {
    tree: &'t Tree,
    game: Game,
    /// The nodes from the root to where it stands.
    path: Vec<Id>,
}

impl<'t> Cursor<'t> {
    /// Stands at the root.
    pub(super) fn new(tree: &'t Tree) -> Cursor<'t> {
        Cursor {
            tree,
            game: Game::new(tree.root().clone()),
            path: vec![0],
        }
    }

    /// Goes to a node.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    pub fn go(&mut self, id: Id) -> &mut Game {
        let mut ply = self.tree.ply(id);
        let mut ahead = vec![id];
        // Back to where the ways part: the path of a neighbour is mostly shared.
        while self.path.get(ply) != ahead.last() {
            ply -= 1;
            let child = ahead[ahead.len() - 1];
            ahead.push(match self.path.get(ply) {
                Some(&near) if self.is_parent(near, child) => near,
                _ => self.tree.parent(child),
            });
        }
        self.path.truncate(ply + 1);
        self.game.take_back_to(ply);
        while let Some(parent) = ahead.pop()
            && let Some(&child) = ahead.last()
        {
            let index = self.tree.targets(parent).iter().position(|&to| to == child);
            let m = self.game.moves()[index.expect("a move leads to every child")];
            self.game.play(m);
            self.path.push(child);
        }
        &mut self.game
    }

    fn is_parent(&self, id: Id, child: Id) -> bool {
        (id as usize) < self.tree.folders() && self.tree.children(id).contains(&child)
    }

    /// The nodes from the root to where it stands.
    #[must_use]
    pub fn path(&self) -> &[Id] {
        &self.path
    }

    fn id(&self) -> Id {
        self.path.last().copied().unwrap_or_default()
    }

    /// What the `info.txt` of the node says.
    ///
    /// # Panics
    ///
    /// If the node is at the last ply: its moves are not known.
    #[must_use]
    pub fn info(&self) -> Info {
        let tree = self.tree;
        let id = self.id();
        let children = tree.children(id);
        let mut next = children.start;
        let mut equivalents = Vec::new();
        for &to in tree.targets(id) {
            if to == next {
                next += 1;
            } else {
                equivalents.push((next, to));
            }
        }
        Info {
            outcome: tree.outcome(id),
            id,
            children: (!children.is_empty()).then(|| children.start..=children.end - 1),
            moves: tree
                .targets(id)
                .iter()
                .map(|&to| match tree.outcome(to) {
                    Outcome::Draw(_) => Outcome::Draw(None),
                    outcome => outcome,
                })
                .collect(),
            equivalents,
            state: Epd::from_position(self.game.position(), EnPassantMode::Legal),
        }
    }
}
