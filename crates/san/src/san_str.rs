//! Stores the text of a string without heap allocation.

use std::{
    fmt::{self, Display},
    ops::Deref,
};

use shakmaty::{
    san::{SanPlus, Suffix},
    uci::UciMove,
};

/// The text of a SAN or of a UCI move. It dereferences to [`str`].
///
/// We store the length, then the text, then zeros. So the derived `Ord` compares first by length, then by bytes.
/// The lists are sorted in this order.
///
/// ```
/// use san_strings_core::{SanStr, parse};
///
/// let [short, long] = ["e4", "O-O"].map(|text| SanStr::from(parse(text).expect("SAN")));
/// assert!(short < long && long.starts_with('O'));
/// ```
#[derive(Clone, Copy, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct SanStr([u8; 8]);

impl From<SanPlus> for SanStr {
    /// # Panics
    ///
    /// Panics if the text is longer than seven bytes. The longest SANs of standard chess have seven bytes,
    /// such as `Qb6xe3+` and `bxa8=Q+`.
    fn from(san: SanPlus) -> SanStr {
        let mut text = Vec::with_capacity(8);
        san.append_ascii_to(&mut text);
        SanStr::of_bytes(&text)
    }
}

impl SanStr {
    /// Converts a UCI move to text.
    pub fn of_uci(m: UciMove) -> SanStr {
        SanStr::of_bytes(m.to_string().as_bytes())
    }

    fn of_bytes(text: &[u8]) -> SanStr {
        let mut bytes = [0; 8];
        bytes[0] = u8::try_from(text.len()).expect("at most seven bytes");
        bytes[1..=text.len()].copy_from_slice(text);
        SanStr(bytes)
    }

    /// The text as a little-endian integer.
    pub(super) fn key(self) -> u64 {
        u64::from_le_bytes(self.0) >> u8::BITS
    }

    /// Appends a suffix to a base string.
    pub(super) fn with_suffix(mut self, suffix: Suffix) -> SanStr {
        let [sign, ..] = u32::from(suffix.char()).to_le_bytes();
        self.0[0] += 1;
        self.0[usize::from(self.0[0])] = sign;
        self
    }
}

impl Deref for SanStr {
    type Target = str;

    fn deref(&self) -> &str {
        let [length, text @ ..] = &self.0;
        str::from_utf8(&text[..usize::from(*length)]).expect("SAN is ASCII")
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
