//! Counts strings by piece and discriminator.

use std::{fmt, ops::Range};

use shakmaty::{
    Role,
    san::{San, SanPlus},
};

use super::{discriminator::Discriminator, vocabulary::Vocabulary};

const ROWS: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king, castling"];

/// A table of counts. Rows are roles, columns are kinds of discriminator.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Breakdown {
    counts: [[usize; 4]; ROWS.len()],
}

impl Breakdown {
    /// Counts the strings of `list` for which `takes(id)` is true.
    pub fn count(list: &Vocabulary, takes: &dyn Fn(u16) -> bool) -> Breakdown {
        let mut table = Breakdown::default();
        for (SanPlus { san, .. }, _) in list.sans().zip(0..).filter(|&(_, id)| takes(id)) {
            let row = match san {
                San::Normal { role, .. } | San::Put { role, .. } => usize::from(role) - 1,
                San::Castle(_) | San::Null => usize::from(Role::King) - 1,
            };
            table.counts[row][Discriminator::of(san) as usize] += 1;
        }
        table
    }
}

impl fmt::Display for Breakdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cells(f, 8, |[count]| count.to_string(), [self])
    }
}

/// Two tables: one for a subset of strings, one for the whole set. Each cell is printed as `part/of`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Share {
    /// The counts of the subset.
    pub part: Breakdown,
    /// The counts of the whole set.
    pub of: Breakdown,
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |[part, of]: [usize; 2]| format!("{part}/{of}");
        write_cells(f, 12, cell, [&self.part, &self.of])
    }
}

/// Prints several tables as one. For each cell, `cell` formats the counts from all tables.
fn write_cells<const N: usize>(
    f: &mut fmt::Formatter<'_>,
    width: usize,
    cell: impl Fn([usize; N]) -> String,
    tables: [&Breakdown; N],
) -> fmt::Result {
    let mut line = |name: &str, cells: [String; 5]| {
        write!(f, "{name:<14}")?;
        for cell in cells {
            write!(f, "{cell:>width$}")?;
        }
        writeln!(f)
    };
    let head = ["plain", "file", "rank", "square", "total"];
    line("", head.map(str::to_owned))?;
    let rows = ROWS.into_iter().enumerate().map(|(row, name)| (name, row..row + 1));
    for (name, rows) in rows.chain([("total", 0..ROWS.len())]) {
        // Sums the counts in `rows` and `columns`. The last row and the last column of the output are totals.
        let sum = |columns: Range<usize>| {
            cell(tables.map(|table| {
                let rows = table.counts[rows.clone()].iter();
                rows.flat_map(|cells| &cells[columns.clone()]).sum()
            }))
        };
        line(name, [sum(0..1), sum(1..2), sum(2..3), sum(3..4), sum(0..4)])?;
    }
    Ok(())
}
