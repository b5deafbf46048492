//! Numbers and bytes in a part of a file, one after the other.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use super::words::index;

/// So many bytes are read at once.
const BUFFER: u64 = 1 << 16;

/// A part of a file. Between two reads the file is closed: there may be more parts than
/// files that may be open.
pub(super) struct Stream {
    path: PathBuf,
    /// Where the next bytes are read.
    offset: u64,
    /// How many are left there.
    left: u64,
    buffer: Vec<u8>,
    at: usize,
}

impl Stream {
    pub(super) fn new(path: &Path, offset: u64, len: u64) -> Stream {
        Stream {
            path: path.to_owned(),
            offset,
            left: len,
            buffer: Vec::new(),
            at: 0,
        }
    }

    /// The next bytes, if there are any.
    pub(super) fn next<const N: usize>(&mut self) -> io::Result<Option<[u8; N]>> {
        if self.at + N > self.buffer.len() && self.left > 0 {
            self.fill()?;
        }
        match self.buffer.get(self.at..) {
            Some([]) | None => Ok(None),
            Some(rest) => {
                let bytes = rest.first_chunk().ok_or(io::ErrorKind::UnexpectedEof)?;
                self.at += N;
                Ok(Some(*bytes))
            }
        }
    }

    /// The next number, if there is one.
    pub(super) fn number(&mut self) -> io::Result<Option<u64>> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = match self.buffer.get(self.at) {
                Some(&byte) => {
                    self.at += 1;
                    byte
                }
                None => match self.next()? {
                    Some([byte]) => byte,
                    None if shift == 0 => return Ok(None),
                    None => return Err(io::ErrorKind::UnexpectedEof.into()),
                },
            };
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(Some(number));
            }
        }
        Err(io::ErrorKind::InvalidData.into())
    }

    fn fill(&mut self) -> io::Result<()> {
        self.buffer.drain(..self.at);
        self.at = 0;
        let count = self.left.min(BUFFER);
        let old = self.buffer.len();
        self.buffer.resize(old + index(count), 0);
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(self.offset))?;
        file.read_exact(&mut self.buffer[old..])?;
        self.offset += count;
        self.left -= count;
        Ok(())
    }
}

/// Writes a number as [`Stream::number`] reads it: seven bits a byte, the lowest first.
pub(super) fn write_number(mut number: u64, out: &mut impl Write) -> io::Result<()> {
    let mut bytes = [0; 10];
    let mut len = 0;
    while number >= 0x80 {
        bytes[len] = u8::try_from(number & 0x7f).unwrap_or_default() | 0x80;
        number >>= 7;
        len += 1;
    }
    bytes[len] = u8::try_from(number).unwrap_or_default();
    out.write_all(&bytes[..=len])
}
