//! The command line: arguments in, library calls, text out.

use std::{
    env,
    ffi::OsString,
    fmt::Display,
    io::{self, BufRead, BufWriter, IsTerminal, Write},
    path::{Path, PathBuf},
    process::{self, ExitCode},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use anyhow::{Result, anyhow, bail};
use clap::{Args, CommandFactory, Parser, Subcommand, error::ErrorKind};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPoolBuilder;
use san_strings::{
    corpus::{
        pgn,
        search::{Progress, Search},
        verify,
    },
    diagram::{Diagram, Style},
    explain, occurrence,
    output::{self, Written},
    stats::Table,
    syntax,
    vocabulary::Vocabulary,
    witness::witness,
};
use shakmaty::{EnPassantMode, fen::Fen};

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
}

#[derive(Args)]
struct List {
    /// Print every string plain, with `+` and with `#`
    #[arg(long)]
    symbols: bool,
    /// Print those of them that can occur
    #[arg(long, conflicts_with = "symbols")]
    occurring: bool,
}

#[derive(Args)]
#[command(after_help = "\
Exit code: 0 if all can occur, 1 if one cannot, 2 if one is not SAN.")]
struct Explain {
    /// Strings such as `Nbd2` or `exd8=Q#`; `-` reads them from standard input,
    /// one a line
    #[arg(required = true, value_name = "SAN")]
    sans: Vec<OsString>,
    /// Print one line a string: it, the verdict, and a position or the reason,
    /// with tabs between
    #[arg(long)]
    brief: bool,
    /// Draw the pieces as letters
    #[arg(long)]
    ascii: bool,
    /// The corpus, whose shortest game for the string is shown if it is there
    #[arg(long, value_name = "FILE", default_value = CORPUS)]
    corpus: PathBuf,
    /// Draw the position of a single string into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "\
Takes some minutes. Ctrl-C ends it early and keeps what is found. The same seed\n\
gives the same games, whatever the number of threads.")]
struct Prove {
    /// The corpus; if it is there, its games are made better
    #[arg(default_value = CORPUS)]
    file: PathBuf,
    /// Start from nothing even if the corpus is there
    #[arg(long)]
    fresh: bool,
    /// What the search draws its lots from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    jobs: usize,
}

#[derive(Args)]
struct Generate {
    /// The folder for the files, made if it is missing
    #[arg(long, value_name = "DIR", default_value = "output")]
    output_dir: PathBuf,
    /// Write nothing: show how the files differ, exit with 1 if they do
    #[arg(long)]
    check: bool,
}

/// Where the corpus is, seen from the repository.
const CORPUS: &str = "output/corpus.pgn";

impl Default for Generate {
    fn default() -> Generate {
        Generate {
            output_dir: "output".into(),
            check: false,
        }
    }
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
        Command::Generate(args) if args.check => check(&args, &mut out),
        Command::Generate(args) => generate(&args, &mut out),
        Command::List(args) => list(&args, &mut out),
        Command::Stats => stats(&mut out),
        Command::Explain(args) => explain(&args, &mut out),
        Command::Prove(args) => prove(&args, &mut out),
        Command::Verify { file } => verify(&file, &mut out),
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

/// What the exit code tells.
#[derive(Clone, Copy, Eq, Ord, PartialEq, PartialOrd)]
enum Answer {
    Yes,
    No,
    Misuse,
}

impl From<Answer> for ExitCode {
    fn from(answer: Answer) -> ExitCode {
        ExitCode::from(answer as u8)
    }
}

fn generate(args: &Generate, out: &mut impl Write) -> Result<Answer> {
    output::make_folder(&args.output_dir)?;
    for file in output::files() {
        let state = match file.write(&args.output_dir)? {
            Written::Written => "written",
            Written::AlreadyFresh => "already fresh",
        };
        let path = args.output_dir.join(file.name);
        writeln!(out, "{}: {} strings, {state}", path.display(), file.strings)?;
    }
    Ok(Answer::Yes)
}

fn check(args: &Generate, out: &mut impl Write) -> Result<Answer> {
    let mut answer = Answer::Yes;
    for file in output::files() {
        if let Some(difference) = file.difference(&args.output_dir)? {
            write!(out, "{difference}")?;
            answer = Answer::No;
        } else {
            let path = args.output_dir.join(file.name);
            writeln!(out, "{}: {} strings, fresh", path.display(), file.strings)?;
        }
    }
    Ok(answer)
}

fn list(args: &List, out: &mut impl Write) -> Result<Answer> {
    let vocabulary = Vocabulary::new();
    if args.symbols {
        print(vocabulary.with_symbols().map(|entry| entry.san), out)?;
    } else if args.occurring {
        print(occurrence::occurring(&vocabulary), out)?;
    } else {
        print(vocabulary.base(), out)?;
    }
    Ok(Answer::Yes)
}

/// Prints the strings, one a line.
fn print<T: Display>(strings: impl IntoIterator<Item = T>, out: &mut impl Write) -> Result<()> {
    for string in strings {
        writeln!(out, "{string}")?;
    }
    Ok(())
}

fn stats(out: &mut impl Write) -> Result<Answer> {
    let vocabulary = Vocabulary::new();
    writeln!(
        out,
        "Base strings\n\n{}\nWith symbols: each plain, with + and with #\n\n{}\n\
         That occur: those of them that can be played\n\n{}",
        Table::count(vocabulary.base().iter().copied()),
        Table::count(vocabulary.with_symbols().map(|entry| entry.san.san)),
        Table::count(occurrence::occurring(&vocabulary).map(|san| san.san)),
    )?;
    Ok(Answer::Yes)
}

fn explain(args: &Explain, out: &mut impl Write) -> Result<Answer> {
    let mut answer = Answer::Yes;
    // One line has no room for a game.
    let corpus = if args.brief {
        None
    } else {
        output::read_text(&args.corpus)?
    };
    let corpus = corpus.as_deref();
    for san in &args.sans {
        if san != "-" {
            answer = answer.max(explain_one(san.as_encoded_bytes(), corpus, args, out)?);
            continue;
        }
        for line in io::stdin().lock().split(b'\n') {
            let line = line.map_err(|cause| anyhow!("cannot read standard input: {cause}"))?;
            let line = line.strip_suffix(b"\r").unwrap_or(&line);
            answer = answer.max(explain_one(line, corpus, args, out)?);
        }
    }
    Ok(answer)
}

fn explain_one(
    text: &[u8],
    corpus: Option<&str>,
    args: &Explain,
    out: &mut impl Write,
) -> Result<Answer> {
    let san = match syntax::parse(text) {
        Ok(san) => san,
        Err(error) => {
            let text = shown(text);
            if args.brief {
                writeln!(out, "{text}\tnot SAN\t{error}")?;
            } else {
                writeln!(out, "{text} is not SAN: {error}.\n")?;
            }
            return Ok(Answer::Misuse);
        }
    };
    if let Some(reason) = explain::reason(san) {
        if args.brief {
            writeln!(out, "{san}\tcannot occur\t{reason}")?;
        } else {
            writeln!(out, "{san} cannot occur. {reason}")?;
            for line in reason.proof() {
                writeln!(out, "  {line}")?;
            }
            writeln!(out)?;
        }
        return Ok(Answer::No);
    }
    let game = corpus.and_then(|text| {
        let (game, plies) = pgn::soonest(text, &san.to_string())?;
        Some((pgn::movetext(game, plies), plies, verify::at(game, plies)?))
    });
    let witness = match &game {
        Some((.., witness)) => witness.clone(),
        None => witness(san).ok_or_else(|| anyhow!("found no position for {san}"))?,
    };
    let fen = Fen::from_position(&witness.position, EnPassantMode::Legal).to_string();
    let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let style = Style {
        ascii: args.ascii,
        color: io::stdout().is_terminal() && !no_color,
    };
    let diagram = Diagram::new(&witness, style);
    if args.brief {
        writeln!(out, "{san}\toccurs\t{fen}")?;
    } else {
        match game {
            Some((moves, plies, _)) => {
                let plies = if plies == 1 {
                    "1 ply".to_owned()
                } else {
                    format!("{plies} plies")
                };
                writeln!(out, "{san} occurs. The shortest game known has {plies}:")?;
                writeln!(out, "\n{moves}\n\n{diagram}")?;
            }
            None => writeln!(out, "{san} occurs, for instance here:\n\n{diagram}")?,
        }
        for part in explain::parts(&witness) {
            writeln!(out, "  {part}")?;
        }
        let link = fen.replace(' ', "_");
        writeln!(out, "\nFEN: {fen}\nhttps://lichess.org/analysis/{link}\n")?;
    }
    if let Some(path) = &args.svg {
        output::write(path, diagram.svg().as_bytes())?;
    }
    Ok(Answer::Yes)
}

/// A text as far as a person can read it.
fn shown(text: &[u8]) -> String {
    let head = text.get(..40).unwrap_or(text).escape_ascii();
    let dots = if text.len() > 40 { "..." } else { "" };
    format!("\"{head}{dots}\"")
}

fn prove(args: &Prove, out: &mut impl Write) -> Result<Answer> {
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if stopped.swap(true, Ordering::Relaxed) {
            process::exit(130);
        }
    })?;
    let threads = ThreadPoolBuilder::new().num_threads(args.jobs).build()?;
    let path = args.file.display();
    let old = output::read_text(&args.file)?;
    output::prepare(&args.file)?;
    let mut search = match &old {
        Some(text) if !args.fresh => {
            let raw: Vec<_> = pgn::split(text).collect();
            let games: Vec<_> = raw
                .iter()
                .filter_map(|&game| verify::replay(game).ok())
                .collect();
            writeln!(
                out,
                "{path}: {} of {} games to start from",
                games.len(),
                raw.len()
            )?;
            out.flush()?;
            Search::resume(args.seed, games.into_iter().map(|(moves, _)| moves))
        }
        _ => Search::new(args.seed),
    };
    let bar = ProgressBar::new(search.progress().rounds.1);
    bar.set_style(ProgressStyle::with_template(
        "{bar:30} {pos}/{len} rounds, {elapsed}: {msg}",
    )?);
    while !stop.load(Ordering::Relaxed) && threads.install(|| search.step()) {
        bar.inc(1);
        bar.set_message(figures(search.progress()));
    }
    bar.finish_and_clear();
    let progress = search.progress();
    let text = pgn::write_all(search.games());
    let new = verify::verify(&text);
    let better = old.is_none_or(|old| new.is_better_than(&verify::verify(&old)));
    let state = match better {
        true if output::write(&args.file, text.as_bytes())? == Written::Written => "written",
        true => "already fresh",
        false => "left as it was: it is better than what was found",
    };
    writeln!(out, "{path}: {}, {state}", figures(progress))?;
    Ok(if progress.missing == 0 {
        Answer::Yes
    } else {
        Answer::No
    })
}

