//! `san-strings count`.

mod groups;

use std::{
    cmp::Reverse,
    fmt::Display,
    io::{self, BufReader, Write},
    ops::ControlFlow,
    path::PathBuf,
};

use anyhow::{Error, Result};
use clap::{Args, ValueEnum};
use indicatif::HumanCount;
use serde_json::{Value, json};

use self::groups::csv_field;
use super::{
    answer::{Answer, misuse},
    pgn_input::{Inputs, lines_advice, read_error},
    report::{counted, played},
    streams::eprint_line,
    where_clause::WhereClause,
};
use crate::tables::lichess_counts;
use san_strings_core::excerpt::printable;
use san_strings_core::{
    Reason, Vocabulary,
    breakdown::{Breakdown, Share},
    parse,
    spelling::{Meaning, meanings},
};
use san_strings_databases::{
    Contents, CountOptions, CountOrder, Counter, Counts, Diagnostic, Diagnostics, GameRef, GroupBy,
    MendedKind, Peeked, Problem, Watched,
};
use san_strings_files::Progress;

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings count lichess_db.pgn.zst
  san-strings count --replay games.pgn             count only legal moves, and name the others
  san-strings count --format csv a.pgn > a.csv     print one line per string
  san-strings count a.csv b.csv c.pgn              add up counts and games
  san-strings count --where 'WhiteElo>=2700 and Date>=2015' games/
  san-strings count --by 'PlayerElo>=2700' games/  what do they play that others do not?
  san-strings count --by PlayerElo/200 games/      count by bands: 2400 to 2599, 2600 to 2799

In a condition, PlayerElo is the rating of the player who moves, and OpponentElo\n\
the rating of the other.

Exit code: 1 if something was not counted (a game that cannot be read, a move that is not legal,\n\
the rest after Ctrl-C), if --where selects no game, or if no game has a value for --by.")]
pub(super) struct CountArgs {
    /// PGN files, or CSV files of counts, plain or compressed (.zip, .zst, .gz, .bz2). A folder means all
    /// PGN files in it. Without a file, or with `-`, reads standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Order of the strings in CSV and JSON
    #[arg(long, value_enum, default_value_t)]
    sort: Sort,
    /// Play through the games, and count only legal moves, each under its SAN, however it is spelled
    #[arg(long)]
    replay: bool,
    /// Read each line as one game, with moves but no tags
    #[arg(long, conflicts_with_all = ["condition", "by"])]
    lines: bool,
    #[command(flatten)]
    clause: WhereClause,
    /// Count separately for each value of a tag, such as ECO, Year, or Player (the player who moves); for
    /// bands of numbers, such as WhiteElo/200 or Year/10; or by a condition, as in --where
    #[arg(long, value_name = "TAG")]
    by: Option<GroupBy>,
    /// With --by: leave out values with fewer than N games
    #[arg(long, value_name = "N", default_value_t = 0, requires = "by")]
    min_games: u64,
    /// With --format csv: also print where each string was first played
    #[arg(long, conflicts_with = "by")]
    examples: bool,
    /// Maximum length of each list of strings, groups, games or moves
    #[arg(long, value_name = "N", default_value_t = 10)]
    show: usize,
}

#[derive(Clone, Copy, Default, Eq, PartialEq, ValueEnum)]
enum Format {
    /// Readable summary
    #[default]
    Text,
    /// One line per string; `count` can read it back
    Csv,
    /// JSON for programs, with an example of each string
    Json,
}

#[derive(Clone, Copy, Default, Eq, PartialEq, ValueEnum)]
enum Sort {
    /// In the order of `san-strings list`
    #[default]
    List,
    /// Most frequent first
    Count,
}

impl From<Sort> for CountOrder {
    fn from(sort: Sort) -> CountOrder {
        match sort {
            Sort::List => CountOrder::List,
            Sort::Count => CountOrder::MostFrequent,
        }
    }
}

