//! The file `VERSION` of the suite: its version number, and a checksum for each file.

use std::{fmt::Write as _, path::Path};

use anyhow::Result;

use crate::suite::{GAMES, Table};
use san_strings_files as files;

use crate::sha256::sha256;

/// Version of the suite, independent of the program's version. New rows need a new minor version; a row
/// that changes, disappears or gets another id needs a new major version.
pub const SUITE_VERSION: &str = "2.1.0";

pub const VERSION: &str = "VERSION";

/// The files of the suite besides the tables and the games.
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

/// Computes the content of `VERSION`, in the form that `sha256sum --check` reads. Missing files are left out.
///
/// # Errors
///
/// Fails if a file cannot be read.
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
