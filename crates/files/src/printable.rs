//! Untrusted text in messages of one line.

use std::path::Path;

/// A message in one line: control characters are escaped, and what is printable stays as it is.
pub fn printable(message: &str) -> String {
    let mut printable = String::with_capacity(message.len());
    for c in message.chars() {
        match c {
            '"' | '\'' | '\\' => printable.push(c),
            _ => printable.extend(c.escape_debug()),
        }
    }
    printable
}

/// The name of a file for a message.
pub fn printable_path(path: &Path) -> String {
    printable(&path.display().to_string())
}
