//! Databases of games as arguments: files of any kind, or standard input.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

use super::{is_stream, progress::Terminal};

/// The template of a progress bar for the bytes read, where their number is known and
/// where it is not.
const BYTES: &str = "{bar:30} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left {msg}";
const STREAM: &str = "{spinner} {bytes}, {bytes_per_sec}, {elapsed} {msg}";

/// The files that are named, or standard input if there are none. All must be there.
pub(super) struct Inputs<'a> {
    paths: Vec<&'a Path>,
    terminal: Terminal,
}

impl<'a> Inputs<'a> {
    pub fn new(paths: &'a [PathBuf], quiet: bool) -> Result<Inputs<'a>> {
        let mut named: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
        if named.is_empty() {
            named.push(Path::new("-"));
        }
        let is_known = !named.iter().any(|path| is_stream(path));
        let terminal = Terminal::new(if is_known { BYTES } else { STREAM }, quiet)?;
        for path in named.iter().filter(|path| !is_stream(path)) {
            let cannot = || format!("cannot read {}", path.display());
            let metadata = fs::metadata(path).with_context(cannot)?;
            if metadata.is_dir() {
                return Err(io::Error::from(io::ErrorKind::IsADirectory)).with_context(cannot);
            }
            terminal.bar.inc_length(metadata.len());
        }
        Ok(Inputs { paths: named, terminal })
    }

    pub fn terminal(&self) -> &Terminal {
        &self.terminal
    }

    /// Sorts the files by name.
    pub fn sort(&mut self) {
        self.paths.sort_unstable();
    }

    /// Opens the files one by one, each with its name.
    pub fn open(&self) -> impl Iterator<Item = (String, io::Result<Box<dyn Read + Send>>)> {
        self.paths.iter().map(|path| {
            if is_stream(path) {
                let stream = self.terminal.bar.wrap_read(io::stdin());
                return ("standard input".to_owned(), Ok(Box::new(stream) as _));
            }
            let file =
                File::open(path).map(|file| Box::new(self.terminal.bar.wrap_read(file)) as _);
            (path.display().to_string(), file)
        })
    }
}
