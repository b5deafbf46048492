//! Databases of games as arguments: files of any kind, or standard input.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

use super::is_stream;
use san_strings_files::Terminal;
use san_strings_files::{Progress, Stopped};

/// The template of a progress bar for the bytes read, where their number is known and
/// where it is not.
const BYTES: &str = "{bar:30} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left {msg}";
const STREAM: &str = "{spinner} {bytes}, {bytes_per_sec}, {elapsed} {msg}";

/// The files that are named, or standard input if there are none. All must be there.
pub(super) struct Inputs<'a> {
    paths: Vec<&'a Path>,
    pub terminal: Terminal,
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

    /// Sorts the files by name.
    pub fn sort(&mut self) {
        self.paths.sort_unstable();
    }

    /// Opens the files one by one, each with its name.
    pub fn open(&self) -> impl Iterator<Item = (String, io::Result<Box<dyn Read + Send + '_>>)> {
        self.paths.iter().map(|path| {
            let (name, file) = if is_stream(path) {
                ("standard input".to_owned(), standard_input())
            } else {
                (path.display().to_string(), File::open(path))
            };
            let stream = file.map(|file| Stoppable { file, progress: &self.terminal });
            (name, stream.map(|stream| Box::new(self.terminal.bar.wrap_read(stream)) as _))
        })
    }
}

/// Standard input as a file, which reads no more than it gives.
fn standard_input() -> io::Result<File> {
    #[cfg(unix)]
    let handle = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned();
    #[cfg(windows)]
    let handle = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned();
    handle.map(File::from)
}

/// A file that fails once it should be read no more.
struct Stoppable<'a> {
    file: File,
    progress: &'a dyn Progress,
}

impl Read for Stoppable<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.progress.is_stopped() {
                return Err(io::Error::other(Stopped));
            }
            if has_bytes(&self.file)? {
                return self.file.read(buffer);
            }
        }
    }
}

/// Waits a moment for bytes, or the end of the file: a pipe may give neither for hours.
#[cfg(unix)]
fn has_bytes(file: &File) -> io::Result<bool> {
    use rustix::{
        event::{PollFd, PollFlags, Timespec, poll},
        io::Errno,
    };

    const MOMENT: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

    match poll(&mut [PollFd::new(file, PollFlags::IN)], Some(&MOMENT)) {
        Err(Errno::INTR) => Ok(false),
        ready => Ok(ready? > 0),
    }
}

#[cfg(not(unix))]
fn has_bytes(_: &File) -> io::Result<bool> {
    Ok(true)
}
