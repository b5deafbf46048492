//! The text of a string, without an allocation.

use std::{
    cmp::Ordering,
    fmt::{self, Display},
    ops::Deref,
};

use shakmaty::{
    san::{SanPlus, Suffix},
    uci::UciMove,
};

/// The text of a SAN, or of a move as UCI writes it: a [`str`] by [`Deref`]. Ordered as the lists
/// are, by length, then bytes.
#[derive(Clone, Copy, Eq, Hash, PartialEq)]
pub struct SanStr {
    len: u8,
    /// The text, then zeros.
    bytes: [u8; 7],
}

impl From<SanPlus> for SanStr {
    /// # Panics
    ///
    /// If the text has more than seven bytes. None of standard chess has: the longest are those
    /// such as `Qb6xe3+` and `bxa8=Q+`.
    fn from(san: SanPlus) -> SanStr {
        let mut text = Vec::with_capacity(8);
        san.append_ascii_to(&mut text);
        SanStr::of_bytes(&text)
    }
}

impl SanStr {
    /// A move as UCI writes it.
    pub fn of_uci(m: UciMove) -> SanStr {
        SanStr::of_bytes(m.to_string().as_bytes())
    }

    fn of_bytes(text: &[u8]) -> SanStr {
        let mut bytes = [0; 7];
        bytes[..text.len()].copy_from_slice(text);
        SanStr { len: u8::try_from(text.len()).expect("at most seven bytes"), bytes }
    }

    /// The text of a base string with a suffix.
    pub(super) fn with_suffix(mut self, suffix: Suffix) -> SanStr {
        let [sign, ..] = u32::from(suffix.char()).to_le_bytes();
        self.bytes[usize::from(self.len)] = sign;
        self.len += 1;
        self
    }
}

impl Ord for SanStr {
    fn cmp(&self, other: &SanStr) -> Ordering {
        // As one number each, which sorts several times as fast.
        let number = |text: &SanStr| {
            let mut bytes = [text.len; 8];
            bytes[1..].copy_from_slice(&text.bytes);
            u64::from_be_bytes(bytes)
        };
        number(self).cmp(&number(other))
    }
}

impl PartialOrd for SanStr {
    fn partial_cmp(&self, other: &SanStr) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Deref for SanStr {
    type Target = str;

    fn deref(&self) -> &str {
        let text = &self.bytes[..usize::from(self.len)];
        str::from_utf8(text).expect("SAN is ASCII")
    }
}

impl AsRef<str> for SanStr {
    fn as_ref(&self) -> &str {
        self
    }
}

impl AsRef<[u8]> for SanStr {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl PartialEq<str> for SanStr {
    fn eq(&self, other: &str) -> bool {
        **self == *other
    }
}

impl PartialEq<&str> for SanStr {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}

impl fmt::Debug for SanStr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl Display for SanStr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}
