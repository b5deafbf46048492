//! Finds PGN databases in folders.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};

use san_strings_core::excerpt::printable_path;
use san_strings_databases::is_database;

/// Returns the sorted paths of the databases in a folder and its subfolders. A database is a file whose name
/// ends with `.pgn`, `.pgn.gz`, `.pgn.bz2`, `.pgn.zst` or `.zip`. Skips hidden files and folders, and links to
/// folders.
///
/// # Errors
///
/// An error if a folder cannot be read, or if no database is found.
pub fn databases(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let cannot = || format!("cannot read the folder {}", printable_path(&folder));
        for entry in fs::read_dir(&folder).with_context(cannot)? {
            let entry = entry.with_context(cannot)?;
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            if name.starts_with('.') {
                continue;
            }
            if entry.file_type().with_context(cannot)?.is_dir() {
                folders.push(path);
            } else if is_database(&name) && path.is_file() {
                found.push(path);
            }
        }
    }
    if found.is_empty() {
        let name = printable_path(folder);
        bail!("no file in the folder {name} ends with .pgn, .pgn.gz, .pgn.bz2, .pgn.zst or .zip");
    }
    found.sort_unstable();
    Ok(found)
}
