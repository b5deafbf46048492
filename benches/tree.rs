//! How fast the tree is counted, beside plain perft: `cargo bench --bench tree`.

use divan::{black_box, counter::ItemsCount};
use san_strings::tree::{Options, Tree};
use shakmaty::{Chess, perft};

const PLIES: usize = 5;

fn main() {
    divan::main();
}

/// Every node once, and how each ends.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn tree(bencher: divan::Bencher) {
    bencher.counter(ItemsCount::new(1_772_698_u32)).bench(|| {
        let tree = Tree::new(Chess::default(), Options::plies(PLIES));
        let mut tree = tree.expect("a temporary folder");
        for _ in 0..PLIES {
            tree.grow(&|_| true).expect("nobody stops it");
        }
        tree.solve(&|_| true).expect("nobody stops it");
        tree.nodes()
    });
}

/// Every way to them, on one thread; the last ply is counted without playing it.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn plain_perft(bencher: divan::Bencher) {
    bencher
        .counter(ItemsCount::new(4_865_609_u32))
        .bench(|| perft(black_box(&Chess::default()), 5));
}
