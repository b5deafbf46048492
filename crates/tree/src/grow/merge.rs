//! Sorting the moves to a ply by the keys of their nodes, and joining the results.

use std::{
    cmp::Ordering,
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom, Write},
    path::Path,
};

use super::{
    Grower, RECORD,
    candidates::{Candidate, Candidates},
    scratch::{FOOTER, file_error},
    steps::{Plan, Step, name},
};
use crate::{
    MoveIndex, TreeError,
    plies::{Bits, Ply, Section, index, read_number, write_number},
};
use san_strings_files::Meter;

/// The memory that sorting takes for each move, in bytes.
pub(super) const MEMORY: u64 = 64;

/// Sorts a file: of the moves that lead to equivalent nodes, only the first leads to a new
/// one, and none if the node is at an earlier ply.
///
/// The result has each move as a number, the distance from the move before, and another: 0 if
/// it leads to a new node, or else the node plus 1. Then come the keys of the new nodes, if
/// they are kept, and the length of the first section.
pub(super) fn sort(
    grower: &Grower,
    plan: Plan,
    step: Step,
    parts: &[Candidates],
    meter: &Meter<'_>,
) -> Result<(), TreeError> {
    let Step::Sort { file, .. } = step else {
        return Err(TreeError::NoStep);
    };
    let count = parts.iter().map(|part| part.count(file)).sum();
    let mut candidates = Vec::with_capacity(index(count));
    for part in parts {
        part.read(file, &mut candidates)?;
    }
    candidates.sort_unstable();
    let mut earlier = earlier_keys(grower, plan, file)?;
    let first_move = grower.tree.last().next_move();
    let mut moves = Vec::with_capacity(candidates.len());
    let mut keys = Vec::new();
    for group in candidates.chunk_by(|one, other| one.key == other.key) {
        let mut known = None;
        for keys in &mut earlier {
            known = known.or(keys.find(group[0])?);
        }
        let node = known.unwrap_or_else(|| {
            if grower.keeps_keys(plan.ply) {
                group[0].write(&mut keys);
            }
            first_move + group[0].number
        });
        let code = |candidate: &Candidate| match first_move + candidate.number {
            first if first == node => 0,
            _ => node + 1,
        };
        moves.extend(group.iter().map(|candidate| (candidate.number, code(candidate))));
    }
    drop(candidates);
    moves.sort_unstable();
    let mut bytes = Vec::new();
    let mut before = 0;
    grower.scratch.write(&step.to_string(), |out| {
        for (number, code) in moves {
            write_number(number - before, &mut bytes)?;
            write_number(code, &mut bytes)?;
            before = number;
        }
        out.write_all(&bytes)?;
        out.write_all(&keys)?;
        out.write_all(&(bytes.len() as u64).to_le_bytes())
    })?;
    Ok(meter.add(count)?)
}

/// The keys of the plies before this one whose nodes could be equivalent to its own: the same
/// side is to move there.
fn earlier_keys(grower: &Grower, plan: Plan, file: u64) -> Result<Vec<Keys>, TreeError> {
    if grower.options.positions {
        return Ok(Vec::new());
    }
    let plies = (1..plan.ply.saturating_sub(1)).rev().step_by(2);
    plies
        .map(|ply| {
            let path = grower.scratch.path(&name(ply, "keys"));
            let first_move = grower.tree.plies[ply].first_move;
            Keys::open(&path, first_move, file, plan.bits)
        })
        .collect()
}

/// The keys of an earlier ply, from the first one that belongs to a file.
struct Keys {
    file: BufReader<Section>,
    first_move: MoveIndex,
    next: Option<Candidate>,
}

impl Keys {
    fn open(path: &Path, first_move: MoveIndex, file: u64, bits: u32) -> Result<Keys, TreeError> {
        let open = || {
            let mut keys = File::open(path)?;
            let len = keys.metadata()?.len() - FOOTER.len() as u64;
            let (mut from, mut to) = (0, len / RECORD);
            while from < to {
                let middle = from.midpoint(to);
                keys.seek(SeekFrom::Start(middle * RECORD))?;
                if Candidate::read(&mut keys)?.is_some_and(|key| key.prefix(bits) < file) {
                    from = middle + 1;
                } else {
                    to = middle;
                }
            }
            let section = Section { path: path.to_owned(), at: from * RECORD, end: len };
            let mut keys = BufReader::with_capacity(1 << 16, section);
            Ok(Keys { next: Candidate::read(&mut keys)?, file: keys, first_move })
        };
        open().map_err(file_error("read", path))
    }

