//! Joins the parts of a ply, and stores for each move whether it leads to a new node or is a link to an
//! earlier node.

use super::{
    Grower,
    records::{Link, Part, Sections},
    steps::{PlySteps, name},
};
use crate::{
    Outcome, TreeError,
    plies::{Bits, Ply, unpack},
    words::index,
};
use san_strings_files::{Meter, Progress};

/// Writes a ply, its links, and its keys if a later ply needs them.
pub(super) fn join(
    grower: &Grower,
    steps: PlySteps,
    progress: &dyn Progress,
) -> Result<(), TreeError> {
    let scratch = &grower.scratch;
    let parts = Part::all(grower, steps)?;
    let moves = parts.iter().map(|part| part.moves).sum();
    grower.need_for_moves(steps, moves)?;
    let sorted = steps.sorts().into_iter().map(|step| Sections::open(scratch, step.to_string()));
    let sorted = sorted.collect::<Result<Vec<_>, _>>()?;
    if grower.keeps_keys(steps.ply) {
        scratch.write(&name(steps.ply, "keys"), |out| {
            sorted.iter().try_for_each(|file| out.add(&file.read(0)?))
        })?;
    }
    let meter = Meter::new(progress, format!("joining, ply {}", steps.ply), moves);
    let mut words = Bits::ones(moves);
    scratch.write(&name(steps.ply, "links"), |out| {
        for (number, part) in (1..).zip(&parts) {
            let mut links: Vec<Link> = Vec::new();
            for file in &sorted {
                links.extend(file.read(number)?.as_chunks().0);
            }
            links.sort_unstable();
            for [number, node] in links {
                words[index(number / 64)] &= !(1 << (number % 64));
                out.add(&[node])?;
            }
            meter.add(part.moves).map_err(TreeError::from)?;
        }
        Ok(())
    })?;
    let bits = Bits::new(words);
    let (mut starts, mut ends) = (Vec::new(), Vec::new());
    for part in &parts {
        starts.extend(part.sections.read(Part::STARTS)?.iter().map(|start| part.before + start));
        let numbers = part.sections.read(Part::ENDS)?.into_iter().map(unpack);
        ends.extend(numbers.map(|(number, code)| (part.before + number, code)));
    }
    ends.retain(|&(number, _)| bits.get(number));
    let mate = Outcome::Loss.code(true);
    let mates = ends.iter().filter(|&&(_, code)| code == mate).count() as u64;
    let ply = Ply { moves, mates, bits, starts, ..Ply::root() }.to_words(&ends);
    scratch.write(&steps.join().to_string(), |out| out.add(&ply))
}
