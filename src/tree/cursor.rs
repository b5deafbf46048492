//! Going from node to node of a tree.

use std::{io, ops::Range};

use super::{
    Game, Id, Outcome, Place, Tree, TreeError,
    ply::BLOCK,
    words::{Reader, index},
};

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
    /// Where it stands at each ply on the way, and where it was at those beyond.
    levels: Vec<Level>,
    bits: Vec<Reader<'t>>,
    links: Vec<Option<Reader<'t>>>,
}

/// A node, and what its moves are.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// Its number in its ply.
    node: u64,
    place: Place,
    /// The number of its first move among those to the next ply.
    first: u64,
    /// The number after those of its moves.
    end: u64,
    /// The next of them to look at.
    at: u64,
    /// The number of its first child in the next ply.
    child: u64,
    /// How many children it has.
    children: u64,
}

/// Where a move leads.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Target {
    /// The node.
    pub id: Id,
    /// Whether it is a child: a node that was first met here.
    pub is_child: bool,
    /// Its outcome.
    pub outcome: Outcome,
}

impl<'t> Cursor<'t> {
    /// Stands at the root.
    fn new(tree: &'t Tree) -> Cursor<'t> {
        let plies = &tree.plies;
        let links = plies.iter().map(|ply| ply.links.as_ref());
        let mut cursor = Cursor {
            tree,
            game: Game::new(tree.root.clone()),
            levels: vec![Level::default(); plies.len()],
            bits: plies.iter().map(|ply| ply.bits.reader()).collect(),
            links: links
                .map(|links| links.map(super::words::Words::reader))
                .collect(),
        };
        // What cannot be read is said when somebody goes somewhere.
        let _ = cursor.seek(0, 0);
        cursor
    }

    /// Goes to a node. It is quick to go to the next ones of a ply, one after the other.
    ///
    /// # Errors
    ///
    /// [`TreeError::NoNode`] if there is no such node, [`TreeError::Damaged`].
    pub fn go(&mut self, id: Id) -> Result<(), TreeError> {
        if id >= self.tree.nodes() {
            return Err(TreeError::NoNode(id));
        }
        let ply = self.tree.ply(id);
        let node = id - self.tree.plies[ply].first_id;
        self.find(ply, node).map_err(TreeError::Damaged)
    }

    fn find(&mut self, ply: usize, node: u64) -> io::Result<()> {
        let here = self.levels[ply].node;
        if self.ply() != ply || node < here || node - here > BLOCK {
            self.seek(ply, node / BLOCK)?;
        }
        while self.levels[ply].node < node {
            if !self.next(ply)? {
                return Err(broken());
            }
        }
        Ok(())
    }

    /// Goes to the first node of a block.
    fn seek(&mut self, ply: usize, block: u64) -> io::Result<()> {
        if ply == 0 {
            self.game.take_back_to(0);
            return self.enter(0, Level::default());
        }
        let node = block * BLOCK;
        let blocks = &self.tree.plies[ply].blocks;
        let after = blocks.partition_point(|block| block.first_child <= node);
        self.seek(ply - 1, after.checked_sub(1).ok_or_else(broken)? as u64)?;
        while let parent = self.levels[ply - 1]
            && node >= parent.child + parent.children
        {
            if !self.next(ply - 1)? {
                return Err(broken());
            }
        }
        let parent = self.levels[ply - 1];
        let mut at = parent.first;
        for _ in parent.child..=node {
            let next = self.bits[ply].next_one(at, parent.end)?;
            at = next.ok_or_else(broken)? + 1;
        }
        self.levels[ply - 1].at = at;
        self.play(at - 1 - parent.first)?;
        let mut level = Level {
            node,
            place: self.tree.plies[ply].first_place + at - 1,
            ..Level::default()
        };
        if let Some(next) = self.tree.plies.get(ply + 1) {
            let block = next.blocks.get(index(block)).ok_or_else(broken)?;
            level.first = block.first_move;
            level.child = block.first_child;
        }
        self.enter(ply, level)
    }

    /// Goes to the next node of a ply, if there is one.
    fn next(&mut self, ply: usize) -> io::Result<bool> {
        if ply == 0 {
            return Ok(false);
        }
        loop {
            self.game.take_back_to(ply - 1);
            let parent = self.levels[ply - 1];
            if let Some(at) = self.bits[ply].next_one(parent.at, parent.end)? {
                self.levels[ply - 1].at = at + 1;
                self.play(at - parent.first)?;
                let last = self.levels[ply];
                self.enter(
                    ply,
                    Level {
                        node: last.node + 1,
                        place: self.tree.plies[ply].first_place + at,
                        first: last.end,
                        child: last.child + last.children,
                        ..Level::default()
                    },
                )?;
                return Ok(true);
            }
            if !self.next(ply - 1)? {
                return Ok(false);
            }
        }
    }

    fn play(&mut self, number: u64) -> io::Result<()> {
        let m = self.game.moves().get(index(number)).copied();
        self.game.play(m.ok_or_else(broken)?);
        Ok(())
    }

    /// Stands at a node that the game leads to.
    fn enter(&mut self, ply: usize, mut level: Level) -> io::Result<()> {
        level.at = level.first;
        level.end = level.first;
        if ply + 1 < self.levels.len() && !self.tree.outcomes.is_end(level.place) {
            level.end += self.game.moves().len() as u64;
            level.children = self.bits[ply + 1].ones(level.first, level.end)?;
        }
        self.levels[ply] = level;
        Ok(())
    }

    fn here(&self) -> &Level {
        &self.levels[self.ply()]
    }

    /// How many moves were played from the root.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.game.plies()
    }

