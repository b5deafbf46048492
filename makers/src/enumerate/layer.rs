//! Stores a layer, which contains the positions after a number of plies, and generates the next layer.
//!
//! How do we find equal positions without a table of all positions? We sort the positions of a layer by the
//! pieces of the side that is not to move. Positions in which this side has the same pieces on the same squares
//! form a *run*. A move that captures nothing does not change the pieces of this side. So positions after such
//! moves can be equal only if they come from the same run. Captures are the exception, because they remove a
//! piece of this side. So we play the captures first, and assign each position after a capture to the run in
//! which this side has exactly the remaining pieces. Then we play the quiet moves from the positions of each
//! run. We add the positions after these moves to the positions that are assigned to the run, and sort them all,
//! so equal positions become neighbours.
//!
//! The last layer is by far the largest. We visit it one run at a time, and never hold the whole layer
//! in memory.

use std::{
    collections::{BTreeMap, HashMap},
    ops::Range,
};

use rayon::prelude::*;
use san_strings_files::{Meter, Progress, Stopped};
use shakmaty::{Chess, Color, Move, Position};

use super::packed::{PackedPosition, PackedSide, key, pack, pack_mover, position, waiting_side};

/// The number of runs of positions that a thread takes at a time.
const RUNS: usize = 16;

/// The number of positions that a thread takes at a time.
const CHUNK: usize = 1 << 12;

/// We visit a layer in slices of this many positions. For each slice, we play the captures of the whole layer
/// again, and keep only the resulting positions that belong to the [runs](Run) of the slice. This saves memory.
const SLICE: usize = 1 << 24;

/// How many parts the threads process before we pass on their results. A part consists of [`RUNS`] runs or, if
/// we collect captures, of [`CHUNK`] positions.
const BATCH: usize = 1 << 6;

/// Positions after the same number of plies, sorted.
#[derive(Clone, Debug)]
pub struct Layer {
    pub turn: Color,
    pub keys: Vec<PackedPosition>,
}

/// A run of positions: the index range of these positions in the layer, and the index range of the captures
/// that are assigned to the run.
type Run = (Range<usize>, Range<usize>);

impl Layer {
    pub fn initial() -> Layer {
        let position = Chess::default();
        Layer { keys: vec![key(&position)], turn: position.turn() }
    }

    /// Computes the next layer: those positions one ply later that `keep` accepts.
    ///
    /// # Errors
    ///
    /// Returns [`Stopped`] if `progress` stops the work.
    pub fn next(
        &self,
        keep: &(dyn Fn(PackedPosition) -> bool + Sync),
        progress: &dyn Progress,
    ) -> Result<Layer, Stopped> {
        let mut keys = Vec::new();
        let collect = |part: &mut dyn Iterator<Item = PackedPosition>| -> Vec<PackedPosition> {
            part.filter(|&key| keep(key)).collect()
        };
        self.each_next(&collect, |part| keys.extend(part), progress)?;
        keys.par_sort_unstable();
        let turn = self.turn.other();
        Ok(Layer { turn, keys })
    }

    /// Visits all positions of the next layer, each once. Splits the positions into parts, calls `part` for each
    /// part on several threads, and passes the results to `take` in the order of the parts. The parts
    /// and their order do not depend on the number of threads.
    ///
    /// # Errors
    ///
    /// Returns [`Stopped`] if `progress` stops the work.
    pub fn each_next<T: Send>(
        &self,
        part: &(dyn Fn(&mut dyn Iterator<Item = PackedPosition>) -> T + Sync),
        mut take: impl FnMut(T),
        progress: &dyn Progress,
    ) -> Result<(), Stopped> {
        if self.keys.is_empty() {
            return Ok(());
        }
        let meter = Meter::new(progress, "all positions", self.keys.len() as u64);
        let starts = (0..self.keys.len()).step_by(SLICE);
        let mut bounds: Vec<PackedSide> = starts.map(|at| waiting_side(&self.keys[at])).collect();
        bounds[0] = 0;
        bounds.push(PackedSide::MAX);
        for sides in bounds.windows(2).map(|ends| ends[0]..ends[1]) {
            let captures = self.captures(&sides);
            for runs in self.runs(&sides, &captures).chunks(RUNS * BATCH) {
                let parts = runs.par_chunks(RUNS).map(|runs| {
                    meter.add(runs.iter().map(|(run, _)| run.len() as u64).sum())?;
                    let mut keys = runs.iter().flat_map(|(run, captured)| {
                        self.next_of_run(&self.keys[run.clone()], &captures[captured.clone()])
                    });
                    Ok(part(&mut keys))
                });
                let parts: Vec<T> = parts.collect::<Result<_, Stopped>>()?;
                parts.into_iter().for_each(&mut take);
            }
        }
        Ok(())
    }