    /// The node with the key of a candidate. Keys are asked for in order.
    fn find(&mut self, candidate: Candidate) -> Result<Option<MoveIndex>, TreeError> {
        while let Some(next) = self.next {
            match next.key.cmp(&candidate.key) {
                Ordering::Less => {
                    let read = Candidate::read(&mut self.file);
                    let path = &self.file.get_ref().path;
                    self.next = read.map_err(file_error("read", path))?;
                }
                Ordering::Equal => return Ok(Some(self.first_move + next.number)),
                Ordering::Greater => break,
            }
        }
        Ok(None)
    }
}

/// The result of sorting a file.
struct Sorted {
    moves: BufReader<Section>,
    keys: Section,
    /// The next move, and its code.
    next: Option<(u64, u64)>,
}

impl Sorted {
    fn open(path: &Path) -> Result<Sorted, TreeError> {
        let open = || {
            let mut file = File::open(path)?;
            let end = file.seek(SeekFrom::End(-16))?;
            let mut word = [0; 8];
            file.read_exact(&mut word)?;
            let middle = u64::from_le_bytes(word);
            let section = |at, end| Section { path: path.to_owned(), at, end };
            let mut sorted = Sorted {
                moves: BufReader::with_capacity(1 << 14, section(0, middle)),
                keys: section(middle, end),
                next: None,
            };
            sorted.advance(0)?;
            Ok(sorted)
        };
        open().map_err(file_error("read", path))
    }

    fn advance(&mut self, before: u64) -> io::Result<()> {
        let number = read_number(&mut self.moves)?;
        let code = read_number(&mut self.moves)?;
        self.next = number.zip(code).map(|(more, code)| (before + more, code));
        Ok(())
    }

    /// Enters the codes of the moves from `start` on, as far as there is room.
    fn fill(&mut self, start: u64, codes: &mut [u64]) -> io::Result<()> {
        while let Some((number, code)) = self.next
            && let Some(place) = codes.get_mut(index(number - start))
        {
            *place = code;
            self.advance(number)?;
        }
        Ok(())
    }
}

/// Moves that are joined at once: whole words of bits.
const STRETCH: u64 = 1 << 20;

/// The code of a move before it is entered.
const MISSING: u64 = u64::MAX;

/// Joins the sorted parts, and writes the ply.
pub(super) fn join(
    grower: &Grower,
    plan: Plan,
    parts: &[Candidates],
    meter: &Meter<'_>,
) -> Result<(), TreeError> {
    let scratch = &grower.scratch;
    let mut sorted = Vec::new();
    for step in plan.sorts() {
        sorted.push(Sorted::open(&scratch.path(&step.to_string()))?);
    }
    if grower.keeps_keys(plan.ply) {
        scratch.write(&name(plan.ply, "keys"), |out| {
            let mut files = sorted.iter_mut();
            files.try_for_each(|file| io::copy(&mut file.keys, out).map(drop))
        })?;
    }
    let moves = parts.iter().map(|part| part.moves).sum();
    let mut words = Vec::new();
    scratch.write(&name(plan.ply, "links"), |out| {
        for start in (0..moves).step_by(index(STRETCH)) {
            let mut codes = vec![MISSING; index(STRETCH.min(moves - start))];
            for file in &mut sorted {
                file.fill(start, &mut codes)?;
            }
            for codes in codes.chunks(64) {
                let mut word = 0;
                for (bit, &code) in codes.iter().enumerate() {
                    match code {
                        MISSING => return Err(io::Error::other("moves are missing")),
                        0 => word |= 1 << bit,
                        code => out.write_all(&(code - 1).to_le_bytes())?,
                    }
                }
                words.push(word);
            }
            meter.add(codes.len() as u64).map_err(TreeError::from)?;
        }
        Ok(())
    })?;
    let bits = Bits::new(words);
    let ends = parts.iter().flat_map(|part| &part.ends);
    let ends: Vec<_> = ends.copied().filter(|&(number, _)| bits.get(number)).collect();
    let mates = ends.iter().filter(|&&(_, code)| Candidates::is_mate(code));
    let ply = Ply {
        moves,
        mates: mates.count() as u64,
        starts: parts.iter().flat_map(|part| part.starts.clone()).collect(),
        bits,
        ..Ply::root()
    };
    scratch.write(&plan.join().to_string(), |out| out.write_all(&ply.to_bytes(&ends)))
}
