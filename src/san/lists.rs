//! The lists as files: names and contents.

use super::{
    occurrence,
    tokenizer::{SPECIAL, is_tokenizer, tokenizer},
    tokens::Tokens,
    vocabulary::{Entry, Vocabulary},
};

/// The names of the generated files, in order.
pub const NAMES: [&str; 4] = [
    "san_strings.txt",
    "san_strings_with_symbols.txt",
    "san_strings_that_occur.txt",
    "tokenizer.json",
];

/// A generated text file. A list has one string a line, every line ended by a newline.
///
/// ```
/// use san_strings::san::lists::files;
///
/// let [base, ..] = files();
/// assert_eq!((base.name, base.strings), ("san_strings.txt", 9_758));
/// assert!(base.text.starts_with(b"a2\na3\n"));
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ListFile {
    /// Its name in the output folder.
    pub name: &'static str,
    /// How many strings it holds; in a list, each is a line.
    pub strings: usize,
    /// The contents, ASCII.
    pub text: Vec<u8>,
}

/// Every list: the base strings, the strings with symbols, those that occur; and these
/// as a tokenizer.
#[must_use]
pub fn files() -> [ListFile; 4] {
    let vocabulary = Vocabulary::new();
    let strings = 3 * vocabulary.base().len();
    let mut base = ListFile::new(NAMES[0], strings / 3);
    let mut symbols = ListFile::new(NAMES[1], strings);
    let mut occurring = ListFile::new(NAMES[2], strings);
    let mut entries = Vec::with_capacity(strings);
    for (entry, occurs) in occurrence::decided(&vocabulary) {
        if entry.san.suffix.is_none() {
            base.push(entry);
        }
        symbols.push(entry);
        if occurs {
            occurring.push(entry);
            entries.push(entry);
        }
    }
    let tokenizer = ListFile {
        name: NAMES[3],
        strings: entries.len(),
        text: tokenizer(&Tokens::new(entries.into_iter()), &SPECIAL).into_bytes(),
    };
    [base, symbols, occurring, tokenizer]
}

impl ListFile {
    /// Whether the contents of a file show that it is one of these, of any version and
    /// perhaps damaged: the lists all begin with the same line.
    #[must_use]
    pub fn is_own(contents: &[u8]) -> bool {
        contents.starts_with(b"a2\n") || is_tokenizer(contents)
    }

    /// An empty file with room for this many strings.
    fn new(name: &'static str, strings: usize) -> ListFile {
        ListFile {
            name,
            strings: 0,
            text: Vec::with_capacity(8 * strings),
        }
    }

    fn push(&mut self, entry: Entry) {
        self.strings += 1;
        entry.append_line_to(&mut self.text);
    }
}