    /// Plays the captures, and returns the positions after them, sorted and without duplicates. Returns only
    /// positions in which the packed pieces of the side to move are in the range `sides`. In the returned
    /// pairs, the side to move comes first, unlike in the keys of the layer.
    fn captures(&self, sides: &Range<PackedSide>) -> Vec<PackedPosition> {
        let of = |&key: &PackedPosition| {
            let before = position(key, self.turn);
            before.capture_moves().into_iter().filter_map(move |m| {
                let mut after = before.clone();
                after.play_unchecked(m);
                let side = pack(&after, after.turn());
                sides.contains(&side).then(|| (side, pack_mover(&after)))
            })
        };
        let mut captures: Vec<PackedPosition> = Vec::new();
        let mut distinct = 0;
        for keys in self.keys.chunks(CHUNK * BATCH) {
            let found: Vec<_> = keys.par_iter().flat_map_iter(of).collect();
            captures.extend(found);
            // Different captures often lead to the same position. Removing duplicates early saves memory.
            if captures.len() > distinct + distinct / 2 {
                captures.par_sort_unstable();
                captures.dedup();
                distinct = captures.len();
            }
        }
        captures.par_sort_unstable();
        captures.dedup();
        captures
    }

    /// Returns the runs in order, each with the captures that are assigned to it. In all positions of
    /// a run, the side that is not to move has the same pieces on the same squares. Includes only runs in
    /// which the packed form of this side is in the range `sides`.
    fn runs(&self, sides: &Range<PackedSide>, captures: &[PackedPosition]) -> Vec<Run> {
        let [start, end] = [sides.start, sides.end]
            .map(|side| self.keys.partition_point(|key| waiting_side(key) < side));
        let mut runs: Vec<Run> = Vec::new();
        let (mut run, mut after) = (start..start, 0..0);
        loop {
            (run.start, after.start) = (run.end, after.end);
            let next = [self.keys[..end].get(run.start), captures.get(after.start)];
            let Some(side) = next.into_iter().flatten().map(waiting_side).min() else {
                return runs;
            };
            let of_side = |key: &&PackedPosition| waiting_side(key) == side;
            run.end += self.keys[run.start..end].iter().take_while(of_side).count();
            after.end += captures[after.start..].iter().take_while(of_side).count();
            runs.push((run.clone(), after.clone()));
        }
    }

    /// Plays all quiet moves from `keys`, the positions of a run. Merges the positions after these moves with
    /// `captures`, the positions after captures. Returns all these positions, sorted and without duplicates.
    fn next_of_run(
        &self,
        keys: &[PackedPosition],
        captures: &[PackedPosition],
    ) -> impl Iterator<Item = PackedPosition> {
        let waiting = keys.first().or(captures.first()).map_or(0, waiting_side);
        let mut moved: Vec<PackedSide> = captures.iter().map(|key| key.1).collect();
        for &key in keys {
            let before = position(key, self.turn);
            for m in before.legal_moves().into_iter().filter(|m| !m.is_capture()) {
                let mut after = before.clone();
                after.play_unchecked(m);
                moved.push(pack_mover(&after));
            }
        }
        moved.sort_unstable();
        moved.dedup();
        moved.into_iter().map(move |moved| (moved, waiting))
    }

    /// Finds the parent of each target: the first position of this layer from which a move leads to the target.
    /// The targets are positions one ply after this layer. Returns each parent with the move that leads to the
    /// target. Omits targets that no move leads to.
    ///
    /// # Errors
    ///
    /// Returns [`Stopped`] if `progress` stops the work.
    pub fn parents(
        &self,
        targets: &HashMap<PackedPosition, Vec<PackedPosition>>,
        progress: &dyn Progress,
    ) -> Result<BTreeMap<PackedPosition, (PackedPosition, Move)>, Stopped> {
        let chunks = self.keys.par_chunks(CHUNK);
        let meter = Meter::new(progress, "ways to positions", self.keys.len() as u64);
        let parts: Result<Vec<_>, Stopped> = chunks
            .map(|keys| {
                meter.add(keys.len() as u64)?;
                let mut parents = Vec::new();
                for &parent in keys {
                    let before = position(parent, self.turn);
                    for m in before.legal_moves() {
                        let mut after = before.clone();
                        after.play_unchecked(m);
                        let child = key(&after);
                        if targets.contains_key(&child) {
                            parents.push((child, (parent, m)));
                        }
                    }
                }
                Ok(parents)
            })
            .collect();
        let mut parents = BTreeMap::new();
        for (child, parent) in parts?.into_iter().flatten() {
            parents.entry(child).or_insert(parent);
        }
        Ok(parents)
    }
}
