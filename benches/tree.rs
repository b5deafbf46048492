//! Measures how fast we count the positions of the game tree, compared with plain perft:
//! `cargo bench --bench tree`.

use divan::{black_box, counter::ItemsCount};
use san_strings_tree::{GrowOptions, Grower};
use shakmaty::{Chess, perft};

const PLIES: usize = 5;

fn main() {
    divan::main();
}

/// Visits every node once, and finds out whether and how the game ends there.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn tree(bencher: divan::Bencher) {
    bencher.counter(ItemsCount::new(1_772_698_u32)).bench(|| {
        let grower = Grower::new(Chess::default(), GrowOptions::new(PLIES));
        let mut grower = grower.expect("a temporary folder");
        for _ in 0..PLIES {
            grower.grow(&()).expect("nothing stops it");
        }
        grower.solve(None, &()).expect("nothing stops it");
        grower.tree().nodes()
    });
}

/// Counts every move sequence of five plies, on one thread. Perft counts the moves of the last ply
/// without playing them.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn plain_perft(bencher: divan::Bencher) {
    bencher
        .counter(ItemsCount::new(4_865_609_u32))
        .bench(|| perft(black_box(&Chess::default()), 5));
}
