//! Stores a ply in little more than one bit per move.
//!
//! The bit of a move is 1 if the move leads to a new node, and 0 if it leads to an existing node. The bits
//! are in the order of the parent nodes, and for each parent in the order of its moves. For every 128th
//! parent, we also store the index of its first move. To find the first move of any other parent, a cursor goes
//! back to the nearest earlier parent with a stored index, and counts the legal moves of the parents from there on.

use std::path::{Path, PathBuf};

use super::{
    TreeError,
    ids::{Id, MoveIndex},
    words::{self, BLOCK, Run, index},
};

/// Number of nodes per index entry.
pub(super) const INDEX_STRIDE: u64 = 128;

/// The nodes of a ply, and the moves that lead to them.
#[derive(Debug)]
pub(super) struct Ply {
    pub(super) nodes: u64,
    pub(super) moves: u64,
    /// Number of checkmates among the nodes.
    pub(super) mates: u64,
    pub(super) first_id: Id,
    /// Index of the first move that leads to this ply.
    pub(super) first_move: MoveIndex,
    /// For each move, whether it leads to a new node.
    pub(super) bits: Bits,
    /// Index of the first move of every 128th node of the previous ply.
    pub(super) starts: Vec<u64>,
    /// File with the links: the target of each move that leads to an existing node. `None` if the links are
    /// not stored.
    pub(super) links: Option<PathBuf>,
}

impl Ply {
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

    /// The first Id after this ply.
    pub(super) fn next_id(&self) -> Id {
        self.first_id + self.nodes
    }

    /// The index of the first move to the next ply. The root takes up one move index, although no move leads to
    /// the root.
    pub(super) fn next_move(&self) -> MoveIndex {
        self.first_move + self.moves.max(u64::from(self.first_id == 0))
    }

    /// Whether both plies have the same moves, leading to the same nodes.
    pub(super) fn has_same_moves(&self, other: &Ply) -> bool {
        let parts = |ply: &Ply| (ply.moves, ply.mates);
        parts(self) == parts(other)
            && self.bits.words == other.bits.words
            && self.starts == other.starts
    }

    /// Encodes the ply as bytes. Each item of `outcomes` is a pair: the index of the move that first leads to a
    /// node, and the code of that node's outcome.
    pub(super) fn to_bytes(&self, outcomes: &[(u64, u8)]) -> Vec<u8> {
        words::to_bytes(&self.to_words(outcomes))
    }

    pub(super) fn to_words(&self, outcomes: &[(u64, u8)]) -> Vec<u64> {
        let header =
            [MAGIC, self.moves, self.mates, self.starts.len() as u64, outcomes.len() as u64];
        let outcomes: Vec<_> = outcomes.iter().map(|&outcome| pack(outcome)).collect();
        let parts = [&header, &self.bits.words[..], &self.starts, &outcomes];
        parts.concat()
    }

    /// Decodes the ply after `before`, and its outcomes; `None` if the words are invalid.
    pub(super) fn from_words(words: &[u64], before: &Ply) -> Option<(Ply, Vec<(u64, u8)>)> {
        let (&[MAGIC, moves, mates, starts, outcomes], rest) = words.split_first_chunk()? else {
            return None;
        };
        let (bits, rest) = rest.split_at_checked(index(moves.div_ceil(64)))?;
        let (starts, rest) = rest.split_at_checked(usize::try_from(starts).ok()?)?;
        let ends_in_zeros = |last: &u64| u64::from(last.leading_zeros()) >= unused_bits(moves);
        let has_no_bits_beyond = bits.last().is_none_or(ends_in_zeros);
        let bits = Bits::new(bits.to_vec());
        let is_right = has_no_bits_beyond
            && starts.len() as u64 == before.nodes.div_ceil(INDEX_STRIDE)
            && starts.first().is_none_or(|&first| first == 0)
            && starts.is_sorted()
            && starts.last().is_none_or(|&last| last <= moves)
            && rest.len() as u64 == outcomes;
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

/// Number of unused bits in the last word.
fn unused_bits(moves: u64) -> u64 {
    moves.wrapping_neg() % 64
}

/// Magic bytes of an encoded ply.
const MAGIC: u64 = u64::from_le_bytes(*b"sanply 2");

/// Packs the index of a move and the code of an outcome into one word.
pub(super) fn pack((number, code): (u64, u8)) -> u64 {
    number << 8 | u64::from(code)
}

/// Reverses [`pack`].
pub(super) fn unpack(word: u64) -> (u64, u8) {
    (word >> 8, word.to_le_bytes()[0])
}

/// A bit vector that quickly counts the set bits before any index. The lowest bit of each word comes first.
#[derive(Debug)]
pub(super) struct Bits {
    words: Vec<u64>,
    /// For every eighth word, the number of set bits before this word. The last entry is the number of all set bits.
    ranks: Vec<u64>,
}

impl Bits {
    /// Returns the 64-bit words of a bit vector that has `count` bits, all of them set.
    pub(super) fn ones(count: u64) -> Vec<u64> {
        let mut words = vec![u64::MAX; index(count.div_ceil(64))];
        if let Some(last) = words.last_mut() {
            *last >>= unused_bits(count);
        }
        words
    }

    pub(super) fn new(words: Vec<u64>) -> Bits {
        let (mut ones, mut ranks) = (0, vec![0]);
        for chunk in words.chunks(8) {
            ones += count(chunk);
            ranks.push(ones);
        }
        Bits { words, ranks }
    }

    #[inline]
    fn word(&self, at: u64) -> u64 {
        self.words.get(index(at / 64)).copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn get(&self, at: u64) -> bool {
        self.word(at) >> (at % 64) & 1 == 1
    }

    /// Counts the set bits before an index.
    #[inline]
    pub(super) fn rank(&self, at: u64) -> u64 {
        let word = index(at / 64).min(self.words.len());
        let below = self.word(at) & !(u64::MAX << (at % 64));
        let near = count(&self.words[word / 8 * 8..word]) + u64::from(below.count_ones());
        self.ranks[word / 8] + near
    }

    /// Finds the first set bit in `from..to`.
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

/// Reads the links of a ply in any order. Caches the last block, so that sequential reads are fast.
pub(super) struct Links<'t> {
    path: &'t Path,
    run: Run,
    window: Vec<u64>,
    start: u64,
}

impl Links<'_> {
    pub(super) fn of(ply: &Ply) -> Option<Links<'_>> {
        let path = ply.links.as_deref()?;
        let run = Run::first(ply.moves - ply.nodes);
        Some(Links { path, run, window: Vec::new(), start: 0 })
    }

    /// The link at an index, which must be less than the number of links.
    pub(super) fn get(&mut self, at: u64) -> Result<MoveIndex, TreeError> {
        let window = self.start..self.start + self.window.len() as u64;
        if !window.contains(&at) {
            self.start = at - at % BLOCK;
            let end = self.run.len.min(self.start + BLOCK);
            self.window = words::read(self.path, self.run, self.start..end)?;
        }
        Ok(self.window[index(at - self.start)])
    }
}
