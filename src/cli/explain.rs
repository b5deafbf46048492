//! `san-strings explain`.

use std::{
    env,
    ffi::OsString,
    io::{self, BufRead, IsTerminal, Write},
    path::PathBuf,
};

use anyhow::{Result, anyhow};
use clap::Args;
use indicatif::HumanCount;
use san_strings::{
    Witness,
    corpus::{
        pgn,
        table::{BUILT_IN, Table},
    },
    database::counts::{Counts, SOURCE},
    files, parse, reason,
    san::{
        diagram::{Diagram, Style},
        parts::parts,
    },
    witness,
};
use shakmaty::{EnPassantMode, fen::Fen, san::SanPlus};

use super::{Answer, Misuse, is_stream};

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
    /// Draw the position of a single string into this file; `-` prints the picture and
    /// nothing else
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Replace the file of --svg even if it is no such picture, or a link
    #[arg(long, requires = "svg")]
    force: bool,
}

impl Explain {
    /// How the position is drawn on a terminal.
    fn style(&self) -> Style {
        let is = |name, value| env::var_os(name).is_some_and(|is| is == value);
        let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let unwanted = no_color || is("CLICOLOR", "0") || is("TERM", "dumb");
        Style {
            ascii: self.ascii,
            color: io::stdout().is_terminal() && !unwanted,
        }
    }
}

pub(crate) fn explain(args: &Explain, out: &mut impl Write) -> Result<Answer> {
    if args.svg.is_some() && (args.sans.len() > 1 || args.sans[0] == "-") {
        let message = "--svg draws one position: give it one SAN";
        return Err(Misuse(message.to_owned()).into());
    }
    if let Some(path) = &args.svg
        && !is_stream(path)
        && !args.force
    {
        files::claim(path, Diagram::is_svg)?;
    }
    // One line has no room for a game.
    let games = (!args.brief).then(Games::new);
    let games = games.as_ref();
    if let Some(path) = &args.svg {
        let mut report = Vec::new();
        let (answer, witness) =
            explain_one(args.sans[0].as_encoded_bytes(), games, args, &mut report)?;
        let svg = witness.map(|witness| Diagram::new(&witness, args.style()).svg());
        match svg {
            Some(svg) if is_stream(path) => out.write_all(svg.as_bytes())?,
            Some(svg) => {
                out.write_all(&report)?;
                files::put(path, svg.as_bytes())?;
            }
            None => out.write_all(&report)?,
        }
        return Ok(answer);
    }
    let mut answer = Answer::Yes;
    for san in &args.sans {
        if san != "-" {
            answer = answer.max(explain_one(san.as_encoded_bytes(), games, args, out)?.0);
            continue;
        }
        for line in io::stdin().lock().split(b'\n') {
            let line = line.map_err(|cause| anyhow!("cannot read standard input: {cause}"))?;
            let line = line.strip_suffix(b"\r").unwrap_or(&line);
            answer = answer.max(explain_one(line, games, args, out)?.0);
        }
    }
    Ok(answer)
}

/// What is known of the games that play a string.
struct Games {
    shortest: Table<'static>,
    counts: Counts,
}

impl Games {
    fn new() -> Games {
        Games {
            shortest: Table::new(BUILT_IN),
            counts: Counts::lichess(),
        }
    }

    /// Whether the string occurs, and the game that shows it.
    fn say(&self, san: SanPlus, out: &mut impl Write) -> Result<Option<Witness>> {
        let line = self.shortest.line(san);
        let Some((line, witness)) = line.and_then(|line| Some((line, line.witness()?))) else {
            writeln!(out, "{san} occurs, for instance here:\n")?;
            return Ok(None);
        };
        let plies = match line.plies {
            1 => "1 ply".to_owned(),
            plies => format!("{plies} plies"),
        };
        if line.proven {
            writeln!(out, "{san} occurs. The shortest game has {plies}:")?;
        } else {
            let searched = self.shortest.searched();
            writeln!(
                out,
                "{san} occurs. The shortest game known has {plies}, and none has fewer than {}:",
                searched + 1
            )?;
        }
        writeln!(out, "\n{}\n", pgn::movetext(line.moves.split(' ')))?;
        Ok(Some(witness))
    }
}

/// Says what is to be said of a string, and gives the position to be drawn.
fn explain_one(
    text: &[u8],
    games: Option<&Games>,
    args: &Explain,
    out: &mut impl Write,
) -> Result<(Answer, Option<Witness>)> {
    let san = match parse(text) {
        Ok(san) => san,
        Err(error) => {
            let text = shown(text);
            if args.brief {
                writeln!(out, "{text}\tnot SAN\t{error}")?;
            } else {
                writeln!(out, "{text} is not SAN: {error}.\n")?;
            }
            return Ok((Answer::Misuse, None));
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
        return Ok((Answer::No, None));
    }
    let played = match games {
        Some(games) => games.say(san, out)?,
        None => None,
    };
    let witness = played.or_else(|| witness(san));
    let witness = witness.ok_or_else(|| anyhow!("found no position for {san}"))?;
    let fen = Fen::from_position(&witness.position, EnPassantMode::Legal).to_string();
    if let Some(games) = games {
        writeln!(out, "{}", Diagram::new(&witness, args.style()))?;
        for part in parts(&witness) {
            writeln!(out, "  {part}")?;
        }
        let times = match games.counts.of(san) {
            0 => "not once".to_owned(),
            1 => "once".to_owned(),
            count => format!("{} times", HumanCount(count)),
        };
        let billions = (games.counts.all() + 500_000_000) / 1_000_000_000;
        writeln!(out, "\nplayed {times} in {billions} billion {SOURCE}")?;
        let link = fen.replace(' ', "_");
        writeln!(out, "\nFEN: {fen}\nhttps://lichess.org/analysis/{link}\n")?;
    } else {
        writeln!(out, "{san}\toccurs\t{fen}")?;
    }
    Ok((Answer::Yes, Some(witness)))
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
