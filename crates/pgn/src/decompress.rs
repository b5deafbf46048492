//! Decompression. The first bytes show whether zstd, gzip, bzip2, or nothing compressed the
//! rest.

use std::io::{self, Cursor, Read};

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;

/// The decompressed content.
///
/// # Errors
///
/// [`io::Error`] if it cannot be read, or is not what its first bytes promise. Errors that
/// come later are those of the reader.
pub fn decompressed<'a>(mut bytes: impl Read + Send + 'a) -> io::Result<Box<dyn Read + Send + 'a>> {
    let mut head = Vec::new();
    bytes.by_ref().take(4).read_to_end(&mut head)?;
    if head == *b"PAR1" {
        return Err(io::Error::other(
            "it is Parquet; print its column of moves as text, such as with \
             `duckdb -noheader -list -c \"SELECT movetext FROM 'games.parquet'\"`",
        ));
    }
    let compression = Compression::of(&head);
    let bytes = Cursor::new(head).chain(bytes);
    Ok(match compression {
        Some(Compression::Zstd) => Box::new(zstd::Decoder::new(bytes)?),
        Some(Compression::Gzip) => Box::new(MultiGzDecoder::new(bytes)),
        Some(Compression::Bzip2) => Box::new(MultiBzDecoder::new(bytes)),
        None => Box::new(bytes),
    })
}

#[derive(Clone, Copy)]
enum Compression {
    Zstd,
    Gzip,
    Bzip2,
}

impl Compression {
    /// The compression of a file, by its first bytes.
    fn of(head: &[u8]) -> Option<Compression> {
        match head {
            // Zstd's own number, or that of a frame to skip, with which pzstd begins.
            [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => Some(Compression::Zstd),
            [0x1f, 0x8b, ..] => Some(Compression::Gzip),
            [b'B', b'Z', b'h', b'1'..=b'9'] => Some(Compression::Bzip2),
            _ => None,
        }
    }
}
