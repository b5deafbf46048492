//! Tests the reasons why strings cannot occur, and their proofs.

use std::collections::HashSet;

use san_strings_core::{Reason, Vocabulary, parse};
use shakmaty::{File, Rank, Square, san::SanPlus};

/// Every text that has the syntax of SAN, whether or not it can occur.
fn well_written() -> Vec<String> {
    let files = || File::ALL.map(|file| file.to_string());
    let ranks = || Rank::ALL.map(|rank| rank.to_string());
    let squares = Square::ALL.map(|square| square.to_string());
    let or_none = |items: [String; 8]| items.into_iter().chain([String::new()]);
    let mut texts = vec!["O-O".to_owned(), "O-O-O".to_owned()];
    for square in squares {
        for file in or_none(files()) {
            for rank in or_none(ranks()) {
                for x in ["", "x"] {
                    for role in ["K", "Q", "R", "B", "N"] {
                        texts.push(format!("{role}{file}{rank}{x}{square}"));
                    }
                }
            }
        }
        for promotion in ["", "=Q", "=R", "=B", "=N"] {
            texts.push(format!("{square}{promotion}"));
            for file in files() {
                texts.push(format!("{file}x{square}{promotion}"));
            }
        }
    }
    let suffixes = ["", "+", "#"].into_iter();
    suffixes.flat_map(|suffix| texts.iter().map(move |text| format!("{text}{suffix}"))).collect()
}

#[test]
fn exactly_the_strings_that_do_not_occur_have_a_reason() {
    let occurring: HashSet<SanPlus> = Vocabulary::occurring().sans().collect();
    let texts = well_written();
    assert_eq!(texts.len(), 3 * (2 + 64 * (9 * 9 * 2 * 5 + 5 * 9)));
    for text in texts {
        let san = parse(&text).expect("well written");
        let Some(reason) = Reason::of(san) else {
            assert!(occurring.contains(&san), "{text} has no reason");
            continue;
        };
        assert!(!occurring.contains(&san), "{text} occurs, but: {reason}");
        let cases = matches!(reason, Reason::Needless(_) | Reason::NoCheck(_));
        assert_eq!(cases, !reason.proof().is_empty(), "{text}: {reason}");
    }
}
