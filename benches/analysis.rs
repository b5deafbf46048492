//! How long the analysis takes, without process and files: `cargo bench`.

use divan::{Bencher, black_box};
use san_strings::{
    discriminator::Discriminators,
    vocabulary::{base, with_symbols},
};
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
fn base_strings() -> usize {
    base().len()
}

/// Every string with symbols, sorted, out of the base strings.
#[divan::bench]
fn strings_with_symbols(bencher: Bencher) {
    let base = base();
    bencher.bench(|| with_symbols(black_box(&base)));
}
