//! Checks that our reader agrees with every row of the suite.

use std::collections::BTreeMap;

use rayon::prelude::*;
use san_strings_core::{
    reader::{Reading, read},
    refusal::RefuseKind,
    spelling::Difference,
    uci::uci,
};

use crate::suite::{
    Suite,
    folder::read_tables,
    kind::Kind,
    rows::{Row, position},
};

fn suite() -> Suite {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../output/conformance");
    let mut suite = Suite::default();
    read_tables(folder.as_ref(), &mut suite).expect("the suite in the repository");
    suite
}

/// Returns the kinds of rows for which our reader's answer is wrong, each with the number of such rows and an
/// example.
fn others<R: Row + Sync>(
    rows: &[R],
    kind_and_text: impl Fn(&R) -> (String, String) + Sync,
    is_right: impl Fn(&R, &Reading) -> bool + Sync,
) -> BTreeMap<String, (usize, String)> {
    let wrong = rows.par_iter().filter_map(|row| {
        let (kind, text) = kind_and_text(row);
        let reading = read(&position(row.fen()).expect("a position"), &text);
        (!is_right(row, &reading)).then(|| (kind, format!("{}: {text}: {reading:?}", row.fen())))
    });
    let wrong: Vec<(String, String)> = wrong.collect();
    let mut kinds = BTreeMap::new();
    for (kind, example) in wrong {
        kinds.entry(kind).or_insert((0, example)).0 += 1;
    }
    kinds
}

fn none_of(others: &BTreeMap<String, (usize, String)>) {
    assert!(others.is_empty(), "{others:#?}");
}

#[test]
fn what_the_export_format_writes_is_exact() {
    none_of(&others(
        &suite().canonical,
        |row| (row.kind.to_string(), row.san.clone()),
        |row, reading| matches!(reading, Reading::Exact { m, san } if uci(*m) == row.uci && san.to_string() == row.san),
    ));
}

#[test]
fn what_is_to_be_refused_is_no_move() {
    none_of(&others(
        &suite().refuse,
        |row| (row.kind.to_string(), row.text.clone()),
        |row, reading| match (row.kind, reading.refusal()) {
            (Kind::Refuse(kind), Some(why)) => {
                (why.kind(), why.to_string()) == (kind, row.why.clone())
            }
            // Our reader accepts the string, and ignores the impossible check.
            (Kind::Refuse(RefuseKind::CannotOccur), None) => {
                reading.kinds().contains(&RefuseKind::CannotOccur.name())
            }
            // Some traps do not look like a move at all, so our reader refuses them without giving a reason.
            _ => matches!(row.kind, Kind::Trap(_)) && reading.clone().into_move().is_err(),
        },
    ));
}

#[test]
fn other_spellings_are_mended() {
    none_of(&others(
        &suite().lenient,
        |row| (row.kind.to_string(), row.text.clone()),
        |row, reading| match reading {
            Reading::Mended { m, differences, .. } => {
                // In `bxa8+=Q`, the `+` is in the wrong place. If the move gives no check, the `+` is also a
                // second difference from SAN.
                let early = [Difference::CheckBeforePromotion, Difference::CheckAdded];
                uci(*m) == row.uci
                    && (differences[..] == [row.kind.0]
                        || row.kind.0 == early[0] && differences[..] == early)
            }
            _ => false,
        },
    ));
}

#[test]
fn null_moves_are_null_moves() {
    none_of(&others(
        &suite().null,
        |row| (row.kind.to_string(), row.text.clone()),
        |_, reading| *reading == Reading::Null,
    ));
}
