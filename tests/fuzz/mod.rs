//! Runs the fuzz targets on their seeds and on random variants of the seeds, without a fuzzer.

use std::fs;

use fastrand::Rng;

use crate::common::repository;

#[path = "../../fuzz/src/lib.rs"]
mod targets;

/// Tokens that one of the parsers treats specially.
const WORDS: [&str; 24] = [
    "1. ",
    "2... ",
    "e4",
    "Nf3",
    "e2e4",
    "O-O",
    "exd5",
    "e8=Q",
    "+",
    "#",
    "(",
    ")",
    "{",
    "}",
    "\n",
    "\n\n",
    "[A \"b\"]\n",
    "1-0",
    "*",
    " ",
    "?",
    "\"",
    "≡",
    "..",
];

/// Returns a seed with a few random changes. Some changes insert a part of another seed.
fn changed(seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = rng.choice(seeds).expect("a seed").clone();
    for _ in 0..rng.usize(1..6) {
        let (at, end) = (rng.usize(..=bytes.len()), rng.usize(..=bytes.len()));
        let range = at.min(end)..at.max(end).min(at.min(end) + 20);
        match rng.u8(..6) {
            0 if !bytes.is_empty() => {
                let at = at.min(bytes.len() - 1);
                bytes[at] ^= 1 << rng.u8(..8);
            }
            1 => drop(bytes.splice(at..at, [rng.u8(..)])),
            2 => drop(bytes.drain(range)),
            3 => {
                let again = bytes[range].to_vec();
                bytes.splice(at..at, again);
            }
            4 => {
                let other = rng.choice(seeds).expect("a seed");
                let part = &other[rng.usize(..=other.len())..];
                bytes.splice(at..at, part[..part.len().min(40)].iter().copied());
            }
            _ => drop(bytes.splice(at..at, rng.choice(WORDS).expect("a word").bytes())),
        }
    }
    bytes
}

/// Runs each target on its seeds, and on `times` random variants of its seeds.
fn ask(times: usize) {
    for (name, run) in targets::TARGETS {
        let folder = repository().join("fuzz/seeds").join(name);
        let mut paths: Vec<_> = fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
            .map(|entry| entry.expect("a file").path())
            .collect();
        paths.sort();
        let seeds: Vec<Vec<u8>> =
            paths.iter().map(|path| fs::read(path).expect("a seed")).collect();
        for seed in &seeds {
            run(seed);
        }
        let mut rng = Rng::with_seed(70);
        for _ in 0..times {
            let bytes = changed(&seeds, &mut rng);
            let done = std::panic::catch_unwind(|| run(&bytes));
            assert!(done.is_ok(), "{name}: {:?}", String::from_utf8_lossy(&bytes));
        }
    }
}

#[test]
fn the_targets_hold_for_changed_seeds() {
    ask(100);
}

#[test]
#[ignore = "takes minutes: ten thousand changes for each target"]
fn the_targets_hold_for_ten_thousand_changes() {
    ask(10_000);
}
