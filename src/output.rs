//! Names and contents of the generated files.

use san_strings_core::{
    Vocabulary,
    tokenizer::{CONFIG, SPECIAL_MAP},
};
use san_strings_files::Ours;

/// The names of the generated files, in the order of [`files`].
pub const NAMES: [&str; 6] = [
    "san_strings.txt",
    "san_strings_with_symbols.txt",
    "san_strings_that_occur.txt",
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
];

/// A generated text file. A list has one string per line, and every line ends with a newline.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OutputFile {
    /// The name of the file in the output folder.
    pub name: &'static str,
    /// The contents, in ASCII.
    pub text: Vec<u8>,
}

/// All generated files: the base strings, the strings with symbols, the strings that occur, and a tokenizer
/// for the strings that occur, with two files that `transformers` expects next to it.
pub fn files() -> [OutputFile; 6] {
    let occurring = Vocabulary::occurring();
    let [base, symbols, occur, tokenizer, config, map] = NAMES;
    let of_tokens = |name, text: &str| OutputFile { name, text: text.into() };
    [
        OutputFile::of_list(base, Vocabulary::base()),
        OutputFile::of_list(symbols, Vocabulary::with_symbols()),
        OutputFile::of_list(occur, occurring),
        of_tokens(tokenizer, &occurring.tokenizer_json(&Vocabulary::SPECIAL)),
        of_tokens(config, CONFIG),
        of_tokens(map, SPECIAL_MAP),
    ]
}

impl Ours for OutputFile {
    /// Every version of the program writes the same text. So if the text of a file differs, the program did not
    /// write this file.
    fn foreign(&self, contents: &[u8]) -> Option<String> {
        (contents != self.text).then(|| "it differs".to_owned())
    }
}

impl OutputFile {
    fn of_list(name: &'static str, list: &Vocabulary) -> OutputFile {
        let mut text = Vec::with_capacity(8 * list.len());
        for string in list.texts() {
            text.extend_from_slice(string.as_bytes());
            text.push(b'\n');
        }
        OutputFile { name, text }
    }

    /// Whether the file is a list, as opposed to a tokenizer file.
    pub fn is_list(&self) -> bool {
        NAMES[..3].contains(&self.name)
    }
}
