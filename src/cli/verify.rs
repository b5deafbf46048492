//! `san-strings verify`.

use std::{
    io::Write,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context, Result};
use clap::Args;

use super::{
    Answer, print_first,
    progress::Terminal,
    read_input,
    suite::{FOLDER, read_suite, suite_failures},
};
use crate::{
    games::{
        enumerate::Exhaustive,
        searched::{NARROWED, SEARCHED},
        shortest_games::{self, ShortestGames, ShortestReport, Totals},
        verify::{Failure, verify as verify_corpus},
    },
    progress::{Progress, Stopped},
    suite::Table,
    text::average,
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
  zcat mine.pgn.gz | san-strings verify -
  san-strings verify --exhaustive 8   is the table right up to ply 8?")]
pub(super) struct VerifyArgs {
    /// A corpus, a table of shortest games, or the folder of a conformance suite; `-` reads
    /// standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Enumerate all positions up to this ply, and check that the table has every string at
    /// the first ply at which it can be played
    #[arg(long, value_name = "PLY", default_value_t = 0, hide_default_value = true)]
    exhaustive: usize,
    /// For each ply from 10 to PLY, search for moves with a file or rank discriminator that can be
    /// played earlier than the table says
    #[arg(long, value_name = "PLY", default_value_t = 0, hide_default_value = true)]
    narrow: usize,
}

/// The results of the verification, with a figure for people.
struct Verified {
    name: String,
    figures: String,
    failures: Vec<String>,
    /// Failures that are not listed.
    more: usize,
}

pub(super) fn verify(args: &VerifyArgs, quiet: bool, out: &mut impl Write) -> Result<Answer> {
    let terminal = Terminal::new("{msg}, {bar:30} {human_pos}/{human_len}", quiet)?;
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
        terminal.bar.finish_and_clear();
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
        report(&mut || verify_text(&name, text, args, &terminal))?;
    }
    for path in &files {
        let name = path.display().to_string();
        if path.is_dir() {
            report(&mut || verify_suite(path))?;
            continue;
        }
        let text = read_input(path)?.with_context(|| format!("there is no file {name}"))?;
        has_table |= shortest_games::is_table(&text);
        report(&mut || verify_text(&name, &text, args, &terminal))?;
    }
    if answer == Answer::Yes {
        writeln!(out, "every claim that was checked holds")?;
    }
    if has_table {
        name_unchecked(args, out)?;
    }
    for path in missing.iter().filter(|_| !is_built_in) {
        let path = path.display();
        writeln!(out, "not checked: {path}, which is missing")?;
    }
    if is_built_in {
        writeln!(out, "not checked: the corpus, {OUTPUT}/{CORPUS} in the repository")?;
    }
    Ok(answer)
}

/// Names the claims of a table that take too long to be checked each time.
fn name_unchecked(args: &VerifyArgs, out: &mut impl Write) -> Result<()> {
    if args.exhaustive < SEARCHED {
        writeln!(
            out,
            "not checked: which strings take more than {SEARCHED} plies, `san-strings verify \
             --exhaustive {SEARCHED}`: half an hour of processor time, 5 GB"
        )?;
    }
    if args.narrow < NARROWED {
        writeln!(
            out,
            "not checked: which moves with a file or a rank take more than {} to {NARROWED} plies, \
             `san-strings verify --narrow {NARROWED}`: 80 minutes of processor time, 5 GB",
            SEARCHED + 1,
        )?;
    }
    Ok(())
}

/// Verifies a corpus or a table of shortest games.
fn verify_text(
    name: &str,
    text: &str,
    args: &VerifyArgs,
    progress: &dyn Progress,
) -> Result<Verified> {
    let exhaustive = args.exhaustive;
    let (figures, failures, more) = if shortest_games::is_table(text) {
        let mut report = shortest_games::verify(text);
        let mut figures = figures_of_table(&report);
        if exhaustive > 0 {
            let count = verify_shortest(text, exhaustive, &mut report.failures, progress)?;
            figures = format!("{figures}; {count} positions before ply {exhaustive} enumerated");
        }
        for ply in SEARCHED + 1..=args.narrow {
            let count = verify_narrowly(text, ply, &mut report.failures, progress)?;
            figures = format!("{figures}; {count} positions with prospects before ply {ply}");
        }
        (figures, report.failures, 0)
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
    Ok(Verified {
        name: name.to_owned(),
        figures,
        failures: failures.iter().map(ToString::to_string).collect(),
        more,
    })
}

/// Verifies a conformance suite.
fn verify_suite(folder: &Path) -> Result<Verified> {
    let suite = read_suite(folder)?;
    let rows: usize = Table::ALL.iter().map(|&table| suite.len(table)).sum();
    let games = suite.games.len();
    Ok(Verified {
        name: folder.display().to_string(),
        figures: format!("{rows} rows, positions of {games} games"),
        failures: suite_failures(folder, &suite),
        more: 0,
    })
}

/// Checks that a table has every string that can be played up to this ply at the first ply at
/// which it can be played. Counts the positions before that ply.
fn verify_shortest(
    text: &str,
    plies: usize,
    failures: &mut Vec<Failure>,
    progress: &dyn Progress,
) -> Result<u64, Stopped> {
    let mut search = Exhaustive::new();
    let table = ShortestGames::new(text);
    let mut fail = |cause| failures.push(Failure::of_file(cause));
    let mut early = table.iter().filter(|line| line.plies <= plies).count();
    let mut positions = 0;
    for ply in 1..=plies {
        let found = search.next_ply(progress)?;
        positions = found.positions;
        for (san, _) in found.games {
            match table.game(san) {
                Some(line) if line.plies == ply => early -= 1,
                Some(line) => fail(format!("{san} has {} plies, but {ply} are enough", line.plies)),
                None => fail(format!("{san} has no line")),
            }
        }
    }
    if early > 0 {
        fail(format!("{early} strings have games shorter than any can be"));
    }
    Ok(positions)
}

/// Checks that no move with a file or a rank that a table plays later can be played at a ply.
/// Counts the positions before that ply with prospects of one.
fn verify_narrowly(
    text: &str,
    ply: usize,
    failures: &mut Vec<Failure>,
    progress: &dyn Progress,
) -> Result<u64, Stopped> {
    let found = ShortestGames::new(text).look_narrowly(ply, progress)?;
    for (san, _) in found.games {
        let cause = format!("{san} can be played at ply {ply}");
        failures.push(Failure::of_file(cause));
    }
    Ok(found.positions)
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
