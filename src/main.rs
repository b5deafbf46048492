//! The command line: arguments in, library calls, text out.

mod cli;

use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
    process::ExitCode,
};

use clap::{CommandFactory, Parser, Subcommand, error::ErrorKind};

use cli::{
    corpus::{self, CORPUS, Prove},
    explain::{self, Explain},
    generate::{self, Generate},
    list::{self, List},
    tree::{self, Grow},
};

/// Writes every move string that can occur in chess, in Standard Algebraic
/// Notation (SAN).
///
/// Without a command it does what `generate` does.
#[derive(Parser)]
#[command(
    version,
    after_help = "\
Exit code: 0 for yes, 1 for no, a difference or a failure, 2 for misuse."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Write the files, or check that they are what would be written
    Generate(Generate),
    /// Print the strings, one a line
    List(List),
    /// Print the table that explains the counts
    Stats,
    /// Can these strings occur? Show a game or a position, or say why not
    Explain(Explain),
    /// Find the games of the corpus, or better ones
    Prove(Prove),
    /// Replay the games of the corpus and check every claim
    Verify {
        /// The corpus
        #[arg(default_value = CORPUS)]
        file: PathBuf,
    },
    /// Grow the tree of chess, a folder for each position, or look around in it
    Tree(Grow),
}

fn main() -> ExitCode {
    let command = Cli::parse().command;
    if let Some(Command::Explain(args)) = &command
        && args.svg.is_some()
        && (args.sans.len() > 1 || args.sans[0] == "-")
    {
        let message = "--svg draws one position: give it one SAN";
        Cli::command()
            .error(ErrorKind::TooManyValues, message)
            .exit();
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let result = match command.unwrap_or(Command::Generate(Generate::default())) {
        Command::Generate(args) => generate::generate(&args, &mut out),
        Command::List(args) => list::list(&args, &mut out),
        Command::Stats => list::stats(&mut out),
        Command::Explain(args) => explain::explain(&args, &mut out),
        Command::Prove(args) => corpus::prove(&args, &mut out),
        Command::Verify { file } => corpus::verify(&file, &mut out),
        Command::Tree(args) => tree::tree(&args, &mut out),
    };
    let error = match result.and_then(|code| Ok(out.flush().map(|()| code)?)) {
        Ok(code) => return code.into(),
        Err(error) => error,
    };
    // The library wraps its I/O errors: a bare one is of standard output.
    let message = match error.downcast_ref::<io::Error>() {
        // The reader has all it wants, as `head` does.
        Some(cause) if cause.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Some(cause) => format!("cannot write to standard output: {cause}"),
        None => format!("{error:#}"),
    };
    // With standard error gone there is nobody left to tell.
    let _ = writeln!(io::stderr(), "error: {message}");
    ExitCode::FAILURE
}
