//! A list of strings with its ids.

use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex},
};

use pyo3::{exceptions::PyValueError, prelude::*};
use san_strings::{Counts, Vocabulary as List};

/// A list, and the special tokens after it.
#[pyclass(frozen, subclass, module = "san_strings._native")]
pub struct Vocabulary {
    pub list: &'static List,
}

/// The lists that [`Counts::most_frequent`] has made, by name and length. They are never
/// dropped, as what encodes refers to them.
static SUBSETS: LazyLock<Mutex<HashMap<(String, usize), &'static List>>> =
    LazyLock::new(Mutex::default);

impl Vocabulary {
    /// The id of a special token.
    pub fn special(&self, name: &str) -> u16 {
        let at = List::SPECIAL.iter().position(|&other| other == name);
        self.first_special() + u16::try_from(at.expect("a special token")).expect("one of eight")
    }

    /// The id of the first special token.
    pub fn first_special(&self) -> u16 {
        u16::try_from(self.list.len()).expect("ids have 16 bits")
    }

    /// How many ids there are.
    pub fn size(&self) -> usize {
        self.list.len() + List::SPECIAL.len()
    }
}

#[pymethods]
impl Vocabulary {
    #[new]
    fn new(list: &str, most: Option<usize>) -> PyResult<Vocabulary> {
        let whole = match list {
            "occurring" => List::occurring(),
            "base" => List::base(),
            "symbols" => List::with_symbols(),
            "uci" => List::uci(),
            _ => {
                let lists = "'occurring', 'base', 'symbols' or 'uci'";
                let message = format!("there is no list {list:?}: it is {lists}");
                return Err(PyValueError::new_err(message));
            }
        };
        let Some(most) = most else {
            return Ok(Vocabulary { list: whole });
        };
        if list == "uci" || most == 0 {
            let message = "most is a positive number of strings of a list of SAN";
            return Err(PyValueError::new_err(message));
        }
        let mut subsets = SUBSETS.lock().expect("no panic while it is held");
        let list = subsets
            .entry((list.to_owned(), most))
            .or_insert_with(|| Box::leak(Box::new(Counts::lichess().most_frequent(whole, most))));
        Ok(Vocabulary { list })
    }

    fn __len__(&self) -> usize {
        self.size()
    }

    /// The id of a string or special token, or `None`.
    fn id(&self, text: &str) -> Option<u16> {
        let is_special = List::SPECIAL.contains(&text);
        self.list.id(text).or_else(|| is_special.then(|| self.special(text)))
    }

    /// The string or special token with an id, or `None`.
    fn text_of(&self, id: u16) -> Option<String> {
        match id.checked_sub(self.first_special()) {
            None => Some(self.list.text(id)?.to_string()),
            Some(special) => Some((*List::SPECIAL.get(usize::from(special))?).to_owned()),
        }
    }

    /// The text of a `tokenizer.json`.
    fn tokenizer_json(&self) -> String {
        self.list.tokenizer_json()
    }
}
