//! Expands nodes: lists their moves, which may lead to new nodes.

use rayon::prelude::*;

use super::{
    Grower,
    records::{Candidate, Sections},
    steps::{PlySteps, Step},
};
use crate::{
    TreeError,
    plies::{INDEX_STRIDE, pack},
    words::index,
};
use san_strings_files::{Meter, Progress};

/// Expands the nodes of the previous ply that belong to the given parts.
pub(super) fn expand(
    grower: &Grower,
    steps: PlySteps,
    parts: &[u64],
    progress: &dyn Progress,
) -> Result<(), TreeError> {
    if parts.is_empty() {
        return Ok(());
    }
    let nodes = parts.iter().map(|&part| steps.nodes(part)).map(|nodes| nodes.end - nodes.start);
    let nodes = nodes.sum();
    grower.scratch.need(expected_moves(grower, nodes) * Candidate::BYTES)?;
    let meter = Meter::new(progress, format!("growing, ply {}", steps.ply), nodes);
    parts.par_iter().try_for_each(|&part| expand_part(grower, steps, part, &meter))
}

/// Estimates how many moves `nodes` nodes have in total. The estimate is usually too high.
fn expected_moves(grower: &Grower, nodes: u64) -> u64 {
    let ratio = match grower.tree.plies.split_last() {
        Some((last, [.., before])) => last.moves.div_ceil(before.nodes.max(1)),
        _ => 1,
    };
    // From one ply to the next, the number of moves per node usually grows by less than 3, if at all.
    nodes * (ratio + 3).max(32)
}

fn expand_part(
    grower: &Grower,
    steps: PlySteps,
    part: u64,
    meter: &Meter<'_>,
) -> Result<(), TreeError> {
    let tree = &grower.tree;
    let mut cursor = tree.cursor();
    let (mut children, mut moves) = (Vec::new(), 0);
    let (mut starts, mut ends) = (Vec::new(), Vec::new());
    let mut files = vec![Vec::new(); index(steps.files)];
    for node in steps.nodes(part) {
        cursor.go(tree.last().first_id + node)?;
        if node % INDEX_STRIDE == 0 {
            starts.push(moves);
        }
        if grower.options.positions {
            children.extend(cursor.game_mut().positions());
        } else if !cursor.is_end() {
            children.extend(cursor.game_mut().children(&tree.dead));
        }
        for (key, end) in children.drain(..) {
            ends.extend(end.map(|end| pack((moves, end.code(true)))));
            let candidate = Candidate { key, node: moves };
            files[index(candidate.file(steps.files))].extend(candidate.words());
            moves += 1;
        }
        meter.add(1)?;
    }
    let name = Step::Expand { ply: steps.ply, part }.to_string();
    Sections::write(&grower.scratch, &name, [starts, ends].into_iter().chain(files))
}
