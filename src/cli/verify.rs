//! `san-strings verify`.

use std::{
    io::Write,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context, Result};
use clap::Args;
use san_strings::corpus::{
    exhaust::Exhaustive,
    table::{self, BUILT_IN, Table},
    verify::{Failure, verify as verify_corpus},
};

use super::{
    Answer, name_some, read_input,
    suite::{FOLDER, Files},
};

/// The names of the files with games, and the folder where they are, seen from the
/// repository.
pub(super) const CORPUS: &str = "corpus.pgn";
pub(super) const TABLE: &str = "shortest_games.tsv";
const OUTPUT: &str = "output";

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings verify                  the games in output/, or else those in the program
  san-strings verify mine.pgn         a corpus of your own
  san-strings verify conformance      a copy of the conformance suite
  zcat mine.pgn.gz | san-strings verify -
  san-strings verify --exhaustive 8   no game of up to nine plies could be shorter")]
pub(crate) struct Verify {
    /// A corpus, a table of shortest games, or the folder of a conformance suite; `-` reads
    /// standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Go through all positions up to this ply, and check that the table has every string
    /// at the first ply at which it can be played
    #[arg(
        long,
        value_name = "PLY",
        default_value_t = 0,
        hide_default_value = true
    )]
    exhaustive: usize,
}

pub(crate) fn verify(args: &Verify, out: &mut impl Write) -> Result<Answer> {
    let mut sources: Vec<(String, String)> = Vec::new();
    let mut suites: Vec<PathBuf> = Vec::new();
    for path in &args.files {
        if path.is_dir() {
            suites.push(path.clone());
        } else {
            sources.push((path.display().to_string(), read(path)?));
        }
    }
    let output = [CORPUS, TABLE].map(|name| Path::new(OUTPUT).join(name));
    if args.files.is_empty() && output.iter().any(|path| path.exists()) {
        for path in &output {
            sources.push((path.display().to_string(), read(path)?));
        }
    } else if args.files.is_empty() {
        let name = format!("{TABLE} in the program");
        sources.push((name, BUILT_IN.to_owned()));
    }
    let mut answer = Answer::Yes;
    let mut unchecked = None;
    if suites.is_empty() && args.files.is_empty() && Path::new(FOLDER).is_dir() {
        suites.push(PathBuf::from(FOLDER));
    }
    for (name, text) in &sources {
        let start = Instant::now();
        let (figures, failures, more) = if table::is_table(text.as_bytes()) {
            let mut report = table::verify(text);
            if args.exhaustive > 0 {
                shortest(text, args.exhaustive, &mut report.failures);
            }
            if report.searched > args.exhaustive {
                unchecked = Some(report.searched);
            }
            (games(&report), report.failures, 0)
        } else {
            let report = verify_corpus(text);
            let [plain, check, mate] = report.played;
            let figures = format!(
                "{} games, {} plies, {} on average; {} strings played: {plain} plain, {check} \
                 with +, {mate} with #; {} cannot occur",
                report.games,
                report.plies,
                average(report.plies, report.games),
                plain + check + mate,
                report.impossible,
            );
            (figures, report.failures, report.more)
        };
        let seconds = start.elapsed().as_secs_f32();
        writeln!(out, "{name}: {figures}; {seconds:.2} seconds")?;
        if !failures.is_empty() {
            name_some(failures.iter(), more, "more failures", out)?;
            answer = Answer::No;
        }
    }
    for folder in &suites {
        let start = Instant::now();
        let suite = Files::read(folder)?;
        let failures = suite.failures(folder)?;
        let rows: usize = suite.tables.values().map(Vec::len).sum();
        let (name, games) = (folder.display(), suite.games.iter().flatten().count());
        let seconds = start.elapsed().as_secs_f32();
        writeln!(
            out,
            "{name}: {rows} rows, positions of {games} games; {seconds:.2} seconds"
        )?;
        if !failures.is_empty() {
            name_some(failures.iter(), 0, "more failures", out)?;
            answer = Answer::No;
        }
    }
    if answer == Answer::Yes {
        writeln!(out, "every claim holds")?;
    }
    if let Some(plies) = unchecked {
        writeln!(
            out,
            "that no game is shorter: `san-strings verify --exhaustive {plies}`"
        )?;
    }
    if args.files.is_empty() && sources.len() == 1 {
        writeln!(
            out,
            "the corpus is {OUTPUT}/{CORPUS} in the repository; `san-strings prove` makes one"
        )?;
    }
    Ok(answer)
}

/// The text of a file that must be there, or of standard input.
fn read(path: &Path) -> Result<String> {
    read_input(path)?.with_context(|| {
        let path = path.display();
        format!("there are no games in {path}: `san-strings prove` makes some")
    })
}

/// Checks that a table has every string at the first ply at which it can be played, as
/// far as all positions up to this ply can tell.
fn shortest(text: &str, plies: usize, failures: &mut Vec<Failure>) {
    let mut search = Exhaustive::new();
    let table = Table::new(text);
    let mut fail = |cause| failures.push(Failure::of_file(cause));
    let mut early = table.lines().filter(|line| line.plies <= plies).count();
    for ply in 1..=plies {
        let Some(found) = search.next_ply(&|_, _| true) else {
            return;
        };
        for (san, _) in found.games {
            match table.line(san) {
                Some(line) if line.plies == ply => early -= 1,
                Some(line) => fail(format!(
                    "{san} has {} plies, but {ply} are enough",
                    line.plies
                )),
                None => fail(format!("{san} has no line")),
            }
        }
    }
    if early > 0 {
        fail(format!(
            "{early} strings have games that are too short to be true"
        ));
    }
}

/// What a table amounts to.
pub(super) fn games(report: &table::Report) -> String {
    let (games, plies) = report.games;
    let (mates, mate_plies) = report.mates;
    format!(
        "{games} games, {plies} plies, {} on average, {} with #, {} at most; {} proven shortest",
        average(plies, games),
        average(mate_plies, mates),
        report.longest,
        report.proven,
    )
}

/// An average with two decimals.
pub(super) fn average(sum: usize, count: usize) -> String {
    let hundredths = (100 * sum + count / 2) / count.max(1);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}
