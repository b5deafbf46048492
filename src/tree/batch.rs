//! Nodes shared between the threads, so that the results stay in order.

use std::ops::Range;

use rayon::prelude::*;

use super::{Id, Progress, TreeError, Watch};

/// A job is this many nodes, which one thread works through: it finds its way to the
/// first of them once.
const JOB: Id = 512;

/// A batch is this many nodes; between batches the work can be stopped, and all that
/// the threads have found is in memory.
const BATCH: Id = 32 * JOB;

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
