//! `san-strings verify`.

use std::{
    io::Write,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context, Result};
use clap::Args;

use super::{Answer, print_first, read_input};
use crate::tables::SHORTEST_GAMES;
use san_strings_files::printable_path;
use san_strings_games::{
    searched::{NARROWED, SEARCHED},
    shortest_games,
    verify::verify as verify_corpus,
};

/// The folder of the games, seen from the repository, and their files.
const OUTPUT: &str = "output";
const CORPUS: &str = "corpus.pgn";
const TABLE: &str = "shortest_games.tsv";

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings verify                  the games in output/, or else those in the program
  san-strings verify mine.pgn         a corpus of your own
  zcat mine.pgn.gz | san-strings verify -")]
pub(super) struct VerifyArgs {
    /// A corpus or a table of shortest games; `-` reads standard input
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
        let text = SHORTEST_GAMES;
        report(&mut || Ok(verify_text(&name, text)))?;
    }
    for path in &files {
        let name = printable_path(path);
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
        (report.to_string(), report.failures, 0)
    } else {
        let report = verify_corpus(text);
        (report.to_string(), report.failures, report.more)
    };
    let failures = failures.iter().map(ToString::to_string).collect();
    Verified { name: name.to_owned(), figures, failures, more }
}
