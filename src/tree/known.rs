//! The outcomes that are known.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

use super::{Outcome, Place, ply::Ply};

/// The outcomes of nodes, by their places.
#[derive(Debug, Default)]
pub(super) struct Known {
    outcomes: HashMap<Place, (Outcome, bool), BuildHasherDefault<PlaceHasher>>,
}

impl Known {
    /// The outcome of a node.
    #[inline]
    pub(super) fn get(&self, place: Place) -> Outcome {
        let known = self.outcomes.get(&place);
        known.map_or(Outcome::Unknown, |&(outcome, _)| outcome)
    }

    /// Whether the game has ended at a node.
    #[inline]
    pub(super) fn is_end(&self, place: Place) -> bool {
        self.outcomes.get(&place).is_some_and(|&(_, is_end)| is_end)
    }

    /// Takes down the outcome of a node.
    pub(super) fn insert(&mut self, place: Place, outcome: Outcome, is_end: bool) {
        self.outcomes.insert(place, (outcome, is_end));
    }

    /// How many are known at each of these plies.
    pub(super) fn count(&self, plies: &[Ply]) -> Vec<u64> {
        let mut counts = vec![0; plies.len()];
        for place in self.outcomes.keys() {
            let ply = plies.partition_point(|ply| ply.first_place <= *place);
            counts[ply.saturating_sub(1)] += 1;
        }
        counts
    }

    /// Those of a ply, in their order.
    pub(super) fn of(&self, ply: &Ply) -> Vec<(Place, Outcome, bool)> {
        let places = ply.first_place..ply.next_place();
        let mut known: Vec<_> = { self.outcomes.iter() }
            .filter(|(place, _)| places.contains(place))
            .map(|(&place, &(outcome, is_end))| (place, outcome, is_end))
            .collect();
        known.sort_unstable_by_key(|&(place, ..)| place);
        known
    }
}

/// Spreads numbers that are near each other.
#[derive(Default)]
struct PlaceHasher(u64);

impl Hasher for PlaceHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_u64(&mut self, place: u64) {
        self.0 = place.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }
}