fn figures(progress: Progress) -> String {
    format!(
        "{} strings, {} missing, {} games of {} plies on average",
        progress.found,
        progress.missing,
        progress.games,
        average(progress.plies, progress.games)
    )
}

/// An average with two decimals.
fn average(sum: usize, count: usize) -> String {
    let hundredths = (100 * sum + count / 2) / count.max(1);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

fn verify(path: &Path, out: &mut impl Write) -> Result<Answer> {
    let start = Instant::now();
    let Some(text) = output::read_text(path)? else {
        bail!(
            "there is no corpus {}: `san-strings prove` makes one",
            path.display()
        );
    };
    let report = verify::verify(&text);
    let [plain, check, mate] = report.played;
    writeln!(
        out,
        "{}: {} games, {} plies, {} on average; {} strings played: {plain} plain, {check} with +, \
         {mate} with #; {} cannot occur; {:.2} seconds",
        path.display(),
        report.games,
        report.plies,
        average(report.plies, report.games),
        plain + check + mate,
        report.impossible,
        start.elapsed().as_secs_f32()
    )?;
    if report.failures.is_empty() {
        writeln!(out, "every claim holds")?;
        return Ok(Answer::Yes);
    }
    for failure in report.failures.iter().take(SHOWN_FAILURES) {
        writeln!(out, "{failure}")?;
    }
    if report.failures.len() > SHOWN_FAILURES {
        let beyond = report.failures.len() - SHOWN_FAILURES;
        writeln!(out, "... and {beyond} more failures")?;
    }
    Ok(Answer::No)
}

/// `verify` names so many failures.
const SHOWN_FAILURES: usize = 10;
