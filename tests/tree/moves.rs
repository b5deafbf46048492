//! A bound of the number of legal moves.

use fastrand::Rng;
use san_strings::tree::internal::{MOST_MOVES, certain_moves};
use shakmaty::{Chess, Position};

#[test]
fn certain_moves_are_never_more_than_the_legal_ones() {
    let mut random = Rng::with_seed(3);
    let mut many = 0;
    for _ in 0..200 {
        let mut position = Chess::default();
        while let Some(&m) = random.choice(&position.legal_moves()) {
            let certain = certain_moves(&position);
            assert!(certain <= position.legal_moves().len(), "{position:?}");
            many += usize::from(certain > MOST_MOVES);
            position.play_unchecked(m);
            if position.halfmoves() > 100 {
                break;
            }
        }
    }
    assert!(many > 1_000);
}
