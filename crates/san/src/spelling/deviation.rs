//! Records how a text differs from SAN, and at which bytes.

use std::{fmt, ops::Range};

use super::Difference;
use crate::few::sort_few;

/// One difference between a text and the SAN that it means, with its byte range in the text.
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

    /// Byte range of the difference in the text. If something is missing, the range is empty.
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

/// The differences found in a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Deviations(Vec<Deviation>);

impl Deviations {
    /// Adds a difference, unless its kind is already noted.
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

    /// Returns a copy that also contains the differences of `others`.
    pub fn with(&self, others: &Deviations) -> Deviations {
        let mut all = Deviations(Vec::with_capacity(self.0.len() + others.0.len() + 2));
        all.0.extend_from_slice(&self.0);
        for it in &others.0 {
            all.note(it.difference, it.start..it.end);
        }
        all
    }

    pub fn sorted(mut self) -> Vec<Deviation> {
        sort_few(&mut self.0, |it| (it.start, it.end));
        self.0
    }
}

impl Deviations {
    pub fn replaced(mut self, one: Difference, other: Difference) -> Deviations {
        for it in &mut self.0 {
            if it.difference == one {
                it.difference = other;
            }
        }
        self
    }
}
