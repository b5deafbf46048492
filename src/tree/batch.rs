//! Nodes shared between the threads, so that the results stay in order.

use std::ops::Range;

use rayon::prelude::*;

use super::{Cursor, Id, Progress, Tree, TreeError, Watch};

/// A job is so many nodes, which one thread works through.
const JOB: Id = 512;

/// A batch is so many nodes; between batches the work can be stopped.
const BATCH: Id = 32 * JOB;

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

/// The nodes of a ply in batches, as long as `watch` agrees.
pub(super) fn batches(
    ids: Range<Id>,
    ply: usize,
    watch: &Watch,
) -> impl Iterator<Item = Result<Range<Id>, TreeError>> {
    let of = ids.len();
    parts(ids.clone(), BATCH).map(move |batch| {
        let done = (ids.start..batch.start).len();
        if watch(Progress { ply, done, of }) {
            Ok(batch)
        } else {
            Err(TreeError::Stopped)
        }
    })
}

/// The nodes of a batch in jobs.
pub(super) fn jobs(batch: Range<Id>) -> impl IndexedParallelIterator<Item = Range<Id>> {
    parts(batch, JOB).collect::<Vec<_>>().into_par_iter()
}

fn parts(ids: Range<Id>, size: Id) -> impl Iterator<Item = Range<Id>> {
    ids.clone()
        .step_by(size as usize)
        .map(move |start| start..ids.end.min(start.saturating_add(size)))
}
