//! Decompresses files. We recognize zstd, gzip and bzip2 by their magic bytes, and pass other files through
//! unchanged.

use std::{
    error::Error,
    io::{self, BufRead, BufReader, Cursor, Read},
    mem,
};

use bzip2::bufread::BzDecoder;
use flate2::{CrcReader, bufread::GzDecoder};
use zstd::zstd_safe::{get_error_name, zstd_sys::ZSTD_ErrorCode};

use super::{
    encoding::{Order, Utf16, utf16},
    format::{HEAD, is_zip, named},
};
use san_strings_files::Stopped;

/// The decompressed content of a file.
///
/// ```
/// use san_strings_databases::{Contents, CountOptions, Counter};
///
/// let mut games: Contents<'_> = Box::new("1. e4 e5 *".as_bytes());
/// let mut counter = Counter::new(CountOptions::default());
/// counter.add_games("a.pgn", &mut games, &())?;
/// assert_eq!(counter.counts.total(), 2);
/// # Ok::<_, std::io::Error>(())
/// ```
pub type Contents<'a> = Box<dyn Read + Send + 'a>;

/// Decompresses a stream, and converts UTF-16 to UTF-8.
///
/// ```
/// use san_strings_databases::decompressed;
/// use std::io;
///
/// let packed = zstd::encode_all("1. e4 e5 *".as_bytes(), 0)?;
/// assert_eq!(io::read_to_string(decompressed(&*packed)?)?, "1. e4 e5 *");
/// let error = decompressed(&b"%PDF-1.7"[..]).err().expect("it is no PGN");
/// assert_eq!(error.kind(), io::ErrorKind::Unsupported);
/// # Ok::<_, io::Error>(())
/// ```
///
/// # Errors
///
/// Returns [`io::Error`] if the stream fails before its first byte. If the content is not PGN, the error has
/// the kind [`Unsupported`](io::ErrorKind::Unsupported), and its message names the format. The returned
/// reader reports all other errors, for example if the data is damaged.
pub fn decompressed<'a>(bytes: impl Read + Send + 'a) -> io::Result<Contents<'a>> {
    Ok(Box::new(peeked(Box::new(bytes))?))
}

/// Like [`decompressed`], but lets you peek at the first bytes.
pub fn peeked(bytes: Contents<'_>) -> io::Result<Peeked<'_>> {
    encoded(bytes, false).map(|(content, _)| content)
}

/// Decompressed text with its encoding, so that the text can be written back byte for byte.
///
/// ```
/// use san_strings_databases::{Text, mend_games};
/// use san_strings_pgn::Linter;
///
/// let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
/// let (bytes, mut mended) = (utf16("\u{feff}1. e2-e4 *"), Vec::new());
/// mend_games(&Linter::default(), Text::new(&*bytes)?, &mut mended, &(), &mut |_| true)?;
/// assert_eq!(mended, utf16("\u{feff}1. e4 *"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Text<'a> {
    pub(crate) content: Contents<'a>,
    /// The byte order, if the text is UTF-16.
    pub(crate) order: Option<Order>,
}

impl<'a> Text<'a> {
    /// Decompresses a stream.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`decompressed`].
    pub fn new(bytes: impl Read + Send + 'a) -> io::Result<Text<'a>> {
        let (content, order) = encoded(Box::new(bytes), true)?;
        Ok(Text { content: Box::new(content), order })
    }
}

/// Whether `head` begins with the magic bytes of a zip archive or of a compressed stream.
///
/// ```
/// assert!(san_strings_databases::is_packed(b"PK\x03\x04"));
/// assert!(!san_strings_databases::is_packed(b"1. e4"));
/// ```
pub fn is_packed(head: &[u8]) -> bool {
    is_zip(head) || Kind::of(head).is_some()
}

/// Returns the decompressed content, and the byte order if we converted it from UTF-16. If `is_strict` is
/// set, invalid UTF-16 is an error, because we could not write it back byte for byte.
fn encoded(bytes: Contents<'_>, is_strict: bool) -> io::Result<(Peeked<'_>, Option<Order>)> {
    let bytes = Peeked::new(bytes, HEAD)?;
    let content: Contents<'_> = match Kind::of(bytes.head()) {
        Some(kind) => Box::new(Members::new(bytes, kind)),
        None => Box::new(bytes),
    };
    let mut content = Peeked::patient(content, HEAD);
    let order = utf16(content.head());
    if let Some(order) = order {
        content = Peeked::patient(Box::new(Utf16::new(content, order, is_strict)), HEAD);
    }
    match named(content.head()) {
        Some(sentence) => Err(io::Error::new(io::ErrorKind::Unsupported, sentence)),
        None => Ok((content, order)),
    }
}

