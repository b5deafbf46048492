//! The lists as files: names and contents.

use super::{
    occurrence,
    vocabulary::{Entry, Vocabulary},
};

/// A generated text file: one string a line, every line ended by a newline.
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
    /// How many strings (and lines) it holds.
    pub strings: usize,
    /// The contents, ASCII.
    pub text: Vec<u8>,
}

/// Every list: the base strings, the strings with symbols, those that occur.
#[must_use]
pub fn files() -> [ListFile; 3] {
    let vocabulary = Vocabulary::new();
    let strings = 3 * vocabulary.base().len();
    let mut base = ListFile::new("san_strings.txt", strings / 3);
    let mut symbols = ListFile::new("san_strings_with_symbols.txt", strings);
    let mut occurring = ListFile::new("san_strings_that_occur.txt", strings);
    for (entry, occurs) in occurrence::decided(&vocabulary) {
        if entry.san.suffix.is_none() {
            base.push(entry);
        }
        symbols.push(entry);
        if occurs {
            occurring.push(entry);
        }
    }
    [base, symbols, occurring]
}

impl ListFile {
    /// Whether the contents of a file show that it is one of the lists, of any version
    /// and perhaps damaged: they all begin with the same line.
    #[must_use]
    pub fn is_list(contents: &[u8]) -> bool {
        contents.starts_with(b"a2\n")
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
