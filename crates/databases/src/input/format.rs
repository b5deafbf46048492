//! Looks at the first bytes of a file to recognize formats other than PGN.

use san_strings_core::parse;
use san_strings_pgn::lexer::is_tag;
use serde_json::Value;

use crate::table;

/// The number of bytes that we read from the beginning of a file to recognize its format.
pub const HEAD: usize = 4 << 10;

/// For each format that we recognize but cannot read: the offset of its magic bytes, these bytes, and a message
/// that tells the user what to do.
const NUMBERS: [(usize, &[u8], &str); 24] = [
    (
        0,
        b"PAR1",
        "it is Parquet; print its column of moves as text, for example with \
         `duckdb -noheader -list -c \"SELECT movetext FROM 'games.parquet'\" | \
         san-strings encode --lines`",
    ),
    (0, b"\xfd7zXZ\0", "it is xz; decompress it, for example with `xz -dk FILE`"),
    (0, b"\x04\x22\x4d\x18", "it is lz4; decompress it, for example with `lz4 -d FILE`"),
    (0, b"\x02\x21\x4c\x18", "it is lz4; decompress it, for example with `lz4 -d FILE`"),
    (0, b"7z\xbc\xaf\x27\x1c", "it is 7z; unpack it, for example with `7z x FILE`"),
    (0, b"Rar!\x1a\x07", "it is RAR; unpack it, for example with `unrar x FILE`"),
    (257, b"ustar", "it is tar; unpack it, for example with `tar -xf FILE`"),
    (0, b"PK\x03\x04", ZIP),
    (0, b"PK\x05\x06", ZIP),
    (0, b"PK\x07\x08", ZIP),
    (
        0,
        b"\x1f\x8b\x08",
        "it is compressed twice; decompress it once, for example with `gzip -dk FILE`",
    ),
    (
        0,
        b"\x28\xb5\x2f\xfd",
        "it is compressed twice; decompress it once, for example with `zstd -d FILE`",
    ),
    (
        0,
        b"BZh91AY&SY",
        "it is compressed twice; decompress it once, for example with `bzip2 -dk FILE`",
    ),
    (
        0,
        b"SQLite format 3\0",
        "it is a SQLite database; print its column of moves as text, for example with \
         `sqlite3 FILE 'SELECT moves FROM games' | san-strings encode --lines`",
    ),
    (0, b"\0\0\x2c\0\x2e\x01", CHESSBASE),
    (0, b"\0\0\x24\0\x2e\x01", CHESSBASE),
    (0, b"Scid.si\0", "it is a Scid database; export its games as PGN in Scid"),
    (
        0,
        b"\xff\xfe\0\0",
        "it is UTF-32; convert it, for example with `iconv -f UTF-32 -t UTF-8 FILE`",
    ),
    (
        0,
        b"\0\0\xfe\xff",
        "it is UTF-32; convert it, for example with `iconv -f UTF-32 -t UTF-8 FILE`",
    ),
    (0, b"\x89PNG\r\n", PICTURE),
    (0, b"\xff\xd8\xff", PICTURE),
    (0, b"GIF8", PICTURE),
    (0, b"%PDF-", "it is a PDF; download or export the games as PGN"),
    (0, b"\x7fELF", "it is a program, not PGN"),
];

const ZIP: &str = "a zip cannot be read from a pipe or inside another file: save the zip as a file, \
                   and pass its name";
const CHESSBASE: &str = "it is a ChessBase database; save its games as PGN in ChessBase";
const PICTURE: &str = "it is an image; download or export the games as PGN";
const JSON: &str = "it is JSON; print the moves as text, for example with \
                    `jq -r .moves FILE | san-strings encode --lines`";
const HTML: &str = "it is a web page (HTML); download the games themselves as PGN";
const GROUPED: &str = "it is a table that `count --by` wrote, and `count` cannot merge such tables: add up \
                       their counts with another tool";

const CSV: &str = "it is a table (CSV); print its column of moves as text, for example with \
                   `duckdb -noheader -list -c \"SELECT moves FROM 'games.csv'\" | \
                   san-strings encode --lines`";

pub fn is_zip(head: &[u8]) -> bool {
    by_number(head) == Some(ZIP)
}

/// Returns the error message if `head` contains the magic bytes of a format other than PGN.
fn by_number(head: &[u8]) -> Option<&'static str> {
    let is_at = |at: usize, number| head.get(at..).is_some_and(|bytes| bytes.starts_with(number));
    NUMBERS.iter().find(|(at, number, _)| is_at(*at, number)).map(|&(_, _, sentence)| sentence)
}

/// Whether a message that [`named`] returned is about an archive or compressed data.
pub fn is_packed(sentence: &str) -> bool {
    let starts =
        ["it is xz", "it is lz4", "it is 7z", "it is RAR", "it is tar", "it is compressed", ZIP];
    starts.iter().any(|start| sentence.starts_with(start))
}

