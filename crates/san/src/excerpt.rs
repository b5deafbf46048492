//! Untrusted text in messages.

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
