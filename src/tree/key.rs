//! What makes two nodes equivalent, as a number.

use std::hash::{Hash, Hasher};

use shakmaty::{Chess, EnPassantMode, Position, zobrist::Zobrist128};

/// Stands for all that the rules can still see of a node: two nodes with the same
/// key are equivalent.
///
/// It is a hash of 128 bits. Even among ten billion nodes, as many as a tree of eight
/// plies could have, the odds that two different ones share a key are about one to
/// 10^18.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Key(pub(super) u128);

impl Key {
    /// The key of a node: the hash of its board state, the sum of those of the
    /// earlier states that can come back, and the plies towards the fifty-move
    /// rule.
    pub(super) fn new(state: u128, past: u128, clock: u32) -> Key {
        Key(state ^ past.wrapping_add(u128::from(clock)))
    }
}

/// The hash of the board state.
pub(super) fn state_hash(position: &Chess) -> u128 {
    position.zobrist_hash::<Zobrist128>(EnPassantMode::Legal).0
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The lower half: files of keys are made by the upper one.
        let [low, _] = halves(self.0);
        state.write_u64(low);
    }
}

/// The lower and the upper half of a number.
pub(super) fn halves(number: u128) -> [u64; 2] {
    let low = number & u128::from(u64::MAX);
    [low, number >> 64].map(|half| u64::try_from(half).unwrap_or_default())
}

/// Takes a [`Key`], which is a hash already, as it is.
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }
}
