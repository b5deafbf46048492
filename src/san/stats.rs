//! Where the numbers come from: strings counted by piece and discriminator.

use std::fmt;

use shakmaty::{Role, san::San};

use super::discriminator::Discriminator;

/// The rows of a [`Table`], in order.
const ROWS: [&str; 6] = [
    "pawn",
    "knight",
    "bishop",
    "rook",
    "queen",
    "king, castling",
];

/// A table of counts: a row a role, a column a kind of discriminator.
///
/// ```
/// use san_strings::{Vocabulary, san::stats::Table};
///
/// let vocabulary = Vocabulary::new();
/// let table = Table::count(vocabulary.base().iter().copied());
/// println!("{table}");
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Table {
    counts: [[usize; 4]; ROWS.len()],
}

impl Table {
    /// Counts the strings.
    #[must_use]
    pub fn count(sans: impl IntoIterator<Item = San>) -> Table {
        let mut table = Table::default();
        for san in sans {
            let row = match san {
                San::Normal { role, .. } | San::Put { role, .. } => usize::from(role) - 1,
                San::Castle(_) | San::Null => usize::from(Role::King) - 1,
            };
            table.counts[row][Discriminator::of(san) as usize] += 1;
        }
        table
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |f: &mut fmt::Formatter<'_>, name: &str, cells: [usize; 4]| {
            write!(f, "{name:<14}")?;
            for cell in cells {
                write!(f, "{cell:>8}")?;
            }
            writeln!(f, "{:>8}", cells.iter().sum::<usize>())
        };
        writeln!(f, "{:<14}   plain    file    rank  square   total", "")?;
        let mut total = [0; 4];
        for (name, cells) in ROWS.into_iter().zip(self.counts) {
            line(f, name, cells)?;
            for (sum, cell) in total.iter_mut().zip(cells) {
                *sum += cell;
            }
        }
        line(f, "total", total)
    }
}
