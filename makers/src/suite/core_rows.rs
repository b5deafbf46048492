//! The choice: some rows of each table, for authors who want a short suite.

use std::collections::{HashMap, HashSet};

use crate::suite::{
    Suite, Table,
    kind::{CanonicalKind, Kind},
    rows::{CoreRow, RowId},
};

/// Rows of each kind in the choice, of each table.
const CORE_ROWS: usize = 4;

/// Adds some rows of each kind to the choice, and of the strings some of each sort.
pub(super) fn add_core(suite: &mut Suite) {
    let mut there: HashSet<RowId> = suite.core.iter().map(|row| row.id).collect();
    let mut seen: HashMap<String, usize> = HashMap::new();
    for table in [Table::Canonical, Table::Refuse, Table::Lenient, Table::Play] {
        for number in 1..=suite.len(table) {
            let row = suite.core_row(RowId { table, number }).expect("a row of the table");
            // ASCII only, so that core.tsv loads anywhere.
            if !row.text.is_ascii() {
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
}

/// The group of a row in the choice, and how many rows the group should have.
fn features(row: &CoreRow) -> Vec<(String, usize)> {
    let turn = row.fen.split(' ').nth(1).expect("a FEN has a turn");
    if row.kind != Kind::Canonical(CanonicalKind::EveryString) {
        return vec![(format!("{:?} {} {turn}", row.id.table, row.kind), CORE_ROWS / 2)];
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
