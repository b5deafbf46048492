//! `san-strings encode`.

use std::{
    io::{self, Write},
    ops::ControlFlow,
    path::PathBuf,
};

use anyhow::{Context, Error, Result, anyhow};
use clap::{Args, ValueEnum};
use indicatif::HumanCount;

use super::{
    Answer,
    list::ListChoice,
    misuse,
    pgn_input::Inputs,
    stdout::{counted, eprint_line},
};
use san_strings_files::{Progress, Terminal};
use san_strings_pgn::{
    Contents, EncodeError, Encoded, Encoder, Errors, Fault, IdFormat, MendedKind, Watched,
};

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
    /// Games as PGN, plain, .zip, .zst, .gz or .bz2; `-`, or no file, reads standard input
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
    /// Write the words as they stand, and mend nothing: for sources that are known to be clean
    #[arg(long)]
    as_written: bool,
    /// What to do with a broken game: one that cannot be read, or has a move that is not legal, or
    /// is not in the list
    #[arg(long, value_enum, value_name = "DO", default_value_t)]
    errors: OnError,
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

#[derive(Clone, Copy, Default, ValueEnum)]
enum OnError {
    /// End there
    Stop,
    /// Leave the game out; with --lines, an empty game stands in its place
    #[default]
    Skip,
    /// Write [UNK] for the move, and the words after it as they stand
    Unk,
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
        as_written: args.as_written,
        errors: match args.errors {
            OnError::Stop => Errors::Stop,
            OnError::Skip => Errors::Skip,
            OnError::Unk => Errors::Unk,
        },
        variants: args.variants,
    };
    let (totals, names) = encode_all(&inputs, &encoder, quiet, out)?;
    out.flush()?;
    if !quiet {
        summarize(&totals, &names);
    }
    if inputs.terminal.is_stopped() {
        eprint_line("stopped: the games written are whole, but not all");
        return Ok(Answer::No);
    }
    Ok(if totals.broken() > 0 { Answer::No } else { Answer::Yes })
}

/// Says what was written, what was mended, and what was left out.
fn summarize(encoded: &Encoded, names: &[String]) {
    let Encoded { games, moves, unknown, left_out, mended, .. } = encoded;
    let (games, all_moves) = (counted(*games, "game"), counted(*moves, "move"));
    eprint_line(format_args!("{games}, {all_moves}, {} unknown", HumanCount(*unknown)));
    for MendedKind { difference, moves, first } in mended.0.values() {
        let moves = counted(*moves, "move");
        let name = names.get(first.place.file).map_or("", String::as_str);
        eprint_line(format_args!("mended: {moves} with {difference}, as in {name}, {first}"));
    }
    let broken = encoded.broken();
    for (count, what, how, is_broken) in [
        (left_out.all - broken, "left out", "`--variants` writes them", false),
        (broken, "left out as broken", "`--errors unk` writes them with [UNK]", true),
    ] {
        let kinds = left_out.kinds.iter();
        let kinds = kinds.filter(|(kind, _)| Fault::OTHER_STARTS.contains(kind) != is_broken);
        let kinds: Vec<String> = kinds.map(|(kind, games)| format!("{games} {kind}")).collect();
        if count > 0 {
            let (games, kinds) = (counted(count, "game"), kinds.join(", "));
            eprint_line(format_args!("{what}: {games} ({kinds}): {how}"));
        }
    }
}

/// Writes the ids of all files, or of those before Ctrl-C. Gives the names of the files.
fn encode_all(
    inputs: &Inputs<'_>,
    encoder: &Encoder,
    quiet: bool,
    out: &mut impl Write,
) -> Result<(Encoded, Vec<String>)> {
    let terminal = &inputs.terminal;
    let mut all = Encoded::default();
    let mut names = Vec::new();
    let done = inputs.for_each(|name, contents| {
        let done = match encode_one(name, contents, encoder, out, terminal) {
            Ok(done) => done,
            Err(_) if terminal.is_stopped() => return ControlFlow::Break(None),
            Err(error) => return ControlFlow::Break(Some(error)),
        };
        for game in done.left_out.first.iter().filter(|_| !quiet) {
            let message = format!("left out: {name}, {game}");
            terminal.bar.suspend(|| eprint_line(message));
        }
        all.add_file(done, names.len());
        names.push(name.to_owned());
        if terminal.is_stopped() { ControlFlow::Break(None) } else { ControlFlow::Continue(()) }
    });
    terminal.bar.finish_and_clear();
    match done {
        ControlFlow::Break(Some(error)) => Err(error),
        _ => Ok((all, names)),
    }
}

/// Writes the ids of one file.
fn encode_one(
    name: &str,
    contents: io::Result<Contents<'_>>,
    encoder: &Encoder,
    out: &mut impl Write,
    terminal: &Terminal,
) -> Result<Encoded> {
    let cannot = || format!("cannot read {name}");
    let mut contents = Watched::new(contents.with_context(cannot)?);
    let done = encoder.encode(&mut contents, out, terminal).map_err(|error| match error {
        EncodeError::Write(cause) => Error::from(cause),
        EncodeError::Game(_) => anyhow!("{name}, {error}; `--errors skip` leaves such games out"),
        _ => anyhow!(error).context(name.to_owned()),
    })?;
    if done.games + done.left_out.all == 0 && !terminal.is_stopped() {
        contents.without_games().with_context(cannot)?;
    }
    Ok(done)
}
