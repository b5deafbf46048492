//! One loop over nodes, for whatever is asked of each.

use rayon::prelude::*;

use super::{
    Cursor, Tree, TreeError,
    ply::BLOCK,
    watch::{Meter, Stage, Watch},
    words::index,
};

/// A job is at least so many nodes, which one thread works through.
const JOB: u64 = 4 * BLOCK;

/// So many jobs are a batch; between batches the work can be stopped, and all that the
/// threads have found is in memory.
const BATCH: u64 = 32;

/// Visits every node of a ply: `visit` on all threads, with something of each job to note
/// things in, and `merge` with these notes in order.
pub(super) fn for_each_node<N: Default + Send, E: From<TreeError> + Send>(
    tree: &Tree,
    ply: usize,
    (stage, watch): (Stage, &Watch<'_>),
    visit: impl Fn(&mut Cursor<'_>, &mut N) -> Result<(), E> + Sync,
    mut merge: impl FnMut(N) -> Result<(), E>,
) -> Result<(), E> {
    let ids = tree.ids(ply);
    let count = ids.end - ids.start;
    let meter = Meter::new(watch, stage, ply, count);
    // A way to the first node of a job is as long for long jobs.
    let job = (count / 4096 / BLOCK * BLOCK).clamp(JOB, 64 * BLOCK);
    let jobs = count.div_ceil(job);
    for batch in (0..jobs).step_by(index(BATCH)) {
        meter.report(batch * job, count)?;
        let notes: Vec<N> = (batch..jobs.min(batch + BATCH))
            .into_par_iter()
            .map(|number| {
                let mut notes = N::default();
                let mut cursor = tree.cursor();
                let first = ids.start + number * job;
                for id in first..ids.end.min(first + job) {
                    cursor.go(id)?;
                    visit(&mut cursor, &mut notes)?;
                }
                Ok(notes)
            })
            .collect::<Result<_, E>>()?;
        notes.into_iter().try_for_each(&mut merge)?;
    }
    Ok(())
}

/// Visits every node that has a folder, ply by ply, as [`for_each_node`] does.
pub(super) fn for_each_folder<N: Default + Send, E: From<TreeError> + Send>(
    tree: &Tree,
    watch: &Watch<'_>,
    visit: impl Fn(&mut Cursor<'_>, &mut N) -> Result<(), E> + Sync,
    mut merge: impl FnMut(N) -> Result<(), E>,
) -> Result<(), E> {
    for ply in 0..tree.plies() {
        for_each_node(tree, ply, (Stage::Visit, watch), &visit, &mut merge)?;
    }
    Ok(())
}
