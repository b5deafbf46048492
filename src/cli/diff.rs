//! Prints a unified diff between a file and what it should contain.

use std::{fmt::Write, ops::Range, path::Path};

use imara_diff::{Algorithm, Diff, InternedInput, sources::byte_lines};

/// We show about `SHOWN_LINES` lines, and truncate each to `SHOWN_WIDTH` bytes. All lines of the files that we
/// generate are shorter than `SHOWN_WIDTH`.
const SHOWN_LINES: usize = 50;
const SHOWN_WIDTH: usize = 300;

/// Number of unchanged lines that we show before and after a change.
const CONTEXT: usize = 3;

/// Lines of the old file, and the lines of the new file that replace them.
struct Change {
    old: Range<usize>,
    new: Range<usize>,
}

/// Returns a unified diff of the first differing lines, and the number of differing lines that the diff
/// leaves out. `patch` accepts the diff. Bytes that could harm a terminal are escaped.
pub(super) fn unified_diff(path: &Path, old: &[u8], new: &[u8]) -> (String, usize) {
    let (changes, beyond) = first_changes(old, new);
    let is_end = |&byte: &u8| byte == b'\n';
    let old: Vec<&[u8]> = old.split_inclusive(is_end).collect();
    let new: Vec<&[u8]> = new.split_inclusive(is_end).collect();
    let path = path.display();
    let mut text = format!("--- {path}\n+++ {path} (as it should be)\n");
    let is_close = |one: &Change, next: &Change| next.old.start - one.old.end <= 2 * CONTEXT;
    for hunk in changes.chunk_by(is_close) {
        let (first, last) = (&hunk[0], &hunk[hunk.len() - 1]);
        let above = first.old.start.min(CONTEXT);
        let below = (old.len() - last.old.end).min(CONTEXT);
        let place = |first: usize, last: usize| place(first - above..last + below);
        let old_place = place(first.old.start, last.old.end);
        let new_place = place(first.new.start, last.new.end);
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "@@ -{old_place} +{new_place} @@");
        let mut at = first.old.start - above;
        for change in hunk {
            write_lines(&mut text, ' ', &old[at..change.old.start]);
            write_lines(&mut text, '-', &old[change.old.clone()]);
            write_lines(&mut text, '+', &new[change.new.clone()]);
            at = change.old.end;
        }
        write_lines(&mut text, ' ', &old[at..at + below]);
    }
    (text, beyond)
}

/// Returns the changes to show, and the number of differing lines that are not shown. The last change may be
/// cut short.
fn first_changes(old: &[u8], new: &[u8]) -> (Vec<Change>, usize) {
    let input = InternedInput::new(byte_lines(old), byte_lines(new));
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let (mut changes, mut room, mut beyond) = (Vec::new(), SHOWN_LINES, 0);
    for hunk in diff.hunks() {
        room = room.saturating_sub(2 * CONTEXT);
        let mut shown = |lines: Range<u32>| {
            let length = lines.len().min(room);
            room -= length;
            beyond += lines.len() - length;
            lines.start as usize..lines.start as usize + length
        };
        let change = Change { old: shown(hunk.before), new: shown(hunk.after) };
        if !(change.old.is_empty() && change.new.is_empty()) {
            changes.push(change);
        }
    }
    (changes, beyond)
}

/// Formats a range for a hunk header: its first line, counted from 1, and its number of lines. An empty
/// range has no first line, so `patch` expects the number of the line before the range instead.
fn place(lines: Range<usize>) -> String {
    format!("{},{}", lines.start + usize::from(!lines.is_empty()), lines.len())
}

fn write_lines(text: &mut String, tag: char, lines: &[&[u8]]) {
    for line in lines {
        let ended = line.strip_suffix(b"\n");
        text.push(tag);
        for &byte in ended.unwrap_or(line).iter().take(SHOWN_WIDTH) {
            match byte {
                b' '..=b'~' => text.push(char::from(byte)),
                _ => text.extend(byte.escape_ascii().map(char::from)),
            }
        }
        text.push_str(if ended.is_some() { "\n" } else { "\n\\ No newline at end of file\n" });
    }
}
