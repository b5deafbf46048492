//! Searches in bytes. The reader looks at bytes with these alone, so that a build with debug assertions can
//! count them: tests of this crate and of those above ask for it.

use memchr::{memchr, memchr2, memmem};
use san_strings_core::id_table::bytes_below;

/// The byte at a place, if there is one.
#[inline]
pub fn at(bytes: &[u8], place: usize) -> Option<u8> {
    add(1);
    bytes.get(place).copied()
}

/// Where a byte comes first.
pub fn find(byte: u8, bytes: &[u8]) -> Option<usize> {
    forward(bytes, memchr(byte, bytes))
}

/// Where a byte comes first, if it is near, and neither a tab nor the end of the line before it. No call is made
/// for it, and eight bytes are compared at once.
#[inline]
pub fn find_near(byte: u8, bytes: &[u8]) -> Option<usize> {
    let same = u64::from_le_bytes([byte; 8]);
    let find = |(chunk, at): (&[u8; 8], usize)| {
        let word = u64::from_le_bytes(*chunk);
        let found = bytes_below(word ^ same, 1) | bytes_below(word, b'\r' + 1);
        (found != 0).then(|| at + found.trailing_zeros() as usize / 8)
    };
    let (chunks, _) = bytes[..bytes.len().min(64)].as_chunks();
    let found = chunks.iter().zip((0..).step_by(8)).find_map(find);
    forward(bytes, found.or(Some(8 * chunks.len()))).filter(|&at| bytes.get(at) == Some(&byte))
}

/// Where one of two bytes comes first.
pub fn find_either(one: u8, other: u8, bytes: &[u8]) -> Option<usize> {
    forward(bytes, memchr2(one, other, bytes))
}

/// Where a text comes last.
pub fn rfind_text(text: &[u8], bytes: &[u8]) -> Option<usize> {
    backward(bytes, memmem::rfind(bytes, text))
}

/// How often a byte comes.
pub fn count(byte: u8, bytes: &[u8]) -> usize {
    add(bytes.len());
    // So many at once that the compiler compares them in vectors, and that their number fits a byte.
    let (many, rest) = bytes.as_chunks::<128>();
    let of = |bytes: &[u8]| bytes.iter().map(|&other| u8::from(other == byte)).sum::<u8>();
    many.iter().map(|bytes| usize::from(of(bytes))).sum::<usize>() + usize::from(of(rest))
}

/// How many bytes at the beginning are such bytes.
#[inline]
pub fn leading(bytes: &[u8], is_such: impl Fn(u8) -> bool) -> usize {
    let end = bytes.iter().position(|&byte| !is_such(byte));
    forward(bytes, end).unwrap_or(bytes.len())
}

/// How many bytes at the end are such bytes.
pub fn trailing(bytes: &[u8], is_such: impl Fn(u8) -> bool) -> usize {
    let last = backward(bytes, bytes.iter().rposition(|&byte| !is_such(byte)));
    bytes.len() - last.map_or(0, |last| last + 1)
}

/// The bytes without the blanks that they begin with.
pub fn trim_start(bytes: &[u8]) -> &[u8] {
    &bytes[leading(bytes, |byte| byte.is_ascii_whitespace())..]
}

/// The bytes without the blanks at their end.
pub fn trim_end(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len() - trailing(bytes, |byte| byte.is_ascii_whitespace())]
}

/// What a search from the beginning has found, once its bytes are counted.
#[inline]
fn forward(bytes: &[u8], found: Option<usize>) -> Option<usize> {
    add(found.map_or(bytes.len(), |at| at + 1));
    found
}

/// What a search from the end has found, once its bytes are counted.
fn backward(bytes: &[u8], found: Option<usize>) -> Option<usize> {
    add(bytes.len() - found.unwrap_or(0));
    found
}

#[cfg(not(debug_assertions))]
#[inline]
fn add(_: usize) {}

#[cfg(debug_assertions)]
use counted::add;
#[cfg(debug_assertions)]
#[doc(hidden)]
pub use counted::looked_at;

#[cfg(debug_assertions)]
mod counted {
    use std::cell::Cell;

    thread_local! {
        /// How many bytes this thread may still look at.
        static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
    }

    #[inline]
    pub fn add(bytes: usize) {
        LEFT.set(LEFT.get().checked_sub(bytes).expect("the reader looks at too many bytes"));
    }

    /// How many bytes some work on this thread looks at. It panics at more than `most`: what is
    /// not linear would take hours.
    pub fn looked_at(most: usize, work: impl FnOnce()) -> usize {
        LEFT.set(most);
        work();
        most - LEFT.replace(usize::MAX)
    }
}
