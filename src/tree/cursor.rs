//! Going from node to node of a tree.

use super::{Game, Id, Tree};

impl Tree {
    /// A cursor at the root.
    #[must_use]
    pub fn cursor(&self) -> Cursor<'_> {
        Cursor::new(self)
    }
}

/// Goes from node to node and knows the game that leads there.
pub struct Cursor<'t> {
    tree: &'t Tree,
    game: Game,
    /// The nodes from the root to where it stands.
    path: Vec<Id>,
}

impl<'t> Cursor<'t> {
    /// Stands at the root.
    fn new(tree: &'t Tree) -> Cursor<'t> {
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

    /// The node where it stands.
    #[must_use]
    pub fn id(&self) -> Id {
        self.path.last().copied().unwrap_or_default()
    }

    /// The game that leads there.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The tree.
    #[must_use]
    pub fn tree(&self) -> &'t Tree {
        self.tree
    }
}
