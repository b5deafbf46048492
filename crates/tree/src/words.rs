//! Files of words: numbers of 64 bits, the lowest byte first.

use std::{
    fs::File,
    io::{self, Read, Seek},
    ops::Range,
    path::Path,
};

/// How every file begins in which a tree grows: so the program knows its own.
pub(super) const SIGNATURE: &[u8; 8] = b"san-tree";

pub(super) fn to_bytes(words: &[u64]) -> Vec<u8> {
    words.iter().copied().flat_map(u64::to_le_bytes).collect()
}

/// Whole words out of their bytes.
pub(super) fn from_bytes(bytes: &[u8]) -> Vec<u64> {
    let (words, _) = bytes.as_chunks();
    words.iter().map(|&word| u64::from_le_bytes(word)).collect()
}

/// Reads words of a file, which stand after its signature. The file is open only meanwhile: there
/// may be more files than may be open.
pub(super) fn read(path: &Path, words: Range<u64>) -> io::Result<Vec<u64>> {
    let mut file = File::open(path)?;
    let mut signature = *SIGNATURE;
    file.read_exact(&mut signature)?;
    if signature != *SIGNATURE {
        return Err(io::ErrorKind::InvalidData.into());
    }
    file.seek_relative(index(words.start * 8).try_into().expect("files are not that long"))?;
    let mut bytes = vec![0; index((words.end - words.start) * 8)];
    file.read_exact(&mut bytes)?;
    Ok(from_bytes(&bytes))
}

/// A number as an index of something in memory.
#[inline]
pub(super) fn index(number: u64) -> usize {
    usize::try_from(number).expect("memory holds no more")
}
