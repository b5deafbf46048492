//! Which games a condition takes, and how many.

use shakmaty::Color;

use super::{
    condition::{Condition, is_known},
    tags::TagList,
};

/// What a condition made of the games that it was asked about.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Selection {
    /// Games of which it holds, for the moves of one side at least. Some of them may be broken.
    pub taken: u64,
    /// Games of which it does not hold.
    pub left: u64,
    /// For each tag of the condition, whether its value is known in some game.
    known: Vec<bool>,
}

impl Selection {
    /// Whether a condition holds for the moves of White, and for those of Black.
    pub(super) fn select(&mut self, condition: &Condition, tags: &TagList<'_>) -> [bool; 2] {
        self.see(condition, tags);
        let takes = if condition.is_of_players() {
            Color::ALL.map(|side| condition.holds(tags, side))
        } else {
            [condition.holds(tags, Color::White); 2]
        };
        *(if takes == [false; 2] { &mut self.left } else { &mut self.taken }) += 1;
        takes
    }

    /// Notes which tags have values.
    fn see(&mut self, condition: &Condition, tags: &TagList<'_>) {
        if !self.known.is_empty() && self.known.iter().all(|&known| known) {
            return;
        }
        let names = condition.tags();
        self.known.resize(names.len(), false);
        for (known, name) in self.known.iter_mut().zip(names) {
            *known = *known || tags.get(name).is_some_and(|value| is_known(&value));
        }
    }

    /// Adds those of other games.
    pub(super) fn append(&mut self, other: &Selection) {
        self.taken += other.taken;
        self.left += other.left;
        self.known.resize(self.known.len().max(other.known.len()), false);
        for (known, &others) in self.known.iter_mut().zip(&other.known) {
            *known |= others;
        }
    }

    /// The tags of the condition that have a value in no game: perhaps they are misspelled.
    pub fn missing<'c>(&self, condition: &'c Condition) -> Vec<&'c str> {
        let known = self.known.iter().copied().chain(std::iter::repeat(false));
        condition
            .tags()
            .into_iter()
            .zip(known)
            .filter(|(_, known)| !known)
            .map(|(tag, _)| tag)
            .collect()
    }
}
