//! Lists of strings with their ids.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, Weak},
};

use pyo3::{exceptions::PyValueError, prelude::*};
use san_strings::{Vocabulary as List, lichess_counts};

/// A list of strings, followed by the special tokens.
#[pyclass(frozen, subclass, module = "san_strings._native")]
pub struct Vocabulary {
    pub list: Arc<List>,
}

/// Caches the shortened lists that are still in use, by name and length.
static SUBSETS: LazyLock<Mutex<Subsets>> = LazyLock::new(Mutex::default);

type Subsets = HashMap<(String, usize), Weak<List>>;

/// Shortens `list` to the strings that are played most often. `most` is the maximum number of strings. All
/// vocabularies with the same `name` and `most` share one list.
fn most_frequent(name: &str, list: &'static Arc<List>, most: usize) -> Arc<List> {
    if most >= list.len() {
        return Arc::clone(list);
    }
    let mut subsets = SUBSETS.lock().expect("no thread panics while it holds the lock");
    subsets.retain(|_, list| list.strong_count() > 0);
    let known = subsets.entry((name.to_owned(), most)).or_default();
    known.upgrade().unwrap_or_else(|| {
        let list = Arc::new(lichess_counts().most_frequent(list, most));
        *known = Arc::downgrade(&list);
        list
    })
}

impl Vocabulary {
    /// Number of ids, including the special tokens.
    pub fn size(&self) -> usize {
        self.list.len() + List::SPECIAL.len()
    }
}

/// Returns the special token whose id is `id`.
pub fn special(list: &List, id: u16) -> Option<&'static str> {
    List::SPECIAL.get(usize::from(id).checked_sub(list.len())?).copied()
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
                let message = format!("unknown list {list:?}: expected {lists}");
                return Err(PyValueError::new_err(message));
            }
        };
        let list = match most {
            None => Arc::clone(whole),
            Some(most @ 1..) if !whole.is_uci() => most_frequent(list, whole, most),
            _ => {
                let message = "most must be positive, and works only for lists of SAN";
                return Err(PyValueError::new_err(message));
            }
        };
        // We load the lists here, with the GIL held. Otherwise another thread could be loading them when the
        // process is forked. That thread would not exist in the child, so the child would wait forever for the
        // lists.
        list.load();
        List::occurring().load();
        List::uci().load();
        Ok(Vocabulary { list })
    }

    fn __len__(&self) -> usize {
        self.size()
    }

    /// Returns the id of a string or special token, or `None`.
    fn id(&self, text: &str) -> Option<u16> {
        let special = || List::SPECIAL.iter().position(|&special| special == text);
        let special_id = || u16::try_from(self.list.len() + special()?).ok();
        self.list.id(text).or_else(special_id)
    }

    /// Returns the string or special token with this id, or `None`.
    fn text_of(&self, id: i128) -> Option<String> {
        let id = u16::try_from(id).ok()?;
        let text = self.list.text(id).map(|text| text.to_string());
        text.or_else(|| special(&self.list, id).map(str::to_owned))
    }

    /// Returns the strings that begin with `prefix`, shortest first.
    fn starting_with(&self, prefix: &str) -> Vec<String> {
        let texts = self.list.starting_with(prefix).filter_map(|id| self.list.text(id));
        texts.map(|text| text.to_string()).collect()
    }

    /// Returns the text of a `tokenizer.json`.
    fn tokenizer_json(&self) -> String {
        self.list.tokenizer_json(&List::SPECIAL)
    }
}
