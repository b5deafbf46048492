//! Lints files, and writes corrected copies.

use std::{
    io::{self, Read, Write},
    mem,
};

use san_strings_files::{Progress, Stopped};
use san_strings_pgn::{
    Fault, Finding, Layout, Linted, Linter,
    lint::{Extent, Found, TextLint},
};
use thiserror::Error;

use crate::input::{Chunk, Text, Unit, Writer, par_chunks};

/// An error from reading the input or writing the corrected text.
///
/// ```
/// use san_strings_databases::{LintError, Text, mend_games};
/// use san_strings_pgn::Linter;
///
/// let text = Text::new("1. e2-e4 *".as_bytes()).expect("PGN");
/// let mut full: &mut [u8] = &mut [];
/// let error = mend_games(&Linter::default(), text, &mut full, &(), &mut |_| true);
/// assert!(matches!(error, Err(LintError::Write(_))));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LintError {
    /// Reading failed. Holds the totals up to the error.
    #[error("read error")]
    Read(#[source] io::Error, Box<Linted>),
    /// Writing the corrected text failed.
    #[error("cannot write")]
    Write(#[source] io::Error),
}

/// Lints a stream, and passes the findings to `see` in order, until `see` returns `false` or `progress` stops
/// the work.
///
/// ```
/// use san_strings_databases::lint_games;
/// use san_strings_pgn::{Finding, Linter};
///
/// let mut pgn = "1. e2-e4 e5 2. Nf3 *".as_bytes();
/// let mut found = Vec::new();
/// let see = &mut |finding: Finding| {
///     found.push(format!("{}:{}: {}: {finding}", finding.line, finding.column, finding.kind()));
///     true
/// };
/// lint_games(&Linter::default(), &mut pgn, &(), see)?;
/// assert_eq!(found, ["1:4: long-algebraic: e2-e4: it has the from-square, and should be e4"]);
/// # Ok::<_, san_strings_databases::LintError>(())
/// ```
///
/// # Errors
///
/// Returns [`LintError::Read`] if the stream cannot be read to its end. `see` still receives every finding
/// before the error.
pub fn lint_games(
    linter: &Linter,
    stream: &mut (dyn Read + Send),
    progress: &dyn Progress,
    see: &mut dyn FnMut(Finding) -> bool,
) -> Result<Linted, LintError> {
    run(linter, stream, progress, None, see)
}

/// Writes `text` with corrected moves, move numbers and results, and copies everything else byte for byte.
/// Copies a whole game unchanged if its corrected text would be read as different moves, would still contain a
/// fault that has a correction, or would contain more or fewer faults without a correction than before. Calls
/// `see` for each finding that was not corrected, with its location in the output.
///
/// ```
/// use san_strings_databases::{Text, mend_games};
/// use san_strings_pgn::Linter;
///
/// let mut mended = Vec::new();
/// let text = Text::new("1. e2-e4  {best} e7e5 *\r\n".as_bytes()).expect("PGN");
/// mend_games(&Linter::default(), text, &mut mended, &(), &mut |_| true)?;
/// assert_eq!(mended, b"1. e4  {best} e5 *\r\n");
/// # Ok::<_, san_strings_databases::LintError>(())
/// ```
///
/// # Errors
///
/// Returns [`LintError`] if reading or writing fails.
pub fn mend_games(
    linter: &Linter,
    text: Text<'_>,
    out: &mut dyn Write,
    progress: &dyn Progress,
    see: &mut dyn FnMut(Finding) -> bool,
) -> Result<Linted, LintError> {
    let Text { mut content, order } = text;
    run(linter, &mut content, progress, Some(Writer::new(out, order)), see)
}

fn run(
    linter: &Linter,
    stream: &mut (dyn Read + Send),
    progress: &dyn Progress,
    mut out: Option<Writer<'_>>,
    see: &mut dyn FnMut(Finding) -> bool,
) -> Result<Linted, LintError> {
    let mends = out.is_some();
    let mut all = Linted::default();
    let mut before = Extent::default();
    let mut written = Ok(());
    let work = |(): &(), chunk: Chunk<'_>| ChunkLint::of(chunk, linter, mends, progress);
    let mut is_first = true;
    let unit = Unit::new(linter.layout != Layout::Games);
    let read = par_chunks(stream, unit, progress, &mut (), work, |(), mut chunk| {
        if mem::take(&mut is_first) && chunk.has_mark {
            chunk.found.without_mark();
        }
        let mut goes_on = true;
        if let Some(out) = &mut out {
            written = chunk.write(out);
            goes_on = written.is_ok();
        }
        let Found { findings, totals, extent, .. } = chunk.found;
        for mut finding in findings {
            let place = (finding.line, finding.column);
            (finding.line, finding.column) = before.place(place, &extent);
            finding.offset += before.bytes;
            finding.game += all.games;
            if goes_on {
                *all.kinds.entry(finding.kind()).or_default() += 1;
                goes_on = see(finding);
            }
        }
        before.append(&extent);
        all.add(&totals);
        goes_on
    });
    written.map_err(LintError::Write)?;
    if let Err(cause) = read {
        return Err(LintError::Read(cause, Box::new(all)));
    }
    if all.games == 0 && !progress.is_stopped() {
        let finding = Finding::of_file(Fault::NoGame);
        *all.kinds.entry(finding.kind()).or_default() += 1;
        see(finding);
    }
    Ok(all)
}

/// The findings of a chunk.
struct ChunkLint {
    found: Found,
    has_mark: bool,
    /// The uncorrected text of the chunk. Empty if `mends` is not set.
    text: Vec<u8>,
}

impl ChunkLint {
    /// Lints the games of a chunk, and corrects them if `mends` is set.
    fn of(
        chunk: Chunk<'_>,
        linter: &Linter,
        mends: bool,
        progress: &dyn Progress,
    ) -> Result<ChunkLint, Stopped> {
        let mut lint = TextLint::new(chunk.games(), chunk.is_cut, linter, mends);
        loop {
            if progress.is_stopped() {
                return Err(Stopped);
            }
            if !lint.next_game() {
                break;
            }
        }
        let mut found = lint.finish();
        if chunk.is_rest {
            found.extent.add(chunk.text);
        }
        let has_mark = chunk.text.starts_with("\u{feff}".as_bytes());
        let text = if mends { chunk.text.to_vec() } else { Vec::new() };
        Ok(ChunkLint { found, has_mark, text })
    }

    fn write(&self, out: &mut Writer<'_>) -> io::Result<()> {
        let mut done = 0;
        for (range, new) in &self.found.edits {
            out.write(&self.text[done..range.start])?;
            out.write(new.as_bytes())?;
            done = range.end;
        }
        out.write(&self.text[done..])
    }
}
