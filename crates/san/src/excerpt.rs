//! Untrusted text in messages.

/// Characters of a text that a message shows.
const SHOWN: usize = 80;

/// The beginning of a text for a message, with control characters and invalid UTF-8 escaped.
pub fn excerpt(text: impl AsRef<[u8]>) -> String {
    let mut shown = text.as_ref().utf8_chunks().flat_map(|chunk| {
        let chars = chunk.valid().chars().map(|c| c.escape_debug().to_string());
        let bytes = chunk.invalid().iter().map(|byte| byte.escape_ascii().to_string());
        chars.chain(bytes)
    });
    let excerpt: String = shown.by_ref().take(SHOWN).collect();
    if shown.next().is_some() { excerpt + "..." } else { excerpt }
}
