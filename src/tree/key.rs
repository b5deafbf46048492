//! What makes two nodes equivalent, as a number.

use std::hash::{Hash, Hasher};

use shakmaty::{Chess, EnPassantMode, Position, zobrist::Zobrist128};

/// Stands for all that the rules can still see of a node: two nodes with the same
/// key are equivalent.
///
/// It is a hash of 128 bits. Even among the 4,294,967,295 nodes that a tree can
/// have, the odds that two different ones share a key are about one to 10^19.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Key(
    // Four numbers leave no gap beside an Id, as a `u128` would.
    [u32; 4],
);

impl Key {
    /// The key of a node: the hash of its board state, the sum of those of the
    /// earlier states that can come back, and the plies towards the fifty-move
    /// rule.
    pub(super) fn new(state: u128, past: u128, clock: u32) -> Key {
        let key = state ^ past.wrapping_add(u128::from(clock));
        let bytes = key.to_le_bytes();
        let (parts, _) = bytes.as_chunks();
        Key([0, 1, 2, 3].map(|at| u32::from_le_bytes(parts[at])))
    }
}

/// The hash of the board state.
pub(super) fn state_hash(position: &Chess) -> u128 {
    position.zobrist_hash::<Zobrist128>(EnPassantMode::Legal).0
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [a, b, ..] = self.0.map(u64::from);
        state.write_u64(a << 32 | b);
    }
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
