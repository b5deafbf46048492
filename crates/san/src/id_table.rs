//! Looks up the id of a string. We store the bytes of each string as one integer in a hash table, because a
//! lookup is then about ten times as fast as comparing texts.

use super::san_str::SanStr;

/// Maps the strings of a list to their ids.
///
/// Nearly all moves in games are strings of at most four bytes, so we keep such short strings in a table of
/// their own. This table takes 128 KiB, but moves of the same piece are neighbours in it, so the part that
/// games use stays in the L1 cache. With one table for all strings, most lookups would miss the L1 cache.
#[derive(Clone, Debug)]
pub struct IdTable {
    /// Strings of up to four bytes.
    short: Slots<u32, { 1 << 14 }>,
    /// Longer strings.
    long: Slots<u64, { 1 << 16 }>,
}

/// Size of the longest key in bytes.
const LONGEST: usize = 8;

impl IdTable {
    /// Builds a table. The id of each string is its index in `texts`. The table has room for any of our lists.
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

    /// Looks up the first token of `text`, and returns its id and its length. The token ends before the first
    /// byte below `#`, such as a space, a line break or `!`. `None` if the token is not in the list, if `text`
    /// has fewer than eight bytes, or if none of the first eight bytes is below `#`.
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

/// A hash table of `N` slots with linear probing. A slot with the key 0 is empty.
#[derive(Clone, Debug)]
struct Slots<K, const N: usize>(Box<[(K, u16); N]>);

/// A string as an integer, with a 16-bit hash.
trait Key: Copy + Default + Eq {
    fn hash(self) -> u16;
}

impl Key for u32 {
    /// Multiplies each byte by its own factor and adds up the results, all in a single multiplication. The sum
    /// begins at byte 3 of the product, and the low 16 bits of the sum are the hash. Strings that differ only
    /// in one file or rank have hashes that are close together. We tried 400 random sets of factors: with this
    /// set, the moves of games occupy the fewest cache lines.
    #[inline]
    fn hash(self) -> u16 {
        const FACTORS: u64 = (4555 << 24) + (32 << 16) + (1 << 8) + 15;
        let [_, _, _, low, high, ..] = u64::from(self).wrapping_mul(FACTORS).to_le_bytes();
        u16::from_le_bytes([low, high])
    }
}

impl Key for u64 {
    /// We use the high bits of the product, because they depend on all bits of the key.
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

    /// Finds the slot of a key. If the key is not in the table, finds the empty slot where it belongs.
    #[inline]
    fn slot(&self, key: K) -> usize {
        let mut slot = usize::from(key.hash()) % N;
        while self.0[slot].0 != key && self.0[slot].0 != K::default() {
            slot = (slot + 1) % N;
        }
        slot
    }
}

/// Finds the least significant byte of `word` that is less than `byte`. `byte` must be ASCII. The lowest set
/// bit of the result is the top bit of the byte found. Higher bits may be wrong, because the subtraction may
/// borrow from the bytes above.
#[inline]
pub fn bytes_below(word: u64, byte: u8) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    word.wrapping_sub(ONES * u64::from(byte)) & !word & (ONES * 0x80)
}

/// A short text as a little-endian integer. `None` if the text is too long or contains a NUL, because we pad
/// with NUL.
fn key(text: &[u8]) -> Option<u64> {
    let mut bytes = [0; LONGEST];
    bytes.get_mut(..text.len())?.copy_from_slice(text);
    text.iter().all(|&byte| byte != 0).then(|| u64::from_le_bytes(bytes))
}
