//! Parses the tag pairs of a game, as tolerantly as the import format of the PGN standard requires (section
//! 8.1).
//!
//! `[Event "a"]` is a tag pair. So are `[ Event "a" ]`, `[Event"a"]`, `[Event "a` and, on a line of its own,
//! `[Event a]`. But `[%clk 0:01]` and `[b]` are not tag pairs. On the line before or after a tag pair, `[b]`
//! counts as a broken tag pair.

use std::{borrow::Cow, iter};

use super::{decode::decoded, scan};

/// The tag pairs of a game, unparsed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tags<'a>(pub &'a [u8]);

impl<'a> Tags<'a> {
    /// Returns the value of a tag. The case of `name` does not matter. Bytes that are not UTF-8 are read as
    /// Windows-1252.
    pub fn get(&self, name: &str) -> Option<Cow<'a, str>> {
        // Most games lack the requested tag. `may_have` notices this faster than parsing all tags would.
        if !self.may_have(&[name.as_bytes()]) {
            return None;
        }
        find(|| self.iter(), name)
    }

    /// Parses all tags once, for callers that need several.
    pub fn list(&self) -> TagList<'a> {
        TagList(self.iter().collect())
    }

    /// Returns false only if no tag has a name that begins with one of `names`. Case does not matter. This test
    /// is faster than parsing the tags.
    pub fn may_have(&self, names: &[&[u8]]) -> bool {
        let mut rest = self.0;
        while let Some(at) = scan::find(b'[', rest) {
            rest = &rest[at + 1..];
            let is_such = |name: &&[u8]| {
                rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
            };
            if rest.first().is_some_and(|&byte| is_space_or_tab(byte)) || names.iter().any(is_such)
            {
                return true;
            }
        }
        false
    }

    /// Iterates over the tag pairs, in order.
    pub fn iter(&self) -> impl Iterator<Item = Tag<'a>> + use<'a> {
        self.lines().filter_map(|line| line.tag)
    }

    /// Iterates over the tag pairs, and over the broken lines between them.
    pub fn lines(&self) -> impl Iterator<Item = TagLine<'a>> + use<'a> {
        let mut text = self.0;
        iter::from_fn(move || {
            loop {
                text = scan::trim_start(text);
                if text.is_empty() {
                    return None;
                }
                if text.starts_with(b"{") {
                    let end = scan::find(b'}', text).map_or(text.len(), |end| end + 1);
                    text = &text[end..];
                    continue;
                }
                // If no tag starts here, we skip to the next `[` or line end, because punctuation may precede a tag.
                let is_inner = |byte| !b"[\n\r".contains(&byte);
                let other = || &text[1 + scan::leading(&text[1..], is_inner)..];
                let (tag, rest) =
                    next_tag(text).map_or_else(|| (None, other()), |(tag, rest)| (Some(tag), rest));
                let written = &text[..text.len() - rest.len()];
                text = rest;
                return Some(TagLine { written, tag });
            }
        })
    }
}

/// One tag pair as written, or a line among the tags that is not a tag pair.
pub struct TagLine<'a> {
    /// The text, without the line end.
    pub written: &'a [u8],
    /// The tag pair; `None` if the line is broken.
    pub tag: Option<Tag<'a>>,
}

/// Finds the value of a tag by its name, ignoring case. Prefers an exact match.
fn find<'a, I: Iterator<Item = Tag<'a>>>(tags: impl Fn() -> I, name: &str) -> Option<Cow<'a, str>> {
    let is_exact = |tag: &Tag<'_>| tag.name == name.as_bytes();
    let is_alike = |tag: &Tag<'_>| tag.name.eq_ignore_ascii_case(name.as_bytes());
    let tag = tags().find(is_exact).or_else(|| tags().find(is_alike))?;
    Some(decoded(tag.value))
}

/// Whether a tag value is known. A value is unknown if it is empty, or consists only of `?`, `-`, `.`, `/` and
/// whitespace, such as `????.??.??`.
pub fn is_known(value: &str) -> bool {
    !value.chars().all(|char| char.is_whitespace() || "?-./".contains(char))
}

/// The tag pairs of a game, parsed once.
pub struct TagList<'a>(Vec<Tag<'a>>);

