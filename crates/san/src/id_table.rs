//! From the bytes of a string to its id, some ten times faster than by comparing texts: by a
//! hash table of the strings as numbers, in which no two are the same.

use super::san_str::SanStr;

/// The ids of the strings of a list.
#[derive(Clone, Debug)]
pub struct IdTable {
    /// Keys and ids, each at the slot of its hash or soon after. There are more slots than
    /// keys: an empty one ends the search.
    slots: Vec<(u64, u16)>,
}

/// Slots are numbered by this many bits: twice as many as there are strings.
const BITS: u32 = 16;

/// The length of the longest string.
const LONGEST: usize = 8;

impl IdTable {
    /// The ids of these strings, from 0. There is room for every list.
    #[expect(clippy::missing_panics_doc, reason = "no string is longer than a key")]
    pub fn new(texts: impl Iterator<Item = SanStr>) -> IdTable {
        let mut table = IdTable { slots: vec![(0, 0); 1 << BITS] };
        for (text, id) in texts.zip(0..) {
            let key = key(text.as_bytes()).expect("no SAN is longer than seven bytes");
            let slot = table.slot(key);
            table.slots[slot] = (key, id);
        }
        table
    }

    /// The id of a string, if it is in the list.
    pub fn get(&self, text: &[u8]) -> Option<u16> {
        self.of_key(key(text)?)
    }

    /// The id and the length of the word that a text begins with, if that is in the list and a
    /// space or the end of a line follows, or `!`.
    #[inline]
    pub fn of_start(&self, text: &[u8]) -> Option<(u16, usize)> {
        let bytes = u64::from_le_bytes(*text.first_chunk()?);
        // The lowest bit that is set is of the first byte below `#`: all others up to there
        // borrow nothing.
        let ends = bytes.wrapping_sub(u64::MAX / 255 * u64::from(b'#')) & !bytes & TOP_BITS;
        let bits = ends.trailing_zeros() & !7;
        let key = bytes & 1_u64.checked_shl(bits)?.wrapping_sub(1);
        Some((self.of_key(key)?, bits as usize / 8))
    }

    #[inline]
    fn of_key(&self, key: u64) -> Option<u16> {
        let (other, id) = self.slots[self.slot(key)];
        (other == key && key != 0).then_some(id)
    }

    /// The slot where a key is, or should be. The high bits of a product depend on all bits of
    /// a factor.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - BITS);
        let mut slot = hash as usize;
        while self.slots[slot].0 != key && self.slots[slot].0 != 0 {
            slot = (slot + 1) % (1 << BITS);
        }
        slot
    }
}

/// The top bit of each byte.
const TOP_BITS: u64 = u64::MAX / 255 * 0x80;

/// A short text as a number, the first byte the lowest; `None` for longer ones. A text with a
/// NUL is not a string of the list, so its number is free.
fn key(text: &[u8]) -> Option<u64> {
    let mut bytes = [0; LONGEST];
    bytes.get_mut(..text.len())?.copy_from_slice(text);
    (!text.contains(&0)).then(|| u64::from_le_bytes(bytes))
}
