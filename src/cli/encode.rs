//! `san-strings encode`.

use std::{
    io::{self, Write},
    ops::ControlFlow,
    path::PathBuf,
};

use anyhow::{Error, Result, anyhow};
use clap::{Args, ValueEnum};
use indicatif::HumanCount;

use super::{
    answer::{Answer, misuse},
    list::ListChoice,
    pgn_input::{Inputs, lines_advice},
    report::counted,
    streams::eprint_line,
    where_clause::{WhereClause, warn_of_missing},
};
use san_strings_databases::{
    Condition, Contents, Diagnostics, EncodeError, Encoded, Encoder, Errors, IdFormat, MendedKind,
    Watched,
};
use san_strings_files::{Progress, Terminal};
use san_strings_pgn::Fault;

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings encode games.pgn > ids.jsonl
  san-strings encode lichess_db.pgn.zst --format bin > ids.bin
  san-strings encode --tags Result,WhiteElo games.pgn > games.jsonl
  san-strings encode --address games/ > games.jsonl      with the file, number and line of each game
  san-strings encode --list uci games.pgn > moves.jsonl
  san-strings encode --where 'WhiteElo>=2500 and BlackElo>=2500' games/ > strong.jsonl
  numpy.memmap('ids.bin', '<u2')       read the ids of --format bin in Python

The ids are those that `list --format tokenizer` prints for the same --list and --most. Without\n\
these options, they are the ids of output/tokenizer.json.

