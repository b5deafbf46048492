//! Reads and writes files of words, that is, of little-endian 64-bit integers, with checksums.
//!
//! A file is a signature followed by a sequence of runs. A run is a sequence of blocks, and a block is
//! up to [`BLOCK`] words with their checksum. So we can read a few words of a run, and check
//! them for damage, without reading the rest of the run.

use std::{
    fs::File,
    io::{self, ErrorKind, Read, Seek, Write},
    ops::Range,
    path::Path,
};

use super::TreeError;
use san_strings_files::FileError;

/// Magic bytes of every scratch file.
pub(super) const SIGNATURE: &[u8; 8] = b"san-tree";

/// Number of words in a block, without the checksum. The last block of a run may be shorter.
pub(super) const BLOCK: u64 = 1023;

/// A run of words in a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// Offset in words from the start of the file. The signature and the checksums count as words.
    at: u64,
    /// Length in words, without checksums.
    pub(super) len: u64,
}

impl Run {
    /// The first run of a file.
    pub(super) fn first(len: u64) -> Run {
        Run { at: 1, len }
    }

    /// The run of `len` words that follows this one.
    pub(super) fn next(self, len: u64) -> Run {
        Run { at: self.at.saturating_add(on_disk(self.len)), len }
    }

    /// Returns the run in a file that contains only one run. `bytes` is the size of the file.
    pub(super) fn whole(bytes: u64) -> Run {
        let words = (bytes / 8).saturating_sub(1);
        Run::first(words - words.div_ceil(BLOCK + 1))
    }
}

/// Number of words that a run of `len` words takes up on disk, including checksums.
fn on_disk(len: u64) -> u64 {
    len.saturating_add(len.div_ceil(BLOCK))
}

/// Writes a file, run by run.
pub(super) struct Writer<W> {
    out: W,
    /// Words written so far.
    at: u64,
    /// Bytes of the incomplete block.
    block: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// Writes the signature.
    pub(super) fn new(mut out: W) -> io::Result<Writer<W>> {
        out.write_all(SIGNATURE)?;
        Ok(Writer { out, at: 1, block: Vec::with_capacity(8 * index(BLOCK)) })
    }

    /// Adds words to the run.
    #[inline]
    pub(super) fn add(&mut self, words: &[u64]) -> io::Result<()> {
        for &word in words {
            self.block.extend(word.to_le_bytes());
            if self.block.len() == self.block.capacity() {
                self.end_block()?;
            }
        }
        Ok(())
    }

    /// Ends the run.
    pub(super) fn end(&mut self) -> io::Result<()> {
        if self.block.is_empty() { Ok(()) } else { self.end_block() }
    }

    fn end_block(&mut self) -> io::Result<()> {
        self.out.write_all(&self.block)?;
        self.out.write_all(&checksum(self.at, &self.block).to_le_bytes())?;
        self.at += self.block.len() as u64 / 8 + 1;
        self.block.clear();
        Ok(())
    }
}

/// Checksum of a block. It covers the offset as well, so that we detect a misplaced block.
fn checksum(at: u64, block: &[u8]) -> u64 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&at.to_le_bytes());
    hasher.update(block);
    u64::from(hasher.finalize())
}

pub(super) fn to_bytes(words: &[u64]) -> Vec<u8> {
    words.iter().copied().flat_map(u64::to_le_bytes).collect()
}

/// Decodes words, ignoring an incomplete word at the end.
pub(super) fn from_bytes(bytes: &[u8]) -> impl Iterator<Item = u64> {
    let (words, _) = bytes.as_chunks();
    words.iter().map(|&word| u64::from_le_bytes(word))
}

/// Reads a part of a run: the words whose indices are in `words`. We open and close the file each time,
/// because there may be more files than a process can hold open.
///
/// # Errors
///
/// [`TreeError::DamagedScratch`] if the file was changed after we wrote it, [`TreeError::File`] if it
/// cannot be read.
pub(super) fn read(path: &Path, run: Run, words: Range<u64>) -> Result<Vec<u64>, TreeError> {
    read_words(path, run, words).map_err(|cause| match cause.kind() {
        ErrorKind::InvalidData | ErrorKind::UnexpectedEof => {
            TreeError::DamagedScratch(path.to_owned())
        }
        _ => FileError::new("read", path)(cause).into(),
    })
}

fn read_words(path: &Path, run: Run, words: Range<u64>) -> io::Result<Vec<u64>> {
    let mut file = File::open(path)?;
    // The blocks that contain the words.
    let (first, last) = (words.start / BLOCK, words.end.div_ceil(BLOCK));
    let end = on_disk(run.len.min(last.saturating_mul(BLOCK)));
    let start = first * (BLOCK + 1);
    let (at, end) = (run.at.saturating_add(start), run.at.saturating_add(end));
    // Check the length before we allocate anything, because a damaged length may be huge.
    if words.end > run.len || file.metadata()?.len() / 8 < end {
        return Err(ErrorKind::InvalidData.into());
    }
    let mut signature = *SIGNATURE;
    file.read_exact(&mut signature)?;
    if signature != *SIGNATURE {
        return Err(ErrorKind::InvalidData.into());
    }
    file.seek_relative(index((at - 1) * 8).try_into().expect("files are not that long"))?;
    let mut bytes = vec![0; index((end - at) * 8)];
    file.read_exact(&mut bytes)?;
    let mut found = Vec::with_capacity(index(words.end - words.start));
    let mut before = first * BLOCK;
    for (block, at) in bytes.chunks(index(BLOCK + 1) * 8).zip((at..).step_by(index(BLOCK + 1))) {
        let (block, sum) = block.split_at(block.len() - 8);
        if checksum(at, block).to_le_bytes() != sum {
            return Err(ErrorKind::InvalidData.into());
        }
        let here = before..before + block.len() as u64 / 8;
        let from = index(words.start.max(here.start) - here.start);
        let to = index(words.end.min(here.end) - here.start);
        found.extend(from_bytes(&block[from * 8..to * 8]));
        before = here.end;
    }
    Ok(found)
}

/// Converts a number to a `usize`.
#[inline]
pub(super) fn index(number: u64) -> usize {
    usize::try_from(number).expect("memory holds no more")
}
