//! Reads the conformance suite from its folder.

use std::path::Path;

use anyhow::{Context, Result, anyhow};

use crate::suite::{
    GAMES, Suite, Table,
    verify::{self, Failures},
};
use san_strings_files as files;

/// Folder of the suite, relative to the repository.
pub const FOLDER: &str = "output/conformance";

/// Reads the games, and each table that exists. Fails if the file with the games is missing.
pub fn read_suite(folder: &Path) -> Result<Suite> {
    let path = folder.join(GAMES);
    let text = files::read_text(&path)?;
    let text = text.with_context(|| format!("there is no {GAMES} in {}", folder.display()))?;
    let games = verify::games(&text).map_err(|failures| {
        let (path, first, more) = (path.display(), &failures[0], failures.len() - 1);
        anyhow!("{path}: {first}, and {more} more failures")
    })?;
    let mut suite = Suite { games, ..Suite::default() };
    read_tables(folder, &mut suite)?;
    Ok(suite)
}

/// Reads those tables of the suite that exist in the folder.
pub fn read_tables(folder: &Path, suite: &mut Suite) -> Result<()> {
    for table in Table::ALL {
        let path = folder.join(table.name());
        if let Some(text) = files::read_text(&path)? {
            let read = suite.read_table(table, &text);
            read.with_context(|| path.display().to_string())?;
        }
    }
    Ok(())
}

/// Prefixes each failure with the path of its file.
pub fn named(folder: &Path, failures: &Failures) -> Vec<String> {
    let name = |file: &str| folder.join(file).display().to_string();
    let lines = failures.iter();
    let lines = lines.map(|(file, failure)| format!("{}: {failure}", name(file)));
    lines.collect()
}
