//! The command-line interface: parses arguments, calls the library, and prints text. Most commands have a file
//! of their own.

mod advice;
mod answer;
mod count;
mod diff;
mod encode;
mod explain;
mod folder;
mod generate;
mod line_diff;
mod lint;
mod list;
mod logger;
mod man;
mod pgn_input;
mod read;
mod report;
mod streams;
mod tree;
mod verify;
mod where_clause;

use std::{
    env::consts::{ARCH, OS},
    ffi::OsString,
    io::Write,
    sync::LazyLock,
};

use anyhow::Result;
use clap::{
    Args, CommandFactory, FromArgMatches, Parser, Subcommand,
    error::{ContextKind, ContextValue, ErrorKind},
};
use clap_complete::Shell;

use self::{
    advice::advice,
    answer::Misuse,
    count::CountArgs,
    encode::EncodeArgs,
    explain::ExplainArgs,
    generate::GenerateArgs,
    lint::LintArgs,
    list::ListArgs,
    read::ReadArgs,
    streams::{Stdout, StdoutError, eprint_line},
    tree::TreeCommand,
    verify::VerifyArgs,
};
pub use self::{answer::Answer, folder::databases};
use san_strings_core::parse;
use san_strings_files::threads;

/// Every move string that can occur in chess, in Standard Algebraic Notation (SAN), each with a proof.
/// Also grows the tree of chess.
///
/// Without a command, san-strings runs `generate`.
#[derive(Parser)]
#[command(
    name = "san-strings",
    version,
    long_version = VERSION.as_str(),
    after_help = "\
Examples:
  san-strings                              write the files into ./output
  san-strings list                         print all strings that can occur
  san-strings explain Qb6xe3#              show a game that plays it, or why no game can
  san-strings read e4 0-0 Nd2              is it a legal move, and is it spelled as SAN?
  san-strings count games.pgn.zst          count how often each string is played
  san-strings tree grow chess --plies 3    grow the tree of chess

Exit code:
  0  yes: the work is done, nothing differs, the string can occur, every claim holds
  1  no: the string cannot occur, or something differs; or a failure, which standard error explains
  2  misuse: an unknown option, or a string that is not SAN

Environment:
  SAN_STRINGS_LOG=debug    log to standard error what the program does; other levels: info, trace"
)]
struct Cli {
    #[command(flatten)]
    options: Options,
    #[command(subcommand)]
    command: Option<Command>,
}

// Options of every command. This is a plain comment, because clap would print a doc comment in the help.
#[derive(Args)]
struct Options {
    /// Print only errors, warnings, and the data of commands such as list, count and encode
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
}

/// Advice for a user who types the former command `site`.
const NO_SITE: &str = "to build the page, run `cargo run --release -p makers -- site DIR` in a clone of the repository; \
                       a release contains it as san-strings-site-VERSION.zip";

/// Version and platform, for bug reports.
static VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{} ({OS}, {ARCH})", env!("CARGO_PKG_VERSION")));

#[derive(Subcommand)]
enum Command {
    /// Write the lists and tokenizer files, or check that they are up to date
    Generate(GenerateArgs),
    /// Print the strings, one per line
    List(ListArgs),
    /// Print how many strings there are, by piece and by disambiguation: file, rank or square
    #[command(after_help = "\
Example:
  san-strings stats | grep queen     why so many strings are queen moves")]
    Stats,
    /// Show a game that plays each string, or explain why no game can
    Explain(ExplainArgs),
    /// Say what each text means in a position: is it a legal move, and is it spelled as SAN?
    Read(ReadArgs),
    /// Replay a corpus or the table of shortest games, and check every claim
    Verify(VerifyArgs),
    /// Count how often each string is played in PGN databases
    Count(CountArgs),
    /// Convert games to token ids for model training
    Encode(EncodeArgs),
    /// Find illegal and missing moves and other deviations from PGN's export format, and correct those
    /// with only one possible reading
    Lint(LintArgs),
    /// Grow the tree of chess, with one folder per position, or look up a node
    #[command(after_help = "\
Examples:
  san-strings tree grow chess --plies 3     write the tree as folders, in `chess`
  san-strings tree show chess 'e4 e5'       show the node after 1. e4 e5")]
    Tree {
        #[command(subcommand)]
        command: Box<TreeCommand>,
    },
    /// Print a completion script for a shell
    #[command(after_help = "\
Example:
  san-strings completions bash > ~/.local/share/bash-completion/completions/san-strings")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the man page of the program or of one of its commands
    #[command(after_help = "\
Example:
  san-strings man explain | man -l -")]
    Man {
        /// The command, such as `explain` or `tree grow`
        command: Vec<String>,
    },
}

