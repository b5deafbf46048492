//! Helpers for tests of the conformance suite.

use std::fs;

use tempfile::TempDir;

use crate::common::{folder, repository};

pub const TABLES: [&str; 9] = [
    "canonical.tsv",
    "refuse.tsv",
    "lenient.tsv",
    "null.tsv",
    "legal.tsv",
    "play.tsv",
    "movetext.tsv",
    "core.tsv",
    "kinds.tsv",
];

/// A temporary folder that contains a copy of the suite in `conformance/`.
pub fn copy_of_suite() -> TempDir {
    let folder = folder();
    let to = folder.path().join("conformance");
    fs::create_dir(&to).expect("a folder");
    for name in TABLES.into_iter().chain(["games.pgn"]) {
        fs::copy(repository().join("output/conformance").join(name), to.join(name))
            .expect("a copy");
    }
    folder
}