Exit code: 1 if a broken game was left out, a file cannot be read, or --where takes no game.")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
pub(super) struct EncodeArgs {
    /// PGN files, plain or compressed (.zip, .zst, .gz, .bz2). A folder means all PGN files in it. Without
    /// a file, or with `-`, reads standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    list: ListChoice,
    /// Also write the values of these tags (comma-separated names), as one JSON object per game
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    tags: Vec<String>,
    /// Also write the location of each game: its file, its number in the file, and its first line
    #[arg(long)]
    address: bool,
    /// Read each line as one game, with moves but no tags
    #[arg(long, conflicts_with_all = ["tags", "condition"])]
    lines: bool,
    #[command(flatten)]
    clause: WhereClause,
    /// Also write the result of each game, after its moves
    #[arg(long)]
    results: bool,
    /// Encode moves as written, without playing or correcting them. Use this only if all moves are legal
    /// and correctly spelled
    #[arg(long)]
    as_written: bool,
    /// What to do with a broken game, that is, a game that cannot be read, or that contains a move that
    /// is illegal or not in the list
    #[arg(long, value_enum, value_name = "DO", default_value_t)]
    errors: OnError,
    /// Also write games of chess variants, and games that start from a FEN
    #[arg(long)]
    variants: bool,
    /// Name at most N games that were left out, and at most N games that were written with [UNK]
    #[arg(long, value_name = "N", default_value_t = 10)]
    show: usize,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Format {
    /// One line per game: a JSON array
    #[default]
    Jsonl,
    /// Two bytes per id, little-endian; [EOS] after each game
    Bin,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum OnError {
    /// Stop at the first broken game
    Stop,
    /// Leave the game out; with --lines, write an empty game in its place
    #[default]
    Skip,
    /// Write [UNK] for the first illegal or unlisted move, and encode the moves after it as written
    Unk,
}

pub(super) fn encode(args: &EncodeArgs, quiet: bool, out: &mut impl Write) -> Result<Answer> {
    let beside = [("--tags", !args.tags.is_empty()), ("--address", args.address)];
    if let Some((option, _)) = beside.iter().find(|(_, is_given)| *is_given)
        && matches!(args.format, Format::Bin)
    {
        let why = "`--format bin` contains only ids";
        return Err(misuse(format!("`{option}` is for `--format jsonl`: {why}")));
    }
    if args.clause.condition.as_ref().is_some_and(Condition::is_of_players) {
        let message = "`encode` selects whole games, not one player's moves: in `--where`, use \
                       `WhiteElo` or `BlackElo`, for example, instead of `PlayerElo`";
        return Err(misuse(message));
    }
    let tags = names_of_tags(&args.tags, args.address)?;
    let inputs = Inputs::new(&args.files, quiet)?;
    let encoder = Encoder {
        format: match args.format {
            Format::Jsonl => IdFormat::JsonLines,
            Format::Bin => IdFormat::Binary,
        },
        vocabulary: args.list.vocabulary()?,
        tags,
        address: args.address.then(String::new),
        columns: Vec::new(),
        condition: args.clause.condition.clone(),
        lines: args.lines,
        results: args.results,
        as_written: args.as_written,
        errors: match args.errors {
            OnError::Stop => Errors::Stop,
            OnError::Skip => Errors::Skip,
            OnError::Unk => Errors::Unk,
        },
        variants: args.variants,
        diagnostics: if quiet { 0 } else { args.show },
    };
    let All { totals, names, is_whole } = encode_all(&inputs, &encoder, out)?;
    out.flush()?;
    if is_whole || totals.read() > 0 {
        if !quiet {
            summarize(&totals, &names);
        }
        // Even with `--quiet`, we report games that were left out.
        say_left_out(&totals, quiet);
        warn_of_missing(&totals.missing(&encoder));
    }
    if inputs.terminal.is_stopped() {
        eprint_line("stopped: the games written so far are complete, the others are missing");
        return Ok(Answer::No);
    }
    let answer = args.clause.report(&totals.selection, quiet);
    Ok(if totals.broken() > 0 || !is_whole { Answer::No } else { answer })
}

/// Trims the tag names, and checks that none is empty. Each name becomes a key of the JSON object, next to
/// `ids` and the keys of `--address`, so we also check that no key occurs twice.
fn names_of_tags(given: &[String], has_addresses: bool) -> Result<Vec<String>> {
    let keys = if has_addresses { &["ids", "file", "game", "line"][..] } else { &["ids"] };
    let names: Vec<String> = given.iter().map(|name| name.trim().to_owned()).collect();
    for (n, name) in names.iter().enumerate() {
        if name.is_empty() {
            return Err(misuse("`--tags` needs tag names, such as `White,Black`"));
        }
        if keys.contains(&&**name) || names[..n].contains(name) {
            return Err(misuse(format!(
                "`--tags {name}`: each object would contain the key {name:?} twice"
            )));
        }
    }
    Ok(names)
}

/// Prints how many games, moves and `[UNK]` tokens were written, and which spellings were corrected.
fn summarize(encoded: &Encoded, names: &[String]) {
    let Encoded { games, moves, unknown, mended, .. } = encoded;
    let (games, all_moves) = (counted(*games, "game"), counted(*moves, "move"));
    eprint_line(format_args!("{games}, {all_moves}, {} unknown", HumanCount(*unknown)));
    for MendedKind { difference, moves, first } in mended.0.values() {
        let moves = counted(*moves, "move");
        let name = names.get(first.place.file).map_or("", String::as_str);
        let how = difference.in_general();
        eprint_line(format_args!("mended: {moves} with {how}, as in {name}, {first}"));
    }
}

/// Prints how many games were left out and, unless `quiet`, how many were written with unknown moves.
fn say_left_out(encoded: &Encoded, quiet: bool) {
    let Encoded { left_out, with_unknown, .. } = encoded;
    let say = |what: &str, how: &str, games: &Diagnostics, is_such: fn(&str) -> bool| {
        let kinds = games.kinds.iter().filter(|(kind, _)| is_such(kind));
        let count = kinds.clone().map(|(_, games)| games).sum();
        if count > 0 {
            let kinds: Vec<String> =
                kinds.map(|(kind, games)| format!("{kind}: {games}")).collect();
            let (games, kinds) = (counted(count, "game"), kinds.join(", "));
            eprint_line(format_args!("{what}: {games} ({kinds}){how}"));
        }
    };
    say(LEFT_OUT, ": `--variants` writes them", left_out, |kind| !Fault::is_broken(kind));
    let how = ": `--errors unk` writes them with [UNK]";
    say("left out as broken", how, left_out, Fault::is_broken);
    if let Some(advice) = lines_advice(left_out.bare + with_unknown.bare) {
        eprint_line(advice);
    }
    if !quiet {
        say(WITH_UNKNOWN, "", with_unknown, |_| true);
    }
}

const LEFT_OUT: &str = "left out";
const WITH_UNKNOWN: &str = "written with [UNK]";

/// Totals over all files.
#[derive(Default)]
struct All {
    totals: Encoded,
    names: Vec<String>,
    /// Whether every file could be read to its end.
    is_whole: bool,
}

/// Writes the token ids of the games in all files, until the user presses Ctrl-C. If a file cannot be read,
/// we report it and, unless `--errors stop` is set, continue with the other files.
fn encode_all(inputs: &Inputs, encoder: &Encoder, out: &mut impl Write) -> Result<All> {
    let terminal = &inputs.terminal;
    let mut all = All { is_whole: true, ..All::default() };
    let most = encoder.diagnostics;
    let done = inputs.for_each(|name, contents| {
        let (done, error) = match encode_one(name, contents, encoder, out, terminal) {
            Ok(done) => done,
            Err(_) if terminal.is_stopped() => return ControlFlow::Break(None),
            Err(error) => return ControlFlow::Break(Some(error)),
        };
        let Encoded { left_out, with_unknown, .. } = &all.totals;
        for (what, before, games) in
            [(LEFT_OUT, left_out, &done.left_out), (WITH_UNKNOWN, with_unknown, &done.with_unknown)]
        {
            for game in games.first.iter().take(most.saturating_sub(before.first.len())) {
                terminal.bar.suspend(|| eprint_line(format_args!("{what}: {name}, {game}")));
            }
        }
        all.totals.add_file(done, all.names.len());
        all.names.push(name.to_owned());
        if terminal.is_stopped() {
            return ControlFlow::Break(None);
        }
        let Some(error) = error else { return ControlFlow::Continue(()) };
        if encoder.errors == Errors::Stop {
            return ControlFlow::Break(Some(error));
        }
        all.is_whole = false;
        terminal.bar.suspend(|| eprint_line(format_args!("error: {error:#}")));
        ControlFlow::Continue(())
    });
    terminal.bar.finish_and_clear();
    if let ControlFlow::Break(Some(error)) = done {
        return Err(error);
    }
    for (what, games) in
        [(LEFT_OUT, &all.totals.left_out), (WITH_UNKNOWN, &all.totals.with_unknown)]
    {
        let more = games.all - games.first.len().min(most) as u64;
        if more > 0 && most > 0 {
            let more = HumanCount(more);
            eprint_line(format_args!("... and {more} more {what}: `--show N` lists more of them"));
        }
    }
    Ok(all)
}

/// Writes the token ids of the games in one file. If the file cannot be read to its end, also returns the
/// reason. After an `Err`, the caller encodes no more files.
fn encode_one(
    name: &str,
    contents: io::Result<Contents<'_>>,
    encoder: &Encoder,
    out: &mut impl Write,
    terminal: &Terminal,
) -> Result<(Encoded, Option<Error>)> {
    let cannot = |cause: io::Error| Some(Error::from(cause).context(format!("cannot read {name}")));
    let contents = match contents {
        Ok(contents) => contents,
        Err(cause) => return Ok((Encoded::default(), cannot(cause))),
    };
    let encoder = match encoder.address {
        Some(_) => &Encoder { address: Some(name.to_owned()), ..encoder.clone() },
        None => encoder,
    };
    let mut contents = Watched::new(contents);
    match encoder.encode(&mut contents, out, terminal) {
        Ok(done) if done.read() == 0 && !terminal.is_stopped() => {
            Ok((done, contents.without_games().err().and_then(cannot)))
        }
        Ok(done) => Ok((done, None)),
        Err(EncodeError::Read(cause, done)) => {
            let games = counted(done.games, "game");
            let error = anyhow!("{name}: read error: {cause}; {games} written before the error");
            Ok((*done, Some(error)))
        }
        Err(EncodeError::Write(cause)) => Err(cause.into()),
        Err(error) => Err(anyhow!("{name}, {error}; `--errors skip` leaves such games out")),
    }
}
