//! From the bytes of a string to its id, some ten times faster than by comparing texts: by a
//! hash table of the strings as numbers, in which no two are the same.

use super::san_str::SanStr;

/// The ids of the strings of a list.
///
/// Nearly all moves of games have at most four bytes. These strings have a table of their own, of 128 KiB, in
/// which those of one piece stand side by side: what games use of it stays in the nearest cache, whereas a
/// table of all strings would be fetched from further away for each move.
#[derive(Clone, Debug)]
pub struct IdTable {
    /// The strings of up to four bytes.
    short: Slots<u32, { 1 << 14 }>,
    /// The longer ones.
    long: Slots<u64, { 1 << 16 }>,
}

/// The length of the longest string.
const LONGEST: usize = 8;

impl IdTable {
    /// The ids of these strings, from 0. There is room for every list.
    pub fn new(texts: impl Iterator<Item = SanStr>) -> IdTable {
        let mut table = IdTable { short: Slots::new(), long: Slots::new() };
        for (text, id) in texts.zip(0..) {
            let key = text.key();
            match u32::try_from(key) {
                Ok(key) => table.short.insert(key, id),
                Err(_) => table.long.insert(key, id),
            }
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
        let ends = bytes_below(bytes, b'#');
        let bits = ends.trailing_zeros() & !7;
        let key = bytes & 1_u64.checked_shl(bits)?.wrapping_sub(1);
        Some((self.of_key(key)?, bits as usize / 8))
    }

    #[inline]
    fn of_key(&self, key: u64) -> Option<u16> {
        match u32::try_from(key) {
            Ok(key) => self.short.get(key),
            Err(_) => self.long.get(key),
        }
    }
}

/// A hash table of `N` slots. Each key and its id are at the slot of its hash or soon after: an empty slot,
/// whose key is 0, ends the search.
#[derive(Clone, Debug)]
struct Slots<K, const N: usize>(Box<[(K, u16); N]>);

/// A string as a number, with a hash of 16 bits.
trait Key: Copy + Default + Eq {
    fn hash(self) -> u16;
}

impl Key for u32 {
    /// The sum of the bytes, each times one of these factors: it begins at byte 3 of the product. Files and ranks
    /// that are near each other have hashes that are. Of 400 random sets of factors, this one puts the moves of
    /// games on the fewest lines of the cache.
    #[inline]
    fn hash(self) -> u16 {
        const FACTORS: u64 = (4555 << 24) + (32 << 16) + (1 << 8) + 15;
        let [_, _, _, low, high, ..] = u64::from(self).wrapping_mul(FACTORS).to_le_bytes();
        u16::from_le_bytes([low, high])
    }
}

impl Key for u64 {
    /// The high bits of a product depend on all bits of a factor.
    #[inline]
    fn hash(self) -> u16 {
        (self.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as u16
    }
}

impl<K: Key, const N: usize> Slots<K, N> {
    fn new() -> Slots<K, N> {
        Slots(vec![Default::default(); N].try_into().unwrap_or_else(|_| unreachable!("N slots")))
    }

    fn insert(&mut self, key: K, id: u16) {
        let slot = self.slot(key);
        self.0[slot] = (key, id);
    }

    #[inline]
    fn get(&self, key: K) -> Option<u16> {
        let (other, id) = self.0[self.slot(key)];
        (other == key && key != K::default()).then_some(id)
    }

    /// The slot where a key is, or should be.
    #[inline]
    fn slot(&self, key: K) -> usize {
        let mut slot = usize::from(key.hash()) % N;
        while self.0[slot].0 != key && self.0[slot].0 != K::default() {
            slot = (slot + 1) % N;
        }
        slot
    }
}

/// Marks the top bit of the lowest byte of a word that is below another byte, which is ASCII. Higher ones may be
/// marked, too: bytes up to the lowest borrow nothing.
#[inline]
pub fn bytes_below(word: u64, byte: u8) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    word.wrapping_sub(ONES * u64::from(byte)) & !word & (ONES * 0x80)
}

/// A short text as a number, the first byte the lowest; `None` for longer ones. A text with a
/// NUL is not a string of the list, so its number is free.
fn key(text: &[u8]) -> Option<u64> {
    let mut bytes = [0; LONGEST];
    bytes.get_mut(..text.len())?.copy_from_slice(text);
    text.iter().all(|&byte| byte != 0).then(|| u64::from_le_bytes(bytes))
}
