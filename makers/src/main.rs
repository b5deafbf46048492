//! Makes the games in `output/` and the conformance suite. Who uses them does not need it.

mod commands;
mod ours;
mod search;
mod suite;

use std::{io::Write, process::ExitCode};

use clap::{Parser, Subcommand};
use san_strings::internal::cli::{Stdout, finish, threads};

use self::commands::{
    search::{SearchArgs, search},
    suite::{SuiteArgs, suite},
};

/// Makes the games in output/ and the conformance suite.
#[derive(Parser)]
#[command(version)]
struct Cli {
    /// Print no report and no progress bar: only the exit code answers
    #[arg(short, long, global = true)]
    quiet: bool,
    /// The number of threads [default: one for each core]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Search for the games, or for better ones
    Search(SearchArgs),
    /// Write the conformance suite for readers and writers of SAN, or check it
    Suite(SuiteArgs),
}

fn main() -> ExitCode {
    let Cli { quiet, jobs, command } = Cli::parse();
    let out = &mut Stdout::new(quiet);
    let answer = threads(jobs).and_then(|threads| {
        threads.install(|| {
            let answer = match command {
                Command::Search(args) => search(&args, quiet, out),
                Command::Suite(args) => suite(&args, out),
            }?;
            out.flush()?;
            Ok(answer)
        })
    });
    finish(answer)
}

#[cfg(test)]
#[path = "../tests/unit/ours.rs"]
mod ours_test;
