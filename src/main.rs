//! The command line: arguments in, library calls, text out.

mod cli;

use std::{io::Write, process::ExitCode};

use clap::{CommandFactory, Parser, Subcommand, error::ErrorKind};
use clap_complete::Shell;

use cli::{
    Answer, Misuse,
    count::{self, CountGames},
    encode::{self, Encode},
    explain::{self, Explain},
    generate::{self, Generate},
    judge::{self, Judge},
    list::{self, List},
    man,
    out::{Out, OutError, tell},
    progress::threads,
    prove::{self, Prove},
    stats,
    suite::{self, MakeSuite},
    tree::{self, Grow},
    verify::{self, Verify},
};

/// Every move string that can occur in chess, in Standard Algebraic Notation
/// (SAN), each with a proof; and the tree of chess.
///
/// Without a command it does what `generate` does.
#[derive(Parser)]
#[command(
    version,
    after_help = "\
Examples:
  san-strings                             write the files into ./output
  san-strings list --occurring | wc -l    how many strings can occur
  san-strings explain Qb6xe3#             a game that plays it, or why none can
  san-strings count games.pgn.zst         how often is each played?
  san-strings tree chess --plies 3        grow the tree of chess

Exit code:
  0  yes: done, no difference, it can occur, every claim holds
  1  no, a difference, or a failure, which standard error explains
  2  misuse: an unknown option, a string that is not SAN"
)]
struct Cli {
    /// Print no report and no progress bar; the exit code tells
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Threads for what uses more than one [default: one for each core]
    #[arg(
        long,
        global = true,
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true
    )]
    jobs: usize,
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
    /// Find the games, or better ones
    Prove(Prove),
    /// Replay the games and check every claim
    Verify(Verify),
    /// Write the conformance suite for readers and writers of SAN, or check it
    Suite(MakeSuite),
    /// Compare what a library has answered with the conformance suite
    Judge(Judge),
    /// Count how often each string is played in databases of games
    Count(CountGames),
    /// Write games as ids of tokens, to train models with
    Encode(Encode),
    /// Grow the tree of chess, a folder for each position, or look around in it
    Tree(Box<Grow>),
    /// Print completions for a shell
    #[command(after_help = "\
Example:
  san-strings completions bash > ~/.local/share/bash-completion/completions/san-strings")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the man page of the program, or of one of its commands
    #[command(after_help = "\
Example:
  san-strings man explain | man -l -")]
    Man {
        /// The command
        command: Option<String>,
    },
}

impl Command {
    /// Whether what it prints is a report rather than what it was asked for.
    fn reports(&self) -> bool {
        match self {
            Command::Tree(args) => !args.prints_the_tree(),
            Command::Generate(_)
            | Command::Explain(_)
            | Command::Prove(_)
            | Command::Verify(_)
            | Command::Suite(_) => true,
            Command::List(_)
            | Command::Count(_)
            | Command::Encode(_)
            | Command::Stats
            | Command::Judge(_)
            | Command::Completions { .. }
            | Command::Man { .. } => false,
        }
    }
}

fn main() -> ExitCode {
    let result = match Cli::try_parse() {
        Ok(cli) => run(cli),
        Err(misuse) if misuse.use_stderr() => misuse.exit(),
        Err(help) => Out::new(false)
            .print(&help)
            .map(|()| Answer::Yes)
            .map_err(Into::into),
    };
    let error = match result {
        Ok(answer) => return answer.into(),
        Err(error) => error,
    };
    if let Some(Misuse(message)) = error.downcast_ref() {
        Cli::command()
            .error(ErrorKind::ArgumentConflict, message)
            .exit();
    }
    let message = match OutError::among(&error) {
        Some(error) if error.is_broken_pipe() => return ExitCode::SUCCESS,
        Some(error) => error.to_string(),
        None => format!("{error:#}"),
    };
    tell(format_args!("error: {message}"));
    ExitCode::FAILURE
}

fn run(cli: Cli) -> anyhow::Result<Answer> {
    let Cli {
        quiet,
        jobs,
        command,
    } = cli;
    let command = command.unwrap_or(Command::Generate(Generate::default()));
    let out = &mut Out::new(quiet && command.reports());
    let answer = match command {
        Command::Generate(args) => generate::generate(&args, out),
        Command::List(args) => list::list(&args, out),
        Command::Stats => stats::stats(out),
        Command::Explain(args) => explain::explain(&args, out),
        Command::Prove(args) => threads(jobs)?.install(|| prove::prove(&args, quiet, out)),
        Command::Verify(args) => threads(jobs)?.install(|| verify::verify(&args, out)),
        Command::Suite(args) => threads(jobs)?.install(|| suite::suite(&args, out)),
        Command::Judge(args) => judge::judge(&args, out),
        Command::Count(args) => threads(jobs)?.install(|| count::count(&args, quiet, out)),
        Command::Encode(args) => threads(jobs)?.install(|| encode::encode(&args, quiet, out)),
        Command::Tree(args) => threads(jobs)?.install(|| tree::tree(&args, quiet, out)),
        Command::Completions { shell } => man::completions(shell, Cli::command(), out),
        Command::Man { command } => man::man(command.as_deref(), Cli::command(), out),
    }?;
    out.flush()?;
    Ok(answer)
}
