//! `san-strings explain`.

use std::{
    env,
    ffi::OsString,
    io::{self, BufRead, IsTerminal, Write},
    path::{Path, PathBuf},
};

use anyhow::{Result, anyhow};
use clap::Args;
use san_strings::{
    corpus::{arbiter::witness_at, pgn},
    files, parse, reason,
    san::{
        diagram::{Diagram, Style},
        parts::parts,
    },
    witness,
};
use shakmaty::{EnPassantMode, fen::Fen};

use super::{
    Answer, Misuse,
    verify::{CORPUS, read_corpus},
};

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings explain Bad3+ 'exd8=Q#'
  san-strings explain Qb6xe3# --svg board.svg
  san-strings list --symbols | san-strings explain - --brief

Exit code: 0 if all can occur, 1 if one cannot, 2 if one is not SAN.")]
pub(crate) struct Explain {
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
    /// [default: output/corpus.pgn]
    #[arg(long, value_name = "FILE")]
    corpus: Option<PathBuf>,
    /// Draw the position of a single string into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Replace the file of --svg even if it is no such picture, or a link
    #[arg(long, requires = "svg")]
    force: bool,
}

pub(crate) fn explain(args: &Explain, out: &mut impl Write) -> Result<Answer> {
    if args.svg.is_some() && (args.sans.len() > 1 || args.sans[0] == "-") {
        let message = "--svg draws one position: give it one SAN";
        return Err(Misuse(message.to_owned()).into());
    }
    if let Some(path) = &args.svg
        && !args.force
    {
        files::claim(path, Diagram::is_svg)?;
    }
    let mut answer = Answer::Yes;
    // One line has no room for a game.
    let corpus = match &args.corpus {
        _ if args.brief => None,
        None => files::read_text(Path::new(CORPUS))?,
        Some(path) => Some(read_corpus(path)?),
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
    let san = match parse(text) {
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
    if let Some(reason) = reason(san) {
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
        Some((pgn::movetext(game, plies), plies, witness_at(game, plies)?))
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
        for part in parts(&witness) {
            writeln!(out, "  {part}")?;
        }
        let link = fen.replace(' ', "_");
        writeln!(out, "\nFEN: {fen}\nhttps://lichess.org/analysis/{link}\n")?;
    }
    if let Some(path) = &args.svg {
        files::put(path, diagram.svg().as_bytes())?;
    }
    Ok(Answer::Yes)
}

/// A text as far as a person can read it: what is no character of UTF-8, and what could
/// play tricks on a terminal, as its code.
fn shown(text: &[u8]) -> String {
    let mut shown = String::from("\"");
    let head = text.get(..40).unwrap_or(text);
    for chunk in head.utf8_chunks() {
        shown.extend(chunk.valid().chars().flat_map(char::escape_debug));
        shown.extend(chunk.invalid().escape_ascii().map(char::from));
    }
    shown += if text.len() > 40 { "...\"" } else { "\"" };
    shown
}