/// If a file is not PGN, returns a message that names its format and says what to do.
pub fn named(head: &[u8]) -> Option<&'static str> {
    if let Some(sentence) = by_number(head) {
        return Some(sentence);
    }
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    if is_html(text) {
        Some(HTML)
    } else if is_json(text) {
        Some(JSON)
    } else if table::is_groups(text) {
        Some(GROUPED)
    } else if is_csv(text) && !table::is_counts(text) {
        Some(CSV)
    } else if is_binary(head) {
        Some("it is not text, so it cannot be PGN")
    } else {
        None
    }
}

fn is_html(text: &[u8]) -> bool {
    const STARTS: [&str; 13] = [
        "!doctype", "html", "head", "body", "p", "br", "div", "pre", "table", "meta", "title",
        "script", "?xml",
    ];
    let Some(text) = text.strip_prefix(b"<") else { return false };
    STARTS.iter().any(|start| {
        let is_start =
            text.get(..start.len()).is_some_and(|name| name.eq_ignore_ascii_case(start.as_bytes()));
        let next = text.get(start.len());
        is_start && next.is_some_and(|byte| byte.is_ascii_whitespace() || b">/".contains(byte))
    })
}

/// Whether a text consists of one or more JSON values. A PGN comment or tag also begins with `{` or `[`, but
/// the next bytes are not valid JSON.
fn is_json(text: &[u8]) -> bool {
    let Some((first, rest)) = text.split_first() else { return false };
    let rest = rest.trim_ascii_start();
    let is_long = match (first, rest.split_first()) {
        // We require a second quotation mark, because a PGN comment may begin with an unpaired one.
        (b'{', Some((b'"', rest))) => rest.contains(&b'"'),
        (b'[', Some((next, _))) => b"[{\"".contains(next) || next.is_ascii_digit(),
        _ => false,
    };
    let mut values = serde_json::Deserializer::from_slice(text).into_iter::<Value>();
    // Text that is cut off, or nested too deeply for the parser, still counts as JSON.
    let goes_on = |error: serde_json::Error| {
        error.is_eof() || error.to_string().starts_with("recursion limit exceeded")
    };
    is_long && values.all(|value| value.map_or_else(goes_on, |_| true))
}

/// Whether the first line consists of column names, and the row after it has the same number of fields. If
/// the text is cut off within that row, the row may have fewer fields.
fn is_csv(text: &[u8]) -> bool {
    let Some(end) = text.iter().position(|&byte| byte == b'\n') else { return false };
    let (names, rows) = (text[..end].trim_ascii_end(), &text[end + 1..]);
    b",;\t".iter().any(|&separator| {
        let fields: Vec<&[u8]> = names.split(|&byte| byte == separator).collect();
        let (row, is_whole) = row(rows, separator);
        fields.len() >= 2
            && fields.iter().all(|field| is_name(field))
            && row >= 2
            && (row == fields.len() || !is_whole && row < fields.len())
    })
}

/// Counts the fields of a row. A field in quotation marks may contain line breaks. Also returns whether the row
/// is complete.
fn row(text: &[u8], separator: u8) -> (usize, bool) {
    let (mut fields, mut is_quoted) = (1, false);
    for &byte in text {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' if !is_quoted => return (fields, true),
            byte if byte == separator && !is_quoted => fields += 1,
            _ => {}
        }
    }
    (fields, text.len() < HEAD / 2)
}

/// Whether a field is a column name, and not a move.
fn is_name(field: &[u8]) -> bool {
    let quoted = field.strip_prefix(b"\"").and_then(|field| field.strip_suffix(b"\""));
    let field = quoted.unwrap_or(field);
    let is_inner = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.# ".contains(byte);
    field.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
        && field.len() <= 64
        && field.iter().all(is_inner)
        && parse(field).is_err()
}

/// A length in bytes. [`is_binary`] allows 32 control characters in a text of up to this length, and one
/// control character per 32 bytes in a longer text.
const SHORT: usize = 1 << 10;

/// Whether a file is binary. We ignore zero bytes at the end, because they are padding.
pub fn is_binary(head: &[u8]) -> bool {
    let end = head.iter().rposition(|&byte| byte != 0).map_or(0, |at| at + 1);
    let text = &head[..end];
    if text.is_empty() {
        return !head.is_empty();
    }
    if has_tags(text) {
        return false;
    }
    let is_control = |byte: &&u8| matches!(byte, 1..=8 | 14..=25 | 28..=31 | 127);
    let controls = text.iter().filter(is_control).count();
    // Without `SHORT`, a text with a few control characters could count as binary after `lint --fix` has made
    // it shorter.
    text.contains(&0) || controls * 32 > text.len().max(SHORT)
}

/// Whether any line begins with a tag pair.
fn has_tags(head: &[u8]) -> bool {
    head.split(|byte| b"\r\n".contains(byte)).any(|line| {
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii_start();
        is_tag(line, false)
    })
}

/// Whether a text contains a tag, or begins with a move.
pub fn has_games(head: &[u8]) -> bool {
    let is_number = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let mut words = head.split(u8::is_ascii_whitespace).filter_map(|word| {
        let number = word.iter().take_while(|byte| is_number(byte)).count();
        Some(&word[number..]).filter(|word| !word.is_empty())
    });
    has_tags(head) || words.next().is_some_and(|word| parse(word).is_ok())
}
