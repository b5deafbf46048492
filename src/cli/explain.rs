//! `san-strings explain`.

use std::{
    env,
    ffi::OsString,
    io::{self, BufRead, IsTerminal, Write},
    path::{Path, PathBuf},
};

use anyhow::{Result, anyhow};
use clap::{Args, ValueEnum};
use serde_json::Value;
use shakmaty::san::SanPlus;

use super::{
    answer::{Answer, misuse},
    report::played,
    streams::{eprint_line, is_stream},
};
use crate::tables::{LICHESS_SOURCE, lichess_counts, shortest_games};
use san_strings_answers::Explained;
use san_strings_core::{
    Meaning,
    diagram::{Diagram, Style},
    english::in_words,
    excerpt::excerpt,
    explanation::explain_parts,
    fen::fen_of,
};
use san_strings_databases::Counts;
use san_strings_files::{Others, Target, Written};
use san_strings_games::{ShortestGame, pgn};

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings explain Bad3+ 'exd8=Q#'
  san-strings explain Qb6xe3# --svg board.svg
  san-strings list --list symbols | san-strings explain - --format tsv

Exit code: 0 if all strings can occur, 1 if one cannot, 2 if one is not SAN.")]
pub(super) struct ExplainArgs {
    /// Strings such as `Nbd2` or `exd8=Q#`. `-` reads them from standard input,
    /// one per line
    #[arg(required = true, value_name = "SAN")]
    sans: Vec<OsString>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Draw the pieces as letters, not as symbols
    #[arg(long)]
    ascii: bool,
    /// Draw the position of a single string into this SVG file; `-` prints only the SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// If the --svg file exists, rename it to FILE.orig
    #[arg(long, requires = "svg")]
    force: bool,
}

#[derive(Clone, Copy, Default, Eq, PartialEq, ValueEnum)]
enum Format {
    /// Readable text
    #[default]
    Text,
    /// One tab-separated line per string: the string, the verdict, and a FEN or the reason
    Tsv,
    /// One JSON object per line
    Json,
}

impl ExplainArgs {
    /// How to draw the position on a terminal.
    fn style(&self) -> Style {
        let is = |name, value| env::var_os(name).is_some_and(|is| is == value);
        let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let unwanted = no_color || is("CLICOLOR", "0") || is("TERM", "dumb");
        Style { ascii: self.ascii, color: io::stdout().is_terminal() && !unwanted }
    }
}

pub(super) fn explain(args: &ExplainArgs, out: &mut impl Write) -> Result<Answer> {
    let counts = lichess_counts();
    if let Some(path) = &args.svg {
        return draw(path, args, &counts, out);
    }
    let mut answer = Answer::Yes;
    let mut explain_one = |text: &[u8]| {
        let verdict = Verdict::of(text);
        answer = answer.max(verdict.answer());
        verdict.write(args, &counts, out)
    };
    for san in &args.sans {
        if san != "-" {
            explain_one(san.as_encoded_bytes())?;
            continue;
        }
        for line in io::stdin().lock().split(b'\n') {
            let line = line.map_err(|cause| anyhow!("cannot read standard input: {cause}"))?;
            explain_one(line.strip_suffix(b"\r").unwrap_or(&line))?;
        }
    }
    Ok(answer)
}

/// Draws the position of a single string. Also explains the string, unless the SVG goes to standard output.
fn draw(path: &Path, args: &ExplainArgs, counts: &Counts, out: &mut impl Write) -> Result<Answer> {
    let san = match &args.sans[..] {
        [san] if san != "-" => san,
        _ => return Err(misuse("`--svg` draws one position: pass exactly one SAN")),
    };
    let target = (!is_stream(path)).then(|| Target::export(path, Others::forced(args.force)));
    let target = target.transpose()?;
    let verdict = Verdict::of(san.as_encoded_bytes());
    let Explained::Occurs { example, .. } = &verdict.0 else {
        verdict.write(args, counts, out)?;
        eprint_line("no SVG: there is no position to draw");
        return Ok(verdict.answer());
    };
    let svg = Diagram::new(example, args.style()).svg();
    let Some(mut target) = target else {
        out.write_all(svg.as_bytes())?;
        return Ok(Answer::Yes);
    };
    verdict.write(args, counts, out)?;
    let written = target.write(svg.as_bytes())?;
    if !matches!(written, Written::Replaced | Written::UpToDate) {
        eprint_line(format_args!("{}: {written}", path.display()));
    }
    Ok(Answer::from(&written))
}

const VERIFIED: &str = "the table was verified, and has every string that occurs";

/// The shortest known game that plays a string.
fn game(san: SanPlus) -> Option<ShortestGame<'static>> {
    shortest_games().game(san)
}

/// If a text has more readings than this, we ask the user to choose one, instead of explaining each.
const ANSWERED: usize = 2;

