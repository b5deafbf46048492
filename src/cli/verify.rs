//! `san-strings verify`.

use std::{io::Write, path::Path, time::Instant};

use anyhow::{Context, Result};
use san_strings::{corpus, files};

use super::{Answer, name_some};

/// Where the corpus is, seen from the repository.
pub(crate) const CORPUS: &str = "output/corpus.pgn";

pub(crate) fn verify(path: &Path, out: &mut impl Write) -> Result<Answer> {
    let start = Instant::now();
    let text = read_corpus(path)?;
    let report = corpus::verify::verify(&text);
    let [plain, check, mate] = report.played;
    writeln!(
        out,
        "{}: {} games, {} plies, {} on average; {} strings played: {plain} plain, {check} with +, \
         {mate} with #; {} cannot occur; {:.2} seconds",
        path.display(),
        report.games,
        report.plies,
        average(report.plies, report.games),
        plain + check + mate,
        report.impossible,
        start.elapsed().as_secs_f32()
    )?;
    if report.failures.is_empty() {
        writeln!(out, "every claim holds")?;
        return Ok(Answer::Yes);
    }
    name_some(report.failures.iter(), "more failures", out)?;
    Ok(Answer::No)
}

/// The text of a corpus that must be there.
pub(super) fn read_corpus(path: &Path) -> Result<String> {
    files::read_text(path)?.with_context(|| {
        let path = path.display();
        format!("there is no corpus {path}: `san-strings prove` makes one")
    })
}

/// An average with two decimals.
pub(super) fn average(sum: usize, count: usize) -> String {
    let hundredths = (100 * sum + count / 2) / count.max(1);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}
