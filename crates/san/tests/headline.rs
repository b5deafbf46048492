//! Derives two widely quoted figures: 10,158 base strings, and 30,474 strings (each base string plain, with
//! `+` and with `#`). You get these figures if you assume that queens, unlike other pieces, can move through
//! each other. The strings that this assumption adds cannot be played, as the test in `brute_force.rs` shows.

use std::collections::BTreeSet;

use san_strings_core::Vocabulary;
use shakmaty::{Bitboard, Square, attacks};

/// The queen moves that would need a rank or a square as discriminator, if one queen could move through another.
fn queen_without_half_rays() -> BTreeSet<String> {
    let mut strings = BTreeSet::new();
    for to in Square::ALL {
        let attacks = attacks::queen_attacks(to, Bitboard::EMPTY);
        for from in attacks {
            let others = attacks.without(from);
            let same_file = others.into_iter().any(|sq| sq.file() == from.file());
            let same_rank = others.into_iter().any(|sq| sq.rank() == from.rank());
            for x in ["", "x"] {
                if same_file {
                    strings.insert(format!("Q{}{x}{to}", from.rank()));
                }
                if same_file && same_rank {
                    strings.insert(format!("Q{from}{x}{to}"));
                }
            }
        }
    }
    strings
}

#[test]
fn the_older_headline_lets_queens_look_through_each_other() {
    let base: BTreeSet<String> =
        Vocabulary::base().iter().map(|(_, san)| san.to_string()).collect();
    let extra: Vec<String> = queen_without_half_rays().difference(&base).cloned().collect();
    assert_eq!(base.len() + extra.len(), 10_158);
    assert_eq!(3 * (base.len() + extra.len()), 30_474);
    // docs/figures.md also mentions the numbers 48 and 400.
    let ranks = extra.iter().filter(|san| san.len() - usize::from(san.contains('x')) == 4);
    assert_eq!((ranks.count(), extra.len()), (48, 400));
    for san in ["Q1b8", "Qa1a8", "Qd4xa4"] {
        assert!(extra.iter().any(|string| string == san), "{san}");
    }
}
