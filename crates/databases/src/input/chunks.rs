//! A stream of games cut into chunks, which all cores work on.
//!
//! A stream is cut where a game begins whatever comes before: at a tag pair after an empty line. Where
//! there is no such place, the reader itself says where games begin, so that no game depends on where it
//! stands in its file.

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

/// How many bytes are read at once: a game, and what shows that the next begins.
pub const CHUNK_BYTES: usize = LONGEST_GAME + 2 * AHEAD;

/// The units of a stream, between which it can be cut.
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

/// Reads a stream and works on its chunks on all cores, while the next ones are read.
///
/// `work` gets a chunk that holds whole games, and the state so far; `take` gets the results
/// in order. It ends early if `take` says `false`, or if `progress` stops it: then the chunks
/// are taken up to the first that is not done. What comes before an error is taken, too.
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
        // It may be that of a stream that was stopped.
        Some(error) if !progress.is_stopped() => Err(error),
        _ => Ok(()),
    }
}

/// How many chunks a block is cut into: several for each thread, as some take longer than others. A single
/// thread has nothing to wait for, and each chunk has counts of its own to be added.
fn chunk_count() -> usize {
    match rayon::current_num_threads() {
        1 => 1,
        threads => 4 * threads,
    }
}

/// A part of a stream, with whole games.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a> {
    pub text: &'a [u8],
    /// Whether the last of them is truncated: it is longer than a block, or the stream
    /// failed.
    pub is_cut: bool,
    /// Whether it is no game, but what was left of one that is longer than a block.
    pub is_rest: bool,
}

impl<'a> Chunk<'a> {
    /// The text that has games: what is left of a game is none.
    pub fn games(&self) -> &'a [u8] {
        if self.is_rest { &[] } else { self.text }
    }

    /// Reads the games.
    pub fn reader(&self, vocabulary: &'a Vocabulary, wanted: Wanted) -> PgnReader<'a> {
        PgnReader::new(self.games(), vocabulary, wanted).cut(self.is_cut)
    }

    /// A text that is no part of a longer one.
    pub fn whole(text: &'a [u8]) -> Chunk<'a> {
        Chunk { text, is_cut: false, is_rest: false }
    }
}

/// The text of games.
#[derive(Default)]
struct Block {
    text: Vec<u8>,
    /// Where it can be cut, if that was looked for.
    starts: Vec<usize>,
    is_cut: bool,
    is_rest: bool,
}

/// What is longer than a block.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Inside {
    Tags,
    Unit,
}

/// A stream in blocks of whole games.
struct Blocks<'a> {
    stream: &'a mut (dyn Read + Send),
    unit: Unit,
    /// Bytes read that belong to the next block.
    rest: Vec<u8>,
    /// The memory of a block that is done, for the next one.
    spare: Vec<u8>,
    /// What was too long for a block, if the next bytes belong to it.
    inside: Option<Inside>,
    /// Why the stream ended.
    error: Option<io::Error>,
}

impl Blocks<'_> {
    /// The next games, a block of them; at least one byte.
    fn next_block(&mut self) -> Option<Block> {
        let is_end = self.fill();
        if let Some(inside) = self.inside {
            let start = self.first_start(inside);
            self.inside = self.inside.filter(|_| start.is_none());
            // The last bytes may be the beginning of one.
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

    /// The bytes up to this place; the others are left.
    fn split(&mut self, end: usize) -> Vec<u8> {
        let rest = self.rest.split_off(end);
        mem::replace(&mut self.rest, rest)
    }

    /// Where the next unit in `rest` begins, after one that is too long.
    fn first_start(&self, inside: Inside) -> Option<usize> {
        match self.unit {
            Unit::Game => first_start(&self.rest, inside),
            Unit::Line => Some(scan::find(b'\n', &self.rest)? + 1),
        }
    }

    /// Where units in `rest` begin, if only the reader can say that, and where the last one does; 0 if
    /// only one begins.
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

    /// Reads until there is a block of bytes; `true` if there are fewer left. The memory of a block that is
    /// done is used again, as it has to be filled with zeros only once.
    fn fill(&mut self) -> bool {
        let mut end = self.rest.len();
        if self.error.is_none() && end < CHUNK_BYTES {
            let mut block = mem::take(&mut self.spare);
            if block.is_empty() {
                // Of a short stream, the system gives no more zeros than are written over.
                block = vec![0; CHUNK_BYTES];
            }
            block.resize(CHUNK_BYTES, 0);
            block[..end].copy_from_slice(&self.rest);
            // What comes before an error stays.
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

/// What goes on where a text ends.
fn inside(text: &[u8]) -> Inside {
    let line = scan::rfind_text(b"\n", text).map_or(text, |at| &text[at + 1..]);
    if line.starts_with(b"[") { Inside::Tags } else { Inside::Unit }
}

/// Where the next game begins, after one that is too long: at a tag pair after an empty line, or at the
/// tag `Event`, which comes first; if no tags are too long, at any text after an empty line.
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

/// Where the last game begins whatever comes before, but not at the beginning.
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

/// About `count` chunks of a block, each beginning where a game does.
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

/// The first place from `least` on where a block can be cut.
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
