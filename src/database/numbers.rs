//! From the bytes of a string to its number, faster than by comparing texts.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::san::tokens::Tokens;

/// The numbers of the strings of a list.
#[derive(Clone, Debug)]
pub(super) struct Numbers(HashMap<u64, u16, FxBuildHasher>);

impl Numbers {
    pub fn new(tokens: &Tokens) -> Numbers {
        let numbers = tokens.iter().zip(0..);
        let keyed = numbers.filter_map(|(text, number)| Some((key(text.as_bytes())?, number)));
        Numbers(keyed.collect())
    }

    /// The number of a string, if it is in the list.
    pub fn get(&self, word: &[u8]) -> Option<u16> {
        self.0.get(&key(word)?).copied()
    }
}

/// A short text as a number. No string of a list has a zero in it.
fn key(text: &[u8]) -> Option<u64> {
    (text.len() <= 8).then(|| text.iter().fold(0, |key, &byte| key << 8 | u64::from(byte)))
}
