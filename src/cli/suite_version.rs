//! The file VERSION of the suite: which one this is, and a checksum for each file.

use std::{fmt::Write as _, iter::repeat, path::Path};

use anyhow::Result;

use crate::{
    files::{self, sha256},
    suite::{GAMES, Table},
};

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

/// The first line of the file that is not as it should be. A folder without the file has none.
pub fn failure(folder: &Path) -> Option<String> {
    let path = folder.join(VERSION);
    let is = files::read_text(&path).ok()??;
    let should = text(folder).ok()?;
    let mut lines = should.lines().chain(repeat("nothing")).zip(is.lines());
    let line = lines.find(|(should, is)| should != is)?.0;
    Some(format!("{}: should say {line}", path.display()))
}

fn header() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("# san-strings conformance suite {version}")
}
