//! Reports for people: counts in words, and long lists cut short.

use std::{fmt::Display, io::Write};

use anyhow::Result;
use indicatif::HumanCount;

/// A number of things.
pub fn counted(number: u64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {what}{plural}", HumanCount(number))
}

/// How often something was played, for people.
pub(super) fn played(times: u64) -> String {
    match times {
        0 => "never played".to_owned(),
        1 => "played once".to_owned(),
        times => format!("played {} times", HumanCount(times)),
    }
}

/// Lines of a report that are printed.
const SHOWN: usize = 10;

/// Prints the first lines, and how many `more` there are, with `absent` that are not here.
pub(super) fn print_first(
    lines: impl ExactSizeIterator<Item: Display>,
    absent: usize,
    more: &str,
    out: &mut impl Write,
) -> Result<()> {
    let beyond = lines.len().saturating_sub(SHOWN) + absent;
    for line in lines.take(SHOWN) {
        writeln!(out, "{line}")?;
    }
    if beyond > 0 {
        writeln!(out, "... and {beyond} {more}")?;
    }
    Ok(())
}
