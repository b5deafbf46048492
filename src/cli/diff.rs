//! A unified diff between a file and its right content.
//!
//! The printer of `imara-diff` names wrong lines where the first change is among the first six, and
//! for an empty file, so `patch` would refuse its diffs.

use std::{
    fmt::{self, Write},
    ops::Range,
    path::Path,
};

use imara_diff::{Algorithm, Diff, InternedInput, sources::byte_lines};

/// This many lines that differ are shown, each up to this width: no line of ours is longer.
const SHOWN_LINES: usize = 50;
const SHOWN_WIDTH: usize = 300;

/// Equal lines that are shown around those that differ.
const CONTEXT: usize = 3;

/// Lines that are removed from the old file, and those that replace them in the new.
type Change = (Range<usize>, Range<usize>);

/// The first changes, and how many lines differ beyond.
fn changes(input: &InternedInput<&[u8]>) -> (Vec<Change>, usize) {
    let mut diff = Diff::compute(Algorithm::Histogram, input);
    diff.postprocess_lines(input);
    let (mut left, mut beyond, mut shown) = (SHOWN_LINES, 0, Vec::new());
    for hunk in diff.hunks() {
        let mut first = |lines: Range<u32>| {
            let lines = lines.start as usize..lines.end as usize;
            let taken = lines.len().min(left);
            left -= taken;
            beyond += lines.len() - taken;
            lines.start..lines.start + taken
        };
        let (removed, added) = (first(hunk.before), first(hunk.after));
        if !removed.is_empty() || !added.is_empty() {
            shown.push((removed, added));
        }
    }
    (shown, beyond)
}

/// A unified diff of the first lines that differ, which `patch` takes, and how many lines differ
/// beyond. Bytes that no terminal should see are escaped.
pub(super) fn unified_diff(path: &Path, old: &[u8], new: &[u8]) -> (String, usize) {
    let input = InternedInput::new(byte_lines(old), byte_lines(new));
    let (changes, beyond) = changes(&input);
    let path = path.display();
    let mut text = format!("--- {path}\n+++ {path} (as it should be)\n");
    let is_near = |one: &Change, next: &Change| next.0.start - one.0.end <= 2 * CONTEXT;
    for hunk in changes.chunk_by(is_near) {
        // Writing to a `String` cannot fail.
        let _ = write_hunk(&input, hunk, &mut text);
    }
    (text, beyond)
}

/// Writes changes that are near each other, with the lines around them.
fn write_hunk(input: &InternedInput<&[u8]>, hunk: &[Change], out: &mut impl Write) -> fmt::Result {
    let ((first_removed, first_added), (removed, added)) = (&hunk[0], &hunk[hunk.len() - 1]);
    let before = first_removed.start.min(CONTEXT);
    let after = (input.before.len() - removed.end).min(CONTEXT);
    // Lines are counted from 1; where a side has none, it is the line before.
    let side =
        |start: usize, end: usize| format!("{},{}", start + usize::from(start < end), end - start);
    writeln!(
        out,
        "@@ -{} +{} @@",
        side(first_removed.start - before, removed.end + after),
        side(first_added.start - before, added.end + after)
    )?;
    let mut at = first_removed.start - before;
    for (removed, added) in hunk {
        for &line in &input.before[at..removed.start] {
            write_line(' ', input.interner[line], out)?;
        }
        for &line in &input.before[removed.clone()] {
            write_line('-', input.interner[line], out)?;
        }
        for &line in &input.after[added.clone()] {
            write_line('+', input.interner[line], out)?;
        }
        at = removed.end;
    }
    for &line in &input.before[at..at + after] {
        write_line(' ', input.interner[line], out)?;
    }
    Ok(())
}

fn write_line(tag: char, line: &[u8], out: &mut impl Write) -> fmt::Result {
    let ended = line.strip_suffix(b"\n");
    out.write_char(tag)?;
    for &byte in ended.unwrap_or(line).iter().take(SHOWN_WIDTH) {
        match byte {
            b' '..=b'~' => out.write_char(char::from(byte))?,
            _ => write!(out, "{}", byte.escape_ascii())?,
        }
    }
    out.write_str(if ended.is_some() { "\n" } else { "\n\\ No newline at end of file\n" })
}
