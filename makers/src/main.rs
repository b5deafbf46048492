//! Makes and verifies what the project ships ready-made: the games in `output/`, the conformance suite,
//! the npm package and the page. You do not need this program to use them.

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

/// Makes and verifies the games in output/, the conformance suite, the npm package and the page.
#[derive(Parser)]
#[command(version)]
struct Cli {
    /// Print errors only; the exit code tells the result
    #[arg(short, long, global = true, help_heading = "Global options")]
    quiet: bool,
    /// Number of threads [default: one for each core]
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
    /// Search for games for every string, or improve the known ones
    Search(SearchArgs),
    /// Prove the bounds of the shortest games again
    Verify(VerifyArgs),
    /// Write the conformance suite for readers and writers of SAN, or check it
    Suite(SuiteArgs),
    /// Build the npm package: the readers as WebAssembly
    Npm(NpmArgs),
    /// Write the web site: ask for any string, and see its game on a board
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
