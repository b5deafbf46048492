//! Helpers for readable reports: numbers with their nouns, and truncated lists.

use std::{fmt::Display, io::Write};

use anyhow::Result;
use indicatif::HumanCount;

/// Formats a number with its noun, such as `1 game` or `1,017 games`.
pub fn counted(number: u64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {what}{plural}", HumanCount(number))
}

/// Formats how often something was played, such as `played 3 times`.
pub(super) fn played(times: u64) -> String {
    match times {
        0 => "never played".to_owned(),
        1 => "played once".to_owned(),
        times => format!("played {} times", HumanCount(times)),
    }
}

/// We print at most this many lines of a long report.
const SHOWN: usize = 10;

/// Prints the first lines, and then how many lines remain. For example, if `more` is `more failures` and 7
/// lines remain, the last line is `... and 7 more failures`. `absent` is the number of lines of the report that
/// are not in `lines`. These lines also count as remaining.
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
