//! The commands: arguments in, library calls, text out.

pub(crate) mod corpus;
pub(crate) mod explain;
pub(crate) mod generate;
pub(crate) mod list;
pub(crate) mod manual;
pub(crate) mod tree;

use std::{
    fmt::Display,
    io::Write,
    process::{self, ExitCode},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// What the exit code tells.
#[derive(Clone, Copy, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum Answer {
    Yes,
    No,
    Misuse,
}

impl From<Answer> for ExitCode {
    fn from(answer: Answer) -> ExitCode {
        ExitCode::from(answer as u8)
    }
}

/// A report names so many things.
const SHOWN: usize = 10;

/// Prints the first lines, and how many `more` there are.
fn name_some(
    lines: impl ExactSizeIterator<Item: Display>,
    more: &str,
    out: &mut impl Write,
) -> Result<()> {
    let beyond = lines.len().saturating_sub(SHOWN);
    for line in lines.take(SHOWN) {
        writeln!(out, "{line}")?;
    }
    if beyond > 0 {
        writeln!(out, "... and {beyond} {more}")?;
    }
    Ok(())
}

/// A progress bar: on a terminal, unless nobody wants it.
fn bar(template: &str, quiet: bool) -> Result<ProgressBar> {
    let bar = ProgressBar::new(0);
    if quiet {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar.set_style(ProgressStyle::with_template(template)?);
    Ok(bar)
}

/// What Ctrl-C sets, so that the work ends in good order; a second one ends the
/// program.
fn stop_on_ctrl_c() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if stopped.swap(true, Ordering::Relaxed) {
            process::exit(130);
        }
    })?;
    Ok(stop)
}
