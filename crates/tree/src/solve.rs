//! Finds outcomes from endgame tablebases, and by working backwards from the leaves.

use std::mem;

use super::{Cursor, Grower, Outcome, Syzygy, Tree, TreeError, walk::for_each_node};
use san_strings_files::Progress;

impl Grower {
    /// Looks up outcomes in endgame tablebases, and then works backwards from the nodes with a known
    /// outcome. Call this when the tree has all its plies.
    ///
    /// # Errors
    ///
    /// [`TreeError::Syzygy`] if the tables cannot be read, [`TreeError::Stopped`] if `progress` stops
    /// the work.
    pub fn solve(
        &mut self,
        syzygy: Option<&Syzygy>,
        progress: &dyn Progress,
    ) -> Result<(), TreeError> {
        let tree = &mut self.tree;
        if let Some(syzygy) = syzygy {
            for ply in 0..=tree.plies() {
                find_outcomes(tree, ply, progress, |cursor| syzygy.outcome(cursor.game()))?;
            }
        }
        // For each ply, whether we must still look for outcomes there. Each pass goes backwards, from the
        // second-to-last ply to the root. A move can lead to a node of an earlier ply, whose outcome the pass
        // updates only later. So we repeat the passes until no outcome changes.
        let mut is_due = vec![true; tree.plies()];
        while is_due.contains(&true) {
            for ply in (0..tree.plies()).rev() {
                let outcome =
                    |cursor: &mut Cursor<'_>| Ok(Outcome::of_moves(cursor.target_outcomes()?));
                if mem::take(&mut is_due[ply]) && find_outcomes(tree, ply, progress, outcome)? {
                    // Look again at each ply from which a move can lead to this ply: `ply - 1`, and also
                    // `ply + 1`, `ply + 3` and so on, because a move can transpose to an earlier ply.
                    for from in (0..tree.plies()).filter(|from| (from + 1) % 2 == ply % 2) {
                        is_due[from] |= from + 1 >= ply;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Looks for outcomes of the unsolved nodes of a ply, and returns whether it found any.
fn find_outcomes(
    tree: &mut Tree,
    ply: usize,
    progress: &dyn Progress,
    outcome: impl Fn(&mut Cursor<'_>) -> Result<Outcome, TreeError> + Sync,
) -> Result<bool, TreeError> {
    let mut all_found = Vec::new();
    for_each_node(
        tree,
        ply..ply + 1,
        ("solving", progress),
        |cursor, found: &mut Vec<_>| {
            if !cursor.outcome().is_known() {
                let outcome = outcome(cursor)?;
                found.extend(outcome.is_known().then(|| (cursor.first_move(), outcome)));
            }
            Ok::<_, TreeError>(())
        },
        |mut found| {
            all_found.append(&mut found);
            Ok(())
        },
    )?;
    let any = !all_found.is_empty();
    for (node, outcome) in all_found {
        tree.outcomes.insert(node, outcome, false);
    }
    Ok(any)
}
