//! Makes small changes to a file.

/// Passes changed copies of a text to `see`. In each copy, one byte is changed, removed or inserted, the end is
/// cut off, or a line is appended.
pub fn changes(text: &[u8], places: impl Iterator<Item = usize>, mut see: impl FnMut(&[u8])) {
    for at in places {
        let (before, after) = (&text[..at], &text[at + 1..]);
        for byte in [text[at] ^ 1, b'x', b'1', b'\n', b' '] {
            if byte != text[at] {
                see(&[before, &[byte], after].concat());
                see(&[before, &[byte], &text[at..]].concat());
            }
        }
        see(&[before, after].concat());
        see(before);
    }
    let mut lines = text.split_inclusive(|&byte| byte == b'\n');
    let ends = [lines.next(), lines.next_back()].into_iter().flatten();
    for line in ends.chain([&b"mine\n"[..], b"\n", b"# mine", b"; mine\n"]) {
        see(&[text, line].concat());
    }
}
