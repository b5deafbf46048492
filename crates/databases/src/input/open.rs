//! Opens PGN files, plain or compressed, and zips with several files.

use std::{
    io::{self, Cursor, Read, Seek, SeekFrom},
    ops::ControlFlow,
};

use flate2::read::DeflateDecoder;
use rawzip::{
    CompressionMethod, Error, ErrorKind, RECOMMENDED_BUFFER_SIZE, ReaderAt, ZipArchive,
    ZipFileHeaderRecord,
};

use san_strings_core::excerpt::printable;
use san_strings_pgn::lexer::is_nothing;

use super::{
    decompress::{Contents, ZipMember, decompressed, peeked},
    format::{has_games, is_binary, is_packed, is_zip},
};

/// The content of a file, or of a member of a zip.
///
/// ```
/// use san_strings_databases::{Part, for_each_file};
/// use std::{io::Cursor, ops::ControlFlow};
///
/// let cause = for_each_file("a.pgn.gz", Cursor::new(b""), |_, part| match part {
///     Part::Games(Err(cause)) => ControlFlow::Break(cause.to_string()),
///     Part::Games(Ok(_)) | Part::Skipped(_) => ControlFlow::Continue(()),
/// });
/// assert_eq!(cause, ControlFlow::Break("the file is empty: download it again".to_owned()));
/// ```
pub enum Part<'a> {
    /// Games to read, or the reason why they cannot be read.
    Games(io::Result<Contents<'a>>),
    /// The reason why we skip this member of a zip: for example, it does not begin like PGN.
    Skipped(String),
}

/// Calls `take` with the name and the content of a file. For a zip, calls `take` for each member, until `take`
/// returns `ControlFlow::Break`. A zip can be read only if the file supports seeking.
///
/// ```
/// use san_strings_databases::{CountOptions, Counter, Part, for_each_file};
/// use std::{io::Cursor, ops::ControlFlow};
///
/// let mut counter = Counter::new(CountOptions::default());
/// let read = for_each_file("a.pgn", Cursor::new(b"1. e4 e5 *"), |name, part| {
///     let Part::Games(Ok(mut games)) = part else { return ControlFlow::Continue(()) };
///     match counter.add_games(name, &mut games, &()) {
///         Ok(()) => ControlFlow::Continue(()),
///         Err(cause) => ControlFlow::Break(cause),
///     }
/// });
/// assert!(read.is_continue());
/// assert_eq!(counter.games, 1);
/// ```
pub fn for_each_file<B>(
    name: &str,
    mut file: impl Read + Seek + Send,
    mut take: impl FnMut(&str, Part<'_>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut value = None;
    let mut take = |name: &str, part: Part<'_>| match take(name, part) {
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
        ControlFlow::Break(broken) => {
            value = Some(broken);
            ControlFlow::Break(())
        }
    };
    match for_each_part(name, &mut file, &mut take) {
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
        ControlFlow::Break(()) => value.map_or(ControlFlow::Continue(()), ControlFlow::Break),
    }
}

trait Source: Read + Seek + Send {}

impl<R: Read + Seek + Send> Source for R {}

