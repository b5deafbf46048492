//! Reads files, converts them to text, and splits the text into chunks of whole games, so that all cores can
//! work in parallel.

mod chunks;
mod decompress;
mod encoding;
mod format;
mod games;
mod open;

#[cfg(test)]
pub use self::chunks::CHUNK_BYTES;
pub use self::{
    chunks::{Chunk, Unit, par_chunks},
    decompress::{Contents, Peeked, Text, decompressed, is_packed},
    encoding::Writer,
    games::for_each_game,
    open::{Part, Watched, for_each_file, is_database},
};
