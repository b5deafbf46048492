//! Cuts a stream of games into chunks, so that all cores can work on it.
//!
//! We read the stream in blocks, and cut each block where a game certainly begins: at a tag pair after an
//! empty line. If a block has no such tag pair, the PGN reader tells us where games begin. So the block
//! boundaries do not affect how we read a game.

use std::{
    io::{self, Read},
    mem,
};

use rayon::prelude::*;

use san_strings_core::Vocabulary;
use san_strings_files::{Progress, Stopped};
use san_strings_pgn::{
    game::{AHEAD, LONGEST_GAME, PgnReader, Wanted, starts},
    lexer::{is_boundary, scan},
};

use super::decompress::is_after_end;

/// The number of bytes per block: room for the longest game, and for the lookahead that shows where the next
/// game begins.
pub const CHUNK_BYTES: usize = LONGEST_GAME + 2 * AHEAD;

/// The units of a stream: games, or lines. We cut a stream only between units, unless a unit is longer than a block.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Unit {
    Game,
    Line,
}

impl Unit {
    pub fn new(is_line: bool) -> Unit {
        if is_line { Unit::Line } else { Unit::Game }
    }
}

/// Reads a stream block by block, while all cores work on the chunks of the previous block.
///
/// Calls `work` with each chunk of whole games, and with `state` as `take` left it after the previous block.
/// Passes the results to `take`, in the order of the chunks. Stops early if `take` returns `false`, or if
/// `progress.is_stopped()`. If `progress` stops the work within a block, `take` still receives the results up to
/// the first unfinished chunk. If reading fails, `take` still receives the results of all chunks before the error.
pub fn par_chunks<S: Sync + Send, T: Send>(
    stream: &mut (dyn Read + Send),
    unit: Unit,
    progress: &dyn Progress,
    state: &mut S,
    work: impl Fn(&S, Chunk<'_>) -> Result<T, Stopped> + Sync,
    mut take: impl FnMut(&mut S, T) -> bool,
) -> io::Result<()> {
    let mut blocks =
        Blocks { stream, unit, rest: Vec::new(), spare: Vec::new(), inside: None, error: None };
    let mut block = blocks.next_block();
    while let Some(games) = block {
        let now: &S = state;
        let work = || -> Vec<Result<T, Stopped>> {
            let chunks = chunks(&games, unit, chunk_count());
            chunks.into_par_iter().map(|chunk| work(now, chunk)).collect()
        };
        let (next, done) = rayon::join(|| blocks.next_block(), work);
        let goes_on = done.into_iter().all(|done| done.is_ok_and(|done| take(state, done)));
        if !goes_on && next.is_some() {
            return Ok(());
        }
        blocks.spare = games.text;
        block = next.filter(|_| !progress.is_stopped());
    }
    match blocks.error {
        // If the work was stopped, we ignore the error, because the stop may have caused it.
        Some(error) if !progress.is_stopped() => Err(error),
        _ => Ok(()),
    }
}

/// Returns the number of chunks per block. Each thread gets several chunks, because some chunks take longer
/// than others. A single thread gets only one chunk, because merging the results of several chunks takes
/// time.
fn chunk_count() -> usize {
    match rayon::current_num_threads() {
        1 => 1,
        threads => 4 * threads,
    }
}

/// A part of a stream. It consists of whole games, unless a game is longer than a block or the stream fails.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a> {
    pub text: &'a [u8],
    /// Whether the last game is cut off, because it is longer than a block or the stream failed.
    pub is_cut: bool,
    /// Whether the chunk is only the rest of a game that is longer than a block.
    pub is_rest: bool,
}