    /// The nodes from the root to where it stands.
    #[must_use]
    pub fn path(&self) -> Vec<Id> {
        (0..=self.ply()).map(|ply| self.id_at(ply)).collect()
    }

    /// The node where it stands.
    #[must_use]
    pub fn id(&self) -> Id {
        self.id_at(self.ply())
    }

    /// The node it came from; nothing at the root.
    #[must_use]
    pub fn parent(&self) -> Option<Id> {
        self.ply().checked_sub(1).map(|ply| self.id_at(ply))
    }

    fn id_at(&self, ply: usize) -> Id {
        self.tree.plies[ply].first_id + self.levels[ply].node
    }

    /// The outcome of the node.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.tree.outcomes.get(self.here().place)
    }

    pub(super) fn place(&self) -> Place {
        self.here().place
    }

    /// Whether the game has ended at the node.
    pub(super) fn is_end(&self) -> bool {
        self.tree.outcomes.is_end(self.place())
    }

    /// The children of the node: the nodes that were first met there. At the last ply
    /// they are not known.
    #[must_use]
    pub fn children(&self) -> Range<Id> {
        let Some(next) = self.tree.plies.get(self.ply() + 1) else {
            return 0..0;
        };
        let first = next.first_id + self.here().child;
        first..first + self.here().children
    }

    /// How many moves the node has; none at the last ply.
    pub(super) fn moves(&self) -> u64 {
        self.here().end - self.here().first
    }

    /// Where the moves of the node lead, in their order; nowhere at the last ply.
    ///
    /// # Errors
    ///
    /// [`TreeError::Damaged`].
    pub fn targets(&mut self) -> Result<Vec<Target>, TreeError> {
        let mut places = Vec::new();
        self.places(&mut places).map_err(TreeError::Damaged)?;
        let mut next = self.children().start;
        let targets = places.into_iter().map(|(place, is_child)| {
            let id = if is_child {
                next += 1;
                next - 1
            } else {
                self.id_of(place)?
            };
            Ok(Target {
                id,
                is_child,
                outcome: self.tree.outcomes.get(place),
            })
        });
        targets
            .collect::<io::Result<_>>()
            .map_err(TreeError::Damaged)
    }

    /// The node that a move leads to, and whether that is a child, if there is such a move.
    pub(super) fn target(&mut self, number: usize) -> Result<Option<(Id, bool)>, TreeError> {
        let level = *self.here();
        let at = level.first + number as u64;
        if at >= level.end {
            return Ok(None);
        }
        let ply = self.ply() + 1;
        let mut target = || {
            let before = self.bits[ply].ones(level.first, at)?;
            let (place, is_child) = self.leads(at, level.child + before)?;
            Ok(Some((self.id_of(place)?, is_child)))
        };
        target().map_err(TreeError::Damaged)
    }

    /// The places of the nodes that the moves lead to, and whether they are children.
    pub(super) fn places(&mut self, places: &mut Vec<(Place, bool)>) -> io::Result<()> {
        places.clear();
        let level = *self.here();
        let mut child = level.child;
        for at in level.first..level.end {
            let (place, is_child) = self.leads(at, child)?;
            places.push((place, is_child));
            child += u64::from(is_child);
        }
        Ok(())
    }

    /// The place of the node that a move leads to, and whether it is a child: the one of
    /// this number if it is.
    fn leads(&mut self, at: u64, child: u64) -> io::Result<(Place, bool)> {
        let ply = self.ply() + 1;
        if self.bits[ply].bit(at)? {
            return Ok((self.tree.plies[ply].first_place + at, true));
        }
        let place = match &mut self.links[ply] {
            Some(links) => links.get(at - child)?,
            None => self.first_place(index(at - self.here().first))?,
        };
        Ok((place, false))
    }

    /// The Id of the node at a place.
    fn id_of(&mut self, place: Place) -> io::Result<Id> {
        let plies = &self.tree.plies;
        let ply = plies.partition_point(|ply| ply.first_place <= place) - 1;
        let number = place - plies[ply].first_place;
        if ply == 0 {
            return Ok(0);
        }
        Ok(plies[ply].first_id + plies[ply].child(number, &mut self.bits[ply])?)
    }

    /// Goes to the child that a move leads to.
    pub(super) fn enter_child(&mut self, number: usize) -> io::Result<()> {
        let ply = self.ply() + 1;
        let level = *self.here();
        let next = self.tree.plies.get(ply).ok_or_else(broken)?;
        let at = level.first + number as u64;
        if at >= level.end || !self.bits[ply].bit(at)? {
            return Err(broken());
        }
        let node = level.child + self.bits[ply].ones(level.first, at)?;
        debug_assert!(node < next.nodes);
        self.find(ply, node)
    }

    /// The game that leads there.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// The tree.
    #[must_use]
    pub fn tree(&self) -> &'t Tree {
        self.tree
    }
}

/// What is read contradicts itself.
pub(super) fn broken() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "it contradicts itself")
}
