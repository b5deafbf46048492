//! One loop over the nodes that have a folder, for writing, checking and archiving.

use rayon::prelude::*;

use crate::tree::{
    Cursor, Tree, TreeError, Watch,
    batch::{batches, jobs},
};

/// Visits every node that has a folder, ply by ply: `visit` on all threads, with
/// something of each job to note things in, and `merge` with these notes in order.
pub(super) fn for_each_folder<N: Default + Send, E: From<TreeError> + Send>(
    tree: &Tree,
    watch: &Watch,
    visit: impl Fn(&Cursor<'_>, &mut N) -> Result<(), E> + Sync,
    mut merge: impl FnMut(N) -> Result<(), E>,
) -> Result<(), E> {
    for ply in 0..tree.plies() {
        for batch in batches(tree.ids(ply), ply, watch) {
            let notes: Vec<N> = jobs(batch?)
                .map(|ids| {
                    let mut notes = N::default();
                    let mut cursor = tree.cursor();
                    for id in ids {
                        cursor.go(id);
                        visit(&cursor, &mut notes)?;
                    }
                    Ok(notes)
                })
                .collect::<Result<_, E>>()?;
            notes.into_iter().try_for_each(&mut merge)?;
        }
    }
    Ok(())
}
