//! How the games of a tree end: by the tables, and worked backwards from the leaves.

use super::{
    Outcome, Place, Tables, Tree, TreeError,
    visit::for_each_node,
    watch::{Stage, Watch},
};

impl Tree {
    /// Gives each node whose game goes on the outcome that the tables tell. To be
    /// done when the tree has all its plies.
    ///
    /// # Errors
    ///
    /// [`TreeError::Tables`] if they cannot be read, [`TreeError::Stopped`].
    pub fn consult(&mut self, tables: &Tables, watch: &Watch) -> Result<(), TreeError> {
        for ply in 0..=self.plies() {
            self.learn(ply, watch, |cursor, _| tables.outcome(cursor.game()))?;
        }
        Ok(())
    }

    /// Works the known outcomes backwards from the leaves. To be done when the tree
    /// has all its plies.
    ///
    /// # Errors
    ///
    /// [`TreeError::Stopped`], [`TreeError::Damaged`].
    pub fn solve(&mut self, watch: &Watch) -> Result<(), TreeError> {
        // When a ply has changed, and when it was looked at, in rounds of all plies. A
        // child can be equivalent to a node of an earlier ply, which is worked out later:
        // until nothing changes any more.
        let mut changed = vec![1; self.plies() + 1];
        let mut looked = vec![0; self.plies()];
        let mut now = 1;
        let mut go_on = true;
        while go_on {
            go_on = false;
            for ply in (0..self.plies()).rev() {
                // Moves lead to the next ply or to one two, four, ... plies before that.
                let mut leads_to = (0..=ply + 1).rev().step_by(2);
                if !leads_to.any(|to| changed[to] > looked[ply]) {
                    continue;
                }
                looked[ply] = now;
                now += 1;
                let has_news = self.learn(ply, watch, |cursor, places| {
                    cursor.places(places).map_err(TreeError::Damaged)?;
                    let outcomes = &cursor.tree().outcomes;
                    let ends = places.iter().map(|&(place, _)| outcomes.get(place));
                    Ok(Outcome::of_moves(ends))
                })?;
                if has_news {
                    changed[ply] = now;
                    go_on = true;
                }
            }
        }
        Ok(())
    }

    /// Finds outcomes of nodes at a ply that have none, and says whether there are any.
    fn learn(
        &mut self,
        ply: usize,
        watch: &Watch,
        outcome: impl Fn(&mut super::Cursor<'_>, &mut Vec<(Place, bool)>) -> Result<Outcome, TreeError>
        + Sync,
    ) -> Result<bool, TreeError> {
        type Notes = (Vec<(Place, Outcome)>, Vec<(Place, bool)>);
        let mut news = Vec::new();
        for_each_node(
            self,
            ply,
            (Stage::Solve, watch),
            |cursor, (found, places): &mut Notes| {
                if !cursor.outcome().is_known() {
                    let outcome = outcome(cursor, places)?;
                    if outcome.is_known() {
                        found.push((cursor.place(), outcome));
                    }
                }
                Ok::<_, TreeError>(())
            },
            |(mut found, _)| {
                news.append(&mut found);
                Ok(())
            },
        )?;
        let any = !news.is_empty();
        for (place, outcome) in news {
            self.outcomes.insert(place, outcome, false);
        }
        Ok(any)
    }
}
