//! The inputs of `count`, `encode` and `lint`: plain or compressed files, folders, or standard input.

use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::mpsc,
    thread,
    time::Duration,
};

use anyhow::{Context, Error, Result, anyhow};

use super::{
    folder::databases,
    report::counted,
    streams::{eprint_line, is_stream},
};
use san_strings_databases::{Contents, Part, Text, for_each_file};
use san_strings_files::{Progress, Stopped, Terminal};

/// Templates of the progress bar. The first is for files, whose size is known, and the second for
/// streams.
const BYTES: &str = "{bar:30} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left {msg}";
const STREAM: &str = "{spinner} {bytes}, {bytes_per_sec}, {elapsed} {msg}";

/// How long we wait for input before we check again whether the user has pressed Ctrl-C.
const MOMENT: Duration = Duration::from_millis(100);

/// The files that the user named, and the databases in the folders that the user named. If the user named
/// neither a file nor a folder, the input is standard input. All files must exist.
pub(super) struct Inputs {
    paths: Vec<PathBuf>,
    quiet: bool,
    pub terminal: Terminal,
}

impl Inputs {
    pub fn new(paths: &[PathBuf], quiet: bool) -> Result<Inputs> {
        let mut named = Vec::new();
        for path in paths {
            if path.is_dir() && !is_stream(path) {
                named.extend(databases(path)?);
            } else {
                named.push(path.clone());
            }
        }
        if named.is_empty() {
            named.push(PathBuf::from("-"));
        }
        let is_known = !named.iter().any(|path| is_stream(path));
        let terminal = Terminal::new(if is_known { BYTES } else { STREAM }, quiet)?;
        for path in named.iter().filter(|path| !is_stream(path)) {
            let cannot = || format!("cannot read {}", path.display());
            let metadata = fs::metadata(path).with_context(cannot)?;
            terminal.bar.inc_length(metadata.len());
        }
        Ok(Inputs { paths: named, quiet, terminal })
    }

    pub fn sort(&mut self) {
        self.paths.sort_unstable();
    }

    /// Returns the paths of the files; `-` is standard input.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Returns the name of a file, and its text. The text can be written back byte for byte. For a zip,
    /// returns an error.
    pub fn text(&self, path: &Path) -> (String, io::Result<Text<'_>>) {
        let (name, file) = self.open(path);
        (name, file.and_then(Text::new))
    }

    fn open(&self, path: &Path) -> (String, io::Result<Stoppable<'_>>) {
        let (name, file) = if is_stream(path) {
            ("standard input".to_owned(), standard_input())
        } else {
            (path.display().to_string(), open(path, &self.terminal))
        };
        (name, file.map(|file| Stoppable { file, terminal: &self.terminal }))
    }

    /// Opens the files one by one, including the files in a zip, and passes each to `take` with its name. Stops
    /// when `take` returns `Break`.
    pub fn for_each<B>(
        &self,
        mut take: impl FnMut(&str, io::Result<Contents<'_>>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let bar = &self.terminal.bar;
        for path in &self.paths {
            let (name, file) = self.open(path);
            let file = match file {
                Ok(file) => file,
                Err(error) => {
                    take(&name, Err(error))?;
                    continue;
                }
            };
            let before = bar.position();
            for_each_file(&name, file, |name, part| match part {
                Part::Games(contents) => take(name, contents),
                Part::Skipped(_) if self.quiet => ControlFlow::Continue(()),
                Part::Skipped(why) => {
                    bar.suspend(|| eprint_line(format_args!("skipped: {name}: {why}")));
                    ControlFlow::Continue(())
                }
            })?;
            // A reader may read parts of a zip twice or not at all. Then the bytes read do not add up to the
            // size of the zip. So after each file, we move the progress bar to the end of that file.
            if let Ok(metadata) = fs::metadata(path)
                && metadata.is_file()
                && !is_stream(path)
            {
                bar.set_position(before + metadata.len());
            }
        }
        ControlFlow::Continue(())
    }
}

/// Marks an error as a read error, unless the error says that the file is not PGN.
pub(super) fn read_error(cause: Error) -> Error {
    match cause.downcast_ref::<io::Error>() {
        Some(error) if error.kind() == io::ErrorKind::Unsupported => cause,
        _ => anyhow!("read error: {cause:#}"),
    }
}

/// Opens a file. Opening a named pipe blocks until another program opens the pipe for writing. To keep
/// Ctrl-C working, we open pipes in a separate thread.
fn open(path: &Path, terminal: &Terminal) -> io::Result<File> {
    if fs::metadata(path)?.is_file() {
        return File::open(path);
    }
    let (sender, opened) = mpsc::channel();
    let path = path.to_owned();
    // If no process opens the pipe for writing, the thread blocks until the program ends.
    thread::spawn(move || sender.send(File::open(path)));
    loop {
        match opened.recv_timeout(MOMENT) {
            Ok(file) => return file,
            Err(_) if terminal.is_stopped() => return Err(io::Error::other(Stopped)),
            Err(_) => {}
        }
    }
}

/// Returns standard input as an unbuffered file, so a read never consumes more bytes than it
/// returns.
fn standard_input() -> io::Result<File> {
    #[cfg(unix)]
    let handle = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned();
    #[cfg(windows)]
    let handle = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned();
    handle.map(File::from)
}

/// A file whose reads fail once the user has pressed Ctrl-C.
struct Stoppable<'a> {
    file: File,
    terminal: &'a Terminal,
}

impl Read for Stoppable<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.terminal.is_stopped() {
                return Err(io::Error::other(Stopped));
            }
            if has_bytes(&self.file)? {
                let read = self.file.read(buffer)?;
                self.terminal.bar.inc(read as u64);
                return Ok(read);
            }
        }
    }
}

impl Seek for Stoppable<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// Waits for a moment until the file has bytes to read or has ended. Returns `false` if neither happens within
/// this moment, or if a signal interrupts the wait. We do not wait longer, because a pipe may be silent for
/// hours, and Ctrl-C must still work.
#[cfg(unix)]
fn has_bytes(file: &File) -> io::Result<bool> {
    use rustix::{
        event::{PollFd, PollFlags, Timespec, poll},
        io::Errno,
    };

    let moment = Timespec::try_from(MOMENT).expect("it is short");
    match poll(&mut [PollFd::new(file, PollFlags::IN)], Some(&moment)) {
        Err(Errno::INTR) => Ok(false),
        ready => Ok(ready? > 0),
    }
}

#[cfg(not(unix))]
fn has_bytes(_: &File) -> io::Result<bool> {
    Ok(true)
}

/// Returns advice to use `--lines`; `None` if `bare` is 0. `bare` is the number of broken games with neither
/// tags nor move numbers. Each line of such a game may really be a separate game.
pub(super) fn lines_advice(bare: u64) -> Option<String> {
    let games = counted(bare, "game");
    let advice =
        format!("neither tags nor move numbers: {games}; if each line is a game, use `--lines`");
    (bare > 0).then_some(advice)
}
