//! Untrusted text in messages.

/// Characters of a text that a message shows.
const SHOWN: usize = 80;

/// The beginning of a text for a message, with control characters and invalid UTF-8 escaped.
pub fn excerpt(text: impl AsRef<[u8]>) -> String {
    let characters = text
        .as_ref()
        .utf8_chunks()
        .flat_map(|chunk| chunk.valid().chars().map(Ok).chain(chunk.invalid().iter().map(Err)));
    let mut excerpt = String::new();
    for (n, character) in characters.enumerate() {
        match character {
            _ if n == SHOWN => return excerpt + "...",
            Ok(quote @ ('"' | '\'')) => excerpt.push(quote),
            Ok(c) => excerpt.extend(c.escape_debug()),
            Err(byte) => excerpt.extend(byte.escape_ascii().map(char::from)),
        }
    }
    excerpt
}
