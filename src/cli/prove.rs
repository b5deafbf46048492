//! `san-strings prove`.

use std::{io::Write, path::PathBuf, sync::atomic::Ordering};

use anyhow::Result;
use clap::Args;
use indicatif::ProgressBar;
use san_strings::{
    corpus::{
        arbiter::replay,
        exhaust::Exhaustive,
        pgn,
        search::Search,
        table::{self, Table},
        verify::verify,
    },
    files,
};

use super::{
    Answer,
    out::tell,
    progress::{bar, stop_on_ctrl_c},
    verify::{CORPUS, TABLE, average, games},
};

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings prove                             makes the games in output/ better
  san-strings prove --seed 2                    looks elsewhere for better ones
  san-strings prove --fresh --output-dir mine   makes others from nothing

Takes hours on two cores. Ctrl-C ends it early and keeps what is found; the\n\
shortest games are written as they are found. The same seed gives the same games,\n\
whatever the number of threads.")]
pub(crate) struct Prove {
    /// The folder of `corpus.pgn` and `shortest_games.tsv`, whose games are made better
    #[arg(long, value_name = "DIR", default_value = "output")]
    output_dir: PathBuf,
    /// Start from nothing even if the files are there
    #[arg(long)]
    fresh: bool,
    /// Replace the files even if they are somebody else's, or links
    #[arg(long)]
    force: bool,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How often to aim at each string for a shorter game: some minutes each
    #[arg(long, value_name = "N", default_value_t = 2)]
    passes: usize,
    /// Go through all positions up to this ply first, if that has not been done: 8 takes
    /// two minutes on two cores, each ply more ten times as long and as much memory
    #[arg(long, value_name = "PLY", default_value_t = 8)]
    exhaustive: usize,
}

pub(crate) fn prove(args: &Prove, quiet: bool, out: &mut impl Write) -> Result<Answer> {
    let stop = stop_on_ctrl_c();
    let go_on = || !stop.load(Ordering::Relaxed);
    let [corpus, table] = [CORPUS, TABLE].map(|name| args.output_dir.join(name));
    if !args.force {
        files::claim(&corpus, pgn::is_corpus)?;
        files::claim(&table, table::is_table)?;
    }
    let old_corpus = files::read_text(&corpus)?;
    let old_table = files::read_text(&table)?;
    // Now: when it is told to stop, nobody wants to wait for it.
    let old_report = old_corpus.as_deref().map(verify);
    files::prepare(&corpus)?;
    files::prepare(&table)?;

    let mut search = match &old_corpus {
        Some(text) if !args.fresh => {
            let raw: Vec<_> = pgn::split(text).collect();
            let games: Vec<_> = raw.iter().filter_map(|&game| replay(game).ok()).collect();
            let (path, good, all) = (corpus.display(), games.len(), raw.len());
            writeln!(out, "{path}: {good} of {all} games to start from")?;
            Search::resume(
                args.seed,
                args.passes,
                games.into_iter().map(|(moves, _)| moves),
            )
        }
        _ => Search::new(args.seed, args.passes),
    };
    let mut searched = 0;
    if let Some(text) = &old_table
        && !args.fresh
    {
        let old = Table::new(text);
        let (path, mut good) = (table.display(), 0);
        for (san, moves) in old.games() {
            search.learn(san, &moves);
            good += 1;
        }
        writeln!(out, "{path}: {good} games to start from")?;
        searched = old.searched();
    }
    out.flush()?;

    let bar = bar("{bar:30} {pos}/{len} rounds, {elapsed}: {msg}", quiet)?;
    bar.set_length(search.rounds().1);
    if searched < args.exhaustive {
        searched = exhaust(args.exhaustive, &mut search, &bar, &go_on);
    }
    search.set_shortest(searched + 1);
    while go_on() && search.round(&go_on) {
        bar.inc(1);
        let text = table::export(search.ways(), searched);
        files::put(&table, text.as_bytes())?;
        bar.set_message(format!("{}; {}", shortest(&search), figures(&search)));
    }
    bar.finish_and_clear();
    if !go_on() && !quiet {
        tell("stopping: what is found is checked and written");
    }

    let text = pgn::export_all(search.games());
    let new = verify(&text);
    let better = old_report.is_none_or(|old| new.is_better_than(&old));
    let state = if better {
        files::put(&corpus, text.as_bytes())?.to_string()
    } else {
        "left as it was: it is better than what was found".to_owned()
    };
    writeln!(out, "{}: {}, {state}", corpus.display(), figures(&search))?;
    let text = table::export(search.ways(), searched);
    let state = files::put(&table, text.as_bytes())?;
    let report = table::verify(&text);
    writeln!(out, "{}: {}, {state}", table.display(), games(&report))?;
    Ok(match search.totals().missing {
        0 if report.failures.is_empty() => Answer::Yes,
        _ => Answer::No,
    })
}

/// Goes through all positions up to this ply. Tells how far it came.
fn exhaust(
    plies: usize,
    search: &mut Search,
    bar: &ProgressBar,
    go_on: &(dyn Fn() -> bool + Sync),
) -> usize {
    let mut exhaustive = Exhaustive::new();
    for ply in 1..=plies {
        let watch = |done: usize, all: usize| {
            if done.is_multiple_of(256) {
                let percent = 100 * done / all.max(1);
                bar.set_message(format!("all positions before ply {ply}, {percent} %"));
            }
            go_on()
        };
        let Some(found) = exhaustive.next_ply(&watch) else {
            return ply - 1;
        };
        for (san, moves) in found.games {
            search.learn(san, &moves);
        }
    }
    plies
}

/// How short the shortest games are.
fn shortest(search: &Search) -> String {
    let (mut games, mut plies) = (0, 0);
    for (_, moves) in search.ways() {
        games += 1;
        plies += moves.len();
    }
    format!("shortest games: {} plies on average", average(plies, games))
}

fn figures(search: &Search) -> String {
    let totals = search.totals();
    format!(
        "{} strings, {} missing, {} games of {} plies on average",
        totals.found,
        totals.missing,
        totals.games,
        average(totals.plies, totals.games)
    )
}
