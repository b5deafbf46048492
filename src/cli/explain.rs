//! `san-strings explain`.

use std::{
    env,
    ffi::OsString,
    io::{self, BufRead, IsTerminal, Write},
    path::PathBuf,
};

use anyhow::{Result, anyhow};
use clap::{Args, ValueEnum};
use indicatif::HumanCount;
use serde_json::{Value, json};
use shakmaty::{EnPassantMode, fen::Fen, san::SanPlus};

use super::{Answer, Misuse, is_stream, stdout::eprint_line};
use crate::tables::shortest_games;
use crate::tables::{SOURCE, lichess_counts};
use san_strings_core::{
    Example, Reason, SanStr,
    diagram::{Diagram, Style},
    english::{color_name, in_words, role_name},
    excerpt::excerpt,
    explanation::explain_parts,
    parse,
    reading::{Reading, readings, several},
};
use san_strings_files::{Others, Target, Written};
use san_strings_games::{pgn, shortest_games::ShortestGame, why::Why};
use san_strings_pgn::Counts;

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings explain Bad3+ 'exd8=Q#'
  san-strings explain Qb6xe3# --svg board.svg
  san-strings list --list symbols | san-strings explain - --format tsv

Exit code: 0 if all can occur, 1 if one cannot, 2 if one is not SAN.")]
pub(super) struct ExplainArgs {
    /// Strings such as `Nbd2` or `exd8=Q#`; `-` reads them from standard input,
    /// one a line
    #[arg(required = true, value_name = "SAN")]
    sans: Vec<OsString>,
    /// How to print them
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Draw the pieces as letters
    #[arg(long)]
    ascii: bool,
    /// Draw the position of a single string into this file; `-` prints the picture and
    /// nothing else
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// If the file of --svg exists, rename it to FILE.orig
    #[arg(long, requires = "svg")]
    force: bool,
}

#[derive(Clone, Copy, Default, Eq, PartialEq, ValueEnum)]
enum Format {
    /// For people
    #[default]
    Text,
    /// A line each: the string, the verdict, and a position or the reason, with tabs between
    Tsv,
    /// A JSON object each, one a line
    Json,
}

impl ExplainArgs {
    /// How the position is drawn on a terminal.
    fn style(&self) -> Style {
        let is = |name, value| env::var_os(name).is_some_and(|is| is == value);
        let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let unwanted = no_color || is("CLICOLOR", "0") || is("TERM", "dumb");
        Style { ascii: self.ascii, color: io::stdout().is_terminal() && !unwanted }
    }
}

