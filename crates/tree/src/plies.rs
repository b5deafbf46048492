//! The record of a ply: a bit for each move that leads there, and little else.
//!
//! The bits stand in the order of the nodes of the ply before and of their moves: 1 if a move
//! leads to a new node, 0 if the node is there already. Where the moves of a node begin is
//! kept for every 128th node alone: whoever walks on from there knows the positions, and so
//! how many moves each node has.

use std::{
    fs::File,
    io::{self, BufRead, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use super::{Id, MoveIndex, TreeError};
use san_strings_files::FileError;

/// Nodes per index entry.
pub(super) const INDEX_STRIDE: u64 = 128;

/// The nodes of a ply and the moves that lead there.
#[derive(Debug)]
pub(super) struct Ply {
    pub(super) nodes: u64,
    pub(super) moves: u64,
    /// Nodes that are mate.
    pub(super) mates: u64,
    /// The Id of the first node.
    pub(super) first_id: Id,
    /// The index of the first move that leads there.
    pub(super) first_move: MoveIndex,
    /// For each move whether it leads to a new node.
    pub(super) bits: Bits,
    /// For every 128th node of the ply before the number of its first move.
    pub(super) starts: Vec<u64>,
    /// For each move that leads to a node which is there already, that node; `None` if this
    /// is not kept.
    pub(super) links: Option<PathBuf>,
}

impl Ply {
    /// The ply of the root.
    pub(super) fn root() -> Ply {
        Ply {
            nodes: 1,
            moves: 0,
            mates: 0,
            first_id: 0,
            first_move: 0,
            bits: Bits::new(Vec::new()),
            starts: Vec::new(),
            links: None,
        }
    }

    /// The Id after those of the nodes.
    pub(super) fn next_id(&self) -> Id {
        self.first_id + self.nodes
    }

    /// The index after those of the moves. The root has an index, although no move leads
    /// there.
    pub(super) fn next_move(&self) -> MoveIndex {
        self.first_move + self.moves.max(u64::from(self.first_id == 0))
    }

    /// The ply as bytes, with outcomes: the number of the move that leads to the node, and a
    /// code.
    pub(super) fn to_bytes(&self, outcomes: &[(u64, u8)]) -> Vec<u8> {
        let header =
            [MAGIC, self.moves, self.mates, self.starts.len() as u64, outcomes.len() as u64];
        let outcomes: Vec<_> = outcomes.iter().map(|&outcome| pack(outcome)).collect();
        let parts = [&header, &self.bits.words[..], &self.starts, &outcomes];
        parts.concat().into_iter().flat_map(u64::to_le_bytes).collect()
    }

    /// Reads the ply after `before`, and its outcomes; `None` if these are not its bytes.
    pub(super) fn from_bytes(bytes: &[u8], before: &Ply) -> Option<(Ply, Vec<(u64, u8)>)> {
        let words = from_bytes(bytes);
        let (&[MAGIC, moves, mates, starts, outcomes], rest) = words.split_first_chunk()? else {
            return None;
        };
        let (bits, rest) = rest.split_at_checked(index(moves.div_ceil(64)))?;
        let (starts, rest) = rest.split_at_checked(usize::try_from(starts).ok()?)?;
        let beyond = bits.last().map_or(0, |last| last.checked_shr(mask_bits(moves)).unwrap_or(0));
        let bits = Bits::new(bits.to_vec());
        let is_right = beyond == 0
            && starts.len() as u64 == before.nodes.div_ceil(INDEX_STRIDE)
            && starts.first().is_none_or(|&first| first == 0)
            && starts.is_sorted()
            && starts.last().is_none_or(|&last| last <= moves)
            && rest.len() as u64 == outcomes
            && bytes.len() == words.len() * 8;
        let ply = Ply {
            nodes: bits.rank(moves),
            moves,
            mates,
            first_id: before.next_id(),
            first_move: before.next_move(),
            bits,
            starts: starts.to_vec(),
            links: None,
        };
        is_right.then(|| (ply, rest.iter().map(|&word| unpack(word)).collect()))
    }
}

/// How many bits of the last word are used: 64 if all are.
fn mask_bits(moves: u64) -> u32 {
    let used = u32::try_from(moves % 64).expect("a remainder fits");
    if used == 0 { 64 } else { used }
}

/// How the bytes of a ply begin.
const MAGIC: u64 = u64::from_le_bytes(*b"sanply 2");

/// The number of a move and a code as one word.
pub(super) fn pack((number, code): (u64, u8)) -> u64 {
    number << 8 | u64::from(code)
}

/// What [`pack`] has packed.
pub(super) fn unpack(word: u64) -> (u64, u8) {
    (word >> 8, word.to_le_bytes()[0])
}

/// Whole words out of their bytes.
pub(super) fn from_bytes(bytes: &[u8]) -> Vec<u64> {
    let (words, _) = bytes.as_chunks();
    words.iter().map(|&word| u64::from_le_bytes(word)).collect()
}

/// A number as an index of something in memory.
#[inline]
pub(super) fn index(number: u64) -> usize {
    usize::try_from(number).expect("memory holds no more")
}

/// Bits, the lowest of each word first, that can be counted quickly.
#[derive(Debug)]
pub(super) struct Bits {
    words: Vec<u64>,
    /// How many ones come before every eighth word.
    ranks: Vec<u64>,
}

impl Bits {
    pub(super) fn new(words: Vec<u64>) -> Bits {
        let mut ones = 0;
        let ranks = words.chunks(8).map(|chunk| {
            let before = ones;
            ones += count(chunk);
            before
        });
        Bits { ranks: ranks.collect(), words }
    }

    #[inline]
    fn word(&self, at: u64) -> u64 {
        self.words.get(index(at / 64)).copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn get(&self, at: u64) -> bool {
        self.word(at) >> (at % 64) & 1 == 1
    }

    /// How many bits before an index are 1.
    #[inline]
    pub(super) fn rank(&self, at: u64) -> u64 {
        let word = index(at / 64).min(self.words.len());
        let Some(&before) = self.ranks.get(word / 8) else {
            let before = self.ranks.last().copied().unwrap_or(0);
            let last = self.ranks.len().saturating_sub(1) * 8;
            return before + count(&self.words[last..]);
        };
        let below = self.word(at) & !(u64::MAX << (at % 64));
        before + count(&self.words[word / 8 * 8..word]) + u64::from(below.count_ones())
    }

    /// The first index in a range where the bit is 1.
    #[inline]
    pub(super) fn next_one(&self, from: u64, to: u64) -> Option<u64> {
        let mut at = from;
        while at < to {
            let word = self.word(at) >> (at % 64);
            if word != 0 {
                let next = at + u64::from(word.trailing_zeros());
                return (next < to).then_some(next);
            }
            at = at - at % 64 + 64;
        }
        None
    }
}

fn count(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// Words read at once.
const WINDOW: u64 = 1024;

/// Reads words of a file in any order, and those near the last one quickly.
pub(super) struct WordReader<'p> {
    path: &'p Path,
    file: Option<File>,
    window: Vec<u64>,
    start: u64,
}

impl WordReader<'_> {
    pub(super) fn new(path: &Path) -> WordReader<'_> {
        WordReader { path, file: None, window: Vec::new(), start: 0 }
    }

    /// The word at an index.
    pub(super) fn get(&mut self, at: u64) -> Result<u64, TreeError> {
        let path = self.path;
        self.load(at).map_err(|cause| FileError::new("read", path.to_owned())(cause))?;
        let word = self.window.get(index(at - self.start));
        word.copied().ok_or(TreeError::Damaged)
    }

    /// Reads the window with the word at an index.
    fn load(&mut self, at: u64) -> io::Result<()> {
        if at < self.start || at - self.start >= self.window.len() as u64 {
            let file = match &mut self.file {
                Some(file) => file,
                none => none.insert(File::open(self.path)?),
            };
            self.start = at - at % WINDOW;
            file.seek(SeekFrom::Start(self.start * 8))?;
            let mut bytes = Vec::new();
            file.take(WINDOW * 8).read_to_end(&mut bytes)?;
            self.window = from_bytes(&bytes);
        }
        Ok(())
    }
}

/// A part of a file. The file is open only while it is read: there may be more parts than
/// files that may be open.
pub(super) struct Section {
    pub(super) path: PathBuf,
    pub(super) at: u64,
    pub(super) end: u64,
}

impl Read for Section {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(self.at))?;
        let count = file.take(self.end - self.at).read(buffer)?;
        self.at += count as u64;
        Ok(count)
    }
}

