//! Chooses the rows of `core.tsv`: some rows of each table, for authors who want a short suite.

use std::collections::{HashMap, HashSet};

use san_strings_core::refusal::RefuseKind;

use crate::suite::{
    Suite, Table,
    kind::{CanonicalKind, Kind},
    rows::{CoreRow, RowId, position},
    rule::deciding,
};

/// How many rows of each kind we choose from each table. In half of these rows, White is to move.
const CORE_ROWS: usize = 4;

/// How many lists of legal moves we choose for each colour.
const CORE_LISTS: usize = 10;

/// The maximum length of the text of a core row, in bytes. We skip rows with a longer text.
const LONGEST: usize = 1000;

/// Adds some rows of each kind to `core.tsv`. For the kind `every-string`, we add some rows for each form of
/// string, and some for each file and rank that a piece comes from or goes to. For example, all knight
/// captures with a file and a `+`, such as `Naxa1+`, have the same form.
pub(super) fn add_core(suite: &mut Suite) {
    let mut there: HashSet<RowId> = suite.core.iter().map(|row| row.id).collect();
    let mut seen: HashMap<String, usize> = HashMap::new();
    for table in [
        Table::Canonical,
        Table::Refuse,
        Table::Lenient,
        Table::Play,
        Table::Legal,
        Table::Movetext,
    ] {
        for number in 1..=suite.len(table) {
            let row = suite.core_row(RowId { table, number }).expect("a row of the table");
            // We take only rows in ASCII, so that a program can load core.tsv as UTF-8, Latin-1 or Windows-1252.
            if !row.text.is_ascii() || row.text.len() > LONGEST {
                continue;
            }
            let features = features(&row);
            let is_useful =
                |feature: &(String, usize)| seen.get(&feature.0).copied().unwrap_or(0) < feature.1;
            if !there.contains(&row.id) && !features.iter().any(is_useful) {
                continue;
            }
            for (feature, _) in features {
                *seen.entry(feature).or_default() += 1;
            }
            if there.insert(row.id) {
                suite.core.push(row);
            }
        }
    }
    add_base_strings(suite, &mut there);
}

/// For each core row with a string that cannot occur, such as `Rah1+`, adds the row of its base string, such as
/// `Rah1`. A lenient reader may read `Rah1+` as `Rah1`, and `judge.py` has to know which move `Rah1` is.
fn add_base_strings(suite: &mut Suite, there: &mut HashSet<RowId>) {
    let impossible = Kind::Refuse(RefuseKind::CannotOccur);
    let rows = suite.core.iter().filter(|row| row.kind == impossible);
    let base = |row: &CoreRow| (row.fen.clone(), row.text.trim_end_matches(['+', '#']).to_owned());
    let wanted: HashSet<(String, String)> = rows.map(base).collect();
    for (row, number) in suite.canonical.iter().zip(1..) {
        let id = RowId { table: Table::Canonical, number };
        let is_string = row.kind == CanonicalKind::EveryString;
        if is_string && wanted.contains(&(row.fen.clone(), row.san.clone())) && there.insert(id) {
            suite.core.extend(suite.core_row(id));
        }
    }
}

/// The groups that a list of legal moves belongs to, each with the number of lists that we choose from the
/// group. For each side to move, there is a group of empty lists, a group for each kind of special move, such as
/// castling, and a group of all lists.
fn list_features(row: &CoreRow, turn: &str) -> Vec<(String, usize)> {
    let has_square = row.fen.split(' ').nth(3).is_some_and(|square| square != "-");
    let sans = || row.answer.split(' ').map(|san| san.trim_end_matches(['+', '#']));
    let shows = [
        ("nothing", row.answer.is_empty()),
        ("O-O", sans().any(|san| san == "O-O")),
        ("O-O-O", sans().any(|san| san == "O-O-O")),
        ("promotion", sans().any(|san| san.contains('='))),
        ("en passant", has_square),
    ];
    let features = shows
        .into_iter()
        .filter(|(_, is_there)| *is_there)
        .map(|(what, _)| (format!("list {what} {turn}"), 1));
    features.chain([(format!("list {turn}"), CORE_LISTS)]).collect()
}

/// The groups that a row belongs to, each with the number of rows that we choose from it.
fn features(row: &CoreRow) -> Vec<(String, usize)> {
    let turn = row.fen.split(' ').nth(1).expect("a FEN has a turn");
    match row.kind {
        Kind::Legal => return list_features(row, turn),
        // Each of these games shows something different, so each game is a group of its own.
        Kind::Movetext(_) => return vec![(row.text.clone(), 1)],
        _ => {}
    }
    if row.kind != Kind::Canonical(CanonicalKind::EveryString) {
        let mut features = vec![(format!("{:?} {} {turn}", row.id.table, row.kind), CORE_ROWS / 2)];
        if row.id.table == Table::Refuse
            && let Ok(position) = position(&row.fen)
        {
            let rules = deciding(&position, &row.text).into_iter();
            features.extend(rules.map(|rule| (format!("{rule:?} {turn}"), 1)));
        }
        return features;
    }
    let shape: String = row
        .text
        .chars()
        .map(|ch| match ch {
            'a'..='h' => 'a',
            '1'..='8' => '1',
            other => other,
        })
        .collect();
    let role = row.text.chars().next().filter(char::is_ascii_uppercase).unwrap_or('P');
    let mut features = vec![(shape.clone(), CORE_ROWS / 2), (format!("{shape} {turn}"), 1)];
    for square in [&row.answer[..2], &row.answer[2..4]] {
        for part in square.chars() {
            features.push((format!("{role} {part} {turn}"), 1));
        }
    }
    features
}