/// A stream that lets you peek at its first bytes without consuming them.
pub struct Peeked<'a> {
    head: Cursor<Vec<u8>>,
    /// The error that occurred while we read the first bytes.
    error: Option<io::Error>,
    stream: Contents<'a>,
}

impl<'a> Peeked<'a> {
    /// Reads the first `bytes` bytes of a stream, or all bytes of a shorter stream.
    ///
    /// # Errors
    ///
    /// Returns [`io::Error`] if the stream fails before its first byte. If the stream fails later, the returned
    /// reader yields the bytes before the error, and then the error.
    pub fn new(stream: Contents<'a>, bytes: usize) -> io::Result<Peeked<'a>> {
        let mut peeked = Peeked::patient(stream, bytes);
        match peeked.error.take_if(|_| peeked.head.get_ref().is_empty()) {
            Some(error) => Err(error),
            None => Ok(peeked),
        }
    }

    /// Works like `new`, but never fails: if the stream fails before its first byte, the returned reader
    /// reports the error.
    fn patient(mut stream: Contents<'a>, bytes: usize) -> Peeked<'a> {
        let mut head = Vec::new();
        let error = stream.by_ref().take(bytes as u64).read_to_end(&mut head).err();
        Peeked { head: Cursor::new(head), error, stream }
    }

    /// Returns the first bytes.
    pub fn head(&self) -> &[u8] {
        self.head.get_ref()
    }
}

impl Read for Peeked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.head.read(buffer)? {
            0 => match self.error.take() {
                Some(error) => Err(error),
                None => self.stream.read(buffer),
            },
            read => Ok(read),
        }
    }
}

/// A compression format.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Kind {
    Zstd,
    Gzip,
    Bzip2,
}

impl Kind {
    fn of(head: &[u8]) -> Option<Kind> {
        match head {
            // The magic bytes of zstd, or of a skippable frame, with which pzstd begins its files.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Kind::Zstd),
            [0x1f, 0x8b, ..] => Some(Kind::Gzip),
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(Kind::Bzip2),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Zstd => "zstd",
            Kind::Gzip => "gzip",
            Kind::Bzip2 => "bzip2",
        }
    }
}

/// The error for failed decompression.
#[derive(Debug, thiserror::Error)]
enum Undecoded {
    #[error("its {0} data is cut off or damaged: download the file again")]
    Damaged(&'static str),
    #[error("its window is larger than 128 MiB: unpack it with `zstd -d --long=31`")]
    LargeWindow,
    #[error("it was compressed with a dictionary: unpack it with `zstd -d -D DICTIONARY`")]
    Dictionary,
}

impl Undecoded {
    /// Recognizes the decompressor's error by its message, because the error has no code.
    fn of(kind: &'static str, message: &str) -> Undecoded {
        let is = |code: ZSTD_ErrorCode| message == get_error_name((code as usize).wrapping_neg());
        if is(ZSTD_ErrorCode::ZSTD_error_frameParameter_windowTooLarge) {
            Undecoded::LargeWindow
        } else if is(ZSTD_ErrorCode::ZSTD_error_dictionary_wrong) {
            Undecoded::Dictionary
        } else {
            Undecoded::Damaged(kind)
        }
    }
}

/// Wraps an error from a decompressor. Returns [`Stopped`] and I/O errors from the underlying stream unchanged.
fn undecoded(kind: &'static str, error: io::Error) -> io::Error {
    if is::<Stopped>(&error) || error.raw_os_error().is_some() {
        return error;
    }
    log::info!("{kind}: {error}");
    io::Error::other(Undecoded::of(kind, &error.to_string()))
}

/// The content of a zip member. After the last byte, we verify the checksum.
pub struct ZipMember<R> {
    content: CrcReader<R>,
    crc32: u32,
}

impl<R: Read> ZipMember<R> {
    pub fn new(content: R, crc32: u32) -> ZipMember<R> {
        ZipMember { content: CrcReader::new(content), crc32 }
    }
}

impl<R: Read> Read for ZipMember<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.content.read(buffer).map_err(|error| undecoded("zip", error))? {
            0 if !buffer.is_empty() && self.content.crc().sum() != self.crc32 => {
                Err(io::Error::other(Undecoded::Damaged("zip")))
            }
            read => Ok(read),
        }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("the last {bytes} bytes are not {kind} data, and were not read")]
