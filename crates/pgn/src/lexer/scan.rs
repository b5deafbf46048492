//! Searches text for bytes. The reader scans text only with these functions. With debug assertions, the
//! functions count the bytes that they read, so that tests can check that reading takes linear time.

use memchr::{memchr, memchr2, memmem};
use san_strings_core::id_table::bytes_below;

/// Returns the byte at an offset.
#[inline]
pub fn at(bytes: &[u8], place: usize) -> Option<u8> {
    add(1);
    bytes.get(place).copied()
}

/// Finds the first occurrence of a byte.
pub fn find(byte: u8, bytes: &[u8]) -> Option<usize> {
    forward(bytes, memchr(byte, bytes))
}

/// Finds the first occurrence of a byte within the first 64 bytes. Stops at a tab or a line end. Compares
/// eight bytes at once, without a function call.
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

/// Finds the first occurrence of either byte.
pub fn find_either(one: u8, other: u8, bytes: &[u8]) -> Option<usize> {
    forward(bytes, memchr2(one, other, bytes))
}

/// Finds the last occurrence of a text.
pub fn rfind_text(text: &[u8], bytes: &[u8]) -> Option<usize> {
    backward(bytes, memmem::rfind(bytes, text))
}

/// Counts the occurrences of a byte.
pub fn count(byte: u8, bytes: &[u8]) -> usize {
    add(bytes.len());
    // With chunks of 128 bytes, the compiler uses vector instructions, and the count of a chunk fits in a
    // `u8`.
    let (many, rest) = bytes.as_chunks::<128>();
    let of = |bytes: &[u8]| bytes.iter().map(|&other| u8::from(other == byte)).sum::<u8>();
    many.iter().map(|bytes| usize::from(of(bytes))).sum::<usize>() + usize::from(of(rest))
}

/// Counts the leading bytes that satisfy `is_such`.
#[inline]
pub fn leading(bytes: &[u8], is_such: impl Fn(u8) -> bool) -> usize {
    let end = bytes.iter().position(|&byte| !is_such(byte));
    forward(bytes, end).unwrap_or(bytes.len())
}

/// Counts the trailing bytes that satisfy `is_such`.
pub fn trailing(bytes: &[u8], is_such: impl Fn(u8) -> bool) -> usize {
    let last = backward(bytes, bytes.iter().rposition(|&byte| !is_such(byte)));
    bytes.len() - last.map_or(0, |last| last + 1)
}

/// Removes leading whitespace.
pub fn trim_start(bytes: &[u8]) -> &[u8] {
    &bytes[leading(bytes, |byte| byte.is_ascii_whitespace())..]
}

/// Removes trailing whitespace.
pub fn trim_end(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len() - trailing(bytes, |byte| byte.is_ascii_whitespace())]
}

/// Returns the result of a forward search unchanged, and counts the bytes that the search has read.
#[inline]
fn forward(bytes: &[u8], found: Option<usize>) -> Option<usize> {
    add(found.map_or(bytes.len(), |at| at + 1));
    found
}

/// Returns the result of a backward search unchanged, and counts the bytes that the search has read.
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
        /// The number of bytes that this thread may still read.
        static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
    }

    #[inline]
    pub fn add(bytes: usize) {
        LEFT.set(LEFT.get().checked_sub(bytes).expect("the reader looks at too many bytes"));
    }

    /// Counts the bytes that `work` reads on this thread. Panics as soon as `work` reads more than `most`
    /// bytes. So an algorithm that takes quadratic time fails at once, instead of running for hours.
    pub fn looked_at(most: usize, work: impl FnOnce()) -> usize {
        LEFT.set(most);
        work();
        most - LEFT.replace(usize::MAX)
    }
}