pub(super) fn count(args: &CountArgs, quiet: bool, out: &mut impl Write) -> Result<Answer> {
    if args.examples && args.format != Format::Csv {
        return Err(misuse(
            "`--examples` is for `--format csv`: the other formats always show examples",
        ));
    }
    let mut inputs = Inputs::new(&args.files, quiet)?;
    // We sort the files, so that the examples do not depend on the order of the arguments.
    inputs.sort();
    let mut count = Counter::new(CountOptions {
        replay: args.replay,
        diagnostics: args.show,
        lines: args.lines,
        condition: args.clause.condition.clone(),
        by: args.by.clone(),
    });
    let needs_games = args.lines || args.by.is_some() || args.clause.condition.is_some();
    let (tables, answer) = count_all(&inputs, &mut count, needs_games);
    let order = args.sort.into();
    match (args.format, &args.by) {
        (Format::Text, None) => text(&count, tables, args.show, out)?,
        (Format::Text, Some(by)) => {
            groups::text(&count, by, args, out)?;
            name_notes(&count, out)?;
        }
        (Format::Csv, None) if args.examples => csv_with_examples(&count, order, out)?,
        (Format::Csv, None) => count.counts.write_csv(order, out)?,
        (Format::Csv, Some(_)) => groups::csv(&count, args.min_games, order, out)?,
        (Format::Json, _) => json(&count, args, out)?,
    }
    out.flush()?;
    let answer = answer.max(args.clause.report(&count.selection, quiet));
    let answer = answer.max(args.by.as_ref().map_or(Answer::Yes, |by| groups::report(&count, by)));
    if inputs.terminal.is_stopped() {
        eprint_line("stopped: these are the counts so far");
    }
    if args.format != Format::Text && !quiet {
        name_notes(&count, &mut io::stderr())?;
    }
    let has = |problem| count.diagnostics(problem).all > 0;
    Ok(if has(Problem::Broken) || has(Problem::Illegal) { Answer::No } else { answer })
}

