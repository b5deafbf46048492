//! Words of 64 bits: in memory if they are few, or else in a file and read through a
//! window.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

/// The bytes of a word.
pub(super) const WORD: u64 = 8;

/// A window shows this many words.
pub(super) const WINDOW: u64 = 1024;

/// Words, little-endian where they are in a file.
#[derive(Debug)]
pub(super) enum Words {
    Memory(Vec<u64>),
    File {
        path: PathBuf,
        /// Where in the file they begin, in bytes.
        offset: u64,
        /// How many there are.
        len: u64,
        /// For each window a checksum, if there are any.
        sums: Vec<u64>,
    },
}

impl Words {
    /// The words of a part of a file; in memory unless they take more bytes than this.
    pub(super) fn open(path: &Path, offset: u64, len: u64, limit: u64) -> io::Result<Words> {
        let words = Words::File {
            path: path.to_owned(),
            offset,
            len,
            sums: Vec::new(),
        };
        if len.saturating_mul(WORD) > limit {
            return Ok(words);
        }
        Ok(Words::Memory(words.reader().read(0, len)?))
    }

    /// From now on every window is compared with its checksum.
    pub(super) fn check_with(&mut self, by_window: Words) {
        if let (Words::File { sums, .. }, Words::Memory(words)) = (self, by_window) {
            *sums = words;
        }
    }

    pub(super) fn len(&self) -> u64 {
        match self {
            Words::Memory(words) => words.len() as u64,
            Words::File { len, .. } => *len,
        }
    }

    pub(super) fn reader(&self) -> Reader<'_> {
        Reader {
            words: self,
            file: None,
            window: Vec::new(),
            start: 0,
        }
    }
}

/// Reads words in any order, and those near the last one at once.
pub(super) struct Reader<'w> {
    words: &'w Words,
    file: Option<File>,
    window: Vec<u64>,
    start: u64,
}

impl Reader<'_> {
    /// The word at an index.
    #[inline]
    pub(super) fn get(&mut self, at: u64) -> io::Result<u64> {
        let (words, start) = match self.words {
            Words::Memory(words) => (words, 0),
            Words::File { len, sums, .. } => {
                if at < self.start || at >= self.start + self.window.len() as u64 {
                    let start = at - at % WINDOW;
                    self.window = self.read(start, WINDOW.min(len.saturating_sub(start)))?;
                    self.start = start;
                    if let Some(&sum) = sums.get(index(start / WINDOW))
                        && sum != u64::from(crc32fast::hash(&to_bytes(&self.window)))
                    {
                        self.window.clear();
                        return Err(io::Error::other("its bits are altered"));
                    }
                }
                (&self.window, self.start)
            }
        };
        let word = words.get(index(at - start)).copied();
        word.ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }

    fn read(&mut self, at: u64, count: u64) -> io::Result<Vec<u64>> {
        let Words::File { path, offset, .. } = self.words else {
            return Err(io::ErrorKind::UnexpectedEof.into());
        };
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(File::open(path)?),
        };
        read_words(file, SeekFrom::Start(offset + at * WORD), count)
    }

    /// The bit at an index, the lowest of each word first.
    #[inline]
    pub(super) fn bit(&mut self, at: u64) -> io::Result<bool> {
        Ok(self.get(at / 64)? >> (at % 64) & 1 == 1)
    }

    /// How many bits are 1 from one index up to another, which is not counted.
    pub(super) fn ones(&mut self, from: u64, to: u64) -> io::Result<u64> {
        let mut ones = 0;
        let mut at = from;
        while at < to {
            let end = to.min(at - at % 64 + 64);
            ones += u64::from((self.get(at / 64)? >> (at % 64) & mask(end - at)).count_ones());
            at = end;
        }
        Ok(ones)
    }

    /// The first index from one up to another at which the bit is 1.
    #[inline]
    pub(super) fn next_one(&mut self, from: u64, to: u64) -> io::Result<Option<u64>> {
        let mut at = from;
        while at < to {
            let word = self.get(at / 64)? >> (at % 64);
            if word != 0 {
                let next = at + u64::from(word.trailing_zeros());
                return Ok((next < to).then_some(next));
            }
            at = at - at % 64 + 64;
        }
        Ok(None)
    }
}

/// The lowest bits, this many.
fn mask(bits: u64) -> u64 {
    if bits == 64 {
        u64::MAX
    } else {
        (1 << bits) - 1
    }
}

/// Reads so many words of a file.
pub(super) fn read_words(file: &mut File, from: SeekFrom, count: u64) -> io::Result<Vec<u64>> {
    file.seek(from)?;
    let mut bytes = vec![0; index(count * WORD)];
    file.read_exact(&mut bytes)?;
    Ok(from_bytes(&bytes))
}

/// Words out of their bytes.
fn from_bytes(bytes: &[u8]) -> Vec<u64> {
    let (words, _) = bytes.as_chunks();
    words.iter().map(|&word| u64::from_le_bytes(word)).collect()
}

/// The bytes of words.
pub(super) fn to_bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// A number as an index of what is in memory.
#[inline]
pub(super) fn index(number: u64) -> usize {
    usize::try_from(number).expect("what is in memory has such an index")
}
