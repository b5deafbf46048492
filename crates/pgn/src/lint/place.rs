//! Counts lines and columns as text editors do. A line ends with LF, CR LF, or CR alone. Each character
//! counts as one column, and so does each byte that is not part of valid UTF-8.

use crate::lexer::scan;

/// The size of a text in bytes, lines and columns.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Extent {
    /// Number of bytes.
    pub bytes: u64,
    /// Number of line ends.
    pub lines: u64,
    /// Number of characters after the last line end.
    pub columns: u64,
    starts_with_lf: bool,
    ends_with_cr: bool,
    has_text: bool,
}

impl Extent {
    /// Extends this extent by `text`, which directly follows it.
    pub fn add(&mut self, text: &[u8]) {
        self.append(&Extent::of(text));
    }

    fn of(text: &[u8]) -> Extent {
        let last = scan::trailing(text, |byte| byte != b'\n' && byte != b'\r');
        let (lines, last) = text.split_at(text.len() - last);
        Extent {
            bytes: text.len() as u64,
            lines: line_ends(lines),
            columns: characters(last),
            starts_with_lf: text.first() == Some(&b'\n'),
            ends_with_cr: text.last() == Some(&b'\r'),
            has_text: !text.is_empty(),
        }
    }

    /// Appends `more`, the extent of the text that follows.
    pub fn append(&mut self, more: &Extent) {
        if !more.has_text {
            return;
        }
        let bytes = self.bytes + more.bytes;
        let (lines, columns) = self.after(more.lines, more.columns, more.starts_with_lf);
        let starts_with_lf = if self.has_text { self.starts_with_lf } else { more.starts_with_lf };
        let ends_with_cr = more.ends_with_cr;
        *self = Extent { bytes, lines, columns, starts_with_lf, ends_with_cr, has_text: true };
    }

    /// Converts a line and column in an appended text into a line and column of the whole text. `next` is the
    /// extent of the appended text.
    pub fn place(&self, (line, column): (u64, u64), next: &Extent) -> (u64, u64) {
        let (lines, columns) = self.after(line - 1, column - 1, next.starts_with_lf);
        (lines + 1, columns + 1)
    }

    fn after(&self, lines: u64, columns: u64, starts_with_lf: bool) -> (u64, u64) {
        match lines {
            0 => (self.lines, self.columns + columns),
            // CR LF is one line end.
            lines if self.ends_with_cr && starts_with_lf => (self.lines + lines - 1, columns),
            lines => (self.lines + lines, columns),
        }
    }
}

fn line_ends(text: &[u8]) -> u64 {
    let returns = scan::count(b'\r', text);
    let pairs =
        if returns == 0 { 0 } else { text.windows(2).filter(|pair| pair == b"\r\n").count() };
    (scan::count(b'\n', text) + returns - pairs) as u64
}

/// Counts the characters of a text. An invalid UTF-8 byte counts as one character.
pub fn characters(text: &[u8]) -> u64 {
    if text.is_ascii() {
        return text.len() as u64;
    }
    let chunks = text.utf8_chunks();
    let count = chunks.map(|chunk| chunk.valid().chars().count() + chunk.invalid().len());
    count.sum::<usize>() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_three_ways_wherever_a_text_is_cut() {
        let text = "a\nb\r\nc\rd\r\r\n\n\u{e9}x".as_bytes();
        for cut in 0..=text.len() {
            let mut extent = Extent::default();
            extent.add(&text[..cut]);
            let place = extent;
            extent.add(&text[cut..]);
            assert_eq!(extent.lines, 6, "{cut}");
            if let Ok(before) = str::from_utf8(&text[..cut]) {
                let before = before.replace("\r\n", "\n").replace('\r', "\n");
                let lines = before.matches('\n').count() as u64;
                assert_eq!(place.lines, lines, "{cut}");
                let last = before.rsplit('\n').next().unwrap_or_default();
                assert_eq!(place.columns, last.chars().count() as u64, "{cut}");
                assert_eq!(extent.columns, 2, "{cut}");
            }
        }
        assert_eq!(characters(b"a\xe9\xff\xc3\xa9"), 4);
    }
}
