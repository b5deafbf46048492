//! Untrusted text in messages, and numbers for people.

use std::path::Path;

/// Characters of a text that a message shows.
const SHOWN: usize = 80;

/// The beginning of a text for a message, with control characters and invalid UTF-8 escaped.
pub fn excerpt(text: impl AsRef<[u8]>) -> String {
    let mut excerpt = String::new();
    let mut left = SHOWN;
    for chunk in text.as_ref().utf8_chunks() {
        for c in chunk.valid().chars() {
            if left == 0 {
                return excerpt + "...";
            }
            excerpt.extend(c.escape_debug());
            left -= 1;
        }
        for byte in chunk.invalid() {
            if left == 0 {
                return excerpt + "...";
            }
            excerpt.extend(byte.escape_ascii().map(char::from));
            left -= 1;
        }
    }
    excerpt
}

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

/// A quotient with two decimals; 0.00 if there is nothing to divide by.
pub fn average(sum: usize, count: usize) -> String {
    let hundredths = (100 * sum + count / 2) / count.max(1);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}
