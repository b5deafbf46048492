//! The names of tags that come before in a game.

use std::collections::HashSet;

/// So many names are compared one by one, which is quicker than to hash them; more would not be.
const FEW: usize = 32;

/// The names of tags, in any case.
#[derive(Default)]
pub struct TagNames<'a> {
    first: Vec<&'a [u8]>,
    others: HashSet<Vec<u8>>,
}

impl<'a> TagNames<'a> {
    /// Adds a name; `false` if it is there.
    pub fn insert(&mut self, name: &'a [u8]) -> bool {
        if self.first.iter().any(|other| other.eq_ignore_ascii_case(name)) {
            return false;
        }
        if self.first.len() < FEW {
            self.first.push(name);
            return true;
        }
        self.others.insert(name.to_ascii_lowercase())
    }
}
