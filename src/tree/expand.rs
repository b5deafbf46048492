//! The first step of a ply: the moves of a part of the nodes of the one before.
//!
//! Each is written down as the key of the node it leads to and its own number. So that
//! the moves can be sorted without having them all in memory, they go to as many buckets
//! as there will be files, by the first bits of their keys. A part is one file: pieces of
//! buckets, then where these are.

use std::{
    fs::File,
    io::{self, BufWriter, Read, Seek, SeekFrom, Write},
    ops::Range,
    path::{Path, PathBuf},
};

use super::{
    Key, Outcome, Step, Tree, TreeError,
    key::halves,
    plan::Plan,
    ply::{BLOCK, pack, unpack},
    watch::Meter,
    words::{WORD, index, read_words, to_bytes},
    work::failed,
};

/// The bytes of a move: the key, and six for the number.
pub(super) const RECORD: usize = 22;

/// A bucket is written when it has so many moves.
const PIECE: usize = 3000;

/// A move with the key of the node it leads to, in the order of both.
#[derive(Clone, Copy, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Candidate {
    high: u64,
    low: u64,
    /// The number of the move.
    pub number: u64,
}

impl Candidate {
    fn write(key: Key, number: u64, bytes: &mut Vec<u8>) {
        bytes.extend(key.0.to_le_bytes());
        bytes.extend(&number.to_le_bytes()[..6]);
    }

    /// Reads a candidate.
    pub(super) fn read(bytes: &[u8; RECORD]) -> Candidate {
        let word = |at: usize, len: usize| {
            let mut word = [0; 8];
            word[..len].copy_from_slice(&bytes[at..at + len]);
            u64::from_le_bytes(word)
        };
        Candidate {
            low: word(0, 8),
            high: word(8, 8),
            number: word(16, 6),
        }
    }

    /// The key.
    pub(super) fn key(self) -> Key {
        Key(u128::from(self.high) << 64 | u128::from(self.low))
    }

    /// The candidate as it is read.
    pub(super) fn to_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(RECORD);
        Candidate::write(self.key(), self.number, &mut bytes);
        bytes
    }

    /// The first bits of the key, this many.
    pub(super) fn prefix(self, bits: u32) -> u64 {
        prefix(self.high, bits)
    }
}

/// The first bits of a number, this many.
fn prefix(number: u64, bits: u32) -> u64 {
    number.checked_shr(64 - bits).unwrap_or(0)
}

/// Writes down the moves of a part of the last ply.
pub(super) fn expand(
    tree: &Tree,
    plan: Plan,
    part: u64,
    meter: &Meter<'_>,
) -> Result<(), TreeError> {
    let nodes = plan.part(part, tree.last().nodes);
    let ply = plan.ply + 1;
    let file = Step::Expand { ply, part }.file();
    tree.work()?
        .put(&file, |out| Part::new(plan, out).fill(tree, nodes, meter))
}

/// A part while it is written.
struct Part<'w, 'f> {
    plan: Plan,
    out: &'w mut BufWriter<&'f File>,
    buckets: Vec<Vec<u8>>,
    /// For each piece its bucket and how many moves it has.
    pieces: Vec<u64>,
    /// For each block the number of its first move.
    blocks: Vec<u64>,
    /// The moves that end the game, and how.
    ends: Vec<u64>,
    moves: u64,
}

impl<'w, 'f> Part<'w, 'f> {
    fn new(plan: Plan, out: &'w mut BufWriter<&'f File>) -> Part<'w, 'f> {
        Part {
            plan,
            out,
            buckets: vec![Vec::new(); index(plan.files())],
            pieces: Vec::new(),
            blocks: Vec::new(),
            ends: Vec::new(),
            moves: 0,
        }
    }

    fn fill(mut self, tree: &Tree, nodes: Range<u64>, meter: &Meter<'_>) -> Result<(), TreeError> {
        let mut life = tree.life();
        let mut cursor = tree.cursor();
        let first = tree.last().first_id;
        let mut children = Vec::new();
        for node in nodes {
            cursor.go(first + node)?;
            if node % BLOCK == 0 {
                self.blocks.push(self.moves);
            }
            children.clear();
            if !cursor.is_end() {
                let ends = (!tree.options.positions).then_some(&mut *life);
                cursor.game_mut().children(ends, &mut children);
            }
            for &(key, end) in &children {
                self.add(key, end).map_err(tree.cannot("write"))?;
            }
            meter.add(1, children.len() as u64)?;
        }
        self.finish().map_err(tree.cannot("write"))
    }

