//! A unified diff between a file and its right content.

use std::{fmt::Write, ops::Range, path::Path};

use imara_diff::{Algorithm, Diff, InternedInput, sources::byte_lines};

/// A difference is shown up to this many lines, and these up to this width: no line of ours
/// is longer.
const SHOWN_LINES: usize = 50;
const SHOWN_WIDTH: usize = 300;

/// Equal lines that are shown around those that differ.
const CONTEXT: usize = 3;

/// A line of a hunk.
struct Line<'a> {
    /// A space, a minus or a plus.
    tag: char,
    /// Its index in the old file and in the new.
    at: [Option<usize>; 2],
    text: &'a [u8],
}

impl Line<'_> {
    fn is_equal(&self) -> bool {
        self.tag == ' '
    }
}

/// The lines that differ, with those around them.
fn hunks<'a>(old: &'a [u8], new: &'a [u8]) -> Vec<Vec<Line<'a>>> {
    let input = InternedInput::new(byte_lines(old), byte_lines(new));
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let old = |at: usize| input.interner[input.before[at]];
    let new = |at: usize| input.interner[input.after[at]];
    let range = |range: Range<u32>| range.start as usize..range.end as usize;
    let mut hunks: Vec<Vec<Line<'_>>> = Vec::new();
    // The ends of the hunk before.
    let (mut old_end, mut new_end) = (0, 0);
    let equal = |hunk: &mut Vec<Line<'a>>, lines: Range<usize>, shift: isize| {
        hunk.extend(lines.map(|at| Line {
            tag: ' ',
            at: [Some(at), at.checked_add_signed(shift)],
            text: old(at),
        }));
    };
    let shift = |old: usize, new: usize| new.cast_signed() - old.cast_signed();
    for change in diff.hunks() {
        let (removed, added) = (range(change.before), range(change.after));
        let before = shift(old_end, new_end);
        let mut start = old_end;
        if removed.start - old_end > 2 * CONTEXT || hunks.is_empty() {
            if let Some(last) = hunks.last_mut() {
                equal(last, old_end..old_end + CONTEXT, before);
            }
            start = start.max(removed.start.saturating_sub(CONTEXT));
            hunks.push(Vec::new());
        }
        let hunk = hunks.last_mut().expect("one was begun");
        equal(hunk, start..removed.start, before);
        hunk.extend(removed.clone().map(|at| Line {
            tag: '-',
            at: [Some(at), None],
            text: old(at),
        }));
        hunk.extend(added.clone().map(|at| Line { tag: '+', at: [None, Some(at)], text: new(at) }));
        (old_end, new_end) = (removed.end, added.end);
    }
    if let Some(last) = hunks.last_mut() {
        let end = input.before.len().min(old_end + CONTEXT);
        equal(last, old_end..end, shift(old_end, new_end));
    }
    hunks
}

/// A unified diff of the first differing lines, which `patch` takes, and how many lines
/// differ beyond. Bytes that no terminal should see are escaped.
pub(super) fn unified_diff(path: &Path, old: &[u8], new: &[u8]) -> (String, usize) {
    let path = path.display();
    let mut text = format!("--- {path}\n+++ {path} (as it should be)\n");
    let (mut shown, mut beyond) = (0, 0);
    for hunk in hunks(old, new) {
        let mut lines = 0..hunk.len().min(SHOWN_LINES - shown);
        if lines.end < hunk.len() {
            let rest = &hunk[lines.end..];
            beyond += rest.iter().filter(|line| !line.is_equal()).count();
            // With context on one side alone, `patch` takes the other for the end.
            while !lines.is_empty() && hunk[lines.start].is_equal() {
                lines.start += 1;
            }
            while !lines.is_empty() && hunk[lines.end - 1].is_equal() {
                lines.end -= 1;
            }
        }
        shown += lines.len();
        // Where it starts and how long it is, in the old file or the new. Lines are
        // counted from 1; where a side has none, it is the line before.
        let side = |side: usize| {
            let at = |line: &Line<'_>| line.at[side];
            let length = hunk[lines.clone()].iter().filter_map(at).count();
            let start = hunk[lines.clone()].iter().find_map(at).map(|at| at + 1);
            let before = hunk[..lines.start].iter().filter_map(at).next_back();
            let before = before.map_or(0, |at| at + 1);
            format!("{},{length}", start.unwrap_or(before))
        };
        if !lines.is_empty() {
            // Writing to a `String` cannot fail.
            let _ = writeln!(text, "@@ -{} +{} @@", side(0), side(1));
        }
        for line in &hunk[lines] {
            let ended = line.text.strip_suffix(b"\n");
            text.push(line.tag);
            for &byte in ended.unwrap_or(line.text).iter().take(SHOWN_WIDTH) {
                match byte {
                    b' '..=b'~' => text.push(char::from(byte)),
                    _ => text.extend(byte.escape_ascii().map(char::from)),
                }
            }
            text.push('\n');
            if ended.is_none() {
                text += "\\ No newline at end of file\n";
            }
        }
    }
    (text, beyond)
}
