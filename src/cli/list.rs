//! `san-strings list` and `san-strings stats`.

use std::{fmt::Display, io::Write};

use anyhow::Result;
use clap::Args;
use san_strings::{occurrence, stats::Table, vocabulary::Vocabulary};

use super::Answer;

#[derive(Args)]
pub(crate) struct List {
    /// Print every string plain, with `+` and with `#`
    #[arg(long)]
    symbols: bool,
    /// Print those of them that can occur
    #[arg(long, conflicts_with = "symbols")]
    occurring: bool,
}

pub(crate) fn list(args: &List, out: &mut impl Write) -> Result<Answer> {
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

pub(crate) fn stats(out: &mut impl Write) -> Result<Answer> {
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
