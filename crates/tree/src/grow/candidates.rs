//! Moves that may lead to new nodes: those of a part of the nodes before a ply, in a file.
//!
//! Each is written as the key of the node it leads to and its own number. The first bits of
//! the key choose the file it will be sorted in, and all moves of one such file stand together.
//! Behind them the part has, as words, the first move of each index entry, the moves that end
//! the game, how many moves each file gets, and its own size.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use super::{
    Grower, RECORD, RECORD_BYTES,
    scratch::{FOOTER, file_error},
    steps::{Plan, Step},
};
use crate::{
    NodeKey, Outcome, TreeError,
    plies::{INDEX_STRIDE, Section, from_bytes, index, pack, unpack},
};
use san_strings_files::Meter;

/// A move and the key of the node it leads to.
#[derive(Clone, Copy, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Candidate {
    pub(super) key: NodeKey,
    pub(super) number: u64,
}

impl Candidate {
    pub(super) fn write(self, bytes: &mut Vec<u8>) {
        bytes.extend(self.key.0.to_le_bytes());
        bytes.extend(&self.number.to_le_bytes()[..6]);
    }

    fn from_record(record: [u8; RECORD_BYTES]) -> Candidate {
        let (key, number) = record.split_first_chunk().expect("a key of 16 bytes");
        let mut word = [0; 8];
        word[..6].copy_from_slice(number);
        Candidate { key: NodeKey(u128::from_le_bytes(*key)), number: u64::from_le_bytes(word) }
    }

    /// The next candidate of a file; `None` at its end.
    pub(super) fn read(bytes: &mut impl Read) -> io::Result<Option<Candidate>> {
        let mut record = [0; RECORD_BYTES];
        match bytes.read_exact(&mut record) {
            Ok(()) => Ok(Some(Candidate::from_record(record))),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The first bits of the key.
    pub(super) fn prefix(self, bits: u32) -> u64 {
        let prefix = self.key.0.checked_shr(128 - bits).unwrap_or(0);
        u64::try_from(prefix).expect("at most 64 bits")
    }
}

/// Writes down the moves of a part.
pub(super) fn expand(
    grower: &Grower,
    plan: Plan,
    step: Step,
    meter: &Meter<'_>,
) -> Result<(), TreeError> {
    let tree = &grower.tree;
    let mut files = vec![Vec::new(); 1 << plan.bits];
    let (mut starts, mut ends, mut moves) = (Vec::new(), Vec::new(), 0);
    let mut cursor = tree.cursor();
    let mut children = Vec::new();
    for node in plan.nodes_of(step) {
        cursor.go(tree.last().first_id + node)?;
        if node % INDEX_STRIDE == 0 {
            starts.push(moves);
        }
        children.clear();
        if grower.options.positions {
            cursor.game_mut().positions(&mut children);
        } else if !cursor.is_end() {
            cursor.game_mut().children(&tree.dead, &mut children);
        }
        for &(key, end) in &children {
            if let Some(end) = end {
                ends.push(pack((moves, end.code(true))));
            }
            let candidate = Candidate { key, number: moves };
            candidate.write(&mut files[index(candidate.prefix(plan.bits))]);
            moves += 1;
        }
        meter.add(1)?;
    }
    let counts: Vec<_> = files.iter().map(|file| file.len() as u64 / RECORD).collect();
    let footer = [starts.len() as u64, ends.len() as u64, moves];
    let words = [&starts[..], &ends, &counts, &footer].concat();
    let words: Vec<_> = words.into_iter().flat_map(u64::to_le_bytes).collect();
    grower.scratch.write(&step.to_string(), |out| {
        files.iter().try_for_each(|file| out.write_all(file))?;
        out.write_all(&words)
    })
}

/// A part that was written.
pub(super) struct Candidates {
    path: PathBuf,
    /// How many moves the parts before have.
    before: u64,
    /// How many moves it has.
    pub(super) moves: u64,
    /// For each index entry the number of its first move.
    pub(super) starts: Vec<u64>,
    /// The moves that end the game, and how.
    pub(super) ends: Vec<(u64, u8)>,
    /// How many moves each file gets.
    counts: Vec<u64>,
}

impl Candidates {
    /// Reads the index, which follows the moves.
    pub(super) fn open(path: &Path, plan: Plan, before: u64) -> Result<Candidates, TreeError> {
        let read = || {
            let mut file = File::open(path)?;
            let mut words = |from, count: u64| {
                file.seek(from)?;
                let mut bytes = vec![0; index(count * 8)];
                file.read_exact(&mut bytes)?;
                Ok::<_, io::Error>(from_bytes(&bytes))
            };
            let footer = u64::from_le_bytes(*FOOTER);
            let [starts, ends, moves, end] = words(SeekFrom::End(-32), 4)?[..] else {
                unreachable!("four words were read");
            };
            if end != footer {
                return Err(io::ErrorKind::InvalidData.into());
            }
            let at = SeekFrom::Start(moves * RECORD);
            let words = words(at, starts + ends + (1 << plan.bits))?;
            let (starts, rest) = words.split_at(index(starts));
            let (ends, counts) = rest.split_at(index(ends));
            let ends = ends.iter().map(|&end| unpack(end));
            Ok(Candidates {
                path: path.to_owned(),
                before,
                moves,
                starts: starts.iter().map(|start| before + start).collect(),
                ends: ends.map(|(number, code)| (before + number, code)).collect(),
                counts: counts.to_vec(),
            })
        };
        read().map_err(file_error("read", path))
    }

    /// How many moves a file gets.
    pub(super) fn count(&self, file: u64) -> u64 {
        self.counts[index(file)]
    }

    /// Appends the moves that a file gets.
    pub(super) fn read(&self, file: u64, candidates: &mut Vec<Candidate>) -> Result<(), TreeError> {
        let before: u64 = self.counts[..index(file)].iter().sum();
        let section = Section {
            path: self.path.clone(),
            at: before * RECORD,
            end: (before + self.count(file)) * RECORD,
        };
        let mut bytes = BufReader::with_capacity(1 << 18, section);
        let mut read = || {
            while let Some(mut candidate) = Candidate::read(&mut bytes)? {
                candidate.number += self.before;
                candidates.push(candidate);
            }
            Ok(())
        };
        read().map_err(file_error("read", &self.path))
    }

    /// Whether a move that ends the game mates.
    pub(super) fn is_mate(code: u8) -> bool {
        Outcome::of_code(code) == Some((Outcome::Loss, true))
    }
}