pub(super) fn explain(args: &ExplainArgs, out: &mut impl Write) -> Result<Answer> {
    if args.svg.is_some() && (args.sans.len() > 1 || args.sans[0] == "-") {
        let message = "--svg draws one position: give it one SAN";
        return Err(Misuse(message.to_owned()).into());
    }
    let target = match &args.svg {
        Some(path) if !is_stream(path) => Some(Target::export(path, Others::forced(args.force))?),
        _ => None,
    };
    let counts = lichess_counts();
    if args.svg.is_some() {
        let verdict = Verdict::of(args.sans[0].as_encoded_bytes());
        let example = match &verdict {
            Verdict::Occurs { example, .. } => Some(example),
            _ => None,
        };
        let svg = example.map(|example| Diagram::new(example, args.style()).svg());
        let mut answer = verdict.answer();
        match (svg, target) {
            (Some(svg), None) => out.write_all(svg.as_bytes())?,
            (svg, target) => {
                verdict.write(args, &counts, out)?;
                if svg.is_none() {
                    eprint_line("no picture: no position plays it");
                }
                if let (Some(svg), Some(mut target)) = (svg, target) {
                    let written = target.write(svg.as_bytes())?;
                    if !matches!(written, Written::Replaced | Written::UpToDate) {
                        eprint_line(format_args!("{}: {written}", target.path().display()));
                    }
                    answer = answer.max(Answer::from(&written));
                }
            }
        }
        return Ok(answer);
    }
    let mut answer = Answer::Yes;
    let mut explain_one = |text: &[u8]| -> Result<()> {
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

/// A text with more readings is not answered for each.
const ANSWERED: usize = 2;

/// What there is to say of a text.
enum Verdict {
    NotSan {
        text: String,
        error: String,
        readings: Vec<Reading>,
        /// If it is more than one move.
        moves: Vec<SanPlus>,
    },
    CannotOccur {
        san: SanStr,
        reason: Reason,
    },
    Occurs {
        game: ShortestGame<'static>,
        /// Why no game is shorter.
        why: Why,
        /// Its last move, and the position before that.
        example: Example,
    },
}

impl Verdict {
    fn of(text: &[u8]) -> Verdict {
        let san = match parse(text) {
            Ok(san) => san,
            Err(error) => {
                let plain = str::from_utf8(text).unwrap_or_default();
                return Verdict::NotSan {
                    text: format!("\"{}\"", excerpt(text)),
                    error: error.to_string(),
                    readings: readings(plain),
                    moves: several(plain).unwrap_or_default(),
                };
            }
        };
        Verdict::of_san(san)
    }

    fn of_san(san: SanPlus) -> Verdict {
        if let Some(reason) = Reason::of(san) {
            let san = SanStr::from(san);
            return Verdict::CannotOccur { san, reason };
        }
        let game = shortest_games().game(san);
        let game = game.expect("the table has every string that occurs");
        let example = game.example().expect("the table was verified");
        let why = game.why().expect("the table was verified");
        Verdict::Occurs { game, why, example }
    }

    fn answer(&self) -> Answer {
        match self {
            Verdict::NotSan { .. } => Answer::Misuse,
            Verdict::CannotOccur { .. } => Answer::No,
            Verdict::Occurs { .. } => Answer::Yes,
        }
    }

    fn write(&self, args: &ExplainArgs, counts: &Counts, out: &mut impl Write) -> Result<()> {
        match args.format {
            Format::Text => self.write_text(args, counts, out),
            Format::Tsv => self.write_tsv(out),
            Format::Json => self.write_json(counts, out),
        }
    }

    fn write_text(&self, args: &ExplainArgs, counts: &Counts, out: &mut impl Write) -> Result<()> {
        let (game, why, example) = match self {
            Verdict::NotSan { text, error, readings, moves } => {
                writeln!(out, "{text} is not SAN: {error}.")?;
                if !moves.is_empty() {
                    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
                    let moves = in_words(&moves, "and");
                    writeln!(out, "It is several moves: {moves}. Ask for each by itself.\n")?;
                    return Ok(());
                }
                if let Some(means) = meaning(readings) {
                    writeln!(out, "{means}")?;
                }
                let is_answered = readings.len() <= ANSWERED;
                if !is_answered {
                    writeln!(out, "Ask for the one that is meant.")?;
                }
                writeln!(out)?;
                for reading in readings.iter().filter(|one| is_answered && !one.is_wrong()) {
                    Verdict::of_san(reading.san).write_text(args, counts, out)?;
                }
                return Ok(());
            }
            Verdict::CannotOccur { san, reason } => {
                writeln!(out, "{san} cannot occur. {reason}")?;
                for line in reason.proof() {
                    writeln!(out, "  {line}")?;
                }
                writeln!(out)?;
                return Ok(());
            }
            Verdict::Occurs { game, why, example } => (game, why, example),
        };
        let san = game.san;
        writeln!(out, "{san} occurs. {}:", game.known_in_words())?;
        writeln!(out, "\n{}\n", pgn::movetext(game.moves.split(' ')))?;
        writeln!(out, "{why}\n")?;
        writeln!(out, "{}", Diagram::new(example, args.style()))?;
        for part in explain_parts(example) {
            writeln!(out, "  {part}")?;
        }
        let times = match counts.of(san) {
            0 => "not once".to_owned(),
            1 => "once".to_owned(),
            count => format!("{} times", HumanCount(count)),
        };
        let billions = (counts.total() + 500_000_000) / 1_000_000_000;
        writeln!(out, "\nplayed {times} in {billions} billion {SOURCE}")?;
        let fen = fen(example);
        let link = fen.replace(' ', "_");
        writeln!(out, "\nFEN: {fen}\nhttps://lichess.org/analysis/{link}\n")?;
        Ok(())
    }

    fn write_tsv(&self, out: &mut impl Write) -> Result<()> {
        match self {
            Verdict::NotSan { text, error, readings, .. } => {
                let means = meaning(readings).map_or(String::new(), |means| format!(". {means}"));
                writeln!(out, "{text}\tnot SAN\t{error}{means}")?;
            }
            Verdict::CannotOccur { san, reason } => {
                writeln!(out, "{san}\tcannot occur\t{reason}")?;
            }
            Verdict::Occurs { game, example, .. } => {
                writeln!(out, "{}\toccurs\t{}", game.san, fen(example))?;
            }
        }
        Ok(())
    }

    fn write_json(&self, counts: &Counts, out: &mut impl Write) -> Result<()> {
        let json = match self {
            Verdict::NotSan { text, error, readings, moves } => json!({
                "text": text,
                "verdict": "not_san",
                "error": error,
                "readings": readings.iter().map(reading_as_json).collect::<Value>(),
                "moves": moves.iter().map(ToString::to_string).collect::<Value>(),
            }),
            Verdict::CannotOccur { san, reason } => json!({
                "san": **san,
                "verdict": "cannot_occur",
                "reason": reason.to_string(),
                "proof": reason.proof(),
            }),
            Verdict::Occurs { game, why, example } => json!({
                "san": game.san,
                "verdict": "occurs",
                "fen": fen(example),
                "plies": game.plies,
                "at_least": game.at_least,
                "known": game.known_in_words(),
                "proven": game.is_shortest(),
                "why": why_as_json(why),
                "moves": game.moves,
                "parts": explain_parts(example),
                "lichess_count": counts.of(game.san),
            }),
        };
        writeln!(out, "{json}")?;
        Ok(())
    }
}

/// What a text means, as a sentence.
fn meaning(readings: &[Reading]) -> Option<String> {
    let (first, others) = readings.split_first()?;
    let how = first.how();
    if others.is_empty() {
        return Some(format!("It means {}, {how}.", first.san));
    }
    if others.iter().all(|other| other.differences == first.differences) {
        let sans: Vec<String> = readings.iter().map(|one| one.san.to_string()).collect();
        return Some(format!("It may mean {}, {how}.", in_words(&sans, "or")));
    }
    let means = readings.iter().map(|one| format!("{}, {}", one.san, one.how()));
    Some(format!("It may mean {}.", means.collect::<Vec<_>>().join("; or ")))
}

fn reading_as_json(reading: &Reading) -> Value {
    let differences = reading.differences.iter();
    let differences = differences.map(|it| json!({ "kind": it.name(), "text": it.to_string() }));
    json!({ "san": reading.san.to_string(), "with": differences.collect::<Value>() })
}

/// The reason with its numbers, and as the sentence for people.
fn why_as_json(why: &Why) -> Value {
    let mut json = json!({ "reason": why.name(), "text": why.to_string() });
    let count = match why {
        Why::Count(bound) => Some(bound),
        Why::Way { count, from, to } => {
            (json["from"], json["to"]) = (json!(from), json!(to));
            if count.is_none() {
                json["searched"] = json!(from - 1);
            }
            count.as_ref()
        }
        Why::All { searched } | Why::Prospects { searched } => {
            json["searched"] = json!(searched);
            None
        }
        _ => None,
    };
    if let Some(bound) = count {
        let men = bound.men.iter().filter(|man| man.moves > 0).map(|man| {
            json!({
                "role": role_name(man.role),
                "square": man.square.to_string(),
                "moves": man.moves,
                "promoted": man.is_promoted,
            })
        });
        json["side"] = json!(color_name(bound.color));
        json["moves"] = json!(bound.moves);
        json["men"] = men.collect();
    }
    json
}

fn fen(example: &Example) -> String {
    Fen::from_position(&example.position, EnPassantMode::Legal).to_string()
}
