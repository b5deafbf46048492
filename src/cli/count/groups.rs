//! Prints the counts of `count --by`, one group per value.

use std::{cmp::Reverse, io::Write};

use anyhow::Result;
use indicatif::HumanCount;
use serde_json::{Value, json};

use super::{CountArgs, name_unlisted, row, shown};
use crate::{
    cli::{answer::Answer, report::counted, streams::eprint_line, where_clause::warn_of_missing},
    tables::lichess_counts,
};
use san_strings_core::Vocabulary;
use san_strings_core::excerpt::printable;
use san_strings_databases::{CountOrder, Counter, Group, GroupBy, Groups};

/// Prints one line for each group. Then lists, group by group, the strings that were played in no other
/// group.
pub(super) fn text(
    count: &Counter,
    by: &GroupBy,
    args: &CountArgs,
    out: &mut impl Write,
) -> Result<()> {
    let (moves, games) = (counted(count.counts.total(), "move"), counted(count.games, "game"));
    writeln!(out, "{moves} in {games}\n")?;
    let spread = count.groups.spread();
    let world = lichess_counts();
    let alone = |group: &Group| -> Vec<(u16, u64)> {
        let ids = group.listed().iter().map(|(&id, &times)| (id, times));
        let mut ids: Vec<_> = ids.filter(|&(id, _)| spread[usize::from(id)] == 1).collect();
        // If two strings are equally frequent, the string that was played less often on lichess.org comes
        // first.
        ids.sort_by_key(|&(id, times)| (Reverse(times), world.listed()[usize::from(id)], id));
        ids
    };
    let mut rows = count.groups.rows(args.min_games, CountOrder::MostFrequent);
    let named = rows.len();
    rows.truncate(args.show);
    if let GroupBy::Band(..) = by {
        // We show the bands with the most games, but in the order of their ranges.
        let in_order = count.groups.rows(args.min_games, CountOrder::List);
        rows = in_order
            .into_iter()
            .filter(|(value, _)| rows.iter().any(|(it, _)| it == value))
            .collect();
    }
    writeln!(out, "{:>13}{:>17}{:>10}{:>11}  {by}", "games", "moves", "strings", "only here")?;
    for &(value, group) in &rows {
        let [games, moves, strings, own] =
            [group.games(), group.moves(), group.listed().len() as u64, alone(group).len() as u64]
                .map(|number| HumanCount(number).to_string());
        // Games whose value is unknown form a group of their own, but each of them could belong to any other
        // group. So for this group, we print `-` instead of the number of strings that occur in no other group.
        let own = if value == Groups::UNKNOWN { "-" } else { &own };
        let value = shown_value(by, value);
        writeln!(out, "{games:>13}{moves:>17}{strings:>10}{own:>11}  {value}")?;
    }
    name_rest(count, named, args, out)?;
    let list = Vocabulary::occurring();
    for &(value, group) in rows.iter().filter(|(value, _)| *value != Groups::UNKNOWN) {
        let strings = alone(group);
        if strings.is_empty() {
            continue;
        }
        let (number, value) = (counted(strings.len() as u64, "string"), shown_value(by, value));
        writeln!(
            out,
            "\nonly where {by} is {value}: {number} (second column: number of times played on lichess.org)"
        )?;
        for &(id, times) in strings.iter().take(args.show) {
            let line = row(list.text(id).expect("an id of the list"), times);
            let place = count.example(id).map(|place| shown(place, count)).unwrap_or_default();
            let world = HumanCount(world.listed()[usize::from(id)]).to_string();
            writeln!(out, "{line}{world:>16}  {place}")?;
        }
        let more = strings.len().saturating_sub(args.show);
        if more > 0 {
            writeln!(
                out,
                "  ... and {} more: `--show N` lists more of them",
                HumanCount(more as u64)
            )?;
        }
    }
    name_unlisted(count, args.show, out)
}

/// Formats a value for display: a band as its range, such as `2400 to 2599`.
fn shown_value(by: &GroupBy, value: &str) -> String {
    match (by, value.parse::<i64>()) {
        (GroupBy::Band(_, width @ 2..), Ok(least)) => {
            format!("{least} to {}", least + i64::from(*width) - 1)
        }
        _ => printable(value),
    }
}

/// Warns about tags that no game has, and about a condition that no move satisfies. If no game has a
/// known value, returns [`Answer::No`], as for a `--where` condition that selects no game.
pub(super) fn report(count: &Counter, by: &GroupBy) -> Answer {
    let groups = &count.groups;
    warn_of_missing(&groups.missing(by));
    if count.games > 0 && !groups.has_known() {
        let games = counted(count.games, "game");
        let what = if matches!(by, GroupBy::Band(..)) { "number" } else { "value" };
        eprint_line(format_args!("error: `--by {by}`: none of {games} has a {what}"));
        return Answer::No;
    }
    if matches!(by, GroupBy::Condition(_)) && count.games > 0 && groups.games_of("true") == 0 {
        eprint_line(format_args!("warning: `--by {by}`: no move matches"));
    }
    Answer::Yes
}

/// Prints how many groups the table does not show.
fn name_rest(count: &Counter, rows: usize, args: &CountArgs, out: &mut impl Write) -> Result<()> {
    let more = rows.saturating_sub(args.show);
    if more > 0 {
        let more = HumanCount(more as u64);
        writeln!(
            out,
            "  ... and {more} more: `--show N` lists more of them, and `--format csv` lists all"
        )?;
    }
    let few = count.groups.rows(0, CountOrder::List).len() - rows;
    if few > 0 {
        let (few, least) = (HumanCount(few as u64), counted(args.min_games, "game"));
        writeln!(out, "  ... and {few} more with fewer than {least}")?;
    }
    Ok(())
}

/// Prints one CSV line for each string of each group.
pub(super) fn csv(
    count: &Counter,
    least_games: u64,
    order: CountOrder,
    out: &mut impl Write,
) -> Result<()> {
    writeln!(out, "{}", Groups::HEADER)?;
    for (value, group) in count.groups.rows(least_games, order) {
        let (games, moves) = (group.games(), group.moves());
        // An unknown value becomes an empty field, which CSV readers treat as missing, even in a column
        // of numbers.
        let value = if value == Groups::UNKNOWN { String::new() } else { csv_field(value) };
        for (string, times) in group.rows(order) {
            writeln!(out, "{value},{string},{times},{games},{moves}")?;
        }
    }
    Ok(())
}

/// Returns one JSON object per group, with its games, moves and strings.
pub(super) fn json(count: &Counter, least_games: u64, order: CountOrder) -> Vec<Value> {
    let rows = count.groups.rows(least_games, order).into_iter();
    let row = |(value, group): (&str, &Group)| {
        let strings = group.rows(order).into_iter();
        let strings: Vec<_> =
            strings.map(|(string, times)| json!({ "string": string, "count": times })).collect();
        json!({
            "value": value,
            "games": group.games(),
            "moves": group.moves(),
            "strings": strings,
        })
    };
    rows.map(row).collect()
}

/// Quotes a text as a CSV field (RFC 4180).
pub(super) fn csv_field(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
