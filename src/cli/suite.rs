//! `san-strings suite`.

use std::{
    collections::BTreeMap,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use san_strings::{
    corpus::{arbiter::replay, pgn},
    files,
    shakmaty::Move,
    suite::{self, EVENT, File, GAMES, Row, make::Suite, verify, verify::Failures},
};

use super::{Answer, name_some};

/// The folder of the suite, seen from the repository.
pub(super) const FOLDER: &str = "output/conformance";

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings suite            adds to the suite in output/conformance what is missing
  san-strings suite --check    is it complete, and every row as it says?

A row that is there is never changed. Without any, the suite is made from the games in\n\
corpus.pgn, which are copied to games.pgn: later games do not change it.")]
pub(crate) struct MakeSuite {
    /// Compare the files with what would be written, and write nothing
    #[arg(long)]
    check: bool,
    /// The folder of the suite
    #[arg(long, value_name = "DIR", default_value = FOLDER)]
    output_dir: PathBuf,
    /// The corpus to start from if there are no games yet
    #[arg(long, value_name = "FILE", default_value = "output/corpus.pgn")]
    corpus: PathBuf,
    /// Replace files even if they are somebody else's, or links
    #[arg(long)]
    force: bool,
}

pub(crate) fn suite(args: &MakeSuite, out: &mut impl Write) -> Result<Answer> {
    let folder = &args.output_dir;
    let games_path = folder.join(GAMES);
    if !args.check && !args.force {
        files::claim(&games_path, |old| pgn::is_of(EVENT, old))?;
        for file in File::ALL {
            files::claim(&folder.join(file.name()), |old| file.is_own(old))?;
        }
    }
    let old = Files::read(folder)?;
    let games = match &old.games {
        Some(games) => games.clone(),
        None if args.check => bail!("there are no games in {}", games_path.display()),
        None => start(&args.corpus)?,
    };
    let failures = named(folder, &verify::verify(&games, &old.tables));
    if !failures.is_empty() {
        // What is wrong is not built upon.
        name_some(failures.iter(), 0, "more failures", out)?;
        return Ok(Answer::No);
    }
    let mut suite = Suite::new(games, old.tables.clone());
    suite.complete();
    let text = pgn::export_all_of(EVENT, suite.games.iter().map(Vec::as_slice));
    let mut answer = Answer::Yes;
    if !args.check {
        files::prepare(&games_path)?;
    }
    let known = old.games.as_ref().map_or(0, Vec::len);
    let mut report = |path: &Path, text: &str, what: String, more: usize| -> Result<()> {
        let state = if !args.check {
            files::put(path, text.as_bytes())?.to_string()
        } else if files::read(path)?.is_some_and(|old| old == text.as_bytes()) {
            "up to date".to_owned()
        } else {
            answer = Answer::No;
            format!("{more} are missing: `san-strings suite` adds them")
        };
        writeln!(out, "{}: {what}, {state}", path.display())?;
        Ok(())
    };
    // The games first: no row without its game.
    let count = suite.games.len();
    report(&games_path, &text, format!("{count} games"), count - known)?;
    for file in File::ALL {
        let rows = suite.rows(file);
        let known = old.tables.get(&file).map_or(0, Vec::len);
        let text = suite::write(file, rows);
        let path = folder.join(file.name());
        report(
            &path,
            &text,
            format!("{} rows", rows.len()),
            rows.len() - known,
        )?;
    }
    for (kind, count) in suite.lacking() {
        writeln!(out, "{kind}: only {count} rows, the games have no more")?;
    }
    Ok(answer)
}

/// What is in the folder of a suite.
pub(super) struct Files {
    pub(super) games: Option<Vec<Vec<Move>>>,
    pub(super) tables: BTreeMap<File, Vec<Row>>,
}

impl Files {
    /// Reads what is there.
    pub(super) fn read(folder: &Path) -> Result<Files> {
        let path = folder.join(GAMES);
        let games = match files::read_text(&path)? {
            None => None,
            Some(text) => Some(verify::games(&text).map_err(|failures| {
                let more = failures.len() - 1;
                let first = failures.first().map(ToString::to_string);
                let first = first.unwrap_or_default();
                anyhow!("{}: {first}, and {more} more failures", path.display())
            })?),
        };
        let mut tables = BTreeMap::new();
        for file in File::ALL {
            let path = folder.join(file.name());
            if let Some(text) = files::read_text(&path)? {
                let rows = suite::read(file, &text);
                let rows = rows.map_err(|error| anyhow!("{}: {error}", path.display()))?;
                tables.insert(file, rows);
            }
        }
        Ok(Files { games, tables })
    }

    /// What is wrong with it.
    pub(super) fn failures(&self, folder: &Path) -> Result<Vec<String>> {
        let no_games = || format!("there is no {GAMES} in {}", folder.display());
        let games = self.games.as_ref().with_context(no_games)?;
        let mut failures = verify::verify(games, &self.tables);
        failures.extend(verify::strings(&self.tables));
        Ok(named(folder, &failures))
    }
}

/// Failures with the names of their files.
fn named(folder: &Path, failures: &Failures) -> Vec<String> {
    let name = |file: &str| folder.join(file).display().to_string();
    let lines = failures.iter();
    let lines = lines.map(|(file, failure)| format!("{}: {failure}", name(file)));
    lines.collect()
}

/// The games of a corpus.
fn start(path: &Path) -> Result<Vec<Vec<Move>>> {
    let text = files::read_text(path)?;
    let text = text.with_context(|| format!("there are no games in {}", path.display()))?;
    let games = pgn::split(&text).zip(1..).map(|(game, number)| {
        let replayed = replay(game).map(|(moves, _)| moves);
        replayed.map_err(|(_, cause)| anyhow!("{}: game {number}: {cause}", path.display()))
    });
    games.collect()
}
