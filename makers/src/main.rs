//! Generates the files that the project ships: the games in `output/`, the conformance suite, the npm package
//! and the web site. It also verifies the games and the suite. You do not need this program to use
//! these files.

mod commands;
mod enumerate;
mod frame;
mod npm;
mod ours;
mod proof;
mod prospects;
mod search;
mod sha256;
mod site;
mod suite;

use std::{io::Write, process::ExitCode};

use anyhow::Result;
use clap::{Parser, Subcommand};
use san_strings_files::threads;

use self::commands::{
    npm::{NpmArgs, npm},
    search::{SearchArgs, search},
    site::{SiteArgs, site},
    suite::{SuiteArgs, suite},
    verify::{VerifyArgs, verify},
};

/// Generates and verifies the games in output/ and the conformance suite, and builds the npm package and the
/// web site.
#[derive(Parser)]
#[command(version)]
struct Cli {
    /// Print errors only; the exit code still tells you the result
    #[arg(short, long, global = true, help_heading = "Global options")]
    quiet: bool,
    /// Number of threads [default: one per core]
    #[arg(
        long,
        global = true,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..),
        help_heading = "Global options"
    )]
    jobs: Option<u16>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Search for a game for every string, and shorten the known games
    Search(SearchArgs),
    /// Check the table of shortest games, and prove its lower bounds again
    Verify(VerifyArgs),
    /// Write or check the conformance suite for SAN readers and writers
    Suite(SuiteArgs),
    /// Build the npm package, which contains the readers as WebAssembly
    Npm(NpmArgs),
    /// Write the web site, where you can look up any string and see its game on a board
    Site(SiteArgs),
}

fn main() -> ExitCode {
    frame::exit_code(run(&Cli::parse()))
}

fn run(Cli { quiet, jobs, command }: &Cli) -> Result<bool> {
    let out = &mut frame::stdout(*quiet);
    threads(*jobs)?.install(|| {
        let answer = match command {
            Command::Search(args) => search(args, *quiet, out),
            Command::Verify(args) => verify(args, *quiet, out),
            Command::Suite(args) => suite(args, out),
            Command::Npm(args) => npm(args, out),
            Command::Site(args) => site(args, out),
        }?;
        out.flush()?;
        Ok(answer)
    })
}

#[cfg(test)]
#[path = "../tests/unit/ours.rs"]
mod ours_test;

#[cfg(test)]
#[path = "../tests/unit/prospects.rs"]
mod prospects_test;

#[cfg(test)]
#[path = "../tests/unit/reader.rs"]
mod reader_test;

#[cfg(test)]
#[path = "../tests/unit/version.rs"]
mod version_test;
