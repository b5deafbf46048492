//! From the bytes of a string to its number, some ten times faster than by comparing texts:
//! by a hash that knows how short they are, and where no two are the same.

use crate::san::tokens::Tokens;

/// The numbers of the strings of a list.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// Keys and numbers, each at the place of its hash or soon after. There are more
    /// places than keys: an empty one ends the search.
    places: Vec<(u64, u16)>,
}

/// Places are numbered by so many bits: twice as many as there are strings.
const BITS: u32 = 16;

/// No string is longer.
const LONGEST: usize = 8;

impl Numbers {
    /// For the strings of a list. For base strings `+` and `#` make no difference.
    #[must_use]
    pub fn new(tokens: &Tokens) -> Numbers {
        let endings: &[&str] = if tokens.is_base() {
            &["", "+", "#"]
        } else {
            &[""]
        };
        let mut numbers = Numbers {
            places: vec![(0, 0); 1 << BITS],
        };
        for (text, number) in tokens.iter().zip(0..) {
            for ending in endings {
                let text = format!("{text}{ending}");
                if let Some(key) = key(text.as_bytes()) {
                    let place = numbers.place(key);
                    numbers.places[place] = (key, number);
                }
            }
        }
        numbers
    }

    /// The number of a string, if it is in the list.
    #[must_use]
    pub fn get(&self, word: &[u8]) -> Option<u16> {
        self.of_key(key(word)?)
    }

    /// The number and the length of the word with which a text begins, if that is in the
    /// list and a space or the end of a line follows, or `!`.
    #[inline]
    pub(super) fn of_start(&self, text: &[u8]) -> Option<(u16, usize)> {
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
        let (other, number) = self.places[self.place(key)];
        (other == key && key != 0).then_some(number)
    }

    /// Where a key is, or should be. The high bits of a product depend on all bits of a
    /// factor.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - BITS);
        let mut place = hash as usize;
        while self.places[place].0 != key && self.places[place].0 != 0 {
            place = (place + 1) % (1 << BITS);
        }
        place
    }
}

/// The top bit of each byte.
const TOP_BITS: u64 = u64::MAX / 255 * 0x80;

/// A short text as a number, the first byte the lowest. No string has a zero in it.
fn key(text: &[u8]) -> Option<u64> {
    let mut bytes = [0; LONGEST];
    bytes.get_mut(..text.len())?.copy_from_slice(text);
    Some(u64::from_le_bytes(bytes))
}
