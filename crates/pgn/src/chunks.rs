//! A stream of games cut into chunks, which all cores work on.
//!
//! A game begins where a line begins with `[Event "`, whatever comes before. So a broken game
//! does not spoil the next, and a stream can be cut there without being parsed. Games without
//! such a line are cut at an empty line, after a line that ends with a result, or before a line
//! that begins with move number 1.

use std::{
    io::{self, Read},
    iter, mem,
};

use memchr::{memmem::Finder, memrchr_iter};
use rayon::prelude::*;

use super::scan;
use san_strings_files::{Progress, Stopped};

/// About how many bytes are read at once. A longer game counts as broken.
pub(crate) const CHUNK_BYTES: usize = 2 << 20;

/// The beginning of every game with the seven tags of the PGN standard.
const EVENT: &[u8] = b"\n[Event \"";

/// The beginning of a game without tags.
const FIRST_MOVE: &[u8] = b"\n1.";

/// The units of a stream, between which it can be cut.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Unit {
    /// Games.
    Game,
    /// Lines.
    Line,
}

/// Reads a stream and works on its chunks on all cores, while the next ones are read.
///
/// `work` gets a chunk that holds whole games, and the state so far; `take` gets the results
/// in order. It ends early if `take` says `false`, or if `progress` stops it: then the chunks
/// are taken up to the first that is not done.
///
/// # Errors
///
/// [`io::Error`] of the stream; what came before has been taken.
pub fn par_chunks<S: Sync + Send, T: Send>(
    stream: impl Read + Send,
    unit: Unit,
    progress: &dyn Progress,
    state: &mut S,
    work: impl Fn(&S, Chunk<'_>) -> Result<T, Stopped> + Sync,
    mut take: impl FnMut(&mut S, T) -> bool,
) -> io::Result<()> {
    let mut blocks =
        Blocks { stream, unit, rest: Vec::new(), inside: None, is_tail: false, error: None };
    let mut block = blocks.next_block();
    while let Some(games) = block {
        let now: &S = state;
        let work = || -> Vec<Result<T, Stopped>> {
            let chunks = chunks(&games, unit, 4 * rayon::current_num_threads());
            chunks.into_par_iter().map(|chunk| work(now, chunk)).collect()
        };
        let (next, done) = rayon::join(|| blocks.next_block(), work);
        let goes_on = done.into_iter().all(|done| done.is_ok_and(|done| take(state, done)));
        if !goes_on && next.is_some() {
            return Ok(());
        }
        block = next.filter(|_| !progress.is_stopped());
    }
    match blocks.error {
        // It may be that of a stream that was stopped.
        Some(error) if !progress.is_stopped() => Err(error),
        _ => Ok(()),
    }
}

/// A part of a stream, with whole games.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a> {
    /// The text of the games.
    pub text: &'a [u8],
    /// Whether the moves at the beginning are those of a game whose tags are longer than a block.
    pub is_tail: bool,
    /// Whether the last of them is truncated: it is longer than a block, or the stream
    /// failed.
    pub is_cut: bool,
}

/// The text of games.
struct Block {
    text: Vec<u8>,
    is_tail: bool,
    is_cut: bool,
}

/// What is longer than a block.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Inside {
    /// The tags of a game.
    Tags,
    /// A game, or a line.
    Unit,
}

/// A stream in blocks of whole games.
struct Blocks<R> {
    stream: R,
    unit: Unit,
    /// Bytes read that belong to the next block.
    rest: Vec<u8>,
    /// What was too long for a block, if the next bytes belong to it.
    inside: Option<Inside>,
    /// Whether the next bytes are the moves of a game whose tags were too long.
    is_tail: bool,
    /// Why the stream ended.
    error: Option<io::Error>,
}

impl<R: Read> Blocks<R> {
    /// The next games, a block of them; at least one byte.
    fn next_block(&mut self) -> Option<Block> {
        let mut is_end = self.fill();
        while let Some(inside) = self.inside {
            if let Some(start) = self.unit.first_start(&self.rest) {
                self.is_tail = inside == Inside::Tags && !self.rest[start - 1..].starts_with(EVENT);
                self.rest.drain(..start);
                self.inside = None;
            } else if is_end {
                return None;
            } else {
                // The last bytes may be the beginning of one.
                self.rest.drain(..self.rest.len() - EVENT.len());
            }
            is_end = self.fill();
        }
        let end = if is_end {
            self.rest.len()
        } else if let Some(start) = self.unit.last_start(&self.rest) {
            start
        } else {
            let end = self.rest.len() - EVENT.len();
            let line = scan::rfind_text(b"\n", &self.rest[..end]).map_or(0, |at| at + 1);
            let is_tag = self.rest[line..end].starts_with(b"[");
            self.inside = Some(if is_tag { Inside::Tags } else { Inside::Unit });
            end
        };
        let rest = self.rest.split_off(end);
        let text = mem::replace(&mut self.rest, rest);
        let is_cut = self.inside.is_some() || is_end && self.error.is_some();
        let is_tail = mem::take(&mut self.is_tail);
        (!text.is_empty()).then_some(Block { text, is_tail, is_cut })
    }

