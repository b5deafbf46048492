//! Makes the games in `output/` and the conformance suite. Who uses them does not need it.

mod commands;
mod ours;
mod search;
mod suite;

use std::{io::Write, process::ExitCode};

use clap::{Parser, Subcommand};
use san_strings::internal::cli::{Options, Stdout, finish, threads};

use self::commands::{
    search::{SearchArgs, search},
    suite::{SuiteArgs, suite},
};

/// Makes the games in output/ and the conformance suite.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(flatten)]
    options: Options,
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
    let Cli { options: Options { quiet, jobs }, command } = Cli::parse();
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
