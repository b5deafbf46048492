//! `san-strings encode`.

use std::{io::Write, path::PathBuf, sync::atomic::Ordering};

use anyhow::{Context, Result, anyhow};
use clap::{Args, ValueEnum};
use san_strings::database::{
    encode::{EncodeError, Encoded, Encoder, Options},
    source::decompressed,
};

use super::{Answer, input::Inputs, out::tell, progress::stop_on_ctrl_c};

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings encode games.pgn > ids.jsonl
  san-strings encode lichess_db.pgn.zst --format bin > ids.bin
  numpy.memmap('ids.bin', '<u2')       and these are the ids in Python

The ids are those of output/tokenizer.json, or with --base those of\n\
`list --format tokenizer`.")]
pub(crate) struct Encode {
    /// Games as PGN, plain, .zst, .gz or .bz2; `-`, or none, reads standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How to write the ids
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Ids of the base strings: + and # are left to the board
    #[arg(long)]
    base: bool,
    /// After the moves of a game, its result
    #[arg(long)]
    results: bool,
    /// Write [UNK] for what is not in the list, instead of ending there
    #[arg(long)]
    lenient: bool,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Format {
    /// A JSON array a game, one a line
    #[default]
    Jsonl,
    /// Two bytes an id, the lower first; [EOS] after each game
    Bin,
}

pub(crate) fn encode(args: &Encode, quiet: bool, out: &mut impl Write) -> Result<Answer> {
    use san_strings::database::encode::Format::{Binary, JsonLines};
    let inputs = Inputs::new(&args.files, quiet)?;
    let stop = stop_on_ctrl_c();
    let go_on = || !stop.load(Ordering::Relaxed);
    let encoder = Encoder::new(Options {
        format: match args.format {
            Format::Jsonl => JsonLines,
            Format::Bin => Binary,
        },
        base: args.base,
        results: args.results,
        lenient: args.lenient,
    });
    let mut all = Encoded::default();
    for (name, stream) in inputs.open() {
        let stream = stream.and_then(decompressed);
        let stream = stream.with_context(|| format!("cannot read {name}"))?;
        let done = encoder
            .encode(stream, out, &go_on)
            .map_err(|error| match error {
                EncodeError::Write(cause) => cause.into(),
                EncodeError::Unknown(_) => {
                    anyhow!("{name}: {error}; `--lenient` writes [UNK] instead")
                }
                EncodeError::Read(_) => anyhow!(error).context(name),
            })?;
        all += done;
        if !go_on() {
            break;
        }
    }
    inputs.bar().finish_and_clear();
    out.flush()?;
    let Encoded {
        games,
        moves,
        unknown,
    } = all;
    if !quiet {
        tell(format_args!(
            "{games} games, {moves} moves, {unknown} unknown"
        ));
    }
    if go_on() {
        return Ok(Answer::Yes);
    }
    tell("stopped: what is written is whole games, but not all");
    Ok(Answer::No)
}
