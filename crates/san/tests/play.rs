//! Moves found without a list of moves, against shakmaty, which makes one.

use san_strings_core::{Vocabulary, play::play};
use shakmaty::{Chess, Position, san::SanPlus};

/// In positions of games at random, every string of the list is the move that shakmaty finds, or none.
#[test]
fn every_string_is_the_move_that_shakmaty_finds() {
    let mut seed = 1_u64;
    let mut checks = 0;
    for _ in 0..30 {
        let mut position = Chess::default();
        for ply in 0..120 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            // The generator of Numerical Recipes.
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let n = usize::try_from(seed >> 16).expect("64 bits") % legal.len();
            if ply % 6 == 5 || position.is_check() {
                checks += usize::from(position.is_check());
                for san in Vocabulary::base().sans() {
                    let mut after = position.clone();
                    let found = play(&mut after, san);
                    let theirs = san.san.to_move(&position).ok();
                    assert_eq!(found.map(|(m, _)| m), theirs, "{position:?} {san}");
                    if let (Some((_, right)), Some(m)) = (found, theirs) {
                        assert_eq!(right, SanPlus::from_move(position.clone(), m));
                    }
                }
            }
            position.play_unchecked(legal[n]);
        }
    }
    assert!(checks > 10, "{checks}");
}
