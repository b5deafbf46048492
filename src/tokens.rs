//! The lists as vocabularies of tokens: from a string to its number and back.
//!
//! The number of a string is the number of its line in the file, counted from 0.
//! Within a major version of this package no line moves, is added or taken away.
//!
//! ```
//! use san_strings::tokens::Tokens;
//!
//! let tokens = Tokens::occurring();
//! assert_eq!(tokens.len(), 28_938);
//!
//! let id = tokens.id("Nbxd2+").expect("it occurs");
//! assert_eq!(tokens.text(id).as_deref(), Some("Nbxd2+"));
//! assert_eq!(tokens.san(id), Some("Nbxd2+".parse()?));
//!
//! assert_eq!(tokens.id("Qa1a8"), None); // no such SAN
//! assert_eq!(tokens.text(28_938), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ops::Deref;

use shakmaty::san::SanPlus;

use crate::{
    occurrence,
    vocabulary::{Entry, Vocabulary},
};

/// A list of strings, each with its number.
#[derive(Clone, Debug)]
pub struct Tokens {
    /// Sorted, as the file is.
    keys: Vec<u64>,
    sans: Vec<SanPlus>,
}

impl Tokens {
    /// The base strings, as in `san_strings.txt`.
    #[must_use]
    pub fn base() -> Tokens {
        let vocabulary = Vocabulary::new();
        let entries = vocabulary.with_symbols();
        entries.filter(|entry| entry.san.suffix.is_none()).collect()
    }

    /// The strings with symbols, as in `san_strings_with_symbols.txt`.
    #[must_use]
    pub fn with_symbols() -> Tokens {
        Vocabulary::new().with_symbols().collect()
    }

    /// Those of them that can occur, as in `san_strings_that_occur.txt`.
    #[must_use]
    pub fn occurring() -> Tokens {
        occurrence::decided(&Vocabulary::new())
            .filter_map(|(entry, occurs)| occurs.then_some(entry))
            .collect()
    }

    /// How many strings there are. The numbers are all below.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The number of a string, `None` if it is not in the list.
    #[must_use]
    pub fn id(&self, text: &str) -> Option<usize> {
        // No string in the list is longer than its key.
        if text.len() > size_of::<u64>() {
            return None;
        }
        let key = text.bytes().fold(0, |key, byte| key << 8 | u64::from(byte));
        let id = self.keys.binary_search(&key).ok()?;
        // Zeros before a text do not change it as a number.
        (!text.starts_with('\0')).then_some(id)
    }

    /// The move that a number stands for.
    #[must_use]
    pub fn san(&self, id: usize) -> Option<SanPlus> {
        self.sans.get(id).copied()
    }

    /// The string that a number stands for.
    #[must_use]
    pub fn text(&self, id: usize) -> Option<Text> {
        self.keys.get(id).map(|key| Text(key.to_be_bytes()))
    }

    /// Every string, in the order of the numbers.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Text> {
        self.keys.iter().map(|key| Text(key.to_be_bytes()))
    }
}

impl FromIterator<Entry> for Tokens {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Tokens {
        let (keys, sans) = entries
            .into_iter()
            .map(|entry| (entry.key(), entry.san))
            .unzip();
        Tokens { keys, sans }
    }
}

/// The text of a string, without an allocation: a [`str`] by [`Deref`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Text(
    /// The text stands at the end, zeros before it.
    [u8; 8],
);

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        let start = self.0.iter().take_while(|&&byte| byte == 0).count();
        str::from_utf8(&self.0[start..]).unwrap_or_default()
    }
}
