//! Escapes untrusted text, so that it fits on one line of a message or a table.

use std::path::Path;

/// Maximum number of characters in an excerpt.
const SHOWN: usize = 80;

/// Returns the beginning of a text, to quote it in a message. Escapes the same characters as [`escaped`].
pub fn excerpt(text: impl AsRef<[u8]>) -> String {
    escaped_to(SHOWN, text.as_ref())
}

/// Returns the whole text on one line. Escapes control characters, invalid UTF-8 and backslashes, so that the
/// text can be recovered.
///
/// ```
/// use san_strings_core::excerpt::escaped;
///
/// assert_eq!(escaped(b"a\tb\\c\xff"), r"a\tb\\c\xff");
/// ```
pub fn escaped(text: impl AsRef<[u8]>) -> String {
    escaped_to(usize::MAX, text.as_ref())
}

fn escaped_to(shown: usize, text: &[u8]) -> String {
    // Most texts need no escapes.
    if text.len() <= shown && text.iter().all(|&byte| matches!(byte, b' '..=b'~') && byte != b'\\')
    {
        return String::from_utf8_lossy(text).into_owned();
    }
    let characters = text
        .utf8_chunks()
        .flat_map(|chunk| chunk.valid().chars().map(Ok).chain(chunk.invalid().iter().map(Err)));
    let mut escaped = String::new();
    for (n, character) in characters.enumerate() {
        match character {
            _ if n == shown => return escaped + "...",
            Ok(quote @ ('"' | '\'')) => escaped.push(quote),
            Ok(c) => escaped.extend(c.escape_debug()),
            Err(byte) => escaped.extend(byte.escape_ascii().map(char::from)),
        }
    }
    escaped
}

/// Escapes a message, so that it fits on one line. Unlike [`escaped`], leaves backslashes unchanged, because
/// parts of the message may be escaped already.
pub fn printable(message: &str) -> String {
    let parts = message.split('\\').map(escaped);
    parts.collect::<Vec<_>>().join("\\")
}

/// Formats a file name for a message.
pub fn printable_path(path: &Path) -> String {
    printable(&path.display().to_string())
}
