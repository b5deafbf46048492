//! The command line: arguments in, library calls, text out.

use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use san_strings::{
    output::{self, Written},
    stats::Table,
    vocabulary,
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
    List {
        /// Print every string plain, with `+` and with `#`
        #[arg(long)]
        symbols: bool,
    },
    /// Print the table that explains the counts
    Stats,
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
    let mut out = BufWriter::new(io::stdout().lock());
    let result = match command.unwrap_or(Command::Generate(Generate::default())) {
        Command::Generate(args) if args.check => check(&args, &mut out),
        Command::Generate(args) => generate(&args, &mut out),
        Command::List { symbols } => list(symbols, &mut out),
        Command::Stats => stats(&mut out),
    };
    let error = match result.and_then(|yes| Ok(out.flush().map(|()| yes)?)) {
        Ok(true) => return ExitCode::SUCCESS,
        Ok(false) => return ExitCode::FAILURE,
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

fn generate(args: &Generate, out: &mut impl Write) -> Result<bool> {
    output::make_folder(&args.output_dir)?;
    for file in output::files() {
        let state = match file.write(&args.output_dir)? {
            Written::Written => "written",
            Written::AlreadyFresh => "already fresh",
        };
        let path = args.output_dir.join(file.name);
        writeln!(out, "{}: {} strings, {state}", path.display(), file.strings)?;
    }
    Ok(true)
}

fn check(args: &Generate, out: &mut impl Write) -> Result<bool> {
    let mut fresh = true;
    for file in output::files() {
        if let Some(difference) = file.difference(&args.output_dir)? {
            write!(out, "{difference}")?;
            fresh = false;
        } else {
            let path = args.output_dir.join(file.name);
            writeln!(out, "{}: {} strings, fresh", path.display(), file.strings)?;
        }
    }
    Ok(fresh)
}

fn list(symbols: bool, out: &mut impl Write) -> Result<bool> {
    let base = vocabulary::base();
    let text = if symbols {
        vocabulary::lines(vocabulary::with_symbols(&base))
    } else {
        vocabulary::lines(base.into_iter().map(vocabulary::plain))
    };
    out.write_all(&text)?;
    Ok(true)
}

fn stats(out: &mut impl Write) -> Result<bool> {
    let base = vocabulary::base();
    let symbols = vocabulary::with_symbols(&base);
    writeln!(out, "Base strings\n\n{}", Table::count(base))?;
    writeln!(
        out,
        "With symbols: each plain, with + and with #\n\n{}",
        Table::count(symbols.into_iter().map(|san| san.san))
    )?;
    Ok(true)
}
