//! `san-strings verify`.

use std::{
    io::Write,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context, Result};
use clap::Args;

use super::{
    Answer, print_first, read_input,
    suite::{FOLDER, read_suite, suite_failures},
};
use crate::{
    games::{
        searched::{NARROWED, SEARCHED},
        shortest_games::{self, ShortestGames, ShortestReport, Totals},
        verify::verify as verify_corpus,
    },
    suite::Table,
    text::average,
    text::printable_path,
};

/// The folder of the games, seen from the repository, and their files.
pub const OUTPUT: &str = "output";
pub const CORPUS: &str = "corpus.pgn";
pub const TABLE: &str = "shortest_games.tsv";

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings verify                  the games in output/, or else those in the program
  san-strings verify mine.pgn         a corpus of your own
  san-strings verify conformance      a copy of the conformance suite
  zcat mine.pgn.gz | san-strings verify -")]
pub(super) struct VerifyArgs {
    /// A corpus, a table of shortest games, or the folder of a conformance suite; `-` reads
    /// standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// The results of the verification, with a figure for people.
struct Verified {
    name: String,
    figures: String,
    failures: Vec<String>,
    /// Failures that are not listed.
    more: usize,
}

pub(super) fn verify(args: &VerifyArgs, out: &mut impl Write) -> Result<Answer> {
    let mut files = args.files.clone();
    let mut is_built_in = false;
    let mut missing = Vec::new();
    if files.is_empty() {
        let output = [CORPUS, TABLE].map(|name| Path::new(OUTPUT).join(name));
        (files, missing) = output.into_iter().partition(|path| path.exists());
        is_built_in = files.is_empty();
        files.extend(Path::new(FOLDER).is_dir().then(|| FOLDER.into()));
    }
    let (mut answer, mut has_table) = (Answer::Yes, false);
    let mut report = |verify: &mut dyn FnMut() -> Result<Verified>| -> Result<()> {
        let start = Instant::now();
        let verified = verify()?;
        let (name, figures) = (verified.name, verified.figures);
        let seconds = start.elapsed().as_secs_f32();
        writeln!(out, "{name}: {figures}; {seconds:.2} seconds")?;
        if !verified.failures.is_empty() {
            print_first(verified.failures.iter(), verified.more, "more failures", out)?;
            answer = Answer::No;
        }
        Ok(())
    };
    if is_built_in {
        let name = format!("{TABLE} in the program");
        has_table = true;
        let text = ShortestGames::TABLE;
        report(&mut || Ok(verify_text(&name, text)))?;
    }
    for path in &files {
        let name = printable_path(path);
        if path.is_dir() {
            report(&mut || verify_suite(path))?;
            continue;
        }
        let text = read_input(path)?.with_context(|| format!("there is no file {name}"))?;
        has_table |= shortest_games::is_table(&text);
        report(&mut || Ok(verify_text(&name, &text)))?;
    }
    if answer == Answer::Yes {
        writeln!(out, "every claim that was checked holds")?;
    }
    if has_table {
        writeln!(
            out,
            "not checked: what searches say of the shortest games, `cargo run --release -p makers -- \
             verify --exhaustive {SEARCHED} --narrow {NARROWED}`: two hours of processor time, 5 GB"
        )?;
    }
    for path in missing.iter().filter(|_| !is_built_in) {
        let path = printable_path(path);
        writeln!(out, "not checked: {path}, which is missing")?;
    }
    if is_built_in {
        writeln!(out, "not checked: the corpus, {OUTPUT}/{CORPUS} in the repository")?;
    }
    Ok(answer)
}

/// Verifies a corpus or a table of shortest games.
fn verify_text(name: &str, text: &str) -> Verified {
    let (figures, failures, more) = if shortest_games::is_table(text) {
        let report = shortest_games::verify(text);
        (figures_of_table(&report), report.failures, 0)
    } else {
        let report = verify_corpus(text);
        let [plain, check, mate] = report.played;
        let figures = format!(
            "{} games, {} plies, {} on average; {} strings played: {plain} plain, {check} with \
             +, {mate} with #; {} cannot occur",
            report.games,
            report.plies,
            average(report.plies, report.games),
            plain + check + mate,
            report.impossible,
        );
        (figures, report.failures, report.more)
    };
    Verified {
        name: name.to_owned(),
        figures,
        failures: failures.iter().map(ToString::to_string).collect(),
        more,
    }
}

/// Verifies a conformance suite.
fn verify_suite(folder: &Path) -> Result<Verified> {
    let suite = read_suite(folder)?;
    let rows: usize = Table::ALL.iter().map(|&table| suite.len(table)).sum();
    let games = suite.games.len();
    Ok(Verified {
        name: printable_path(folder),
        figures: format!("{rows} rows, positions of {games} games"),
        failures: suite_failures(folder, &suite),
        more: 0,
    })
}

/// The figures of a table.
pub fn figures_of_table(report: &ShortestReport) -> String {
    let (Totals { games, plies }, mates) = (report.all, report.mates);
    format!(
        "{games} games, {plies} plies, {} on average, {} with #, {} at most; {} proven shortest, \
         {} by enumeration; {} longer than the bounds on average",
        average(plies, games),
        average(mates.plies, mates.games),
        report.longest,
        report.enumerated + report.counted,
        report.enumerated,
        average(report.gap, games),
    )
}
