//! Measures only the functions that analyse strings and read moves, without processes or files. Run
//! `cargo bench --bench analysis`.

use divan::{Bencher, black_box, counter::ItemsCount};
use san_strings_core::{NeededFrom, Reading, Reason, Spelling, Vocabulary};
use shakmaty::{Chess, Position, Role, Square};

fn main() {
    divan::main();
}

#[divan::bench(args = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen])]
fn needed_from(bencher: Bencher, role: Role) {
    bencher.bench(|| Square::ALL.map(|to| NeededFrom::new(black_box(role), to)));
}

#[divan::bench]
fn reasons() -> usize {
    let strings = Vocabulary::with_symbols().sans().step_by(100);
    strings.filter_map(Reason::of).count()
}

/// Generates positions from random games, each with a list of texts. `of` converts the SAN of a legal move to
/// a text, or returns `None` to skip the move.
fn texts(of: impl Fn(&Chess, String) -> Option<String>) -> Vec<(Chess, Vec<String>)> {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut position = Chess::default();
    let mut found = Vec::new();
    while found.len() < 400 {
        let legal = position.legal_moves();
        let Some(&m) = rng.choice(&legal).filter(|_| position.halfmoves() < 60) else {
            position = Chess::default();
            continue;
        };
        let sans = legal.iter().map(|&m| shakmaty::san::SanPlus::from_move(position.clone(), m));
        let texts = sans.filter_map(|san| of(&position, san.to_string())).collect();
        found.push((position.clone(), texts));
        position.play_unchecked(m);
    }
    found
}

/// Measures how fast we parse texts and find the moves that they mean. Uses only texts with this verdict.
fn read(bencher: Bencher, of: impl Fn(&Chess, String) -> Option<String>, verdict: &str) {
    let texts = texts(|position, san| {
        let text = of(position, san)?;
        (Spelling::parse(&text).on(position).verdict() == verdict).then_some(text)
    });
    let count: usize = texts.iter().map(|(_, texts)| texts.len()).sum();
    bencher.counter(ItemsCount::new(count)).bench(|| {
        for (position, texts) in &texts {
            for text in texts {
                black_box::<Reading>(Spelling::parse(black_box(text)).on(position));
            }
        }
    });
}

#[divan::bench]
fn read_exact(bencher: Bencher) {
    read(bencher, |_, san| Some(san), "exact");
}

/// Reads moves that are not spelled as SAN: with a German letter, a figurine, an annotation, or a move number and
/// `:` for `x`.
#[divan::bench]
fn read_spelled_otherwise(bencher: Bencher) {
    let of = |_: &Chess, san: String| {
        Some(match san.len() % 4 {
            0 if san.starts_with('N') => san.replacen('N', "S", 1),
            _ if san.starts_with('Q') => san.replacen('Q', "♕", 1),
            1 | 2 => format!("{san}!"),
            _ => format!("12. {}", san.replace('x', ":")),
        })
    };
    read(bencher, of, "mended");
}

/// Rotates the squares of legal moves by 180 degrees, which makes most of the moves illegal. `read` skips the
/// rotated moves that are still legal.
#[divan::bench]
fn read_refused(bencher: Bencher) {
    let mirrored = |char: char| match char {
        '1'..='8' => char::from(b'9' - char as u8 + b'0'),
        'a'..='h' => char::from(b'a' + b'h' - char as u8),
        char => char,
    };
    read(bencher, |_, san| Some(san.chars().map(mirrored).collect()), "illegal");
}
