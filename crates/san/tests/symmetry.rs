//! Tests that the lists are symmetric. If we leave out castling, mirroring the files maps a list onto itself.
//! Mirroring the ranks also maps a list onto itself, because it turns White's moves into Black's, and a list
//! contains both.

use std::collections::BTreeSet;

use san_strings_core::Vocabulary;

/// Applies `map` to every character of every string. Castling strings stay as they are.
fn mapped(strings: &BTreeSet<String>, map: fn(char) -> char) -> BTreeSet<String> {
    strings
        .iter()
        .map(|san| if san.starts_with('O') { san.clone() } else { san.chars().map(map).collect() })
        .collect()
}

fn assert_symmetric(strings: &BTreeSet<String>) {
    // Piece letters are capitals, so the letters `a` to `h` are always files.
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
fn the_lists_are_symmetric() {
    for list in [Vocabulary::base(), Vocabulary::with_symbols(), Vocabulary::occurring()] {
        assert_symmetric(&list.iter().map(|(_, san)| san.to_string()).collect());
    }
}