struct AfterEnd {
    kind: &'static str,
    bytes: u64,
}

/// Whether the compressed data is complete, and the error only says that more bytes follow the data.
pub fn is_after_end(error: &io::Error) -> bool {
    is::<AfterEnd>(error)
}

/// Whether `error` wraps an error of the type `E`.
fn is<E: Error + 'static>(error: &io::Error) -> bool {
    error.get_ref().is_some_and(<dyn Error + Send + Sync>::is::<E>)
}

/// Compressed data: one or more members, which zstd calls frames.
struct Members<'a> {
    kind: Kind,
    member: Member<'a>,
}

/// The rest of the compressed bytes, beginning with the next member. The first few bytes are already in
/// memory, because we looked at them to recognize the format.
type Start<'a> = io::Chain<Cursor<Vec<u8>>, BufReader<Peeked<'a>>>;

enum Member<'a> {
    Gzip(GzDecoder<Start<'a>>),
    Bzip2(BzDecoder<Start<'a>>),
    Zstd(zstd::Decoder<'static, Start<'a>>),
    Between(Start<'a>),
    End,
}

impl<'a> Members<'a> {
    fn new(bytes: Peeked<'a>, kind: Kind) -> Members<'a> {
        let bytes = Cursor::new(Vec::new()).chain(BufReader::with_capacity(128 << 10, bytes));
        Members { kind, member: Member::Between(bytes) }
    }

    /// Creates the decoder for the next member, if another member follows.
    fn begin(&mut self, bytes: Start<'a>) -> io::Result<Member<'a>> {
        let (mut before, mut stream) = bytes.into_inner();
        // `before` contains the bytes that we read to recognize the previous member, except those that its
        // decoder has consumed.
        let mut head = Vec::new();
        before.read_to_end(&mut head)?;
        let missing = 4_usize.saturating_sub(head.len());
        stream.by_ref().take(missing as u64).read_to_end(&mut head)?;
        let is_next = Kind::of(&head) == Some(self.kind);
        let is_empty = head.is_empty();
        let mut bytes = Cursor::new(head).chain(stream);
        if is_next {
            return Ok(match self.kind {
                Kind::Gzip => Member::Gzip(GzDecoder::new(bytes)),
                Kind::Bzip2 => Member::Bzip2(BzDecoder::new(bytes)),
                Kind::Zstd => Member::Zstd(zstd::Decoder::with_buffer(bytes)?.single_frame()),
            });
        }
        if !is_empty {
            self.rest(&mut bytes)?;
        }
        Ok(Member::End)
    }

    /// Checks the bytes after the last member. We ignore zero bytes after gzip data, as the program `gzip`
    /// does, because tapes and disks pad the last block with zeros.
    fn rest(&self, bytes: &mut impl BufRead) -> io::Result<()> {
        let (mut count, mut is_zero) = (0, true);
        loop {
            let more = bytes.fill_buf()?;
            let read = more.len();
            if read == 0 {
                break;
            }
            is_zero &= more.iter().all(|&byte| byte == 0);
            count += read as u64;
            bytes.consume(read);
        }
        log::info!("{count} bytes follow the {} data", self.kind.name());
        if is_zero && self.kind == Kind::Gzip {
            return Ok(());
        }
        Err(io::Error::other(AfterEnd { kind: self.kind.name(), bytes: count }))
    }
}

impl Read for Members<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            let read = match &mut self.member {
                Member::Gzip(member) => member.read(buffer),
                Member::Bzip2(member) => member.read(buffer),
                Member::Zstd(member) => member.read(buffer),
                Member::Between(_) => Ok(0),
                Member::End => return Ok(0),
            };
            let read = read.map_err(|error| undecoded(self.kind.name(), error))?;
            if read > 0 {
                return Ok(read);
            }
            let bytes = match mem::replace(&mut self.member, Member::End) {
                Member::Gzip(member) => member.into_inner(),
                Member::Bzip2(member) => member.into_inner(),
                Member::Zstd(member) => member.finish(),
                Member::Between(bytes) => bytes,
                Member::End => return Ok(0),
            };
            self.member = self.begin(bytes)?;
        }
    }
}
