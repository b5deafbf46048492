//! Finds tags that have no known value in any game: they may be misspelled.

use shakmaty::Color;

use san_strings_pgn::lexer::{TagList, is_known};

use super::condition::TagName;

/// For each tag of a list, whether at least one game has a known value of this tag.
#[derive(Clone, Debug, Default)]
pub struct SeenTags(Vec<bool>);

impl SeenTags {
    pub fn see<'n>(&mut self, names: impl FnOnce() -> Vec<&'n str>, tags: &TagList<'_>) {
        if !self.0.is_empty() && self.0.iter().all(|&seen| seen) {
            return;
        }
        let names = names();
        self.0.resize(names.len(), false);
        for (seen, name) in self.0.iter_mut().zip(names) {
            // We look up the value with `TagName`, because the value of `Year` can also come from `Date`.
            let value = || TagName::new(name).value(tags, Color::White);
            *seen = *seen || value().is_some_and(|value| is_known(&value));
        }
    }

    /// Works like `see`, but takes the values of the tags instead of their names. Every `Some` counts as a known
    /// value.
    pub fn see_values<T>(&mut self, values: &[Option<T>]) {
        self.0.resize(values.len(), false);
        self.0.iter_mut().zip(values).for_each(|(seen, value)| *seen |= value.is_some());
    }

    pub fn append(&mut self, other: &SeenTags) {
        self.0.resize(self.0.len().max(other.0.len()), false);
        for (seen, &others) in self.0.iter_mut().zip(&other.0) {
            *seen |= others;
        }
    }

    /// Returns the tag names in `names` whose value is missing or unknown in every game.
    pub fn missing<'n>(&self, names: Vec<&'n str>) -> Vec<&'n str> {
        let seen = self.0.iter().copied().chain(std::iter::repeat(false));
        names.into_iter().zip(seen).filter(|(_, seen)| !seen).map(|(name, _)| name).collect()
    }
}
