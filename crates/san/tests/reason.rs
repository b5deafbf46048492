//! The reasons why strings cannot occur, and their proofs.

use std::collections::HashSet;

use san_strings_core::{
    Reason, Vocabulary,
    geometry::half_ray,
    occurrence::{Placement, can_check, placements},
    parse,
    reason::checks_nothing,
};
use shakmaty::{Bitboard, File, Rank, Square, attacks, san::SanPlus};

/// Every text that is well written SAN.
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

/// The proofs say that no line which a piece does not guard itself goes on
/// behind its from-square.
#[test]
fn nothing_is_discovered_for_want_of_lines() {
    let no_check = Vocabulary::base().sans().filter(|base| !can_check(base.san));
    for placement in no_check.flat_map(|base| placements(base.san)) {
        for behind in placement.unguarded() {
            let line = attacks::ray(behind, placement.from);
            assert_eq!(line & !half_ray(placement.from, behind), placement.from.into());
        }
    }
}

/// The printed proof has a reason for every square that the move attacks.
#[test]
fn a_proof_covers_every_square() {
    let no_check = Vocabulary::base().sans().filter(|base| !can_check(base.san));
    let mut proofs = 0;
    for san in no_check.map(|base| base.san) {
        let placements: Vec<Placement> = placements(san).collect();
        for group in placements.chunk_by(|one, other| one.from == other.from) {
            let text = checks_nothing(group);
            let (_, text) = text.split_once("a king on ").expect("squares follow");
            let squares = text.split("; on ").flat_map(|case| {
                let (squares, _) = case.split_once(": ").expect("a reason follows");
                squares.split(", ").flat_map(|squares| squares.split(" or "))
            });
            let squares: Bitboard =
                squares.map(|square| square.parse::<Square>().expect("a square")).collect();
            let attacked = group.iter().map(|placement| placement.attacked_after());
            let attacked = attacked.fold(Bitboard::EMPTY, |all, more| all | more);
            assert_eq!(squares, attacked, "{san}: {text}");
            proofs += 1;
        }
    }
    assert!(proofs > 100);
}
