//! Tests that `suite --check` finds errors in rows. The rows themselves are checked with python-chess, in
//! `tests/oracles/suite.py`.

use std::{
    fs,
    path::{Path, PathBuf},
};

use san_strings_core::RefuseKind;

use crate::{
    common::{repository, run},
    conformance::copy_of_suite,
};

const CHECK: &[&str] = &["suite", "--check", "--output-dir", "conformance"];

pub fn suite() -> PathBuf {
    repository().join("output/conformance")
}

pub fn rows(name: &str) -> Vec<Vec<String>> {
    rows_of(&suite().join(name))
}

pub fn rows_of(path: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).expect("a table");
    let fields = |line: &str| line.split('\t').map(str::to_owned).collect();
    text.lines().skip(1).map(fields).collect()
}

fn change(folder: &Path, name: &str, from: &str, to: &str) {
    let path = folder.join("conformance").join(name);
    let text = fs::read_to_string(&path).expect("text");
    assert!(text.contains(from), "{name}: {from}");
    fs::write(&path, text.replacen(from, to, 1)).expect("written");
}

#[test]
fn there_are_enough_rows_of_each_kind_for_both_colours() {
    for (name, least) in
        [("canonical.tsv", 50), ("refuse.tsv", 50), ("lenient.tsv", 30), ("play.tsv", 20)]
    {
        let rows = rows(name);
        let mut kinds: Vec<&String> = rows.iter().map(|row| &row[1]).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            let of_kind = || rows.iter().filter(|row| row[1] == *kind);
            let white = of_kind().filter(|row| row[2].contains(" w ")).count();
            let all = of_kind().count();
            // A kind in `refuse.tsv` that is not a `RefuseKind` is a trap.
            let is_trap = name == "refuse.tsv" && kind.parse::<RefuseKind>().is_err();
            let least = if is_trap { 20 } else { least };
            assert!(all >= least, "{name}: {kind}: {all} rows");
            assert!(white > 0 && white < all, "{name}: {kind}: {white} of {all} are White's");
        }
    }
}

#[test]
fn what_is_not_true_is_named() {
    let rows = rows("refuse.tsv");
    let wrong_side = rows.iter().find(|row| row[1] == "wrong-side").expect("a row");
    let first = &self::rows("canonical.tsv")[0];
    // In each run, we make some changes to the files. Each change has a file, the old text, the new text, and
    // part of the error message that it must cause.
    let runs: [&[[&str; 4]]; 8] = [
        &[
            [
                "canonical.tsv",
                "\tevery-string\t",
                "\tdouble-check\t",
                "canonical.tsv: line 2: c00001:",
            ],
            ["refuse.tsv", "\twrong-side\t", "\tpinned-named\t", &wrong_side[0]],
            ["lenient.tsv", "\tneedless-file\t", "\tneedless-rank\t", "lenient.tsv: line"],
            [
                "null.tsv",
                "\t--\n",
                "\te4\n",
                "null.tsv: line 2: n00001: \"e4\" is not a null move here",
            ],
            ["legal.tsv", " a", " b", "legal.tsv: line"],
        ],
        &[
            ["canonical.tsv", first[4].as_str(), "Kh8", "canonical.tsv: line 2: c00001:"],
            ["refuse.tsv", " w KQkq - ", " w KQkq e3 ", "refuse.tsv: line"],
        ],
        &[
            ["canonical.tsv", "games.pgn:", "games.pgn:1", "canonical.tsv: line 2: c00001:"],
            [
                "core.tsv",
                "\tevery-string\t",
                "\tdouble-check\t",
                "differs from its row in canonical.tsv",
            ],
        ],
        &[["games.pgn", " e", " d", "games.pgn: game"]],
        &[["canonical.tsv", "c00003", "c00004", "the id is \"c00004\", but should be c00003"]],
        &[["refuse.tsv", wrong_side[0].as_str(), "r99999", "r99999"]],
        &[["core.tsv", "id\tkind", "id\tsort", "core.tsv: line 1: should be"]],
        &[["lenient.tsv", "\tneedless-file\t", "\tneedless\t", "lenient.tsv: line"]],
    ];
    for changes in runs {
        let folder = copy_of_suite();
        for [name, from, to, _] in changes {
            change(folder.path(), name, from, to);
        }
        let (out, error) = run(folder.path(), CHECK, 1);
        let told = format!("{out}{error}");
        for [name, from, to, expected] in changes {
            assert!(told.contains(expected), "{name}: {from} to {to}: {told}");
        }
    }
}

#[test]
fn a_string_without_a_row_is_named() {
    let folder = copy_of_suite();
    let path = folder.path().join("conformance/canonical.tsv");
    let text = fs::read_to_string(&path).expect("text");
    let rest: String = text.split_inclusive('\n').take(28_938).collect();
    fs::write(&path, rest).expect("written");
    let core = folder.path().join("conformance/core.tsv");
    fs::write(&core, "id\tkind\tfen\ttext\tanswer\n").expect("written");
    let (out, _) = run(folder.path(), CHECK, 1);
    assert!(
        out.contains(
            "canonical.tsv: hxg8=R+ has 0 rows of the kind `every-string`, but should have one"
        ),
        "{out}"
    );
}