    /// Reads until there is a block of bytes; `true` if there are fewer left.
    fn fill(&mut self) -> bool {
        let missing = CHUNK_BYTES.saturating_sub(self.rest.len());
        self.rest.reserve_exact(missing);
        if self.error.is_none() && missing > 0 {
            // What comes before an error stays.
            let mut stream = self.stream.by_ref().take(missing as u64);
            self.error = stream.read_to_end(&mut self.rest).err();
            log::trace!("a block of {} bytes", self.rest.len());
        }
        self.rest.len() < CHUNK_BYTES
    }
}

/// Whether this is the end of a line, and the next begins with move number 1 of White.
pub(super) fn is_first_move(text: &[u8]) -> bool {
    let next = text.strip_prefix(FIRST_MOVE);
    next.is_some_and(|next| !next.starts_with(b"."))
}

impl Unit {
    /// Where the next unit begins, after one that is too long.
    fn first_start(self, bytes: &[u8]) -> Option<usize> {
        let ends: &[&[u8]] = match self {
            Unit::Game => &[EVENT, b"\n\n", b"\n\r\n"],
            Unit::Line => &[b"\n"],
        };
        let ends = ends.iter().filter_map(|end| scan::find_text(&Finder::new(end), bytes));
        Some(ends.min()? + 1)
    }

    /// Where the last unit begins; `None` if only one begins, at the start.
    fn last_start(self, bytes: &[u8]) -> Option<usize> {
        let end = match self {
            Unit::Game => last_end(bytes),
            Unit::Line => scan::rfind_text(b"\n", bytes),
        };
        Some(end? + 1)
    }
}

/// The newline before the last game. A game with tags begins with `[Event "`, or at worst with a
/// tag after an empty line. One without begins after a line that ends with a result, and at worst
/// after an empty line that follows no tag, or with move number 1.
fn last_end(bytes: &[u8]) -> Option<usize> {
    let before = |start: &[u8]| scan::rfind_text(start, bytes);
    let last_line = |is_end: &dyn Fn(usize, &[u8]) -> bool| {
        lines_from_the_end(bytes).find(|&(at, line)| is_end(at, line)).map(|(at, _)| at)
    };
    let is_result = |_, line: &[u8]| {
        [&b"-0"[..], b"-1", b"1/2", b"*"].iter().any(|result| line.ends_with(result))
    };
    let is_empty = |rest: &[u8]| rest.starts_with(b"\n\n") || rest.starts_with(b"\n\r\n");
    let is_between = |at, line: &[u8]| {
        let rest = &bytes[at..];
        (is_first_move(rest) || is_empty(rest)) && !line.ends_with(b"]")
    };
    before(EVENT)
        .or_else(|| before(b"\n\n[").max(before(b"\n\r\n[")))
        .or_else(|| last_line(&is_result))
        .or_else(|| last_line(&is_between))
}

/// The end of each line, the last line first, and the text up to there without blanks at the end.
fn lines_from_the_end(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    // Empty lines have the end of the last line before them that is not empty.
    let mut end = bytes.len();
    memrchr_iter(b'\n', bytes).map(move |at| {
        if at <= end {
            end = scan::trim_end(&bytes[..at]).len();
        }
        (at, &bytes[..end])
    })
}

/// About `count` chunks of a block, each beginning where a game does.
fn chunks(block: &Block, unit: Unit, count: usize) -> Vec<Chunk<'_>> {
    let length = block.text.len().div_ceil(count.max(1));
    let mut chunks = Vec::with_capacity(count);
    let mut rest = &block.text[..];
    let event = Finder::new(EVENT);
    while rest.len() > length
        && let Some(at) = match unit {
            Unit::Game => scan::find_text(&event, &rest[length..]),
            Unit::Line => scan::find(b'\n', &rest[length..]),
        }
    {
        let (text, next) = rest.split_at(length + at + 1);
        chunks.push(Chunk { text, is_tail: false, is_cut: false });
        rest = next;
    }
    chunks.push(Chunk { text: rest, is_tail: false, is_cut: block.is_cut });
    chunks[0].is_tail = block.is_tail;
    chunks
}

/// Cuts a text into parts. Each but the first begins with `[Event "`.
pub(super) fn events(mut text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let event = Finder::new(EVENT);
    iter::from_fn(move || {
        let end = scan::find_text(&event, text).map_or(text.len(), |at| at + 1);
        let part;
        (part, text) = text.split_at(end);
        (end > 0).then_some(part)
    })
}
