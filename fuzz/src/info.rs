//! `info.txt`: any text is either refused, or parsed and printed unchanged.

use san_strings_tree::Info;

/// Parses the bytes as an `info.txt`. If the text is valid, the parsed `Info` must print as the same text. If
/// the text is invalid, the error must name a line of the text.
pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match text.parse::<Info>() {
        Ok(info) => assert_eq!(info.to_string(), text),
        Err(error) => assert!((1..=text.split('\n').count()).contains(&error.line)),
    }
}
