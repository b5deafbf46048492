//! The generated files: what is in them, written whole or not at all, and
//! compared with what is on disk.

use std::{
    error, fmt,
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use similar::{ChangeTag, TextDiff};
use tempfile::NamedTempFile;

use crate::{
    occurrence,
    vocabulary::{Entry, Vocabulary},
};

/// A difference is shown up to this many lines, and these up to this width.
const SHOWN_LINES: usize = 50;
const SHOWN_WIDTH: usize = 80;

/// A generated text file: one string a line, every line ended by a newline.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TextFile {
    /// Its name in the output folder.
    pub name: &'static str,
    /// How many strings (and lines) it holds.
    pub strings: usize,
    /// The contents, ASCII.
    pub text: Vec<u8>,
}

/// What [`write()`] had to do.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Written {
    /// The file was missing or different, and is right now.
    Written,
    /// The file was right already and has not been touched.
    AlreadyFresh,
}

/// Every generated file, in the order they are written.
#[must_use]
pub fn files() -> [TextFile; 3] {
    let vocabulary = Vocabulary::new();
    let strings = 3 * vocabulary.base().len();
    let mut plain = TextFile::new("san_strings.txt", strings / 3);
    let mut symbols = TextFile::new("san_strings_with_symbols.txt", strings);
    let mut occurring = TextFile::new("san_strings_that_occur.txt", strings);
    for (entry, occurs) in occurrence::decided(&vocabulary) {
        if entry.san.suffix.is_none() {
            plain.push(entry);
        }
        symbols.push(entry);
        if occurs {
            occurring.push(entry);
        }
    }
    [plain, symbols, occurring]
}

impl TextFile {
    /// An empty file with room for so many strings.
    fn new(name: &'static str, strings: usize) -> TextFile {
        TextFile {
            name,
            strings: 0,
            text: Vec::with_capacity(8 * strings),
        }
    }

    fn push(&mut self, entry: Entry) {
        self.strings += 1;
        entry.append_line_to(&mut self.text);
    }

    /// Makes the file in `folder` right, see [`write()`].
    ///
    /// # Errors
    ///
    /// As [`write()`].
    pub fn write(&self, folder: &Path) -> Result<Written, OutputError> {
        write(&folder.join(self.name), &self.text)
    }

    /// How the file in `folder` differs from what it should be, as a unified
    /// diff of its first differing lines; `None` if it does not.
    ///
    /// # Errors
    ///
    /// [`OutputError`] if the file is there and cannot be read.
    pub fn difference(&self, folder: &Path) -> Result<Option<String>, OutputError> {
        let path = folder.join(self.name);
        Ok(match read(&path)? {
            None => Some(format!("{}: missing\n", path.display())),
            Some(old) if old == self.text => None,
            Some(old) => Some(unified_diff(&path, &old, &self.text)),
        })
    }
}

/// A file or folder could not be read or written.
#[derive(Debug)]
pub struct OutputError {
    action: &'static str,
    path: PathBuf,
    source: io::Error,
}

impl OutputError {
    pub(crate) fn new(
        action: &'static str,
        path: PathBuf,
    ) -> impl FnOnce(io::Error) -> OutputError {
        move |source| OutputError {
            action,
            path,
            source,
        }
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {} {}", self.action, self.path.display())
    }
}

impl error::Error for OutputError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        Some(&self.source)
    }
}

/// Makes `folder`, and those it lies in, if it is missing.
///
/// # Errors
///
/// [`OutputError`] if that is not possible.
pub fn make_folder(folder: &Path) -> Result<(), OutputError> {
    fs::create_dir_all(folder).map_err(OutputError::new("make the folder", folder.to_owned()))
}

/// The text of a file, or `None` if there is nothing of that name. Bytes that are
/// no UTF-8 are replaced.
///
/// # Errors
///
/// [`OutputError`] if the file is there and cannot be read.
pub fn read_text(path: &Path) -> Result<Option<String>, OutputError> {
    let contents = read(path)?;
    Ok(contents.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Makes `contents` the contents of a file, and leaves it alone if they are.
///
/// They go to a temporary file in the same folder, which then takes the name,
/// so that whoever reads the file finds all of the old or all of the new.
///
/// # Errors
///
/// [`OutputError`] if the old file cannot be compared or the new one not be
/// written; the old file is as it was.
pub fn write(path: &Path, contents: &[u8]) -> Result<Written, OutputError> {
    if read(path)?.is_some_and(|old| old == contents) {
        return Ok(Written::AlreadyFresh);
    }
    write_with(path, |file| file.write_all(contents))?;
    Ok(Written::Written)
}

/// Makes what `write` writes the contents of a file: all of it, or the file is as
/// it was.
///
/// # Errors
///
/// [`OutputError`] if that is not possible.
pub fn write_with(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), OutputError> {
    let write = || {
        if optional(fs::metadata(path))?.is_some_and(|metadata| !metadata.is_file()) {
            return Err(io::Error::other("not a regular file"));
        }
        let mut file = temporary(path)?;
        write(file.as_file_mut())?;
        // Not synced: after a power cut the next run finds and mends the file.
        file.persist(path)?;
        Ok(())
    };
    write().map_err(OutputError::new("write", path.to_owned()))
}

/// The bytes of the file, or `None` if there is nothing of that name.
fn read(path: &Path) -> Result<Option<Vec<u8>>, OutputError> {
    let contents = fs::metadata(path).and_then(|metadata| {
        if metadata.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if !metadata.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        fs::read(path)
    });
    optional(contents).map_err(OutputError::new("read", path.to_owned()))
}

/// `None` if there is nothing of that name.
pub(crate) fn optional<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(cause),
    }
}

/// Makes sure, before long work, that a file could be written in its end: makes
/// the folder it lies in, and a temporary file there.
///
/// # Errors
///
/// [`OutputError`] if that is not possible.
pub fn prepare(path: &Path) -> Result<(), OutputError> {
    make_folder(folder_of(path))?;
    temporary(path)
        .map(drop)
        .map_err(OutputError::new("write", path.to_owned()))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// An empty file beside `path`, which goes when it is dropped.
fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".san_strings-").suffix(".tmp");
    // Readable by everybody, as far as the user's umask allows.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder_of(path))
}

/// The first differing lines in the format of `diff -u`, and how many there are
/// beyond. Bytes that no terminal should see are escaped.
fn unified_diff(path: &Path, old: &[u8], new: &[u8]) -> String {
    let diff = TextDiff::from_lines(old, new);
    let mut lines = vec![
        format!("--- {}", path.display()),
        format!("+++ {} (as it should be)", path.display()),
    ];
    let mut beyond = 0;
    for hunk in diff.unified_diff().iter_hunks() {
        if lines.len() < SHOWN_LINES {
            lines.push(hunk.header().to_string());
        }
        for change in hunk.iter_changes() {
            if lines.len() >= SHOWN_LINES {
                beyond += usize::from(change.tag() != ChangeTag::Equal);
                continue;
            }
            let line = change.value();
            let text = line.strip_suffix(b"\n").unwrap_or(line).escape_ascii();
            let text: String = text.take(SHOWN_WIDTH).map(char::from).collect();
            lines.push(format!("{}{text}", change.tag()));
            if change.missing_newline() {
                lines.push("\\ No newline at end of file".to_owned());
            }
        }
    }
    if beyond > 0 {
        lines.push(format!("... and {beyond} more lines differ"));
    }
    lines.push(String::new());
    lines.join("\n")
}