    fn add(&mut self, key: Key, end: Option<Outcome>) -> io::Result<()> {
        if let Some(end) = end {
            self.ends.push(pack(self.moves, end.code(true)));
        }
        let number = self.moves;
        self.moves += 1;
        let [_, high] = halves(key.0);
        let bucket = prefix(high, self.plan.bits);
        let bytes = &mut self.buckets[index(bucket)];
        Candidate::write(key, number, bytes);
        if bytes.len() >= PIECE * RECORD {
            self.flush(bucket)?;
        }
        Ok(())
    }

    fn flush(&mut self, bucket: u64) -> io::Result<()> {
        let bytes = &mut self.buckets[index(bucket)];
        self.out.write_all(bytes)?;
        self.pieces
            .push(bucket << 32 | (bytes.len() / RECORD) as u64);
        bytes.clear();
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        for bucket in 0..self.plan.files() {
            self.flush(bucket)?;
        }
        for words in [&self.blocks, &self.ends, &self.pieces] {
            self.out.write_all(&to_bytes(words))?;
        }
        self.out.write_all(&to_bytes(&[
            self.blocks.len() as u64,
            self.ends.len() as u64,
            self.pieces.len() as u64,
            self.moves,
            MAGIC,
        ]))
    }
}

/// The end of a part.
const MAGIC: u64 = u64::from_le_bytes(*b"sanmove1");

/// A part that is there.
pub(super) struct Expanded {
    path: PathBuf,
    /// How many moves there are in the parts before.
    pub before: u64,
    /// How many it has.
    pub moves: u64,
    /// For each block the number of its first move.
    pub blocks: Vec<u64>,
    /// Where the ends are in the file, and how many.
    ends: (u64, u64),
    /// For each piece its bucket, where it is in the file, and how many moves it has.
    pieces: Vec<(u64, u64, u64)>,
}

impl Expanded {
    /// Reads what a part says of itself.
    pub(super) fn open(path: &Path, before: u64) -> Result<Expanded, TreeError> {
        let read = || {
            let mut file = File::open(path)?;
            let mut words = |from, count| read_words(&mut file, from, count);
            let footer = words(SeekFrom::End(-40), 5)?;
            let [blocks, ends, pieces, moves, MAGIC] = footer[..] else {
                return Err(io::ErrorKind::InvalidData.into());
            };
            let at = moves * RECORD as u64;
            let first_moves = words(SeekFrom::Start(at), blocks)?;
            let ends_at = at + blocks * WORD;
            let sizes = words(SeekFrom::Start(ends_at + ends * WORD), pieces)?;
            let mut at = 0;
            let pieces = sizes.into_iter().map(|piece| {
                let count = piece & u64::from(u32::MAX);
                let here = at;
                at += count * RECORD as u64;
                (piece >> 32, here, count)
            });
            Ok(Expanded {
                path: path.to_owned(),
                before,
                moves,
                blocks: first_moves,
                ends: (ends_at, ends),
                pieces: pieces.collect(),
            })
        };
        read().map_err(failed("read", path))
    }

    /// How many moves a bucket has.
    pub(super) fn count(&self, bucket: u64) -> u64 {
        let pieces = self.pieces.iter().filter(|(of, ..)| *of == bucket);
        pieces.map(|(.., count)| count).sum()
    }

    /// Adds the moves of a bucket that are wanted.
    pub(super) fn read(
        &self,
        bucket: u64,
        is_wanted: impl Fn(Candidate) -> bool,
        candidates: &mut Vec<Candidate>,
    ) -> Result<(), TreeError> {
        let mut read = || {
            let mut file = File::open(&self.path)?;
            let mut bytes = Vec::new();
            for &(of, at, count) in &self.pieces {
                if of != bucket {
                    continue;
                }
                bytes.resize(index(count) * RECORD, 0);
                file.seek(SeekFrom::Start(at))?;
                file.read_exact(&mut bytes)?;
                let (records, _) = bytes.as_chunks();
                for record in records {
                    let mut candidate = Candidate::read(record);
                    if is_wanted(candidate) {
                        candidate.number += self.before;
                        candidates.push(candidate);
                    }
                }
            }
            Ok(())
        };
        read().map_err(failed("read", &self.path))
    }

    /// The moves that end the game, and how.
    pub(super) fn ends(&self) -> Result<Vec<(u64, u8)>, TreeError> {
        let read = || {
            let (at, count) = self.ends;
            read_words(&mut File::open(&self.path)?, SeekFrom::Start(at), count)
        };
        let words = read().map_err(failed("read", &self.path))?;
        let ends = words.into_iter().map(unpack);
        Ok(ends
            .map(|(number, code)| (self.before + number, code))
            .collect())
    }
}
