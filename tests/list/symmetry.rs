//! The board's mirrors map the list onto itself: files a-h for all strings but
//! castling, ranks 1-8 because either colour may move.

use std::collections::BTreeSet;

use san_strings::{Vocabulary, san::occurrence};

/// The strings after every character has been mapped; castling stays.
fn mapped(strings: &BTreeSet<String>, map: fn(char) -> char) -> BTreeSet<String> {
    strings
        .iter()
        .map(|san| {
            if san.starts_with('O') {
                san.clone()
            } else {
                san.chars().map(map).collect()
            }
        })
        .collect()
}

fn assert_symmetric(strings: &BTreeSet<String>) {
    // No letter of a file is a letter of a role: those are capitals.
    let files = mapped(strings, |c| match c {
        'a'..='h' => char::from(b'a' + b'h' - c as u8),
        _ => c,
    });
    assert_eq!(&files, strings, "mirroring the files changes the list");
    let ranks = mapped(strings, |c| match c {
        '1'..='8' => char::from(b'1' + b'8' - c as u8),
        _ => c,
    });
    assert_eq!(&ranks, strings, "mirroring the ranks changes the list");
}

#[test]
fn base_strings_are_symmetric() {
    let vocabulary = Vocabulary::new();
    assert_symmetric(&vocabulary.base().iter().map(ToString::to_string).collect());
}

#[test]
fn strings_with_symbols_are_symmetric() {
    let vocabulary = Vocabulary::new();
    let strings = vocabulary.with_symbols();
    assert_symmetric(&strings.map(|entry| entry.san.to_string()).collect());
}

#[test]
fn strings_that_occur_are_symmetric() {
    let vocabulary = Vocabulary::new();
    let strings = occurrence::occurring(&vocabulary);
    assert_symmetric(&strings.map(|san| san.to_string()).collect());
}
