//! The file VERSION of the suite: which one this is, and a checksum for each file.

use std::{fmt::Write as _, path::Path};

use anyhow::Result;

use crate::suite::{GAMES, Table};
use san_strings_files as files;

use crate::sha256::sha256;

/// The version of the suite, which is not that of the program: a new row is a new minor version, and
/// a row that changes, goes, or gets another id a new major one.
pub const SUITE_VERSION: &str = "2.1.0";

/// The name of the file.
pub const VERSION: &str = "VERSION";

/// What comes with the tables and the games.
pub const OTHERS: [&str; 10] = [
    "LICENSE",
    "PROTOCOL.md",
    "README.md",
    "adapters/Java.java",
    "adapters/cpp.cpp",
    "adapters/go.go",
    "adapters/javascript.mjs",
    "adapters/python.py",
    "adapters/rust.rs",
    "judge.py",
];

/// The right content of the file, as `sha256sum --check` reads it.
///
/// # Errors
///
/// A file cannot be read. Missing files are left out.
pub fn text(folder: &Path) -> Result<String> {
    let mut text = header() + "\n";
    let mut names: Vec<&str> = Table::ALL.map(Table::name).to_vec();
    names.extend(OTHERS);
    names.push(GAMES);
    names.sort_unstable();
    for name in names {
        if let Some(contents) = files::read(&folder.join(name))? {
            writeln!(text, "{}  {name}", sha256(&contents))?;
        }
    }
    Ok(text)
}

fn header() -> String {
    format!("# san-strings conformance suite {SUITE_VERSION}")
}
