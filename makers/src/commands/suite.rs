//! The command `makers suite`.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use clap::Args;
use san_strings_files::{self as files, Others, Target};
use san_strings_games::{pgn, replay::Replay};
use shakmaty::Move;

use crate::{
    frame::print_first,
    ours::{Games, Version},
    suite::{
        EVENT, GAMES, Suite, Table,
        complete::{complete, lacking},
        folder::{FOLDER, named, read_suite, read_tables},
        version,
        write::write_table,
    },
};

#[derive(Args)]
#[command(after_help = "\
Examples:
  makers suite            add the missing rows to the suite in output/conformance
  makers suite --check    check that the suite is complete and every row is right

Existing rows never change. A new suite copies the games of corpus.pgn to games.pgn and\n\
takes its positions from the copy, so that games found later do not change it.")]
pub(crate) struct SuiteArgs {
    /// Compare the files with what would be written, and write nothing
    #[arg(long)]
    check: bool,
    /// Folder of the suite
    #[arg(long, value_name = "DIR", default_value = FOLDER)]
    output_dir: PathBuf,
    /// Corpus to copy the games from if the suite has no games yet
    #[arg(long, value_name = "FILE", default_value = "output/corpus.pgn")]
    corpus: PathBuf,
    /// Rename symbolic links, and files that san-strings did not write, to NAME.orig instead of failing
    #[arg(long)]
    force: bool,
}

pub(crate) fn suite(args: &SuiteArgs, out: &mut impl Write) -> Result<bool> {
    let folder = &args.output_dir;
    let games_path = folder.join(GAMES);
    let mut targets = Vec::new();
    if !args.check {
        let others = Others::forced(args.force);
        targets.push(Target::claim(&games_path, others, &Games(EVENT))?);
        for table in Table::ALL {
            let path = folder.join(table.name());
            targets.push(Target::claim(&path, others, &table)?);
        }
        let path = folder.join(version::VERSION);
        targets.push(Target::claim(&path, others, &Version)?);
        targets[0].ensure_writable()?;
    }
    let mut targets = targets.into_iter();
    let old = if games_path.exists() {
        read_suite(folder)?
    } else if args.check {
        bail!("{} does not exist", games_path.display())
    } else {
        let mut suite = Suite::default();
        read_tables(folder, &mut suite)?;
        suite.games = start(&args.corpus)?;
        suite
    };
    let mut failures = old.verify();
    if args.check {
        failures.extend(old.verify_strings());
    }
    let failures = named(folder, &failures);
    if !failures.is_empty() {
        // We do not add rows to a suite that has errors.
        print_first(failures.iter(), out)?;
        return Ok(false);
    }
    let mut suite = old.clone();
    complete(&mut suite);
    let mut answer = true;
    let mut report = |path: &Path, text: &str, what: String, more: usize| -> Result<()> {
        let state = if let Some(mut target) = targets.next() {
            let state = target.write(text.as_bytes())?;
            answer &= state.is_in_place();
            state.to_string()
        } else if files::read(path)?.is_some_and(|old| old == text.as_bytes()) {
            "up to date".to_owned()
        } else {
            answer = false;
            match more {
                0 => "out of date: run `makers suite` to update it".to_owned(),
                more => format!("{more} are missing: `makers suite` adds them"),
            }
        };
        writeln!(out, "{}: {what}, {state}", path.display())?;
        Ok(())
    };
    // We write the games first, so that every row on disk has its game even if we are interrupted.
    let text = pgn::export_all(EVENT, suite.games.iter().map(Vec::as_slice));
    let count = suite.games.len();
    report(&games_path, &text, format!("{count} games"), count - old.games.len())?;
    for table in Table::ALL {
        let (path, rows) = (folder.join(table.name()), suite.len(table));
        let text = write_table(&suite, table);
        report(&path, &text, format!("{rows} rows"), rows - old.len(table))?;
    }
    let (path, text) = (folder.join(version::VERSION), version::text(folder)?);
    let files = text.lines().count() - 1;
    report(&path, &text, format!("{files} files"), files)?;
    for (kind, count) in lacking(&suite) {
        writeln!(out, "{kind}: only {count} rows, because the games contain no more of this kind")?;
    }
    Ok(answer)
}

/// Reads the corpus that a new suite starts from.
fn start(path: &Path) -> Result<Vec<Vec<Move>>> {
    let text = files::read_text(path)?;
    let text = text.with_context(|| format!("{} does not exist", path.display()))?;
    let games = pgn::split(&text).zip(1..).map(|(game, number)| {
        let replay = Replay::of_corpus(game);
        let replay = replay.with_context(|| format!("{}: game {number}", path.display()))?;
        Ok(replay.moves)
    });
    games.collect()
}
