//! `san-strings read`.

use std::io::{self, Read, Write};

use anyhow::{Result, anyhow};
use clap::{Args, ValueEnum};
use rayon::prelude::*;
use shakmaty::Chess;

use super::answer::{Answer, misuse};
use san_strings_answers::{position_after, reading};
use san_strings_core::{
    Reading, Verdict, english::did_you_mean, excerpt::escaped, position, read, read_english,
};

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings read e4 0-0 Nd2 e2e4
  san-strings read --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' 0-0 Ke1-e2 Rxa8
  san-strings read --moves '1. e4 e5 2. Nf3' d6 Nf6 Qg4
  san-strings read --fen '4k3/8/8/8/8/8/8/4K3 w K - 0 1'      say what is wrong with a FEN
  san-strings read --fen - --format json < answers.tsv       each line: a FEN, a tab and a text

Verdicts on a text:
  exact         SAN, exactly as the PGN standard exports it
  mended        clearly one legal move, but spelled otherwise
  ambiguous     several legal moves fit
  illegal       a move of chess, but not legal in this position
  null          a null move
  not-a-move    not a move in any spelling
  bad-position  the FEN is wrong or impossible (see below), or a move of --moves cannot be played
Verdicts on a FEN without a text:
  exact                the FEN is valid, and written exactly as the standard prescribes
  fen-spelling         the position is clear, but the standard spells the FEN otherwise
  impossible-position  the FEN can be parsed, but no game reaches the position
  wrong-fen            the FEN cannot be parsed

Exit code: 0 if all are exact, 1 if not, 2 if the position of a text is bad.")]
pub(super) struct ReadArgs {
    /// Texts such as `Nf3` or `0-0`. `-` reads them from standard input, one per line. Put `--` before
    /// a text that begins with a dash
    #[arg(value_name = "TEXT")]
    texts: Vec<String>,
    /// Read the texts in this position instead of the initial one. Without a text, check the FEN itself. `-`
    /// reads lines from standard input, each with a FEN, a tab and a text
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Play these moves from --fen or the initial position before reading the texts. Separate moves
    /// with spaces. Move numbers are allowed, and so is every spelling of a move that `read` accepts
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    moves: String,
    /// Accept only English piece letters. For example, refuse the German `Sf3`
    #[arg(long)]
    english: bool,
    /// Output format of the verdicts
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Default, Eq, PartialEq, ValueEnum)]
enum Format {
    /// One readable line per text
    #[default]
    Text,
    /// One tab-separated line per text: text, verdict, SAN, UCI, possible SANs, kinds, why, suggestions
    Tsv,
    /// One JSON object per line
    Json,
}

pub(super) fn read_texts(args: &ReadArgs, out: &mut impl Write) -> Result<Answer> {
    let (format, read) = (args.format, if args.english { read_english } else { read });
    let answer = |position: &_, text: &str| answer(position, text, read, format);
    if args.fen.as_deref() == Some("-") {
        if args.texts.iter().any(|text| text != "-") {
            return Err(misuse(
                "`--fen -` also reads the texts from standard input: pass no texts as arguments",
            ));
        }
        if !args.moves.is_empty() {
            return Err(misuse("`--fen -` reads a position for each text: leave out `--moves`"));
        }
        return answer_lines(out, |line| match line.split_once('\t') {
            Some((fen, text)) => {
                answer(&position(fen.trim()).map_err(|error| error.to_string()), text)
            }
            None => answer(&Err("the line has no tab between a FEN and a text".into()), line),
        });
    }
    if let Some(fen) =
        args.fen.as_deref().filter(|_| args.texts.is_empty() && args.moves.is_empty())
    {
        let verdict = Verdict::of_fen(fen);
        let answer = if verdict.kinds.is_empty() { Answer::Yes } else { Answer::No };
        out.write_all(line(verdict, fen, format).as_bytes())?;
        return Ok(answer);
    }
    if args.texts.is_empty() {
        return Err(misuse("pass a text, or `-` to read standard input"));
    }
    let position = position_after(args.fen.as_deref(), &args.moves);
    let mut all = Answer::Yes;
    for text in &args.texts {
        all = all.max(if text == "-" {
            answer_lines(out, |line| answer(&position, line))?
        } else {
            let (line, answer) = answer(&position, text);
            out.write_all(line.as_bytes())?;
            answer
        });
    }
    Ok(all)
}

/// Maximum number of bytes that we read at a time.
const BLOCK: usize = 1 << 20;

/// Answers each line of standard input as soon as it arrives. We read a block of input at a time, and divide
/// its lines among all cores.
fn answer_lines(
    out: &mut impl Write,
    answer: impl Fn(&str) -> (String, Answer) + Sync,
) -> Result<Answer> {
    let mut stdin = io::stdin().lock();
    let (mut block, mut pending) = (vec![0; BLOCK], Vec::new());
    let mut all = Answer::Yes;
    loop {
        let read = match stdin.read(&mut block) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read.map_err(|cause| anyhow!("cannot read standard input: {cause}"))?,
        };
        pending.extend_from_slice(&block[..read]);
        let last = pending.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let whole = if read == 0 { pending.len() } else { last };
        let text = String::from_utf8_lossy(&pending[..whole]);
        let lines: Vec<&str> = text.lines().collect();
        let answers = lines.par_iter().with_min_len(64).map(|line| answer(line));
        for (line, answer) in answers.collect::<Vec<_>>() {
            out.write_all(line.as_bytes())?;
            all = all.max(answer);
        }
        out.flush()?;
        pending.drain(..whole);
        if read == 0 {
            return Ok(all);
        }
    }
}

/// Returns the line to print for a text, and the answer that determines the exit code.
fn answer(
    position: &Result<Chess, String>,
    text: &str,
    read: fn(&Chess, &str) -> Reading,
    format: Format,
) -> (String, Answer) {
    let verdict = match position {
        Ok(position) => Verdict::of(position, text, &read(position, text)),
        Err(why) => Verdict::bad_position(why.clone()),
    };
    let answer = match verdict.verdict {
        "exact" => Answer::Yes,
        "bad-position" => Answer::Misuse,
        _ => Answer::No,
    };
    (line(verdict, text, format), answer)
}

/// Formats a verdict as one line in the output format.
fn line(verdict: Verdict, text: &str, format: Format) -> String {
    if format == Format::Json {
        return format!("{}\n", reading(text, &verdict));
    }
    let Verdict { verdict, san, uci, sans, kinds, why, suggestions, .. } = verdict;
    let (text, why) = (escaped(text), why.unwrap_or_default());
    if format == Format::Tsv {
        let [san, uci] = [san, uci].map(Option::unwrap_or_default);
        let (sans, kinds, why) = (sans.join(" "), kinds.join(" "), escaped(why));
        let near = suggestions.join(" ");
        return format!("{text}\t{verdict}\t{san}\t{uci}\t{sans}\t{kinds}\t{why}\t{near}\n");
    }
    match san {
        _ if why.is_empty() => format!("{text}: {verdict}\n"),
        Some(san) => format!("{text}: {verdict}: {san}, {why}\n"),
        None if sans.is_empty() => {
            format!("{text}: {verdict}: {why}{}\n", did_you_mean(suggestions.into_iter()))
        }
        None => format!("{text}: {verdict}: {}: {why}\n", sans.join(" or ")),
    }
}
