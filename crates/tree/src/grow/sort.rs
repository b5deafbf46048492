//! Sorts moves by the keys of the nodes they lead to. Of the moves with the same key, the first leads
//! to a new node, and the others are links to this node. But if a node of an earlier ply has this key,
//! all moves with the key are links to that node.

use rayon::prelude::*;

use super::{
    Grower,
    records::{Candidate, Part, Sections, keys},
    steps::{PlySteps, Step},
};
use crate::{TreeError, words::index};
use san_strings_files::{Meter, Progress};

/// Memory that sorting takes for each move, in bytes.
const MEMORY: u64 = 64;

/// Sorts the buckets `files`, as many at a time as fit into memory.
pub(super) fn sort(
    grower: &Grower,
    steps: PlySteps,
    files: &[u64],
    progress: &dyn Progress,
) -> Result<(), TreeError> {
    if files.is_empty() {
        return Ok(());
    }
    let parts = Part::all(grower, steps)?;
    let counts = files.iter().map(|&file| parts.iter().map(|part| part.count(file)).sum::<u64>());
    let moves = counts.clone().sum();
    grower.need_for_moves(steps, moves)?;
    let meter = Meter::new(progress, format!("sorting, ply {}", steps.ply), moves);
    let largest = counts.max().unwrap_or(0) * MEMORY;
    let at_once = (grower.options.memory / largest.max(1)).clamp(1, 1 << 12);
    files.chunks(index(at_once)).try_for_each(|files| {
        files.par_iter().try_for_each(|&file| sort_file(grower, steps, file, &parts, &meter))
    })
}

fn sort_file(
    grower: &Grower,
    steps: PlySteps,
    file: u64,
    parts: &[Part<'_>],
    meter: &Meter<'_>,
) -> Result<(), TreeError> {
    let first_move = grower.tree.last().next_move();
    let mut candidates = earlier_nodes(grower, steps, file)?;
    for part in parts {
        let of_part = part.candidates(file)?;
        candidates.extend(Candidate::read(&of_part).map(|candidate| Candidate {
            node: first_move + part.before + candidate.node,
            ..candidate
        }));
    }
    candidates.sort_unstable();
    let (mut new, mut links) = (Vec::new(), vec![Vec::new(); parts.len()]);
    for group in candidates.chunk_by(|one, other| one.key == other.key) {
        let (first, others) = (group[0], &group[1..]);
        if first.node >= first_move && grower.keeps_keys(steps.ply) {
            new.extend(first.words());
        }
        for other in others {
            let number = other.node - first_move;
            let part = parts.partition_point(|part| part.before <= number) - 1;
            links[part].extend([number, first.node]);
        }
    }
    let name = Step::Sort { ply: steps.ply, file }.to_string();
    Sections::write(&grower.scratch, &name, [new].into_iter().chain(links))?;
    Ok(meter.add(parts.iter().map(|part| part.count(file)).sum())?)
}

/// Reads the nodes of earlier plies that could be equivalent to nodes of this ply: the nodes with the same
/// side to move and with keys in bucket `file`.
fn earlier_nodes(grower: &Grower, steps: PlySteps, file: u64) -> Result<Vec<Candidate>, TreeError> {
    let mut nodes = Vec::new();
    if !grower.options.positions {
        for ply in (1..steps.ply.saturating_sub(1)).rev().step_by(2) {
            nodes.extend(Candidate::read(&keys(grower, ply, file, steps.files)?));
        }
    }
    Ok(nodes)
}
