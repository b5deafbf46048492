//! Prints, in one pass, a unified diff between a file and a copy in which parts of lines were replaced.

use std::{
    collections::VecDeque,
    fs::File,
    io::{self, BufRead, BufReader, Write},
    mem,
    path::Path,
};

/// Number of unchanged lines that we show before and after a change.
const CONTEXT: usize = 3;

/// A writer that receives the corrected text of a file, and prints the diff between the file and this
/// text. We compare line by line, because correcting a game never adds or removes a line.
pub(super) struct LineDiff<'a> {
    old: BufReader<File>,
    name: String,
    out: &'a mut dyn Write,
    /// The start of the current line of the new text. The rest of the line has not been written yet.
    rest: Vec<u8>,
    /// Number of lines compared so far.
    lines: usize,
    /// The last lines that are equal in both texts. They may become the context of the next hunk.
    before: VecDeque<Vec<u8>>,
    hunk: Vec<(u8, Vec<u8>)>,
    /// Number of unchanged lines at the end of the hunk.
    equal: usize,
    is_begun: bool,
}

impl<'a> LineDiff<'a> {
    pub fn new(path: &Path, out: &'a mut dyn Write) -> io::Result<LineDiff<'a>> {
        Ok(LineDiff {
            old: BufReader::new(File::open(path)?),
            name: path.display().to_string(),
            out,
            rest: Vec::new(),
            lines: 0,
            before: VecDeque::new(),
            hunk: Vec::new(),
            equal: 0,
            is_begun: false,
        })
    }

    /// Compares the last line, and writes the last hunk.
    pub fn finish(mut self) -> io::Result<()> {
        if !self.rest.is_empty() {
            let last = mem::take(&mut self.rest);
            self.compare(last)?;
        }
        self.end_hunk()
    }

    fn compare(&mut self, new: Vec<u8>) -> io::Result<()> {
        let mut old = Vec::new();
        self.old.read_until(b'\n', &mut old)?;
        self.lines += 1;
        if old != new {
            self.hunk.extend(self.before.drain(..).map(|line| (b' ', line)));
            self.hunk.extend([(b'-', old), (b'+', new)]);
            self.equal = 0;
        } else if self.hunk.is_empty() {
            self.before.push_back(old);
            if self.before.len() > CONTEXT {
                self.before.pop_front();
            }
        } else {
            self.hunk.push((b' ', old));
            self.equal += 1;
            if self.equal > 2 * CONTEXT {
                self.end_hunk()?;
            }
        }
        Ok(())
    }

    fn end_hunk(&mut self) -> io::Result<()> {
        if self.hunk.is_empty() {
            return Ok(());
        }
        if !mem::replace(&mut self.is_begun, true) {
            // After a name with spaces, `patch` expects a tab.
            let end = if self.name.contains(' ') { "\t" } else { "" };
            writeln!(self.out, "--- {0}{end}\n+++ {0}{end}", self.name)?;
        }
        let lines = self.hunk.iter().filter(|(tag, _)| *tag != b'+').count();
        let first = self.lines + 1 - lines;
        // Keep the unchanged lines beyond the context of this hunk: they may become the context of the next hunk.
        let beyond = self.hunk.split_off(self.hunk.len() - self.equal.saturating_sub(CONTEXT));
        let shown = lines - beyond.len();
        writeln!(self.out, "@@ -{first},{shown} +{first},{shown} @@")?;
        for (tag, line) in self.hunk.drain(..) {
            self.out.write_all(&[tag])?;
            self.out.write_all(&line)?;
            if !line.ends_with(b"\n") {
                self.out.write_all(b"\n\\ No newline at end of file\n")?;
            }
        }
        let start = beyond.len().saturating_sub(CONTEXT);
        self.before = beyond.into_iter().skip(start).map(|(_, line)| line).collect();
        self.equal = 0;
        Ok(())
    }
}

impl Write for LineDiff<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        for part in text.split_inclusive(|&byte| byte == b'\n') {
            self.rest.extend(part);
            if part.ends_with(b"\n") {
                let line = mem::take(&mut self.rest);
                self.compare(line)?;
            }
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