fn for_each_part(
    name: &str,
    file: &mut dyn Source,
    take: &mut dyn FnMut(&str, Part<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut head = Vec::new();
    if let Err(error) = (&mut *file).take(4).read_to_end(&mut head) {
        return take(name, Part::Games(Err(error)));
    }
    let ends = [".gz", ".bz2", ".zst", ".zip"];
    let has_end = |end| name.to_ascii_lowercase().ends_with(end);
    if head.is_empty() && ends.into_iter().any(has_end) {
        return take(name, Part::Games(Err(unsupported("the file is empty: download it again"))));
    }
    if !is_zip(&head) || file.seek(SeekFrom::Start(0)).is_err() {
        return take(name, Part::Games(decompressed(Cursor::new(head).chain(file))));
    }
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let archive = match ZipArchive::from_seekable(file, &mut buffer) {
        Ok(archive) => archive,
        Err(error) => return take(name, Part::Games(Err(zip_error(error)))),
    };
    let mut is_empty = true;
    let mut missing = archive.entries_hint();
    let mut members = archive.entries(&mut buffer);
    loop {
        let (member, part) = match members.next_entry() {
            Ok(Some(entry)) => {
                missing = missing.wrapping_sub(1);
                let member = String::from_utf8_lossy(entry.file_path().as_ref()).into_owned();
                let part = part(&archive, &entry, &member);
                (format!("{name}/{}", printable(&member)), part)
            }
            // Without the Zip64 extension, a zip stores its number of members modulo 65,536.
            Ok(None) if missing.trailing_zeros() >= 16 => break,
            end => {
                missing = 0;
                (name.to_owned(), Part::Games(Err(end.map_or_else(zip_error, |_| damaged()))))
            }
        };
        is_empty &= matches!(part, Part::Skipped(_));
        take(&member, part)?;
    }
    if is_empty {
        let error = unsupported("the zip contains no PGN");
        take(name, Part::Games(Err(error)))?;
    }
    ControlFlow::Continue(())
}

const OTHER_COMPRESSION: &str = "its compression in the zip is not deflate: unpack it, \
                                 for example with `7z x FILE`, and pass the unpacked file";

fn part<'a>(
    archive: &'a ZipArchive<impl ReaderAt + Sync>,
    entry: &ZipFileHeaderRecord<'_>,
    name: &str,
) -> Part<'a> {
    if entry.is_dir() || entry.mode().is_symlink() {
        return Part::Skipped("it is not a file".to_owned());
    }
    if entry.flags().is_encrypted() {
        return Part::Games(Err(unsupported(
            "it is encrypted in the zip: unpack it with the password, and pass the unpacked file",
        )));
    }
    let packed = match archive.get_entry(entry.wayfinder()) {
        Ok(packed) => packed,
        Err(error) => return Part::Games(Err(zip_error(error))),
    };
    let bytes: Contents<'a> = match entry.compression_method() {
        CompressionMethod::STORE => Box::new(packed.reader()),
        CompressionMethod::DEFLATE => Box::new(DeflateDecoder::new(packed.reader())),
        _ => return Part::Games(Err(unsupported(OTHER_COMPRESSION))),
    };
    match peeked(Box::new(ZipMember::new(bytes, entry.crc32()))) {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => {
            let sentence = error.to_string();
            let may_have_games = is_called_pgn(name) || is_packed(&sentence);
            if may_have_games { Part::Games(Err(error)) } else { Part::Skipped(sentence) }
        }
        Err(error) => Part::Games(Err(error)),
        Ok(content) if is_binary(content.head()) => Part::Skipped("it is not text".to_owned()),
        Ok(content) if is_called_pgn(name) || has_games(content.head()) => {
            Part::Games(Ok(Box::new(content)))
        }
        Ok(_) => Part::Skipped("it does not begin like PGN".to_owned()),
    }
}

/// Whether a file name has the extension of a PGN file (plain or compressed) or of a zip.
///
/// ```
/// use san_strings_databases::is_database;
///
/// assert!(is_database("a.PGN") && is_database("a.pgn.zst") && is_database("twic1599g.zip"));
/// assert!(!is_database("a.csv") && !is_database("a.tar.gz"));
/// ```
pub fn is_database(name: &str) -> bool {
    is_called_pgn(name) || name.to_ascii_lowercase().as_bytes().ends_with(b".zip")
}

fn is_called_pgn(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    // When macOS creates a zip, it adds metadata files, such as `._a.pgn` for `a.pgn`.
    if name.rsplit('/').next().is_some_and(|name| name.starts_with("._")) {
        return false;
    }
    let ends = [".gz", ".bz2", ".zst"];
    let name = ends.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
    name.as_bytes().ends_with(b".pgn")
}

fn unsupported(sentence: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, sentence)
}

fn zip_error(error: Error) -> io::Error {
    match error.into_kind() {
        ErrorKind::IO(error) if error.kind() != io::ErrorKind::UnexpectedEof => error,
        kind => {
            log::info!("zip: {kind}");
            damaged()
        }
    }
}

fn damaged() -> io::Error {
    io::Error::other("the zip is cut off or damaged: download it again")
}

/// A stream that remembers whether any text was read from it.
pub struct Watched<'a> {
    stream: Contents<'a>,
    has_text: bool,
}

impl<'a> Watched<'a> {
    /// Wraps a stream.
    pub fn new(stream: Contents<'a>) -> Watched<'a> {
        Watched { stream, has_text: false }
    }

    /// Checks that the stream contained only whitespace. Call this if no game was found.
    ///
    /// # Errors
    ///
    /// Returns [`io::Error`] if the stream contained anything else.
    pub fn without_games(&self) -> io::Result<()> {
        if self.has_text { Err(unsupported("it contains no game: is it PGN?")) } else { Ok(()) }
    }
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.stream.read(buffer)?;
        self.has_text = self.has_text || !is_nothing(&buffer[..read]);
        Ok(read)
    }
}
