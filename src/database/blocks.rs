//! A stream of games cut into pieces, which all cores work on.
//!
//! A game begins where a line begins with `[Event "`, whatever comes before: so a game
//! that is broken takes no other with it, and a stream can be cut there without being
//! read. Where games have no such line, an empty line, or the end of a line after a
//! result, has to do.

use std::{
    io::{self, Read},
    iter, mem,
};

use memchr::{memmem, memrchr_iter};
use rayon::prelude::*;

/// About so many bytes are read at once. A game that is longer is broken.
pub const BLOCK: usize = 2 << 20;

/// How every game begins that has the tags which the PGN standard demands.
const EVENT: &[u8] = b"\n[Event \"";

/// Reads a stream and works on its pieces on all cores, while the next ones are read.
///
/// `work` is given a piece that holds whole games, and what has been taken so far; what it
/// makes of the pieces `take` gets in their order. It ends early if `take` says `false`.
///
/// # Errors
///
/// [`io::Error`] of the stream; what came before has been worked on.
pub fn in_pieces<S: Sync + Send, T: Send>(
    stream: impl Read + Send,
    state: &mut S,
    work: impl Fn(&S, Piece<'_>) -> T + Sync,
    mut take: impl FnMut(&mut S, T) -> bool,
) -> io::Result<()> {
    let mut blocks = Blocks {
        stream,
        rest: Vec::new(),
        is_inside: false,
        error: None,
    };
    let mut block = blocks.next_block();
    while let Some(games) = block {
        let now: &S = state;
        let work = || -> Vec<T> {
            let pieces = pieces(&games, 4 * rayon::current_num_threads());
            pieces
                .into_par_iter()
                .map(|piece| work(now, piece))
                .collect()
        };
        let (next, done) = rayon::join(|| blocks.next_block(), work);
        if !done.into_iter().all(|done| take(state, done)) {
            return Ok(());
        }
        block = next;
    }
    blocks.error.map_or(Ok(()), Err)
}

/// Some games.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    /// Their text.
    pub text: &'a [u8],
    /// Whether the last of them goes on where nobody can read it: it is too long for a
    /// block, or the stream has come to grief.
    pub is_cut: bool,
}

/// Games, with their text at hand.
struct Block {
    text: Vec<u8>,
    is_cut: bool,
}

/// A stream in blocks of whole games.
struct Blocks<R> {
    stream: R,
    /// What has been read and belongs to the next block.
    rest: Vec<u8>,
    /// Whether the next bytes belong to a game that was too long for a block.
    is_inside: bool,
    /// Why there is no more.
    error: Option<io::Error>,
}

impl<R: Read> Blocks<R> {
    /// The next games, a block of them; at least one byte.
    fn next_block(&mut self) -> Option<Block> {
        loop {
            let is_end = self.fill();
            if self.is_inside {
                let Some(start) = first_start(&self.rest) else {
                    if is_end {
                        return None;
                    }
                    // Those may be the beginning of what is looked for.
                    let keep = self.rest.len() - EVENT.len();
                    self.rest.drain(..keep);
                    continue;
                };
                self.rest.drain(..start);
                self.is_inside = false;
                continue;
            }
            let end = match last_start(&self.rest) {
                _ if is_end => self.rest.len(),
                Some(start) => start,
                None => {
                    self.is_inside = true;
                    self.rest.len() - EVENT.len()
                }
            };
            let rest = self.rest.split_off(end);
            let text = mem::replace(&mut self.rest, rest);
            let is_cut = self.is_inside || is_end && self.error.is_some();
            return (!text.is_empty()).then_some(Block { text, is_cut });
        }
    }

    /// Reads until there is a block of bytes; `true` if there are fewer left.
    fn fill(&mut self) -> bool {
        let missing = BLOCK.saturating_sub(self.rest.len());
        self.rest.reserve_exact(missing);
        if self.error.is_none() && missing > 0 {
            let stream = self.stream.by_ref().take(missing as u64);
            // What comes before an error stays.
            self.error = { stream }.read_to_end(&mut self.rest).err();
        }
        self.rest.len() < BLOCK
    }
}

/// Where the next game begins, after one that is too long.
fn first_start(bytes: &[u8]) -> Option<usize> {
    let starts = [EVENT, b"\n\n", b"\n\r\n"].map(|end| memmem::find(bytes, end));
    starts.into_iter().flatten().min().map(|at| at + 1)
}

/// Where the last game begins, but not at the beginning.
fn last_start(bytes: &[u8]) -> Option<usize> {
    let before = |end: &[u8]| memmem::rfind(bytes, end);
    // A line that ends with a result, and at worst one before an empty line, but not those
    // of the tags.
    let lines = || memrchr_iter(b'\n', bytes).map(|at| (at, bytes[..at].trim_ascii_end()));
    let is_result = |line: &[u8]| {
        let results = [&b"-0"[..], b"-1", b"1/2", b"*"];
        results.iter().any(|result| line.ends_with(result))
    };
    let is_empty =
        |at: usize| bytes[at..].starts_with(b"\n\n") || bytes[at..].starts_with(b"\n\r\n");
    let at = before(EVENT)
        .or_else(|| before(b"\n\n[").max(before(b"\n\r\n[")))
        .or_else(|| Some(lines().find(|(_, line)| is_result(line))?.0))
        .or_else(|| {
            let is_end = |&(at, line): &(usize, &[u8])| is_empty(at) && !line.ends_with(b"]");
            Some(lines().find(is_end)?.0)
        });
    Some(at? + 1)
}

/// About so many pieces of a block, each beginning where a game does.
fn pieces(block: &Block, count: usize) -> Vec<Piece<'_>> {
    let length = block.text.len().div_ceil(count.max(1));
    let mut pieces = Vec::with_capacity(count);
    let mut rest = &block.text[..];
    while rest.len() > length
        && let Some(at) = memmem::find(&rest[length..], EVENT)
    {
        let (text, next) = rest.split_at(length + at + 1);
        pieces.push(Piece {
            text,
            is_cut: false,
        });
        rest = next;
    }
    pieces.push(Piece {
        text: rest,
        is_cut: block.is_cut,
    });
    pieces
}

/// A text in parts that begin with `[Event "`, but for the first.
pub(super) fn events(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(text);
    let finder = memmem::Finder::new(EVENT);
    iter::from_fn(move || {
        let bytes = rest?;
        let Some(at) = finder.find(bytes) else {
            return rest.take();
        };
        let (event, next) = bytes.split_at(at + 1);
        rest = Some(next);
        Some(event)
    })
}
