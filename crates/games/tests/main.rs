//! The tests of the crate.

mod bound;
mod shortest;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use san_strings_games::{ShortestGames, shortest_games::verify};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

static TABLE: LazyLock<String> = LazyLock::new(|| {
    let path = repository().join("output/shortest_games.tsv");
    fs::read_to_string(path).expect("the table is in the repository")
});

fn shortest_games() -> &'static ShortestGames<'static> {
    static GAMES: LazyLock<ShortestGames<'static>> = LazyLock::new(|| ShortestGames::new(&TABLE));
    &GAMES
}

/// Verifies a changed table. Panics if there are no failures.
fn failures(text: &str) -> Vec<String> {
    let failures = verify(text, |_, _| Ok(())).failures;
    assert!(!failures.is_empty());
    failures.iter().map(ToString::to_string).collect()
}
