//! Growing a tree ply by ply, and working out how its games end.

use std::{cell::RefCell, collections::hash_map::Entry, ops::Range};

use rayon::prelude::*;

use super::{
    Id, Key, Outcome, Tables, Tree, TreeError, Watch,
    batch::{batches, jobs},
    nodes::indices,
};

impl Tree {
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
}