/// Reads a number that [`write_number`] has written; `None` at the end.
pub(super) fn read_number(bytes: &mut impl BufRead) -> io::Result<Option<u64>> {
    let buffer = bytes.fill_buf()?;
    let mut number = 0;
    // Nearly every number is whole in the buffer.
    for (&byte, len) in buffer.iter().zip(1..=9) {
        number |= u64::from(byte & 0x7f) << (7 * (len - 1));
        if byte < 0x80 {
            bytes.consume(len);
            return Ok(Some(number));
        }
    }
    number = 0;
    for shift in (0..64).step_by(7) {
        let Some(&byte) = bytes.fill_buf()?.first() else {
            let is_whole = shift == 0;
            return is_whole.then_some(None).ok_or_else(|| io::ErrorKind::UnexpectedEof.into());
        };
        bytes.consume(1);
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(Some(number));
        }
    }
    Err(io::ErrorKind::InvalidData.into())
}

/// Writes a number: seven bits a byte, the lowest first.
pub(super) fn write_number(mut number: u64, out: &mut impl Write) -> io::Result<()> {
    loop {
        let [low, ..] = number.to_le_bytes();
        number >>= 7;
        if number == 0 {
            return out.write_all(&[low]);
        }
        out.write_all(&[low | 0x80])?;
    }
}
