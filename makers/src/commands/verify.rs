//! The command `makers verify`.

use std::{io::Write, path::PathBuf};

use crate::frame::print_first;
use anyhow::{Context, Result, ensure};
use clap::Args;
use san_strings_files::Terminal;
use san_strings_files::{Progress, Stopped, read_text};
use san_strings_games::{
    ShortestGames,
    failure::Failure,
    searched::{NARROWED, PLANNED, SEARCHED, is_planned, searched},
    shortest_games,
};
use shakmaty::san::SanPlus;

use super::enumerated;
use crate::{
    enumerate::PlyResult,
    proof::{check, enumerate, look_at_plans, look_narrowly},
};

#[derive(Args)]
#[command(after_help = "\
Examples:
  makers verify                               compute every bound and its reason again
  makers verify --exhaustive 8                check the table up to ply 8
  makers verify --plans 13 --only Q1a2        check that no game plays Q1a2 in 13 plies
  makers verify --narrow 12 --only Rad8#      check that no game plays Rad8# in 12 plies
  makers verify --exhaustive 10 --narrow 12 --plans 17
                                              check every claim: eleven hours of processor time, 5 GB")]
pub(crate) struct VerifyArgs {
    /// Table of shortest games
    #[arg(value_name = "FILE", default_value = "output/shortest_games.tsv")]
    file: PathBuf,
    /// Enumerate all positions up to PLY, and check that the table plays each string at the earliest possible
    /// ply
    #[arg(long, value_name = "PLY", default_value_t = 0, hide_default_value = true, value_parser = enumerated())]
    exhaustive: u8,
    /// Search the plies from 10 to PLY for strings that name the file or rank of a piece, such as Rad8, and
    /// report each string for which the table has a longer game
    #[arg(long, value_name = "PLY", default_value_t = 0, hide_default_value = true)]
    narrow: usize,
    /// Like --narrow, but for later plies up to PLY, and only where the side that plays the string has few
    /// moves to spare
    #[arg(long, value_name = "PLY", default_value_t = 0, hide_default_value = true)]
    plans: usize,
    /// With --narrow or --plans, search only for STRING; separate several strings with commas
    #[arg(long, value_name = "STRING", value_delimiter = ',')]
    only: Vec<SanPlus>,
}

pub(crate) fn verify(args: &VerifyArgs, quiet: bool, out: &mut impl Write) -> Result<bool> {
    let terminal = Terminal::new("{msg}, {bar:30} {human_pos}/{human_len}", quiet)?;
    let name = args.file.display();
    for &san in &args.only {
        let is_narrowed = args.narrow > SEARCHED && searched(san) > SEARCHED;
        ensure!(
            is_narrowed || (1..=args.plans).any(|ply| is_planned(san, ply)),
            "with `--narrow {}` and `--plans {}`, no search looks for {san}",
            args.narrow,
            args.plans
        );
    }
    let text = read_text(&args.file)?.with_context(|| format!("there is no file {name}"))?;
    let mut report = shortest_games::verify(&text, check);
    let mut figures = report.to_string();
    let exhaustive = usize::from(args.exhaustive);
    if exhaustive > 0 {
        let count = verify_shortest(&text, exhaustive, &mut report.failures, &terminal)?;
        let what = if exhaustive < SEARCHED { "positions" } else { "ways to positions" };
        figures = format!("{figures}; {count} {what} before ply {exhaustive} enumerated");
    }
    for ply in SEARCHED..=args.narrow {
        let count = verify_narrowly(&text, ply, &args.only, &mut report.failures, &terminal)?;
        figures = format!("{figures}; {count} positions with prospects before ply {ply}");
    }
    if args.plans > 0 {
        let count = verify_plans(&text, args, &mut report.failures, &terminal)?;
        figures = format!("{figures}; {count} positions with plans before ply {}", args.plans);
    }
    terminal.bar.finish_and_clear();
    writeln!(out, "{name}: {figures}")?;
    if !report.failures.is_empty() {
        print_first(report.failures.iter(), out)?;
        return Ok(false);
    }
    writeln!(out, "every claim that was checked holds")?;
    let is_all = args.plans >= PLANNED && args.only.is_empty();
    if exhaustive < SEARCHED || args.narrow < NARROWED || !is_all {
        writeln!(
            out,
            "not checked: some of the bounds that come from searches. To check all, add `--exhaustive {SEARCHED} \
             --narrow {NARROWED} --plans {PLANNED}`"
        )?;
    }
    Ok(true)
}

/// Enumerates all positions up to ply `plies`. For each string that can be played up to this ply, checks that
/// the table's game has the smallest possible number of plies. Returns the number of positions after `plies - 1`
/// plies. If `plies` is [`SEARCHED`], a position counts once for each move that leads to it.
fn verify_shortest(
    text: &str,
    plies: usize,
    failures: &mut Vec<Failure>,
    progress: &dyn Progress,
) -> Result<u64, Stopped> {
    let table = ShortestGames::new(text);
    let mut fail = |cause| failures.push(Failure::new(cause));
    let mut early = table.iter().filter(|line| line.plies <= plies).count();
    let mut positions = 0;
    let count = |ply, found: PlyResult| {
        positions = found.positions;
        for (san, _) in found.games {
            match table.game(san) {
                Some(line) if line.plies == ply => early -= 1,
                Some(line) => fail(format!("{san} has {} plies, but {ply} are enough", line.plies)),
                None => fail(format!("{san} has no line")),
            }
        }
    };
    enumerate(&table, plies, count, progress)?;
    if early > 0 {
        fail(format!("for {early} strings, the table has a shorter game than the search found"));
    }
    Ok(positions)
}

/// For the strings that name the file or the rank of the from-square, searches for games of `ply` plies that
/// are shorter than the games in the table. Each such game is a failure. Returns the number of positions after
/// `ply - 1` plies in which we looked for the strings.
fn verify_narrowly(
    text: &str,
    ply: usize,
    only: &[SanPlus],
    failures: &mut Vec<Failure>,
    progress: &dyn Progress,
) -> Result<u64, Stopped> {
    let found = look_narrowly(&ShortestGames::new(text), ply, only, progress)?;
    for (san, _) in found.games {
        let cause = format!("{san} can be played at ply {ply}, earlier than in the table");
        failures.push(Failure::new(cause));
    }
    Ok(found.positions)
}

/// Searches like [`verify_narrowly`], but at every ply up to `--plans`. At each ply, we search for a string
/// only if the side that plays the string has few moves to spare. Returns the number of positions in which
/// we looked for strings.
fn verify_plans(
    text: &str,
    args: &VerifyArgs,
    failures: &mut Vec<Failure>,
    progress: &dyn Progress,
) -> Result<u64, Stopped> {
    let mut positions = 0;
    let count = |ply, found: PlyResult| {
        positions += found.positions;
        let can_be = |(san, _): &(SanPlus, _)| {
            format!("{san} can be played at ply {ply}, earlier than in the table")
        };
        failures.extend(found.games.iter().map(can_be).map(Failure::new));
    };
    look_at_plans(&ShortestGames::new(text), args.plans, &args.only, count, progress)?;
    Ok(positions)
}
