//! How a file differs from what it should be, in the format of `diff -u`.

use std::path::Path;

use similar::{ChangeTag, TextDiff};

/// A difference is shown up to this many lines, and these up to this width.
const SHOWN_LINES: usize = 50;
const SHOWN_WIDTH: usize = 80;

/// The first differing lines, and how many there are beyond. Bytes that no terminal
/// should see are escaped.
pub(crate) fn unified_diff(path: &Path, old: &[u8], new: &[u8]) -> String {
    let diff = TextDiff::from_lines(old, new);
    let mut lines = vec![
        format!("--- {}", path.display()),
        format!("+++ {} (as it should be)", path.display()),
    ];
    let mut beyond = 0;
    for hunk in diff.unified_diff().iter_hunks() {
        if lines.len() < SHOWN_LINES {
            lines.push(hunk.header().to_string());
        }
        for change in hunk.iter_changes() {
            if lines.len() >= SHOWN_LINES {
                beyond += usize::from(change.tag() != ChangeTag::Equal);
                continue;
            }
            let line = change.value();
            let text = line.strip_suffix(b"\n").unwrap_or(line).escape_ascii();
            let text: String = text.take(SHOWN_WIDTH).map(char::from).collect();
            lines.push(format!("{}{text}", change.tag()));
            if change.missing_newline() {
                lines.push("\\ No newline at end of file".to_owned());
            }
        }
    }
    if beyond > 0 {
        lines.push(format!("... and {beyond} more lines differ"));
    }
    lines.push(String::new());
    lines.join("\n")
}
