//! How long the analysis takes, without process and files: `cargo bench`.

use divan::{Bencher, black_box};
use san_strings_core::{Example, NeededFrom, Reason, Vocabulary};
use shakmaty::{Role, Square};

fn main() {
    divan::main();
}

/// What moves of one role to each square need.
#[divan::bench(args = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen])]
fn needed_from(bencher: Bencher, role: Role) {
    bencher.bench(|| Square::ALL.map(|to| NeededFrom::new(black_box(role), to)));
}

/// Why some strings cannot occur.
#[divan::bench]
fn reasons() -> usize {
    let strings = Vocabulary::with_symbols().iter().step_by(100);
    strings.filter_map(|(_, san)| Reason::of(san)).count()
}

/// Positions for some of those that do.
#[divan::bench]
fn examples() -> usize {
    let strings = Vocabulary::occurring().iter().step_by(100);
    strings.filter_map(|(_, san)| Example::find(san)).count()
}
