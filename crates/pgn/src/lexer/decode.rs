//! Decodes text as UTF-8. Bytes that are not valid UTF-8 are read as Windows-1252, which includes Latin-1.

use std::borrow::Cow;

/// The characters of Windows-1252 from 0x80 to 0x9f, where Latin-1 has control characters.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// Decodes bytes as UTF-8, and each invalid byte as Windows-1252.
pub fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = str::from_utf8(bytes) {
        return text.into();
    }
    let mut text = String::new();
    for part in bytes.utf8_chunks() {
        text += part.valid();
        text.extend(part.invalid().iter().copied().map(windows_1252));
    }
    text.into()
}

/// Returns the first character, and its length in bytes.
pub fn first_char(bytes: &[u8]) -> Option<(char, usize)> {
    let length = match bytes.first()? {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 1,
    };
    let text = bytes.get(..length).and_then(|bytes| str::from_utf8(bytes).ok());
    let char = text.and_then(|text| text.chars().next());
    Some(char.map_or((windows_1252(bytes[0]), 1), |char| (char, length)))
}
