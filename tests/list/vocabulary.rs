//! Strings, their ids and the lines of the lists.

use std::fs;

use proptest::prelude::*;
use san_strings::Vocabulary;

#[test]
fn ids_go_there_and_back() {
    for (list, file) in [
        (Vocabulary::base(), "output/san_strings.txt"),
        (
            Vocabulary::with_symbols(),
            "output/san_strings_with_symbols.txt",
        ),
        (Vocabulary::occurring(), "output/san_strings_that_occur.txt"),
    ] {
        let text = fs::read_to_string(file).expect("a list");
        assert_eq!(list.len(), text.lines().count());
        for (id, line) in (0..).zip(text.lines()) {
            assert_eq!(list.id(line), Some(id));
            assert_eq!(list.text(id).as_deref(), Some(line));
            assert_eq!(
                list.san(id).map(|san| san.to_string()).as_deref(),
                Some(line)
            );
        }
        assert_eq!(list.iter().count(), list.len());
        let beyond = u16::try_from(list.len()).expect("a number of 16 bits");
        assert_eq!(list.text(beyond), None);
        assert_eq!(list.san(u16::MAX), None);
    }
}

proptest! {
    #[test]
    fn no_other_text_has_a_number(text in any::<String>()) {
        let list = Vocabulary::with_symbols();
        let id = list.id(&text);
        let found = id.and_then(|id| list.text(id));
        prop_assert!(found.is_none_or(|found| *found == *text));
        prop_assert_eq!(list.id(format!("\0{text}")), None);
    }
}

#[test]
fn zeros_are_no_part_of_a_string() {
    let list = Vocabulary::base();
    assert_eq!(list.id("\0a2"), None);
    assert_eq!(list.id(""), None);
}
