//! Makes the games in `output/` and the conformance suite, and proves again what is in them. Who uses
//! them does not need it.

mod commands;
mod enumerate;
mod ours;
mod proof;
mod prospects;
mod search;
mod suite;

use std::{env, io::Write, process::ExitCode};

use anyhow::Result;
use clap::{Parser, Subcommand};
use san_strings::internal::cli::{Answer, Options, Stdout, run_as, threads};

use self::commands::{
    search::{SearchArgs, search},
    suite::{SuiteArgs, suite},
    verify::{VerifyArgs, verify},
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
    /// Prove the bounds of the shortest games again
    Verify(VerifyArgs),
    /// Write the conformance suite for readers and writers of SAN, or check it
    Suite(SuiteArgs),
}

fn main() -> ExitCode {
    run_as(env::args_os(), |misuse| misuse, run).into()
}

fn run(Cli { options: Options { quiet, jobs }, command }: Cli) -> Result<Answer> {
    let out = &mut Stdout::new(quiet);
    threads(jobs)?.install(|| {
        let answer = match command {
            Command::Search(args) => search(&args, quiet, out),
            Command::Verify(args) => verify(&args, quiet, out),
            Command::Suite(args) => suite(&args, out),
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