/// Counts the moves in the files, until the user presses Ctrl-C. Returns the number of files that are tables of
/// counts. The [`Answer`] is `Yes` if all files were read to their end.
fn count_all(inputs: &Inputs, count: &mut Counter, needs_games: bool) -> (u64, Answer) {
    let terminal = &inputs.terminal;
    let (mut tables, mut answer) = (0, Answer::Yes);
    let _ = inputs.for_each(|name, contents| {
        let is_table = contents
            .map_err(Error::from)
            .and_then(|contents| count_one(name, contents, count, needs_games, terminal));
        match is_table {
            Ok(is_table) => tables += u64::from(is_table),
            Err(_) if terminal.is_stopped() => {}
            Err(cause) => {
                answer = Answer::No;
                let message = format!("error: {name}: {:#}", read_error(cause));
                terminal.bar.suspend(|| eprint_line(message));
            }
        }
        terminal.bar.set_message(format!("{} games", HumanCount(count.games)));
        if terminal.is_stopped() {
            answer = Answer::No;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    terminal.bar.finish_and_clear();
    (tables, answer)
}

/// Counts the games of a file. If the file is a table of counts, adds these counts, and returns `true`.
fn count_one(
    name: &str,
    contents: Contents<'_>,
    count: &mut Counter,
    needs_games: bool,
    progress: &dyn Progress,
) -> Result<bool> {
    let contents = Peeked::new(contents, HEAD)?;
    if Counts::is_table(contents.head()) {
        if needs_games {
            return Err(io::Error::new(io::ErrorKind::Unsupported, NO_TAGS).into());
        }
        count.counts.add_table(&mut BufReader::new(contents))?;
        return Ok(true);
    }
    let read = |count: &Counter| {
        count.games + count.diagnostics(Problem::Broken).all + count.selection.left
    };
    // The total number of moves, and the number of moves whose string is in the list.
    let moves = |count: &Counter| [count.counts.total(), count.counts.listed().iter().sum()];
    let (before, [total, listed]) = (read(count), moves(count));
    let mut contents = Watched::new(Box::new(contents));
    count.add_games(name, &mut contents, progress)?;
    if progress.is_stopped() {
        return Ok(false);
    }
    if read(count) == before {
        contents.without_games()?;
    }
    let [new_total, new_listed] = moves(count);
    // If no word of the file is in the list, and none contains a digit, the file is probably not PGN.
    // Every move except castling names a square, and so contains a digit.
    let is_word = |text: &String| !text.contains(|char: char| char.is_ascii_digit());
    let are_words = new_total > total && new_listed == listed;
    if are_words && count.counts.unlisted().keys().all(is_word) {
        let words = counted(new_total - total, "word");
        let message = format!("none of its {words} is a move: is it PGN?");
        return Err(io::Error::new(io::ErrorKind::Unsupported, message).into());
    }
    Ok(false)
}

const NO_TAGS: &str =
    "it is a table of counts, without tags: `--where`, `--by` and `--lines` need games";

/// Number of bytes that we look at to recognize a table of counts.
const HEAD: usize = 64;

fn text(count: &Counter, tables: u64, show: usize, out: &mut impl Write) -> Result<()> {
    let counts = &count.counts;
    let list = Vocabulary::occurring();
    let mut sources = Vec::new();
    if !count.files.is_empty() {
        sources.push(counted(count.games, "game"));
    }
    if tables > 0 {
        sources.push(counted(tables, "table"));
    }
    let sources = match &sources[..] {
        [] => String::new(),
        sources => format!(" in {}", sources.join(" and ")),
    };
    writeln!(out, "{}{sources}", counted(counts.total(), "move"))?;
    let mut seen: Vec<(u16, u64)> = (0..).zip(counts.listed().iter().copied()).collect();
    seen.retain(|&(_, times)| times > 0);
    let unseen = list.len() - seen.len();
    let [all, strings, unseen] = [list.len(), seen.len(), unseen].map(|n| HumanCount(n as u64));
    writeln!(out, "{strings} of {all} strings seen, {unseen} not\n")?;
    let part = Breakdown::count(list, &|id| counts.listed()[usize::from(id)] > 0);
    let of = Breakdown::count(list, &|_| true);
    writeln!(out, "{}", Share { part, of })?;
    name_lengths(count, out)?;
    if !seen.is_empty() {
        name_extremes(count, seen, show, out)?;
    }
    name_unlisted(count, show, out)?;
    name_notes(count, out)
}

/// Prints, for each result and for all games together, the number of games and their shortest, mean and
/// longest length. Also prints where the longest game is.
fn name_lengths(count: &Counter, out: &mut impl Write) -> Result<()> {
    let lengths = &count.lengths;
    let all = lengths.all();
    let rows: Vec<_> = lengths.by_result().filter(|(_, length)| length.games > 0).collect();
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "{:>13}{:>10}{:>10}{:>10}  length in plies",
        "games", "shortest", "mean", "longest"
    )?;
    for (result, length) in rows.into_iter().chain([("all", all)]) {
        let [games, shortest, longest] =
            [length.games, length.shortest, length.longest].map(|n| HumanCount(n).to_string());
        let mean = length.mean().unwrap_or_default();
        writeln!(out, "{games:>13}{shortest:>10}{mean:>10.1}{longest:>10}  {result}")?;
    }
    if let Some(longest) = &lengths.longest {
        writeln!(out, "longest: {}", shown(longest, count))?;
    }
    Ok(writeln!(out)?)
}

/// Prints the most frequent and the rarest strings. `seen` contains the id and the count of each string that
/// was played.
fn name_extremes(
    count: &Counter,
    mut seen: Vec<(u16, u64)>,
    show: usize,
    out: &mut impl Write,
) -> Result<()> {
    let list = Vocabulary::occurring();
    let line = |id, times| row(list.text(id).expect("an id of the list"), times);
    seen.sort_by_key(|&(_, times)| Reverse(times));
    writeln!(out, "most frequent")?;
    for &(id, times) in seen.iter().take(show) {
        writeln!(out, "{}", line(id, times))?;
    }
    // Among equally rare strings, those played least on lichess.org come first.
    let world = lichess_counts();
    let world = |id: u16| world.listed()[usize::from(id)];
    seen.sort_by_cached_key(|&(id, times)| (times, world(id), id));
    let least = seen[0].1;
    let rarest = seen.iter().take_while(|&&(_, times)| times == least).count();
    let verb = if rarest == 1 { "was" } else { "were" };
    let (strings, played) = (counted(rarest as u64, "string"), played(least));
    writeln!(
        out,
        "\nrarest: {strings} {verb} {played} (second column: number of times played on lichess.org)"
    )?;
    for &(id, times) in seen.iter().take(show) {
        let place = count.example(id).map(|place| shown(place, count)).unwrap_or_default();
        let world = HumanCount(world(id)).to_string();
        writeln!(out, "{}{world:>16}  {place}", line(id, times))?;
    }
    Ok(())
}

/// Formats a string and its count.
fn row(text: impl Display, times: u64) -> String {
    format!("  {text:8}{:>16}", HumanCount(times).to_string())
}

/// Prints the strings that are not in the list, most frequent first. For each string, explains why it is not in
/// the list.
fn name_unlisted(count: &Counter, show: usize, out: &mut impl Write) -> Result<()> {
    let counts = &count.counts;
    let mut unlisted: Vec<(&String, &u64)> = counts.unlisted().iter().collect();
    unlisted.sort_by_key(|&(_, times)| Reverse(times));
    if unlisted.is_empty() {
        return Ok(());
    }
    let moves = unlisted.iter().map(|&(_, times)| times).sum::<u64>() + counts.overflow();
    let [strings, moves] = [unlisted.len() as u64, moves].map(HumanCount);
    let more = if counts.overflow() > 0 { "more than " } else { "" };
    writeln!(out, "\noutside the list: {more}{strings} different, {moves} in all")?;
    for (text, &times) in unlisted.into_iter().take(show) {
        let place = count.example_unlisted(text).map(|place| shown(place, count));
        writeln!(out, "{}  {}", row(text, times), place.unwrap_or_default())?;
        writeln!(out, "    {}", hint(text))?;
    }
    Ok(())
}

/// Explains why a string is not in the list.
fn hint(text: &str) -> String {
    match parse(text).map(Reason::of) {
        Err(error) => match &meanings(text)[..] {
            [] => format!("not SAN: {error}"),
            read => {
                let how = |reading: &Meaning| format!("{}, {}", reading.san, reading.how());
                let how: Vec<String> = read.iter().map(how).collect();
                format!(
                    "not SAN: it may mean {}; with `--replay`, it is read as a move and counted",
                    how.join(", or ")
                )
            }
        },
        Ok(Some(reason)) => format!("cannot occur: {reason}"),
        Ok(None) => String::new(),
    }
}

/// Prints the games that were left out, and the moves that are illegal or misspelled.
fn name_notes(count: &Counter, out: &mut impl Write) -> Result<()> {
    for (kind, what) in [
        (Problem::Broken, "unreadable games skipped"),
        (Problem::Illegal, "illegal moves (each game is counted up to its first one)"),
        (Problem::NotCanonical, "legal moves that are not spelled as SAN"),
        (Problem::Null, "null moves, which pass the turn"),
    ] {
        let notes = count.diagnostics(kind);
        if notes.all == 0 {
            continue;
        }
        writeln!(out, "\n{what}: {}", HumanCount(notes.all))?;
        for note in &notes.first {
            let (place, text, what) = (shown(&note.place, count), &note.text, &note.what);
            let text = if text.is_empty() { "" } else { &format!("{text}: ") };
            writeln!(out, "  {place}: {text}{what}")?;
        }
        if let Some(advice) = lines_advice(notes.bare) {
            writeln!(out, "  {advice}")?;
        }
        let more = notes.all - notes.first.len() as u64;
        if more > 0 {
            writeln!(out, "  ... and {} more: `--show N` lists more of them", HumanCount(more))?;
        }
        if kind == Problem::NotCanonical {
            for MendedKind { difference, moves, first } in count.mended.0.values() {
                let (text, place) = (&first.text, shown(&first.place, count));
                let moves = HumanCount(*moves);
                let how = difference.in_general();
                writeln!(out, "  {moves} with {how}, as in {text}: {place}")?;
            }
        }
    }
    Ok(())
}

/// Formats the location of a move, such as `Ada - Bob, 2015, ada.pgn, game 1, line 7, ply 2`.
fn shown(place: &GameRef, count: &Counter) -> String {
    let GameRef { file, line, game, ply, .. } = place;
    let file = printable(count.files.get(*file).map_or("", String::as_str));
    let name = place.address();
    let comma = if name.is_empty() { "" } else { ", " };
    format!("{name}{comma}{file}, game {game}, line {line}, ply {ply}")
}

/// Prints one CSV line per string, with the game and the ply where the string was first played.
fn csv_with_examples(count: &Counter, order: CountOrder, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{},name,file,line,game,ply", Counts::HEADER)?;
    for (string, times) in count.counts.rows(order) {
        write!(out, "{string},{times}")?;
        let Some(place) = example(count, &string) else {
            writeln!(out, ",,,,,")?;
            continue;
        };
        let GameRef { line, game, ply, .. } = place;
        let file = csv_field(count.files.get(place.file).map_or("", String::as_str));
        writeln!(out, ",{},{file},{line},{game},{ply}", csv_field(&place.address()))?;
    }
    Ok(())
}

/// Returns the location of the first move with this string.
fn example<'c>(count: &'c Counter, string: &str) -> Option<&'c GameRef> {
    let id = Vocabulary::occurring().id(string);
    id.map_or_else(|| count.example_unlisted(string), |id| count.example(id))
}

