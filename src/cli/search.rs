//! `san-strings search`.

use std::{io::Write, path::PathBuf};

use anyhow::Result;
use clap::Args;

use super::{
    Answer,
    progress::Terminal,
    stdout::eprint_line,
    verify::{CORPUS, OUTPUT, TABLE, figures_of_table},
};
use crate::{
    files,
    games::{
        pgn,
        replay::Replay,
        shortest_games::{self, ShortestGames},
        verify::verify,
    },
    progress::Progress,
    search::GameSearch,
    text::average,
};

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings search                             makes the games in output/ better
  san-strings search --seed 2                    looks elsewhere for better ones
  san-strings search --fresh --output-dir mine   makes others from nothing

Takes hours on two cores. Ctrl-C ends it early and keeps what is found; the\n\
shortest games are written as they are found. The same seed gives the same games,\n\
whatever the number of threads.")]
pub(super) struct SearchArgs {
    /// The folder of `corpus.pgn` and `shortest_games.tsv`, whose games are made better
    #[arg(long, value_name = "DIR", default_value = OUTPUT)]
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
    /// How often to search for a shorter game for each string: some minutes each
    #[arg(long, value_name = "N", default_value_t = 2)]
    passes: usize,
    /// Enumerate all positions up to this ply first, and start from the games found: 8 takes
    /// two minutes on two cores, each ply more ten times as long and as much memory
    #[arg(long, value_name = "PLY", default_value_t = 0)]
    exhaustive: usize,
}

pub(super) fn search(args: &SearchArgs, quiet: bool, out: &mut impl Write) -> Result<Answer> {
    let terminal = Terminal::new("{bar:30} {pos}/{len} {msg}, {elapsed}", quiet)?;
    let [corpus, table] = [CORPUS, TABLE].map(|name| args.output_dir.join(name));
    if !args.force {
        files::ensure_ours(&corpus, |old| pgn::is_of(pgn::CORPUS, old))?;
        files::ensure_ours(&table, shortest_games::is_table)?;
    }
    let old_corpus = files::read_text(&corpus)?;
    let old_table = files::read_text(&table)?;
    // Now, and not after Ctrl-C.
    let old_report = old_corpus.as_deref().map(verify);
    files::ensure_writable(&corpus)?;
    files::ensure_writable(&table)?;

    let mut search = match &old_corpus {
        Some(text) if !args.fresh => {
            let raw: Vec<_> = pgn::split(text).collect();
            let games = raw.iter().filter_map(|&game| Replay::of_corpus(game).ok());
            let games: Vec<_> = games.map(|replay| replay.moves).collect();
            let (path, good, all) = (corpus.display(), games.len(), raw.len());
            writeln!(out, "{path}: {good} of {all} games to start from")?;
            GameSearch::resume(args.seed, args.passes, games)
        }
        _ => GameSearch::new(args.seed, args.passes),
    };
    if let Some(text) = &old_table
        && !args.fresh
    {
        let (path, mut good) = (table.display(), 0);
        for (san, moves) in ShortestGames::new(text).moves() {
            search.learn(san, &moves);
            good += 1;
        }
        writeln!(out, "{path}: {good} games to start from")?;
    }
    out.flush()?;

    search.enumerate(args.exhaustive, &terminal);
    while !terminal.is_stopped() && search.round(&terminal) {
        let text = shortest_games::export(search.shortest_games());
        files::write_if_changed(&table, text.as_bytes())?;
        let (done, all) = search.rounds();
        let message = format!("rounds; {}; {}", shortest(&search), figures(&search));
        terminal.update(&message, done, all);
    }
    terminal.bar.finish_and_clear();
    if terminal.is_stopped() && !quiet {
        eprint_line("stopping: what is found is checked and written");
    }

    let text = pgn::export_all(pgn::CORPUS, search.games());
    let new = verify(&text);
    let better = old_report.is_none_or(|old| new.is_better_than(&old));
    let state = if better {
        files::write_if_changed(&corpus, text.as_bytes())?.to_string()
    } else {
        "kept: it is better than what was found".to_owned()
    };
    writeln!(out, "{}: {}, {state}", corpus.display(), figures(&search))?;
    let text = shortest_games::export(search.shortest_games());
    let state = files::write_if_changed(&table, text.as_bytes())?;
    let report = shortest_games::verify(&text);
    let (path, figures) = (table.display(), figures_of_table(&report));
    writeln!(out, "{path}: {figures}, {state}")?;
    Ok(match search.totals().missing {
        0 if report.failures.is_empty() => Answer::Yes,
        _ => Answer::No,
    })
}

/// How short the shortest games are.
fn shortest(search: &GameSearch) -> String {
    let (mut games, mut plies) = (0, 0);
    for (_, moves) in search.shortest_games() {
        games += 1;
        plies += moves.len();
    }
    format!("shortest games: {} plies on average", average(plies, games))
}

fn figures(search: &GameSearch) -> String {
    let totals = search.totals();
    format!(
        "{} strings, {} missing, {} games of {} plies on average",
        totals.found,
        totals.missing,
        totals.games,
        average(totals.plies, totals.games)
    )
}
