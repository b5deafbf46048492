//! Recognizes tables of counts, such as `count --format csv` prints, and parses their rows.

/// The header of a table of counts.
pub const COUNTS: &str = "string,count";

/// The header of a table of groups.
pub const GROUPS: &str = "value,string,count,games,moves";

/// Whether a text that begins with `head` is a table of counts.
pub fn is_counts(head: &[u8]) -> bool {
    let mut lines = head.split(|&byte| byte == b'\n');
    let line = str::from_utf8(lines.next().unwrap_or_default()).unwrap_or_default();
    is_header(line) || entry(line.trim_end()).is_some()
}

/// Whether a text that begins with `head` is a table of groups.
pub fn is_groups(head: &[u8]) -> bool {
    head.starts_with(GROUPS.as_bytes())
}

/// Whether a line is the header of a table of counts. The columns are separated by commas or tabs, and more
/// columns may follow the first two.
pub fn is_header(line: &str) -> bool {
    line.trim_end().split([',', '\t']).take(2).eq(COUNTS.split(','))
}

/// Parses a row of a table: the string, and its count.
pub fn entry(line: &str) -> Option<(&str, u64)> {
    let is_end = |byte: &u8| b",\t".contains(byte);
    let (string, rest) = line.split_at(line.bytes().position(|byte| is_end(&byte))?);
    let rest = &rest[1..];
    let count = &rest[..rest.bytes().position(|byte| is_end(&byte)).unwrap_or(rest.len())];
    let is_string = !string.is_empty() && string.bytes().all(|byte| byte.is_ascii_graphic());
    Some((string, count.parse().ok()?)).filter(|_| is_string)
}