impl<'a> Chunk<'a> {
    /// Returns the text, or an empty text if the chunk is the rest of a game.
    pub fn games(&self) -> &'a [u8] {
        if self.is_rest { &[] } else { self.text }
    }

    pub fn reader(&self, vocabulary: &'a Vocabulary, wanted: Wanted) -> PgnReader<'a> {
        PgnReader::new(self.games(), vocabulary, wanted).cut(self.is_cut)
    }

    pub fn whole(text: &'a [u8]) -> Chunk<'a> {
        Chunk { text, is_cut: false, is_rest: false }
    }
}

/// A block of whole games.
#[derive(Default)]
struct Block {
    text: Vec<u8>,
    /// Offsets where the block can be cut. Empty if a simple scan can find these offsets, without parsing the
    /// games.
    starts: Vec<usize>,
    is_cut: bool,
    is_rest: bool,
}

/// Where a block ends, if it ends in the middle of a game or line that is longer than the block.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Inside {
    /// In the tag section of a game.
    Tags,
    /// In the movetext of a game or, if the unit is `Unit::Line`, in a line.
    Unit,
}

/// Splits a stream into blocks of whole games.
struct Blocks<'a> {
    stream: &'a mut (dyn Read + Send),
    unit: Unit,
    /// Bytes that were read, but belong to the next block.
    rest: Vec<u8>,
    /// The buffer of a finished block, to be reused.
    spare: Vec<u8>,
    /// Where in a game or line the last block ended. `None` if the next block begins with a new game or line.
    inside: Option<Inside>,
    /// The error that ended the stream.
    error: Option<io::Error>,
}

impl Blocks<'_> {
    /// Returns the next block of games, or `None` if no bytes are left.
    fn next_block(&mut self) -> Option<Block> {
        let is_end = self.fill();
        if let Some(inside) = self.inside {
            let start = self.first_start(inside);
            self.inside = self.inside.filter(|_| start.is_none());
            // The last bytes may be the start of the next game or line, so we leave them for the next block.
            let ahead = if is_end { 0 } else { AHEAD };
            let end = start.unwrap_or(self.rest.len() - ahead);
            let text = self.split(end);
            return (!text.is_empty()).then(|| Block { text, is_rest: true, ..Block::default() });
        }
        let (mut starts, mut end) = (Vec::new(), self.rest.len());
        if !is_end {
            (starts, end) = self.last_start();
            if end == 0 {
                end = self.rest.len() - AHEAD;
                self.inside = Some(inside(&self.rest[..end]));
            }
        }
        let text = self.split(end);
        let is_failed = self.error.as_ref().is_some_and(|error| !is_after_end(error));
        let is_cut = self.inside.is_some() || is_end && is_failed;
        (!text.is_empty()).then_some(Block { text, starts, is_cut, is_rest: false })
    }

    /// Removes the bytes before `end` from `rest`, and returns them.
    fn split(&mut self, end: usize) -> Vec<u8> {
        let rest = self.rest.split_off(end);
        mem::replace(&mut self.rest, rest)
    }

    /// Returns the offset in `rest` where the next game or line begins. The bytes before it belong to a game or
    /// line that is longer than a block.
    fn first_start(&self, inside: Inside) -> Option<usize> {
        match self.unit {
            Unit::Game => first_start(&self.rest, inside),
            Unit::Line => Some(scan::find(b'\n', &self.rest)? + 1),
        }
    }

    /// Returns the offset in `rest` where the last game or line begins: 0 if `rest` contains only one game or
    /// line. If a simple scan does not find this offset, we parse the games, and also return the offsets of the
    /// other games.
    fn last_start(&self) -> (Vec<usize>, usize) {
        match self.unit {
            Unit::Line => (Vec::new(), scan::rfind_text(b"\n", &self.rest).map_or(0, |at| at + 1)),
            Unit::Game => {
                if let Some(at) = last_boundary(&self.rest) {
                    return (Vec::new(), at);
                }
                let mut starts = starts(&self.rest);
                let last = starts.pop().unwrap_or(0);
                (starts, last)
            }
        }
    }

    /// Reads until the block is full. Returns `true` at the end of the stream. We reuse the buffers of
    /// finished blocks, so that we zero each buffer only once.
    fn fill(&mut self) -> bool {
        let mut end = self.rest.len();
        if self.error.is_none() && end < CHUNK_BYTES {
            let mut block = mem::take(&mut self.spare);
            if block.is_empty() {
                // The operating system zeroes memory lazily, so a short stream takes up only the pages that it fills.
                block = vec![0; CHUNK_BYTES];
            }
            block.resize(CHUNK_BYTES, 0);
            block[..end].copy_from_slice(&self.rest);
            // If reading fails, we keep the bytes that came before the error.
            while self.error.is_none() && end < CHUNK_BYTES {
                match self.stream.read(&mut block[end..]) {
                    Ok(0) => break,
                    Ok(read) => end += read,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => self.error = Some(error),
                }
            }
            block.truncate(end);
            self.rest = block;
            log::trace!("a block of {end} bytes");
        }
        end < CHUNK_BYTES
    }
}