impl Command {
    /// Whether the command prints a report rather than data. `--quiet` silences reports.
    fn reports(&self) -> bool {
        match self {
            Command::Tree { command } => !command.prints_the_tree(),
            Command::Generate(_) | Command::Explain(_) | Command::Read(_) | Command::Verify(_) => {
                true
            }
            _ => false,
        }
    }
}

/// Runs the program with these arguments. The first argument is the name of the program.
///
/// Results go to standard output, errors to standard error. `run` returns to the caller, with one
/// exception: if the user presses Ctrl-C twice, the process ends.
///
/// ```
/// use san_strings::{Answer, run};
/// use std::ffi::OsString;
///
/// let args = ["san-strings", "explain", "Qh4#"];
/// assert_eq!(run(args.map(OsString::from)), Answer::Yes);
/// ```
#[expect(clippy::missing_panics_doc, reason = "a command that was parsed is there")]
pub fn run(args: impl IntoIterator<Item = OsString>) -> Answer {
    logger::start();
    let args: Vec<OsString> = args.into_iter().collect();
    log::info!("san-strings {}: {args:?}", *VERSION);
    let mut command = Cli::command();
    let matches = command.try_get_matches_from_mut(args);
    let parsed = matches.and_then(|matches| {
        let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        Ok((matches, cli))
    });
    let (matches, cli) = match parsed {
        Ok(parsed) => parsed,
        Err(misuse) if misuse.use_stderr() => return print_misuse(&with_tip(misuse)),
        Err(help) => {
            let printed = Stdout::print(&help).map(|()| Answer::Yes);
            return printed.unwrap_or_else(|error| print_error(&error.into()));
        }
    };
    run_command(cli).unwrap_or_else(|error| match error.downcast_ref() {
        Some(Misuse(message)) => {
            command.build();
            let (mut named, mut matches) = (&mut command, &matches);
            while let Some((name, inner)) = matches.subcommand() {
                named = named.find_subcommand_mut(name).expect("it was parsed");
                matches = inner;
            }
            print_misuse(&named.error(ErrorKind::ArgumentConflict, message))
        }
        None => print_error(&error),
    })
}

/// Adds a tip to the error if the user typed a string where a command or an option belongs, as in
/// `list Nf3`, or typed the former command `site`.
fn with_tip(mut misuse: clap::Error) -> clap::Error {
    let places = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg];
    let tip = match places.into_iter().find_map(|place| misuse.get(place)) {
        Some(ContextValue::String(text)) if text == "site" => NO_SITE.to_owned(),
        Some(ContextValue::String(text)) if parse(text).is_ok() => {
            format!("to explain a string, run `san-strings explain {text}`")
        }
        _ => return misuse,
    };
    misuse.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    misuse
}

fn print_misuse(misuse: &clap::Error) -> Answer {
    // If standard error is closed, we ignore the error: the exit code still says that the arguments are wrong.
    let _ = misuse.print();
    Answer::Misuse
}

fn print_error(error: &anyhow::Error) -> Answer {
    let message = match StdoutError::among(error) {
        Some(error) if error.is_broken_pipe() => return Answer::Yes,
        Some(error) => error.to_string(),
        None => format!("{error:#}"),
    };
    let advice = advice(error).map_or(String::new(), |advice| format!(": {advice}"));
    eprint_line(format_args!("error: {message}{advice}"));
    Answer::No
}

fn run_command(cli: Cli) -> Result<Answer> {
    let Cli { options: Options { quiet, jobs }, command } = cli;
    let hint = if command.is_none() { generate::HINT } else { "" };
    let command = command.unwrap_or(Command::Generate(GenerateArgs::default()));
    let out = &mut Stdout::new(quiet && command.reports());
    let answer = match command {
        Command::Generate(args) => generate::generate(&args, hint, out),
        Command::List(args) => list::list(&args, out),
        Command::Stats => list::stats(out),
        Command::Explain(args) => explain::explain(&args, out),
        Command::Read(args) => threads(jobs)?.install(|| read::read_texts(&args, out)),
        Command::Verify(args) => threads(jobs)?.install(|| verify::verify(&args, out)),
        Command::Count(args) => threads(jobs)?.install(|| count::count(&args, quiet, out)),
        Command::Encode(args) => threads(jobs)?.install(|| encode::encode(&args, quiet, out)),
        Command::Lint(args) => threads(jobs)?.install(|| lint::lint(&args, quiet, out)),
        Command::Tree { command } => threads(jobs)?.install(|| tree::tree(&command, quiet, out)),
        Command::Completions { shell } => man::completions(shell, Cli::command(), out),
        Command::Man { command } => man::man(&command, Cli::command(), out),
    }?;
    out.flush()?;
    Ok(answer)
}
