//! How long the analysis takes, without process and files: `cargo bench`.

use divan::{Bencher, black_box};
use san_strings::{Discriminators, Vocabulary, san::occurrence::occurring};
use shakmaty::{Role, Square};

fn main() {
    divan::main();
}

/// Discriminators of all to-squares for one role.
#[divan::bench(args = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen])]
fn discriminators(bencher: Bencher, role: Role) {
    bencher.bench(|| Square::ALL.map(|to| Discriminators::new(black_box(role), to)));
}

/// Every base string, sorted.
#[divan::bench]
fn base_strings() -> Vocabulary {
    Vocabulary::new()
}

/// Every string with symbols, sorted, out of the base strings.
#[divan::bench]
fn strings_with_symbols(bencher: Bencher) {
    let vocabulary = Vocabulary::new();
    bencher.bench(|| black_box(&vocabulary).with_symbols().count());
}

/// Which of them occur.
#[divan::bench]
fn occurring_strings(bencher: Bencher) {
    let vocabulary = Vocabulary::new();
    bencher.bench(|| occurring(black_box(&vocabulary)).count());
}
