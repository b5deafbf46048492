//! Classifies the bytes of movetext.

#[derive(Clone, Copy, Eq, PartialEq)]
pub enum ByteClass {
    /// Part of a word.
    Word,
    /// A byte that ends a word.
    End,
    /// A byte that is not ASCII.
    Sign,
    /// An ASCII byte that is not allowed in PGN.
    Other,
}

impl ByteClass {
    const fn of(byte: u8) -> ByteClass {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'#'
            | b'+'
            | b'-'
            | b'/'
            | b':'
            | b'='
            | b'@' => ByteClass::Word,
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0 | CTRL_Z | b'{' | b'}' | b'(' | b')'
            | b'!' | b'?' | b'$' | b';' | b'.' | b',' | b'*' | b'"' | b'<' | b'[' => ByteClass::End,
            0x80.. => ByteClass::Sign,
            _ => ByteClass::Other,
        }
    }
}

const CLASSES: [ByteClass; 256] = {
    let mut classes = [ByteClass::Other; 256];
    let mut byte = 0_u8;
    loop {
        classes[byte as usize] = ByteClass::of(byte);
        if byte == u8::MAX {
            break classes;
        }
        byte += 1;
    }
};

pub fn class(byte: u8) -> ByteClass {
    CLASSES[usize::from(byte)]
}

/// The end-of-file marker of DOS.
const CTRL_Z: u8 = 0x1a;

/// Whether a byte separates words: white space, or padding at the end of a file (zeros, Ctrl-Z).
pub fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b || byte == 0 || byte == CTRL_Z
}

/// Whether a text consists only of white space, byte order marks, Ctrl-Z and zero bytes.
pub fn is_nothing(text: &[u8]) -> bool {
    text.iter().all(|byte| byte.is_ascii_whitespace() || b"\xef\xbb\xbf\x1a\0".contains(byte))
}
