//! `san-strings tree --parquet`, if the program was built with it.

use std::{fs, path::Path};

use anyhow::{Result, bail};
use san_strings::tree::{Tree, Watch};

/// Refuses a folder that something is in.
pub(super) fn refuse_others(folder: &Path) -> Result<()> {
    if folder.is_symlink() || fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
    {
        bail!(
            "{} is not empty: choose another folder, or `--force` to replace the files there that \
             have the names of the tables",
            folder.display()
        );
    }
    if cfg!(feature = "parquet") {
        Ok(())
    } else {
        bail!(MISSING)
    }
}

const MISSING: &str = "this program was built without Parquet: build it with `--features parquet`, \
                       or write a table with `--csv` for another program to turn into Parquet";

#[cfg(not(feature = "parquet"))]
pub(super) fn write(_: &Tree, _: &Path, _: &Watch) -> Result<()> {
    bail!(MISSING)
}

#[cfg(feature = "parquet")]
pub(super) fn write(tree: &Tree, folder: &Path, watch: &Watch) -> Result<()> {
    Ok(san_strings::tree::write_parquet(tree, folder, watch)?)
}