fn json(count: &Counter, args: &CountArgs, out: &mut impl Write) -> Result<()> {
    let counts = &count.counts;
    let order = args.sort.into();
    let place = |place: &GameRef| {
        json!({
            "file": count.files.get(place.file),
            "line": place.line,
            "game": place.game,
            "ply": place.ply,
            "name": place.address(),
        })
    };
    let note = |note: &Diagnostic| json!({"place": place(&note.place), "text": note.text, "what": note.what.to_string()});
    writeln!(out, "{{\n\"games\": {},\n\"moves\": {},", count.games, counts.total())?;
    for (name, kind) in [
        ("broken", Problem::Broken),
        ("illegal", Problem::Illegal),
        ("not_canonical", Problem::NotCanonical),
        ("null", Problem::Null),
    ] {
        let Diagnostics { first, all, .. } = count.diagnostics(kind);
        let first: Vec<_> = first.iter().map(note).collect();
        writeln!(out, "\"{name}\": {},", json!({ "all": all, "first": first }))?;
    }
    let lengths = count.lengths.by_result().chain([("all", count.lengths.all())]).map(|(name, it)| {
        let mean = it.mean();
        (name.to_owned(), json!({ "games": it.games, "shortest": it.shortest, "mean": mean, "longest": it.longest }))
    });
    let lengths = Value::Object(lengths.collect());
    let longest = count.lengths.longest.as_ref().map(place);
    writeln!(out, "\"lengths\": {lengths},\n\"longest\": {},", json!(longest))?;
    write!(out, "\"strings\": [")?;
    for (n, (string, times)) in counts.rows(order).into_iter().enumerate() {
        let id = Vocabulary::occurring().id(&string);
        let example = example(count, &string).map(place);
        let row = json!({ "string": string, "id": id, "count": times, "example": example });
        write!(out, "{}\n{row}", if n == 0 { "" } else { "," })?;
    }
    write!(out, "\n]")?;
    if let Some(by) = &args.by {
        write!(out, ",\n\"by\": {},\n\"groups\": [", json!(by.to_string()))?;
        for (n, group) in groups::json(count, args.min_games, order).into_iter().enumerate() {
            write!(out, "{}\n{group}", if n == 0 { "" } else { "," })?;
        }
        write!(out, "\n]")?;
    }
    writeln!(out, "\n}}")?;
    Ok(())
}