impl<'a> TagList<'a> {
    /// Returns the unescaped value of a tag. The case of `name` does not matter.
    pub fn get(&self, name: &str) -> Option<Cow<'a, str>> {
        find(|| self.0.iter().copied(), name).map(unescape)
    }
}

/// Unescapes the value of a tag: `\"` becomes a quotation mark, and `\\` a backslash.
pub fn unescape(value: Cow<'_, str>) -> Cow<'_, str> {
    if !value.contains('\\') {
        return value;
    }
    let mut chars = value.chars().peekable();
    let next = iter::from_fn(|| match chars.next()? {
        '\\' => chars.next_if(|char| matches!(char, '"' | '\\')).or(Some('\\')),
        char => Some(char),
    });
    Cow::Owned(next.collect())
}

/// Escapes a value for PGN, the reverse of [`unescape`].
pub fn escape(value: &str) -> String {
    value.replace('\\', r"\\").replace('"', "\\\"")
}

/// A tag pair.
#[derive(Clone, Copy)]
pub struct Tag<'a> {
    /// The name, as written.
    pub name: &'a [u8],
    /// The text between the quotation marks, escapes included.
    pub value: &'a [u8],
}

impl<'a> Tag<'a> {
    /// Returns the unescaped value.
    pub fn meant(&self) -> Cow<'a, str> {
        unescape(decoded(self.value))
    }
}

impl Tag<'_> {
    /// Formats the tag pair in PGN's export format.
    pub fn exported(&self) -> String {
        format!("[{} \"{}\"]", decoded(self.name), escape(&self.meant()))
    }
}

impl Tag<'_> {
    /// Whether the value contains a backslash that may be the second byte of a character, as in Shift-JIS,
    /// Big5 and GBK.
    pub fn may_be_double_byte(&self) -> bool {
        let is_half = |pair: &[u8]| matches!(pair, [0x80..=0xff, b'\\']);
        str::from_utf8(self.value).is_err() && self.value.windows(2).any(is_half)
    }
}

/// Maximum length in bytes of a tag name, of a value that is not in quotation marks, and of the spaces and
/// tabs before a name or a value.
const LONGEST: usize = 255;

/// Returns the name of the tag pair at the start of a text, and the rest of the text.
fn name(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let inside = text.strip_prefix(b"[")?;
    let inside = &inside[scan::leading(&inside[..inside.len().min(LONGEST)], is_space_or_tab)..];
    let short = &inside[..inside.len().min(LONGEST)];
    let length = scan::leading(short, is_of_name);
    let (name, rest) = inside.split_at(length);
    name.first()?.is_ascii_alphabetic().then_some((name, rest))
}

/// Returns a value without quotation marks, as in `[Event a]`, and the rest of the text.
fn bare_value(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let short = &text[..text.len().min(LONGEST)];
    let line = scan::trim_end(&short[..line_length(short)]);
    let value = line
        .strip_suffix(b"]")
        .filter(|value| value.first().is_some_and(|&b| is_space_or_tab(b)))?;
    let is_value =
        !value.trim_ascii().is_empty() && !value.contains(&b'[') && !value.contains(&b']');
    is_value.then(|| (unquoted(value.trim_ascii()), &text[line.len()..]))
}

/// Removes straight single or curly double quotation marks around a value.
fn unquoted(value: &[u8]) -> &[u8] {
    let pairs = [("'", "'"), ("\u{201c}", "\u{201d}")];
    let inside = |(begin, end): &(&str, &str)| {
        value.strip_prefix(begin.as_bytes())?.strip_suffix(end.as_bytes())
    };
    pairs.iter().find_map(inside).unwrap_or(value)
}

/// Whether a text begins with a tag pair. If the tag pair begins a line (`is_line`), its value needs no
/// quotation marks.
pub fn is_tag(text: &[u8], is_line: bool) -> bool {
    let Some((_, rest)) = name(text) else { return false };
    let blanks = scan::leading(&rest[..rest.len().min(LONGEST)], is_space_or_tab);
    rest.get(blanks) == Some(&b'"') || is_line && bare_value(rest).is_some()
}

