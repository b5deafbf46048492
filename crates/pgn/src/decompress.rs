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
    let bytes = Cursor::new(head.clone()).chain(bytes);
    Ok(match head[..] {
        // Zstd's own number, or that of a frame to skip, with which pzstd begins.
        [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => {
            Box::new(zstd::Decoder::new(bytes)?)
        }
        [0x1f, 0x8b, ..] => Box::new(MultiGzDecoder::new(bytes)),
        [b'B', b'Z', b'h', b'1'..=b'9'] => Box::new(MultiBzDecoder::new(bytes)),
        _ => Box::new(bytes),
    })
}
