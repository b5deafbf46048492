//! A ply that is grown: a bit for each move that leads there, and little else.
//!
//! The bits stand in the order of the nodes of the ply before and of their moves, 1 if a
//! move leads to a new node, 0 if to one that is there already. Where each node's moves
//! begin is not told: whoever walks along knows the positions, and so how many moves
//! there are. For every 128th node it is, so that nobody has to walk far.

use std::{
    fs::File,
    io::{self, SeekFrom, Write},
    path::Path,
};

use super::{
    Id, Place,
    words::{Reader, WORD, Words, index, read_words, to_bytes},
};

/// Of every so many nodes one is told where its moves begin.
pub(super) const BLOCK: u64 = 128;

/// A ply.
#[derive(Debug)]
pub(super) struct Ply {
    /// Its nodes.
    pub nodes: u64,
    /// The moves that lead there.
    pub moves: u64,
    /// Its nodes that are mate.
    pub mates: u64,
    /// The Id of its first node.
    pub first_id: Id,
    /// The place of the first move that leads there.
    pub first_place: Place,
    /// For each move whether it leads to a new node.
    pub bits: Words,
    /// For each block of the ply before what comes before it.
    pub blocks: Vec<Block>,
    /// For each move that leads to a node which is there already, the place of that
    /// node; nothing if it is not kept.
    pub links: Option<Words>,
}

/// What comes before the first node of a block.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Block {
    /// Moves of the nodes before it.
    pub first_move: u64,
    /// Their children.
    pub first_child: u64,
}

impl Ply {
    /// The ply of the root.
    pub(super) fn root() -> Ply {
        Ply {
            nodes: 1,
            moves: 0,
            mates: 0,
            first_id: 0,
            first_place: 0,
            bits: Words::Memory(Vec::new()),
            blocks: Vec::new(),
            links: None,
        }
    }

    /// The Id after those of its nodes.
    pub(super) fn next_id(&self) -> Id {
        self.first_id + self.nodes
    }

    /// The place after those of its moves. The root has a place without a move.
    pub(super) fn next_place(&self) -> Place {
        self.first_place + self.moves.max(u64::from(self.first_id == 0))
    }

    /// The node that a move leads to, if it is new, as a number in its ply.
    pub(super) fn child(&self, number: u64, bits: &mut Reader<'_>) -> io::Result<u64> {
        let after = self
            .blocks
            .partition_point(|block| block.first_move <= number);
        let block = self.blocks.get(after.saturating_sub(1));
        let block = block.ok_or(io::ErrorKind::InvalidData)?;
        Ok(block.first_child + bits.ones(block.first_move, number)?)
    }
}

/// What stands before the words of a ply in its file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    pub nodes: u64,
    pub moves: u64,
    pub mates: u64,
    pub blocks: u64,
    pub outcomes: u64,
}

impl Header {
    /// The bytes of a header.
    pub(super) const LEN: u64 = 6 * WORD;

    const MAGIC: u64 = u64::from_le_bytes(*b"sanply 1");

    pub(super) fn write(self, out: &mut impl Write) -> io::Result<()> {
        let Header {
            nodes,
            moves,
            mates,
            blocks,
            outcomes,
        } = self;
        out.write_all(&to_bytes(&[
            Header::MAGIC,
            nodes,
            moves,
            mates,
            blocks,
            outcomes,
        ]))
    }

    /// Reads a header, of a file in which so many bytes are left for the ply.
    fn read(file: &mut File, from: SeekFrom, left: u64) -> io::Result<Header> {
        let words = read_words(file, from, Header::LEN / WORD)?;
        let [magic, nodes, moves, mates, blocks, outcomes] = words[..] else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        let header = Header {
            nodes,
            moves,
            mates,
            blocks,
            outcomes,
        };
        let fits = header.len().is_some_and(|len| len <= left);
        if magic == Header::MAGIC && nodes <= moves && fits {
            Ok(header)
        } else {
            Err(io::ErrorKind::InvalidData.into())
        }
    }

    /// The bytes of the ply.
    pub(super) fn len(&self) -> Option<u64> {
        let words = self
            .moves
            .div_ceil(64)
            .checked_add(self.blocks.checked_mul(2)?)?
            .checked_add(self.outcomes)?;
        words.checked_mul(WORD)?.checked_add(Header::LEN)
    }
}

/// A ply in a file, and what is known of how the games at its nodes end: the number of
/// the move that leads to the node, and a code.
pub(super) struct Stored {
    pub ply: Ply,
    pub outcomes: Vec<(u64, u8)>,
    /// The bytes that it takes.
    pub len: u64,
}

/// Reads the ply after another from a part of a file; its bits stay there if they take
/// more memory than this.
pub(super) fn read(path: &Path, offset: u64, before: &Ply, limit: u64) -> io::Result<Stored> {
    let mut file = File::open(path)?;
    let left = file.metadata()?.len().saturating_sub(offset);
    let header = Header::read(&mut file, SeekFrom::Start(offset), left)?;
    let bits = header.moves.div_ceil(64);
    let at = offset + Header::LEN;
    let rest = Words::open(
        path,
        at + bits * WORD,
        2 * header.blocks + header.outcomes,
        u64::MAX,
    )?;
    let Words::Memory(rest) = rest else {
        return Err(io::ErrorKind::InvalidData.into());
    };
    let (blocks, outcomes) = rest.split_at(index(2 * header.blocks));
    let (blocks, _) = blocks.as_chunks();
    let blocks: Vec<_> = { blocks.iter() }
        .map(|&[first_move, first_child]| Block {
            first_move,
            first_child,
        })
        .collect();
    let is_right = |block: &Block| {
        block.first_move <= header.moves
            && block.first_child <= header.nodes
            && block.first_child <= block.first_move
    };
    let is_sorted = blocks.is_sorted_by_key(|block| block.first_move)
        && blocks.is_sorted_by_key(|block| block.first_child);
    let starts = blocks.first().is_none_or(|block| block.first_move == 0);
    if !is_sorted
        || !starts
        || !blocks.iter().all(is_right)
        || blocks.len() as u64 != before.nodes.div_ceil(BLOCK)
    {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let ply = Ply {
        nodes: header.nodes,
        moves: header.moves,
        mates: header.mates,
        first_id: before.next_id(),
        first_place: before.next_place(),
        bits: Words::open(path, at, bits, limit)?,
        blocks,
        links: None,
    };
    Ok(Stored {
        ply,
        outcomes: outcomes.iter().map(|&word| unpack(word)).collect(),
        len: header.len().unwrap_or_default(),
    })
}

/// The number of a move and a code as one word.
pub(super) fn pack(number: u64, code: u8) -> u64 {
    number << 8 | u64::from(code)
}

/// What [`pack`] has packed.
pub(super) fn unpack(word: u64) -> (u64, u8) {
    (word >> 8, word.to_le_bytes()[0])
}
