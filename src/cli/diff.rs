//! How a file differs from what it should be, as a unified diff.

use std::{fmt::Write, path::Path};

use similar::{Change, ChangeTag, TextDiff};

/// A difference is shown up to about this many lines, and these up to this width.
const SHOWN_LINES: usize = 50;
const SHOWN_WIDTH: usize = 80;

/// A unified diff of the first differing lines, which `patch` takes, and how many lines
/// differ beyond. Bytes that no terminal should see are escaped.
pub(super) fn unified_diff(path: &Path, old: &[u8], new: &[u8]) -> (String, usize) {
    let path = path.display();
    let mut text = format!("--- {path}\n+++ {path} (as it should be)\n");
    let (mut shown, mut beyond) = (0, 0);
    let diff = TextDiff::from_lines(old, new);
    for group in diff.grouped_ops(3) {
        let hunk: Vec<_> = group.iter().flat_map(|op| diff.iter_changes(op)).collect();
        let is_equal = |change: &Change<_>| change.tag() == ChangeTag::Equal;
        let mut lines = 0..hunk.len().min(SHOWN_LINES - shown);
        if lines.end < hunk.len() {
            let rest = &hunk[lines.end..];
            beyond += rest.iter().filter(|change| !is_equal(change)).count();
            // With context on one side alone, `patch` takes the other for the end.
            while !lines.is_empty() && is_equal(&hunk[lines.start]) {
                lines.start += 1;
            }
            while !lines.is_empty() && is_equal(&hunk[lines.end - 1]) {
                lines.end -= 1;
            }
        }
        shown += lines.len();
        // Where it starts and how long it is, in the old file or the new. Lines are
        // counted from 1; where a side has none, it is the line before.
        let side = |new: bool| {
            let place = |change: &Change<_>| {
                if new {
                    change.new_index()
                } else {
                    change.old_index()
                }
            };
            let length = hunk[lines.clone()].iter().filter_map(place).count();
            let start = hunk[lines.clone()].iter().find_map(place).map(|at| at + 1);
            let before = hunk[..lines.start].iter().filter_map(place).next_back();
            let before = before.map_or(0, |at| at + 1);
            format!("{},{length}", start.unwrap_or(before))
        };
        if !lines.is_empty() {
            // Writing to a `String` cannot fail.
            let _ = writeln!(text, "@@ -{} +{} @@", side(false), side(true));
        }
        for change in &hunk[lines] {
            let line = change.value();
            let line = line.strip_suffix(b"\n").unwrap_or(line).escape_ascii();
            let line: String = line.take(SHOWN_WIDTH).map(char::from).collect();
            let _ = writeln!(text, "{}{line}", change.tag());
            if change.missing_newline() {
                text += "\\ No newline at end of file\n";
            }
        }
    }
    (text, beyond)
}
