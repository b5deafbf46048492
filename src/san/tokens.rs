//! The lists as vocabularies of tokens: from a string to its number and back.
//!
//! The number of a string is the number of its line in the file, counted from 0.
//! Within a major version of this package no line moves, is added or taken away.
//!
//! ```
//! use san_strings::{Tokens, shakmaty::san::SanPlus};
//!
//! let tokens = Tokens::occurring();
//! assert_eq!(tokens.len(), 28_938);
//!
//! let id = tokens.id("Nbxd2+").expect("it occurs");
//! let san: SanPlus = "Nbxd2+".parse()?;
//! assert_eq!(tokens.san(id), Some(san));
//! assert_eq!(tokens.id(san), Some(id));
//! assert_eq!(tokens.text(id).as_deref(), Some("Nbxd2+"));
//!
//! assert_eq!(tokens.id("Qa1a8"), None); // cannot occur
//! assert_eq!(tokens.text(28_938), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::{
    fmt::{self, Display, Write},
    ops::Deref,
};

use shakmaty::san::{San, SanPlus};

use super::{
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
        Tokens::new(entries.filter(|entry| entry.san.suffix.is_none()))
    }

    /// The strings with symbols, as in `san_strings_with_symbols.txt`.
    #[must_use]
    pub fn with_symbols() -> Tokens {
        Tokens::new(Vocabulary::new().with_symbols())
    }

    /// Those of them that can occur, as in `san_strings_that_occur.txt`.
    #[must_use]
    pub fn occurring() -> Tokens {
        let vocabulary = Vocabulary::new();
        let decided = occurrence::decided(&vocabulary);
        Tokens::new(decided.filter_map(|(entry, occurs)| occurs.then_some(entry)))
    }

    /// The entries must be in the order of their keys.
    pub(super) fn new(entries: impl Iterator<Item = Entry>) -> Tokens {
        let (keys, sans) = entries.map(|entry| (entry.key(), entry.san)).unzip();
        Tokens { keys, sans }
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

    /// Whether they are base strings: none has `+` or `#`.
    #[must_use]
    pub fn is_base(&self) -> bool {
        self.sans.iter().all(|san| san.suffix.is_none())
    }

    /// The number of a string, given as a `&str` or as a move; `None` if it is not in
    /// the list.
    #[must_use]
    pub fn id(&self, string: impl Into<Spelling>) -> Option<usize> {
        let Spelling(key) = string.into();
        self.keys.binary_search(&key?).ok()
    }

    /// The move that a number stands for.
    #[must_use]
    pub fn san(&self, id: usize) -> Option<SanPlus> {
        self.sans.get(id).copied()
    }

    /// The string that a number stands for.
    #[must_use]
    pub fn text(&self, id: usize) -> Option<Text> {
        self.keys.get(id).copied().map(Text::new)
    }

    /// Every string, in the order of the numbers.
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter(self.keys.iter())
    }
}

impl<'a> IntoIterator for &'a Tokens {
    type Item = Text;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// The strings of a [`Tokens`], in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Iter<'a>(std::slice::Iter<'a, u64>);

impl Iterator for Iter<'_> {
    type Item = Text;

    fn next(&mut self) -> Option<Text> {
        self.0.next().copied().map(Text::new)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Iter<'_> {}

/// How a string is spelled, for [`Tokens::id`]: made from a text or from a move.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Spelling(
    /// The text as a number to the base 256, if it is short enough to be in a list.
    Option<u64>,
);

impl From<&str> for Spelling {
    fn from(text: &str) -> Spelling {
        let mut spelling = Spelling(Some(0));
        // Fails only where the text has become too long.
        let _ = spelling.write_str(text);
        spelling
    }
}

impl From<&String> for Spelling {
    fn from(text: &String) -> Spelling {
        text.as_str().into()
    }
}

impl From<SanPlus> for Spelling {
    fn from(san: SanPlus) -> Spelling {
        let mut spelling = Spelling(Some(0));
        let _ = write!(spelling, "{san}");
        spelling
    }
}

impl From<San> for Spelling {
    fn from(san: San) -> Spelling {
        SanPlus { san, suffix: None }.into()
    }
}

impl Write for Spelling {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            // A zero before a text would not change it as a number.
            self.0 = self
                .0
                .filter(|key| key.leading_zeros() >= 8 && byte != 0)
                .map(|key| key << 8 | u64::from(byte));
        }
        self.0.map(drop).ok_or(fmt::Error)
    }
}

/// The text of a string, without an allocation: a [`str`] by [`Deref`].
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Text(
    /// The text stands at the end, zeros before it.
    [u8; 8],
);

impl Text {
    fn new(key: u64) -> Text {
        Text(key.to_be_bytes())
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        let start = self.0.iter().take_while(|&&byte| byte == 0).count();
        str::from_utf8(&self.0[start..]).unwrap_or_default()
    }
}

impl Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}
