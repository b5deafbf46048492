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
    Key, Outcome, Shares, Tree, TreeError,
    key::halves,
    ply::{BLOCK, pack, unpack},
    watch::Meter,
    words::{WORD, from_bytes, index, to_bytes},
    work::{failed, name},
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
        self.high.checked_shr(64 - bits).unwrap_or(0)
    }
}

/// Plies before this one are not worth sharing out.
const SMALL: usize = 3;

/// How the work at a ply is shared out.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Plan {
    /// The ply whose moves are looked at.
    pub ply: usize,
    /// Its nodes are in so many parts.
    pub parts: u64,
    /// Keys are told apart by so many bits, into as many files as these can tell.
    pub bits: u32,
}

impl Plan {
    /// For a ply with so many nodes, shared out so or as it is good.
    pub(super) fn new(ply: usize, nodes: u64, shares: Option<Shares>) -> Plan {
        if let Some(Shares { parts, files }) = shares {
            // What has to be done must be known before there is anything.
            let is_small = ply < SMALL;
            return Plan {
                ply,
                parts: if is_small { 1 } else { parts.max(1) },
                bits: if is_small { 0 } else { files.max(1).ilog2() },
            };
        }
        // A file of 16 MB or so can be sorted anywhere.
        let files = nodes.saturating_mul(32 * RECORD as u64) >> 24;
        Plan {
            ply,
            parts: (nodes / (8 * BLOCK)).clamp(1, 256),
            bits: files.clamp(1, 256).next_power_of_two().trailing_zeros(),
        }
    }

    pub(super) fn files(&self) -> u64 {
        1 << self.bits
    }

    /// The nodes of a part, as numbers in their ply: whole blocks.
    pub(super) fn part(&self, part: u64, nodes: u64) -> Range<u64> {
        let blocks = nodes.div_ceil(BLOCK);
        let from = |part: u64| (blocks * part / self.parts * BLOCK).min(nodes);
        from(part)..from(part + 1)
    }

    /// The name of the file of a part.
    pub(super) fn part_name(&self, part: u64) -> String {
        name(self.ply + 1, "moves", Some(part))
    }
}

/// Writes down the moves of a part of the last ply.
pub(super) fn expand(
    tree: &Tree,
    plan: Plan,
    part: u64,
    meter: &Meter<'_>,
) -> Result<(), TreeError> {
    let nodes = plan.part(part, tree.last().nodes);
    let file = plan.part_name(part);
    let mut stopped = Ok(());
    let written = tree.work()?.put(&file, |out| {
        stopped = Part::new(plan, out).fill(tree, nodes, meter);
        // A file that is not complete is not kept.
        match &stopped {
            Ok(()) => Ok(()),
            Err(_) => Err(io::Error::other("stopped")),
        }
    });
    stopped.and(written)
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
                let ends = (!tree.positions).then_some(&mut *life);
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
        let bucket = high.checked_shr(64 - self.plan.bits).unwrap_or(0);
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
            let mut words = |from: SeekFrom, count: u64| {
                file.seek(from)?;
                let mut bytes = vec![0; index(count * WORD)];
                file.read_exact(&mut bytes)?;
                Ok::<_, io::Error>(from_bytes(&bytes))
            };
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
            let mut file = File::open(&self.path)?;
            file.seek(SeekFrom::Start(at))?;
            let mut bytes = vec![0; index(count * WORD)];
            file.read_exact(&mut bytes)?;
            Ok(from_bytes(&bytes))
        };
        let words = read().map_err(failed("read", &self.path))?;
        let ends = words.into_iter().map(unpack);
        Ok(ends
            .map(|(number, code)| (self.before + number, code))
            .collect())
    }
}
