//! Finds the tag pairs that begin a game, even if the text before them is broken.

use std::ops::Range;

use super::{
    scan,
    tags::{has_empty_line, is_tag},
};

/// Whether the text at this offset is a tag pair that certainly begins a game, even after an unclosed
/// comment. The tag pair must begin a line after an empty line, and the text before the empty line must not
/// end with another tag pair.
pub fn is_boundary(text: &[u8], at: usize) -> bool {
    let before = &text[..at];
    let blanks = scan::trailing(before, |byte| byte.is_ascii_whitespace());
    let (content, blanks) = before.split_at(at - blanks);
    has_empty_line(blanks)
        && blanks.ends_with(b"\n") | blanks.ends_with(b"\r")
        && !content.is_empty()
        && !content.ends_with(b"]")
        && is_tag(&text[at..], true)
}

/// Checks the offset after each line end in `range`. Returns the first one for which `is_boundary` is true.
pub fn first_boundary(text: &[u8], range: Range<usize>) -> Option<usize> {
    let mut at = range.start;
    while let Some(length) = scan::find_either(b'\n', b'\r', &text[at..range.end]) {
        at += length + 1;
        if text.get(at) == Some(&b'[') && is_boundary(text, at) {
            return Some(at);
        }
    }
    None
}
