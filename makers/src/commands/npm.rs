//! The command `makers npm`.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::npm::files;
use san_strings_core::excerpt::printable_path;

#[derive(Args)]
#[command(after_help = "\
Example:
  makers npm target/npm/san-strings

You need two things first: `rustup target add wasm32-unknown-unknown`, and wasm-opt, which
`npm install binaryen` installs.")]
pub(crate) struct NpmArgs {
    /// Folder to write the package to. It must be new or empty, or contain an earlier package of
    /// san-strings, which is replaced
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Path of wasm-opt, which is part of binaryen
    #[arg(long, value_name = "PROGRAM", default_value = "wasm-opt")]
    wasm_opt: PathBuf,
}

pub(crate) fn npm(args: &NpmArgs, out: &mut impl Write) -> Result<bool> {
    let folder = &args.folder;
    clear(folder)?;
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("a workspace")?;
    for (name, text) in files(repository, &args.wasm_opt)? {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().context("a folder")?)?;
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    writeln!(out, "{}: written", printable_path(folder))?;
    Ok(true)
}

/// Deletes an earlier package. Fails if the folder is not empty and lacks the `package.json` of our package.
fn clear(folder: &Path) -> Result<()> {
    let is_empty = |mut entries: fs::ReadDir| entries.next().is_none();
    if fs::read_dir(folder).map_or(true, is_empty) {
        return Ok(());
    }
    let package = fs::read_to_string(folder.join("package.json")).unwrap_or_default();
    if !package.contains("\"name\": \"san-strings\"") {
        bail!("{} contains other files: choose another folder", folder.display());
    }
    fs::remove_dir_all(folder).with_context(|| folder.display().to_string())
}