/// The explanation of a text, which can be printed in each format.
struct Verdict(Explained<'static>);

impl Verdict {
    fn of(text: &[u8]) -> Verdict {
        Verdict(Explained::of(text, game).expect(VERIFIED))
    }

    fn of_san(san: SanPlus) -> Verdict {
        Verdict(Explained::of_san(san, game).expect(VERIFIED))
    }

    fn answer(&self) -> Answer {
        match &self.0 {
            Explained::NotSan { .. } => Answer::Misuse,
            Explained::CannotOccur { .. } => Answer::No,
            Explained::Occurs { .. } => Answer::Yes,
        }
    }

    fn write(&self, args: &ExplainArgs, counts: &Counts, out: &mut impl Write) -> io::Result<()> {
        match args.format {
            Format::Text => self.write_text(args.style(), counts, out),
            Format::Tsv => self.write_tsv(out),
            Format::Json => writeln!(out, "{}", self.json(counts)),
        }
    }

    fn json(&self, counts: &Counts) -> Value {
        let count = match &self.0 {
            Explained::Occurs { game, .. } => counts.of(game.san),
            _ => 0,
        };
        self.0.json(count)
    }

    fn write_text(&self, style: Style, counts: &Counts, out: &mut impl Write) -> io::Result<()> {
        match &self.0 {
            Explained::NotSan { text, other: Some(other), .. } => {
                writeln!(out, "\"{}\" is not SAN: {other}.\n", excerpt(text))
            }
            Explained::NotSan { text, error, readings, moves, .. } => {
                writeln!(out, "\"{}\" is not SAN: {error}.", excerpt(text))?;
                if !moves.is_empty() {
                    let moves = in_words(moves, "and");
                    return writeln!(
                        out,
                        "These are several moves: {moves}. Ask about each one separately.\n"
                    );
                }
                if let Some(means) = meaning(readings) {
                    writeln!(out, "{means}")?;
                }
                if readings.len() > ANSWERED {
                    return writeln!(out, "Run `explain` on the SAN that you mean.\n");
                }
                writeln!(out)?;
                for reading in readings.iter().filter(|reading| !reading.is_wrong()) {
                    Verdict::of_san(reading.san).write_text(style, counts, out)?;
                }
                Ok(())
            }
            Explained::CannotOccur { san, reason } => {
                writeln!(out, "{san} cannot occur. {reason}")?;
                for line in reason.proof() {
                    writeln!(out, "  {line}")?;
                }
                writeln!(out)
            }
            Explained::Occurs { game, why, example } => {
                writeln!(out, "{} occurs. {}:", game.san, game.known_in_words())?;
                writeln!(out, "\n{}\n\n{why}\n", pgn::movetext(game.moves.split(' ')))?;
                writeln!(out, "{}", Diagram::new(example, style))?;
                for part in explain_parts(example) {
                    writeln!(out, "  {part}")?;
                }
                let played = played(counts.of(game.san));
                let billions = (counts.total() + 500_000_000) / 1_000_000_000;
                writeln!(out, "\n{played} in {billions} billion {LICHESS_SOURCE}")?;
                let fen = fen_of(&example.position);
                let link = fen.replace(' ', "_");
                writeln!(out, "\nFEN: {fen}\nhttps://lichess.org/analysis/{link}\n")
            }
        }
    }

    fn write_tsv(&self, out: &mut impl Write) -> io::Result<()> {
        match &self.0 {
            Explained::NotSan { text, other: Some(other), .. } => {
                writeln!(out, "{}\tnot SAN\t{other}", excerpt(text))
            }
            Explained::NotSan { text, error, readings, .. } => {
                let means = meaning(readings).map_or(String::new(), |means| format!(". {means}"));
                writeln!(out, "{}\tnot SAN\t{error}{means}", excerpt(text))
            }
            Explained::CannotOccur { san, reason } => {
                writeln!(out, "{san}\tcannot occur\t{reason}")
            }
            Explained::Occurs { game, example, .. } => {
                writeln!(out, "{}\toccurs\t{}", game.san, fen_of(&example.position))
            }
        }
    }
}

/// Returns a sentence such as `It means Nf3, with the from-square.`, for a text that is not SAN; `None` if the
/// text has no readings.
fn meaning(readings: &[Meaning]) -> Option<String> {
    let first = readings.first()?;
    let verb = if readings.len() == 1 { "It means" } else { "It may mean" };
    let means = if readings.iter().all(|other| other.how() == first.how()) {
        let sans = in_words(readings.iter().map(|one| one.san), "or");
        format!("{sans}, {}", first.how())
    } else {
        let means = readings.iter().map(|one| format!("{}, {}", one.san, one.how()));
        means.collect::<Vec<_>>().join("; or ")
    };
    Some(format!("{verb} {means}."))
}
