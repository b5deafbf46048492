//! `san-strings encode`.

use std::{io::Write, path::PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::{Args, ValueEnum};

use super::{Answer, list::ListChoice, misuse, pgn_input::Inputs, stdout::eprint_line};
use san_strings_files::Progress;
use san_strings_pgn::{EncodeError, Encoded, Encoder, IdFormat, decompressed};

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings encode games.pgn > ids.jsonl
  san-strings encode lichess_db.pgn.zst --format bin > ids.bin
  san-strings encode --tags Result,WhiteElo games.pgn > games.jsonl
  san-strings encode --list uci games.pgn > moves.jsonl
  numpy.memmap('ids.bin', '<u2')       the ids, in Python

The ids are those of `list --format tokenizer` with the same --list and --most:\n\
without them, of output/tokenizer.json.")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
pub(super) struct EncodeArgs {
    /// Games as PGN, plain, .zst, .gz or .bz2; `-`, or no file, reads standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How to write the ids
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    list: ListChoice,
    /// Write the values of these tags with the ids: a JSON object a game
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    tags: Vec<String>,
    /// Each line of the input is a game: its moves, without tags
    #[arg(long, conflicts_with = "tags")]
    lines: bool,
    /// Write the result of a game after its moves
    #[arg(long)]
    results: bool,
    /// Write [UNK] for a move that is not in the list, instead of ending there
    #[arg(long)]
    lenient: bool,
    /// Write games of variants, and games from a FEN, too
    #[arg(long)]
    variants: bool,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Format {
    /// A JSON array a game, one a line
    #[default]
    Jsonl,
    /// Two bytes an id, the lower first; [EOS] after each game
    Bin,
}

pub(super) fn encode(args: &EncodeArgs, quiet: bool, out: &mut impl Write) -> Result<Answer> {
    if !args.tags.is_empty() && matches!(args.format, Format::Bin) {
        let message = "--tags is for --format jsonl: two bytes an id leave no room for them";
        return Err(misuse(message));
    }
    let inputs = Inputs::new(&args.files, quiet)?;
    let encoder = Encoder {
        format: match args.format {
            Format::Jsonl => IdFormat::JsonLines,
            Format::Bin => IdFormat::Binary,
        },
        vocabulary: args.list.vocabulary()?,
        tags: args.tags.clone(),
        lines: args.lines,
        results: args.results,
        lenient: args.lenient,
        variants: args.variants,
    };
    let Encoded { games, moves, unknown, left_out, .. } =
        encode_all(&inputs, &encoder, quiet, out)?;
    out.flush()?;
    if !quiet {
        eprint_line(format_args!("{games} games, {moves} moves, {unknown} unknown"));
        if left_out.all > 0 {
            eprint_line(format_args!(
                "{} games left out, of variants or from a FEN: `--variants` writes them",
                left_out.all
            ));
        }
    }
    if !inputs.terminal.is_stopped() {
        return Ok(Answer::Yes);
    }
    eprint_line("stopped: the games written are whole, but not all");
    Ok(Answer::No)
}

/// Writes the ids of all files, or of those before Ctrl-C.
fn encode_all(
    inputs: &Inputs<'_>,
    encoder: &Encoder,
    quiet: bool,
    out: &mut impl Write,
) -> Result<Encoded> {
    let terminal = &inputs.terminal;
    let mut all = Encoded::default();
    for (name, stream) in inputs.open() {
        let stream = match stream.and_then(decompressed) {
            Err(_) if terminal.is_stopped() => break,
            stream => stream.with_context(|| format!("cannot read {name}"))?,
        };
        let done = encoder.encode(stream, out, terminal).map_err(|error| match error {
            EncodeError::Write(cause) => cause.into(),
            EncodeError::Unknown(_) => anyhow!("{name}: {error}; `--lenient` writes [UNK] instead"),
            _ => anyhow!(error).context(name.clone()),
        })?;
        for game in done.left_out.first.iter().filter(|_| !quiet) {
            let message = format!("{name}: game {} left out: {}", game.place.game, game.what);
            terminal.bar.suspend(|| eprint_line(message));
        }
        all += done;
        if terminal.is_stopped() {
            break;
        }
    }
    terminal.bar.finish_and_clear();
    Ok(all)
}
