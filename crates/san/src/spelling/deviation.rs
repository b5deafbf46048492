//! Where a text differs from SAN, and how.

use std::{fmt, ops::Range};

use super::Difference;
use crate::few::sort_few;

/// A difference between a text and the SAN that it means, and the bytes of the text that show it.
#[derive(Clone, Copy, Eq, Hash, PartialEq)]
pub struct Deviation {
    /// The difference.
    pub difference: Difference,
    start: u8,
    end: u8,
}

impl Deviation {
    pub(super) fn new(difference: Difference, bytes: Range<u8>) -> Deviation {
        Deviation { difference, start: bytes.start, end: bytes.end }
    }

    /// The byte range in the text. It is empty, and where something is missing, if that is the difference.
    ///
    /// ```
    /// use san_strings_core::{Reading, read, shakmaty::Chess};
    ///
    /// let Reading::Mended { differences, .. } = read(&Chess::default(), "1.Ng1-f3") else {
    ///     panic!("it is plain");
    /// };
    /// let ranges = differences.iter().map(|it| (it.name(), it.range()));
    /// assert_eq!(ranges.collect::<Vec<_>>(), [("move-number", 0..2), ("long-algebraic", 3..6)]);
    /// ```
    pub fn range(self) -> Range<usize> {
        usize::from(self.start)..usize::from(self.end)
    }

    /// The name of the difference in JSON.
    pub fn name(self) -> &'static str {
        self.difference.name()
    }
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.difference.fmt(f)
    }
}

impl fmt::Debug for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}..{}", self.difference, self.start, self.end)
    }
}

impl PartialEq<Difference> for Deviation {
    fn eq(&self, other: &Difference) -> bool {
        self.difference == *other
    }
}

/// Differences of a text, each kind once.
#[derive(Clone, Debug, Default)]
pub(super) struct Deviations(Vec<Deviation>);

impl Deviations {
    /// Adds a difference, unless it was noted.
    pub fn note(&mut self, difference: Difference, bytes: Range<u8>) {
        if !self.has(difference) {
            self.0.push(Deviation::new(difference, bytes));
        }
    }

    pub fn has(&self, difference: Difference) -> bool {
        self.0.iter().any(|it| it.difference == difference)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// These differences and others.
    pub fn with(&self, others: &Deviations) -> Deviations {
        let mut all = Deviations(Vec::with_capacity(self.0.len() + others.0.len() + 2));
        all.0.extend_from_slice(&self.0);
        for it in &others.0 {
            all.note(it.difference, it.start..it.end);
        }
        all
    }

    /// The differences in the order of the text.
    pub fn sorted(mut self) -> Vec<Deviation> {
        sort_few(&mut self.0, |it| (it.start, it.end));
        self.0
    }
}

impl Deviations {
    /// The same with a difference for another.
    pub fn replaced(mut self, one: Difference, other: Difference) -> Deviations {
        for it in &mut self.0 {
            if it.difference == one {
                it.difference = other;
            }
        }
        self
    }
}
