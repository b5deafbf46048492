//! `san-strings verify`.

use std::{
    io::Write,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context, Result, bail};
use clap::Args;

use super::{answer::Answer, report::print_first, streams::read_input};
use crate::tables::SHORTEST_GAMES;
use san_strings_core::excerpt::printable_path;
use san_strings_games::{
    pgn::{CORPUS as EVENT, is_corpus},
    searched::{NARROWED, PLANNED, SEARCHED},
    shortest_games,
    verify::verify as verify_corpus,
};

/// The folder with the games, relative to the current directory. It contains the files `CORPUS` and `TABLE`.
const OUTPUT: &str = "output";
const CORPUS: &str = "corpus.pgn";
const TABLE: &str = "shortest_games.tsv";

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings verify                  check the games in output/, or else the table in the program
  san-strings verify mine.pgn         check your own corpus: its first game must have the tag
                                      [Event \"Every SAN string\"]. For other games, use `lint`
  zcat mine.pgn.gz | san-strings verify -

Exit code: 1 if a claim does not hold, a string is missing, or a file cannot be read.")]
pub(super) struct VerifyArgs {
    /// A corpus (games that together play every string, such as corpus.pgn) or a table of shortest games;
    /// `-` reads standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(super) fn verify(args: &VerifyArgs, out: &mut impl Write) -> Result<Answer> {
    let in_output = [CORPUS, TABLE].map(|name| Path::new(OUTPUT).join(name));
    let (found, missing): (Vec<_>, Vec<_>) = if args.files.is_empty() {
        in_output.into_iter().partition(|path| path.exists())
    } else {
        (args.files.clone(), Vec::new())
    };
    let is_built_in = found.is_empty();
    let (mut answer, mut has_table) = (Answer::Yes, is_built_in);
    if is_built_in {
        answer = report(&format!("{TABLE} in the program"), SHORTEST_GAMES, out)?;
    }
    for path in &found {
        let name = printable_path(path);
        let text = read_input(path)?.with_context(|| format!("there is no file {name}"))?;
        has_table |= shortest_games::is_table(&text);
        answer = answer.max(report(&name, &text, out)?);
    }
    if answer == Answer::Yes {
        writeln!(out, "every claim that was checked holds")?;
    }
    if has_table {
        writeln!(
            out,
            "not checked: bounds that rest on a search or on pieces in the way (reasons `all`, \
             `prospects`, `plan` and `way`). To check them, run `cargo run --release -p makers -- \
             verify --exhaustive {SEARCHED} --narrow {NARROWED} --plans {PLANNED}`: eleven hours of \
             processor time, 5 GB"
        )?;
    }
    if is_built_in {
        writeln!(out, "not checked: the corpus, {OUTPUT}/{CORPUS} in the repository")?;
    } else {
        for path in missing {
            writeln!(out, "not checked: {}, which is missing", printable_path(&path))?;
        }
    }
    Ok(answer)
}

/// Verifies a corpus or a table of shortest games.
fn report(name: &str, text: &str, out: &mut impl Write) -> Result<Answer> {
    let start = Instant::now();
    let (figures, failures, more) = if shortest_games::is_table(text) {
        let report = shortest_games::verify(text, |_, _| Ok(()));
        (report.to_string(), report.failures, 0)
    } else if is_corpus(text) {
        let report = verify_corpus(text);
        (report.to_string(), report.failures, report.more)
    } else {
        bail!(
            "{name} is neither a table of shortest games nor a corpus, which begins with [Event \
             {EVENT:?}]: `count --replay` and `lint` check other games"
        );
    };
    let seconds = start.elapsed().as_secs_f32();
    writeln!(out, "{name}: {figures}; {seconds:.2} seconds")?;
    print_first(failures.iter(), more, "more failures", out)?;
    Ok(if failures.is_empty() { Answer::Yes } else { Answer::No })
}