/// Returns [`Inside::Tags`] if `text` ends within a tag section, otherwise [`Inside::Unit`].
fn inside(text: &[u8]) -> Inside {
    let line = scan::rfind_text(b"\n", text).map_or(text, |at| &text[at + 1..]);
    if line.starts_with(b"[") { Inside::Tags } else { Inside::Unit }
}

/// Finds the beginning of the next game, after a game that is too long. The next game begins at a tag pair
/// after an empty line, or at the tag `Event`, because `Event` is the first tag of a game. If the previous
/// block ended in the middle of the moves, any text after an empty line also begins a game.
fn first_start(bytes: &[u8], inside: Inside) -> Option<usize> {
    let mut at = 0;
    loop {
        at += scan::find(b'\n', &bytes[at..])? + 1;
        let blanks = scan::leading(&bytes[at..], |byte| byte.is_ascii_whitespace());
        let is_empty = scan::count(b'\n', &bytes[at..at + blanks]) > 0;
        at += blanks;
        let is_text = inside == Inside::Unit && is_empty && at < bytes.len();
        if is_text || is_boundary(bytes, at) || bytes[at..].starts_with(b"[Event \"") {
            return Some(at);
        }
    }
}

/// Finds the last offset, except 0, at which a game certainly begins.
fn last_boundary(bytes: &[u8]) -> Option<usize> {
    let mut end = bytes.len() - AHEAD;
    loop {
        let at = scan::rfind_text(b"\n[", &bytes[..end])?;
        if is_boundary(bytes, at + 1) {
            return Some(at + 1);
        }
        end = at;
    }
}

/// Cuts a block into about `count` chunks. Each chunk begins at the start of a game or, with `Unit::Line`, at
/// the start of a line.
fn chunks(block: &Block, unit: Unit, count: usize) -> Vec<Chunk<'_>> {
    let text = &block.text[..];
    let count = if block.is_rest { 1 } else { count.max(1) };
    let length = text.len().div_ceil(count);
    let mut ends = Vec::with_capacity(count);
    let mut start = 0;
    while text.len() - start > length
        && let Some(end) = next_start(block, unit, start + length)
    {
        ends.push(end);
        start = end;
    }
    ends.push(text.len());
    let starts = [0].into_iter().chain(ends.iter().copied());
    let chunk = |(start, &end)| {
        let is_cut = block.is_cut && end == text.len();
        Chunk { text: &text[start..end], is_cut, is_rest: block.is_rest }
    };
    starts.zip(&ends).map(chunk).collect()
}

/// Finds the first offset at or after `least` where the block can be cut.
fn next_start(block: &Block, unit: Unit, least: usize) -> Option<usize> {
    let text = &block.text[..];
    if !block.starts.is_empty() {
        let n = block.starts.partition_point(|&start| start < least);
        return block.starts.get(n).copied();
    }
    let mut at = least;
    loop {
        at += scan::find(b'\n', &text[at..])? + 1;
        match unit {
            Unit::Line => return (at < text.len()).then_some(at),
            Unit::Game if text.get(at) == Some(&b'[') && is_boundary(text, at) => return Some(at),
            Unit::Game => {}
        }
    }
}
