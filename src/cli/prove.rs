//! `san-strings prove`.

use std::{io::Write, path::PathBuf, sync::atomic::Ordering};

use anyhow::Result;
use clap::Args;
use san_strings::{
    corpus::{Totals, arbiter::replay, pgn, search::Search, verify::verify},
    files::{self, Written},
};

use super::{
    Answer,
    progress::{bar, stop_on_ctrl_c},
    verify::{CORPUS, average},
};

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
    /// Replace the file even if it is no corpus, or a link
    #[arg(long)]
    force: bool,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(crate) fn prove(args: &Prove, quiet: bool, out: &mut impl Write) -> Result<Answer> {
    let stop = stop_on_ctrl_c();
    let path = args.file.display();
    if !args.force {
        files::claim(&args.file, pgn::is_corpus)?;
    }
    let old = files::read_text(&args.file)?;
    files::prepare(&args.file)?;
    let mut search = match &old {
        Some(text) if !args.fresh => {
            let raw: Vec<_> = pgn::split(text).collect();
            let games: Vec<_> = raw.iter().filter_map(|&game| replay(game).ok()).collect();
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
    bar.set_length(search.rounds().1);
    let go_on = || !stop.load(Ordering::Relaxed);
    while go_on() && search.round(&go_on) {
        bar.inc(1);
        bar.set_message(figures(search.totals()));
    }
    bar.finish_and_clear();
    let totals = search.totals();
    let text = pgn::export_all(search.games());
    let new = verify(&text);
    let better = old.is_none_or(|old| new.is_better_than(&verify(&old)));
    let state = match better {
        true if files::put(&args.file, text.as_bytes())? == Written::Written => "written",
        true => "up to date",
        false => "left as it was: it is better than what was found",
    };
    writeln!(out, "{path}: {}, {state}", figures(totals))?;
    Ok(if totals.missing == 0 {
        Answer::Yes
    } else {
        Answer::No
    })
}

fn figures(totals: Totals) -> String {
    format!(
        "{} strings, {} missing, {} games of {} plies on average",
        totals.found,
        totals.missing,
        totals.games,
        average(totals.plies, totals.games)
    )
}
