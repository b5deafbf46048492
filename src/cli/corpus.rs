//! `san-strings prove` and `san-strings verify`.

use std::{
    io::Write,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
    time::Instant,
};

use anyhow::{Context, Result};
use clap::Args;
use rayon::ThreadPoolBuilder;
use san_strings::{
    corpus::{
        pgn,
        search::{Progress, Search},
        verify,
    },
    output::{self, Written},
};

use super::{Answer, bar, name_some, stop_on_ctrl_c};

/// Where the corpus is, seen from the repository.
pub(crate) const CORPUS: &str = "output/corpus.pgn";

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings prove                    makes output/corpus.pgn better
  san-strings prove --fresh mine.pgn   makes another one from nothing

Takes some minutes. Ctrl-C ends it early and keeps what is found. The same seed\n\
gives the same games, whatever the number of threads.")]
pub(crate) struct Prove {
    /// The corpus; if it is there, its games are made better
    #[arg(default_value = CORPUS)]
    file: PathBuf,
    /// Start from nothing even if the corpus is there
    #[arg(long)]
    fresh: bool,
    /// What the search draws its lots from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    jobs: usize,
}

pub(crate) fn prove(args: &Prove, quiet: bool, out: &mut impl Write) -> Result<Answer> {
    let stop = stop_on_ctrl_c()?;
    let threads = ThreadPoolBuilder::new().num_threads(args.jobs).build()?;
    let path = args.file.display();
    let old = output::read_text(&args.file)?;
    output::prepare(&args.file)?;
    let mut search = match &old {
        Some(text) if !args.fresh => {
            let raw: Vec<_> = pgn::split(text).collect();
            let games: Vec<_> = raw
                .iter()
                .filter_map(|&game| verify::replay(game).ok())
                .collect();
            writeln!(
                out,
                "{path}: {} of {} games to start from",
                games.len(),
                raw.len()
            )?;
            out.flush()?;
            Search::resume(args.seed, games.into_iter().map(|(moves, _)| moves))
        }
        _ => Search::new(args.seed),
    };
    let bar = bar("{bar:30} {pos}/{len} rounds, {elapsed}: {msg}", quiet)?;
    bar.set_length(search.progress().rounds.1);
    while !stop.load(Ordering::Relaxed) && threads.install(|| search.step()) {
        bar.inc(1);
        bar.set_message(figures(search.progress()));
    }
    bar.finish_and_clear();
    let progress = search.progress();
    let text = pgn::write_all(search.games());
    let new = verify::verify(&text);
    let better = old.is_none_or(|old| new.is_better_than(&verify::verify(&old)));
    let state = match better {
        true if output::write(&args.file, text.as_bytes())? == Written::Written => "written",
        true => "already fresh",
        false => "left as it was: it is better than what was found",
    };
    writeln!(out, "{path}: {}, {state}", figures(progress))?;
    Ok(if progress.missing == 0 {
        Answer::Yes
    } else {
        Answer::No
    })
}

fn figures(progress: Progress) -> String {
    format!(
        "{} strings, {} missing, {} games of {} plies on average",
        progress.found,
        progress.missing,
        progress.games,
        average(progress.plies, progress.games)
    )
}

/// An average with two decimals.
fn average(sum: usize, count: usize) -> String {
    let hundredths = (100 * sum + count / 2) / count.max(1);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

pub(crate) fn verify(path: &Path, out: &mut impl Write) -> Result<Answer> {
    let start = Instant::now();
    let text = read_corpus(path)?;
    let report = verify::verify(&text);
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
pub(crate) fn read_corpus(path: &Path) -> Result<String> {
    output::read_text(path)?.with_context(|| {
        let path = path.display();
        format!("there is no corpus {path}: `san-strings prove` makes one")
    })
}
