//! The command `makers search`.

use std::{
    collections::BTreeMap,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use clap::Args;

use crate::frame::eprint_line;
use san_strings_core::{Vocabulary, english::average};
use san_strings_files::Terminal;
use san_strings_files::{self as files, Others, Progress, Target, Written};
use san_strings_games::{
    ShortestGames, pgn,
    replay::Replay,
    shortest_games,
    verify::{CorpusReport, verify},
};

use super::enumerated;
use crate::{
    ours::{Games, ShortestTable},
    proof::{check, export},
    search::GameSearch,
};

/// The files that `search` reads and improves.
const CORPUS: &str = "corpus.pgn";
const TABLE: &str = "shortest_games.tsv";

#[derive(Args)]
#[command(after_help = "\
Examples:
  makers search                             improve the games in output/
  makers search --seed 2                    search again with different random numbers
  makers search --fresh --output-dir mine   search from scratch, into another folder

A search takes hours on two cores. Ctrl-C ends it early and keeps its results, and the\n\
shortest games are written as they are found. A longer game never replaces a shorter one.\n\
The same seed finds the same games, whatever the number of threads.")]
pub(crate) struct SearchArgs {
    /// Folder of `corpus.pgn` and `shortest_games.tsv`, which contain the games to improve
    #[arg(long, value_name = "DIR", default_value = "output")]
    output_dir: PathBuf,
    /// Start from scratch, even if the folder contains games
    #[arg(long)]
    fresh: bool,
    /// Rename symbolic links, and files that san-strings did not write, to NAME.orig instead of failing
    #[arg(long)]
    force: bool,
    /// Seed of the random number generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many times to search for a shorter game for every string; one pass takes several hours
    #[arg(long, value_name = "N", default_value_t = 2)]
    passes: usize,
    /// First enumerate all positions up to this ply (at most 10), and start from the games found. Ply 8 takes
    /// two minutes on two cores; the next ply takes ten times as much time and memory
    #[arg(long, value_name = "PLY", default_value_t = 0, value_parser = enumerated())]
    exhaustive: u8,
    /// Then search each ply from 10 to PLY for strings that name the file or rank of a piece, such as Rad8
    #[arg(long, value_name = "PLY", default_value_t = 0)]
    narrow: usize,
    /// Then search for the same strings as --narrow at each ply up to PLY, but skip plies at which the side that
    /// plays the string has many moves to spare
    #[arg(long, value_name = "PLY", default_value_t = 0)]
    plans: usize,
    /// Then try the moves of known games in other orders, in N rounds of a few seconds each
    #[arg(long, value_name = "N", default_value_t = 0)]
    bags: usize,
}

pub(crate) fn search(args: &SearchArgs, quiet: bool, out: &mut impl Write) -> Result<bool> {
    let terminal = Terminal::new("{bar:30} {pos}/{len} {msg}, {elapsed}", quiet)?;
    let folder = &args.output_dir;
    files::make_folder(folder)?;
    let _lock = files::lock_folder(folder).with_context(|| folder.display().to_string())?;
    let others = Others::forced(args.force);
    let mut corpus = Target::claim(&folder.join(CORPUS), others, &Games(pgn::CORPUS))?;
    let mut table = Target::claim(&folder.join(TABLE), others, &ShortestTable)?;
    corpus.ensure_writable()?;

    let mut search = begin(args, corpus.path(), table.path(), out)?;
    search.enumerate(usize::from(args.exhaustive), &terminal);
    search.enumerate_narrowly(args.narrow, &terminal);
    search.enumerate_plans(args.plans, &terminal);
    for round in 1..=args.bags {
        if terminal.is_stopped() {
            break;
        }
        let shortened = search.rearrange(&terminal);
        write_table(&search, &mut table)?;
        let report = format!("{shortened} strings shortened; {}", shortest(&search));
        writeln!(out, "bags, round {round}: {report}")?;
        out.flush()?;
    }
    while !terminal.is_stopped() && search.round(&terminal) {
        write_table(&search, &mut table)?;
        let (done, all) = search.rounds();
        let message = format!("rounds; {}; {}", shortest(&search), figures(&search));
        terminal.update(&message, done, all);
    }
    terminal.bar.finish_and_clear();
    if terminal.is_stopped() && !quiet {
        eprint_line("stopping: checking and writing the games found so far");
    }
    search.reflect();

    let text = pgn::export_all(pgn::CORPUS, search.games());
    // We read the file again: it may have changed during the search.
    let old = files::read_text(corpus.path())?;
    let is_better = old.is_none_or(|old| is_better(&verify(&text), &verify(&old)));
    let mut answer = true;
    let state = if is_better {
        let state = corpus.write(text.as_bytes())?;
        answer &= state.is_in_place();
        state.to_string()
    } else {
        "kept: it is better than the games found".to_owned()
    };
    writeln!(out, "{}: {}, {state}", corpus.path().display(), figures(&search))?;
    let (text, state) = write_table(&search, &mut table)?;
    let report = shortest_games::verify(&text, check);
    writeln!(out, "{}: {report}, {state}", table.path().display())?;
    answer &= state.is_in_place();
    Ok(answer && search.totals().missing == 0 && report.failures.is_empty())
}

/// Starts the search from the games in the folder, or from scratch with `--fresh`.
fn begin(
    args: &SearchArgs,
    corpus: &Path,
    table: &Path,
    out: &mut impl Write,
) -> Result<GameSearch> {
    let mut search = match files::read_text(corpus)? {
        Some(text) if !args.fresh => {
            let raw: Vec<_> = pgn::split(&text).collect();
            let games = raw.iter().filter_map(|&game| Replay::of_corpus(game).ok());
            let games: Vec<_> = games.map(|replay| replay.moves).collect();
            let (path, good, all) = (corpus.display(), games.len(), raw.len());
            writeln!(out, "{path}: {good} of {all} games to start from")?;
            GameSearch::resume(args.seed, args.passes, games)
        }
        _ => GameSearch::new(args.seed, args.passes),
    };
    if let Some(text) = files::read_text(table)?
        && !args.fresh
    {
        let (path, mut good) = (table.display(), 0);
        for (san, moves) in ShortestGames::new(&text).moves() {
            search.learn(san, &moves);
            good += 1;
        }
        writeln!(out, "{path}: {good} games to start from")?;
    }
    out.flush()?;
    Ok(search)
}

/// Writes the shortest games. For each string, keeps the shorter of the game found and the game in the file.
/// For this comparison, reads the file again, because it may have changed during the search. Returns the new
/// text.
fn write_table(search: &GameSearch, table: &mut Target) -> Result<(String, Written)> {
    if table.has_changed()
        && let Ok(changed) = Target::claim(table.path(), Others::Stay, &ShortestTable)
    {
        *table = changed;
    }
    let old = files::read_text(table.path())?.unwrap_or_default();
    let mut games: BTreeMap<_, _> = ShortestGames::new(&old)
        .moves()
        .map(|(san, moves)| (Vocabulary::occurring().id_of(san), (san, moves)))
        .collect();
    for (san, moves) in search.shortest_games() {
        let game = games.entry(Vocabulary::occurring().id_of(san));
        let game = game.or_insert_with(|| (san, moves.to_owned()));
        if moves.len() < game.1.len() {
            *game = (san, moves.to_owned());
        }
    }
    let games = games.values().map(|(san, moves)| (*san, &moves[..]));
    let text = export(games);
    let state = table.write(text.as_bytes())?;
    Ok((text, state))
}

/// The average length of the shortest games, for a progress message.
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

/// Whether corpus `one` plays more strings than `other`, or the same number of strings in fewer plies. If
/// `other` has failures, we do not compare the plies: `one` need only play at least as many strings.
fn is_better(one: &CorpusReport, other: &CorpusReport) -> bool {
    let strings = |report: &CorpusReport| report.played.iter().sum::<usize>();
    let valid = other.failures.is_empty();
    strings(one) > strings(other)
        || strings(one) == strings(other) && (!valid || one.plies < other.plies)
}