/// Returns the length of the first line if it is a broken tag pair: either a line in brackets that is not a
/// tag pair, or a tag pair without its opening bracket.
pub fn broken_tag(text: &[u8]) -> Option<usize> {
    let has_bracket = text.starts_with(b"[");
    // We check the first word before we search for the line end, because this check rejects most movetext.
    if !has_bracket && !text[scan::leading(text, is_of_name)..].starts_with(b" \"") {
        return None;
    }
    let line = scan::trim_end(&text[..line_length(text)]);
    let is_end = if has_bracket { line.ends_with(b"]") } else { line.ends_with(b"\"]") };
    let is_such = is_end && scan::count(b'[', line) == usize::from(has_bracket);
    (is_such && !is_tag(text, true)).then_some(line.len())
}

/// Maximum length of punctuation between two tags.
const LONGEST_PUNCTUATION: usize = 64;

/// Returns the length of punctuation before a tag pair, such as the comma of `[Event "x"],` and the `>` of
/// quoted mail. Returns 0 if no tag pair follows, or if an empty line separates the punctuation from the tag
/// pair.
pub fn punctuation_before_tag(text: &[u8]) -> usize {
    let short = &text[..text.len().min(LONGEST_PUNCTUATION)];
    let is_such = |byte: u8| {
        byte.is_ascii_whitespace() || byte.is_ascii_punctuation() && !b"[{(*".contains(&byte)
    };
    let length = scan::leading(short, is_such);
    let is_between = !has_empty_line(&text[..length]) && is_tag(&text[length..], false);
    if is_between { length } else { 0 }
}

/// Returns the text after the first line.
pub fn next_line(text: &[u8]) -> &[u8] {
    let rest = &text[line_length(text)..];
    rest.strip_prefix(b"\r\n").or_else(|| rest.get(1..)).unwrap_or_default()
}

/// Returns the tag pair at the start of a text, and the rest of the text.
pub fn next_tag(text: &[u8]) -> Option<(Tag<'_>, &[u8])> {
    let (name, rest) = name(text)?;
    let blanks = scan::leading(&rest[..rest.len().min(LONGEST)], is_space_or_tab);
    let Some(value) = rest[blanks..].strip_prefix(b"\"") else {
        let (value, rest) = bare_value(rest)?;
        return Some((Tag { name, value }, rest));
    };
    let (value, rest) = value.split_at(value_length(value));
    let rest = rest.strip_prefix(b"\"").unwrap_or(rest);
    let rest = &rest[scan::leading(rest, is_space_or_tab)..];
    Some((Tag { name, value }, rest.strip_prefix(b"]").unwrap_or(rest)))
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_space_or_tab(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Returns the length of a quoted value. The value ends at the first quotation mark that is followed by `]`,
/// because many programs do not escape quotation marks inside a value. If the line contains no `"]`, the
/// value ends at the last quotation mark of the line. If no quotation mark follows at all, the value ends at
/// the closing bracket of the line, or at the line end.
fn value_length(text: &[u8]) -> usize {
    let unquoted = |end: usize| {
        let line = scan::trim_end(&text[..end]);
        line.strip_suffix(b"]").map_or(end, <[u8]>::len)
    };
    let mut last = None;
    let mut at = 0;
    while let Some(length) = scan::find_either(b'"', b'\n', &text[at..]) {
        let quote = at + length;
        if text[quote] == b'\n' {
            return last.unwrap_or_else(|| unquoted(quote));
        }
        let escapes = scan::trailing(&text[at..quote], |byte| byte == b'\\');
        let after = &text[quote + 1..];
        let next =
            after.get(scan::leading(after, |byte| byte != b'\n' && byte.is_ascii_whitespace()));
        if escapes.is_multiple_of(2) && next == Some(&b']') {
            return quote;
        }
        last = Some(quote);
        at = quote + 1;
    }
    last.unwrap_or_else(|| unquoted(text.len()))
}

/// Returns the length of the first line. Lines end with LF, CR LF, or CR alone.
pub fn line_length(text: &[u8]) -> usize {
    scan::find_either(b'\n', b'\r', text).unwrap_or(text.len())
}

/// Whether the text between two tokens contains an empty line, that is, more than one line end.
pub fn has_empty_line(between: &[u8]) -> bool {
    let lines = scan::count(b'\n', between);
    lines > 1 || lines == 0 && scan::count(b'\r', between) > 1
}
