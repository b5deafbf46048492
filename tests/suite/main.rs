//! The conformance suite as its users meet it: made, checked, and answers judged. What is
//! in its rows is checked by python-chess, in `oracles/suite.py`.

#![cfg(feature = "cli")]

#[path = "../common/mod.rs"]
mod common;

use std::{fmt::Write, fs, path::Path};

use serde_json::Value;
use shakmaty::{CastlingMode, Chess, fen::Fen, san::SanPlus};
use tempfile::TempDir;

use self::common::{contents, failure, folder, repository, run, said, stdout};

const TABLES: [&str; 6] = [
    "canonical.tsv",
    "refuse.tsv",
    "lenient.tsv",
    "null.tsv",
    "legal.tsv",
    "core.tsv",
];

/// A folder with a copy of the suite, named `conformance`.
fn copy() -> TempDir {
    let folder = folder();
    let to = folder.path().join("conformance");
    fs::create_dir(&to).expect("a folder");
    for name in TABLES.into_iter().chain(["games.pgn"]) {
        fs::copy(
            repository().join("output/conformance").join(name),
            to.join(name),
        )
        .expect("a copy");
    }
    folder
}

fn rows(name: &str) -> Vec<Vec<String>> {
    let path = repository().join("output/conformance").join(name);
    let text = fs::read_to_string(path).expect("a table");
    let fields = |line: &str| line.split('\t').map(str::to_owned).collect();
    text.lines().skip(1).map(fields).collect()
}

/// Changes what stands in a file once, or first.
fn change(folder: &Path, name: &str, from: &str, to: &str) {
    let path = folder.join("conformance").join(name);
    let text = fs::read_to_string(&path).expect("text");
    assert!(text.contains(from), "{name}: {from}");
    fs::write(&path, text.replacen(from, to, 1)).expect("written");
}

#[test]
fn the_suite_in_the_repository_is_complete() {
    let said = stdout(repository(), &["suite", "--check"]);
    assert_eq!(said.lines().count(), TABLES.len() + 1, "{said}");
    assert!(
        said.lines().all(|line| line.ends_with(", up to date")),
        "{said}"
    );
}

#[test]
fn there_are_enough_rows_of_each_kind_for_both_colours() {
    for (name, least) in [
        ("canonical.tsv", 50),
        ("refuse.tsv", 50),
        ("lenient.tsv", 30),
    ] {
        let rows = rows(name);
        let mut kinds: Vec<&String> = rows.iter().map(|row| &row[1]).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            let of_kind = || rows.iter().filter(|row| row[1] == *kind);
            let white = of_kind().filter(|row| row[2].contains(" w ")).count();
            let all = of_kind().count();
            assert!(all >= least, "{name}: {kind}: {all} rows");
            assert!(
                white > 0 && white < all,
                "{name}: {kind}: {white} of {all} are White's"
            );
        }
    }
}

#[test]
fn what_is_not_true_is_named() {
    let rows = rows("refuse.tsv");
    let wrong_side = rows
        .iter()
        .find(|row| row[1] == "wrong-side")
        .expect("a row");
    let first = &self::rows("canonical.tsv")[0];
    // Changes of one run, each with what it is told by.
    let runs: [&[[&str; 4]]; 8] = [
        &[
            [
                "canonical.tsv",
                "\tevery-string\t",
                "\tdouble-check\t",
                "canonical.tsv: line 2: c00001:",
            ],
            [
                "refuse.tsv",
                "\twrong-side\t",
                "\tpinned-named\t",
                &wrong_side[0],
            ],
            [
                "lenient.tsv",
                "\tneedless-file\t",
                "\tneedless-rank\t",
                "lenient.tsv: line",
            ],
            [
                "null.tsv",
                "\t--\n",
                "\te4\n",
                "null.tsv: line 2: n00001: \"e4\" is not a null move here",
            ],
            ["legal.tsv", " a", " b", "legal.tsv: line"],
        ],
        &[
            [
                "canonical.tsv",
                first[4].as_str(),
                "Kh8",
                "canonical.tsv: line 2: c00001:",
            ],
            [
                "refuse.tsv",
                " w KQkq - ",
                " w KQkq e3 ",
                "refuse.tsv: line",
            ],
        ],
        &[
            [
                "canonical.tsv",
                "games.pgn:",
                "games.pgn:1",
                "canonical.tsv: line 2: c00001:",
            ],
            [
                "core.tsv",
                "\tevery-string\t",
                "\tdouble-check\t",
                "is not as in canonical.tsv",
            ],
        ],
        &[["games.pgn", " e", " d", "games.pgn: game"]],
        &[[
            "canonical.tsv",
            "c00003",
            "c00004",
            "the id is \"c00004\", but should be c00003",
        ]],
        &[["refuse.tsv", wrong_side[0].as_str(), "r99999", "r99999"]],
        &[[
            "core.tsv",
            "id\tkind",
            "id\tsort",
            "core.tsv: line 1: should be",
        ]],
        &[[
            "lenient.tsv",
            "\tneedless-file\t",
            "\tneedless\t",
            "lenient.tsv: line",
        ]],
    ];
    for changes in runs {
        let folder = copy();
        for [name, from, to, _] in changes {
            change(folder.path(), name, from, to);
        }
        let (out, error) = run(folder.path(), &["verify", "conformance"], 1);
        let told = format!("{out}{error}");
        for [name, from, to, expected] in changes {
            assert!(told.contains(expected), "{name}: {from} to {to}: {told}");
        }
    }
}

#[test]
fn a_string_without_a_row_is_named() {
    let folder = copy();
    let path = folder.path().join("conformance/canonical.tsv");
    let text = fs::read_to_string(&path).expect("text");
    let rest: String = text.split_inclusive('\n').take(28_938).collect();
    fs::write(&path, rest).expect("written");
    let core = folder.path().join("conformance/core.tsv");
    fs::write(&core, "id\tkind\tfen\ttext\tuci\n").expect("written");
    let (out, _) = run(folder.path(), &["verify", "conformance"], 1);
    assert!(
        out.contains("canonical.tsv: hxg8=R+ has 0 rows of its own"),
        "{out}"
    );
}

#[test]
fn it_only_grows() {
    let folder = copy();
    let path = folder.path().join("conformance/lenient.tsv");
    let text = fs::read_to_string(&path).expect("text");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let shorter = lines[..lines.len() - 3].concat();
    fs::write(&path, &shorter).expect("written");
    // A choice without these three rows.
    let core = folder.path().join("conformance/core.tsv");
    fs::write(&core, "id\tkind\tfen\ttext\tuci\n").expect("written");

    let args = ["suite", "--output-dir", "conformance"];
    let check = [&args[..], &["--check"]].concat();
    let told = said(folder.path(), &check, 1);
    assert!(
        told.contains("lenient.tsv: 810 rows, 3 are missing"),
        "{told}"
    );
    assert_eq!(fs::read_to_string(&path).expect("text"), shorter);

    let told = stdout(folder.path(), &args);
    assert!(told.contains("lenient.tsv: 810 rows, written"), "{told}");
    assert!(told.contains("refuse.tsv: 1886 rows, up to date"), "{told}");
    let longer = fs::read_to_string(&path).expect("text");
    assert!(longer.starts_with(&shorter) && longer.len() > shorter.len());
    let before = contents(folder.path());
    stdout(folder.path(), &args);
    assert_eq!(contents(folder.path()), before);
}

#[test]
fn what_is_not_ours_is_not_replaced() {
    for name in ["canonical.tsv", "games.pgn"] {
        let folder = copy();
        fs::write(folder.path().join("conformance").join(name), "mine\n").expect("written");
        let before = contents(folder.path());
        let told = failure(folder.path(), &["suite", "--output-dir", "conformance"]);
        assert!(told.contains(name) && told.contains("--force"), "{told}");
        assert_eq!(contents(folder.path()), before);
    }
}

/// What somebody answers who does everything right.
fn right_answers() -> Vec<(String, String)> {
    let mut answers = Vec::new();
    for row in rows("canonical.tsv") {
        answers.push((row[0].clone(), format!("{} {}", row[3], row[4])));
    }
    for row in rows("refuse.tsv") {
        answers.push((row[0].clone(), "-".to_owned()));
    }
    for row in rows("lenient.tsv") {
        answers.push((row[0].clone(), row[4].clone()));
    }
    for (n, row) in rows("legal.tsv").iter().enumerate() {
        answers.push((format!("p{:05}", n + 1), row[1].clone()));
    }
    answers
}

fn judge(answers: &[(String, String)], more: &[&str], code: i32) -> (String, String) {
    let folder = folder();
    let mut text = String::new();
    for (id, answer) in answers {
        writeln!(text, "{id}\t{answer}").expect("a string");
    }
    fs::write(folder.path().join("answers.tsv"), text).expect("written");
    let suite = repository().join("output/conformance");
    let suite = suite.to_str().expect("text");
    run(
        folder.path(),
        &[&["judge", "answers.tsv", "--suite", suite], more].concat(),
        code,
    )
}

#[test]
fn right_answers_are_right() {
    let (out, error) = judge(&right_answers(), &[], 0);
    assert_eq!(error, "");
    for line in [
        "canonical.tsv: 32838 of 32838 right",
        "refuse.tsv: 1886 of 1886 right",
    ] {
        assert!(out.contains(line), "{out}");
    }
    assert_eq!(judge(&right_answers(), &["-q"], 0).0, "");
}

/// Who answers nothing is not right, and who does one thing alone says so.
#[test]
fn what_is_not_offered_is_not_right() {
    let unable = |(id, _): (String, String)| (id, "?".to_owned());
    let unable: Vec<_> = right_answers().into_iter().map(unable).collect();
    let (out, _) = judge(&unable, &[], 1);
    for line in [
        "canonical.tsv: 0 of 32838 right, 32838 not answered\n",
        "refuse.tsv: 0 of 1886 right, 1886 not offered\n",
        "lenient.tsv: 0 of 810 right, 810 not offered\n",
        "legal.tsv: 0 of 500 right, 500 not offered\n",
    ] {
        assert!(out.contains(line), "{out}");
    }
    // One word of two.
    for (word, other, only) in [(0, "", "write"), (0, " ?", "write"), (1, "? ", "read")] {
        let one = |(id, answer): (String, String)| {
            let Some(part) = answer.split(' ').nth(word).filter(|_| id.starts_with('c')) else {
                return (id, answer);
            };
            let answer = if word == 0 {
                format!("{part}{other}")
            } else {
                format!("{other}{part}")
            };
            (id, answer)
        };
        let answers: Vec<_> = right_answers().into_iter().map(one).collect();
        let what = if other.is_empty() {
            "answered"
        } else {
            "offered"
        };
        let line = format!("canonical.tsv: 0 of 32838 right, 32838 not {what}\n");
        for more in [&[][..], &["--only", only]] {
            let (out, _) = judge(&answers, more, 1);
            assert!(out.contains(&line), "{out}");
        }
        let (out, _) = judge(
            &answers,
            &["--only", if word == 0 { "read" } else { "write" }],
            0,
        );
        assert!(
            out.contains("canonical.tsv: 32838 of 32838 right\n"),
            "{out}"
        );
        assert!(!out.contains("legal.tsv"), "{out}");
    }
    let (_, error) = judge(
        &[("p00001".to_owned(), "e4".to_owned())],
        &["--only", "read"],
        1,
    );
    assert!(
        error.contains("no answer is about what --only names"),
        "{error}"
    );
}

#[test]
fn wrong_answers_are_explained() {
    let mut answers = right_answers();
    let rows = rows("refuse.tsv");
    for (id, answer) in &mut answers {
        match id.as_str() {
            "c00001" => "e2e4 e4".clone_into(answer),
            "c00002" => *answer = format!("- {}", answer.split_once(' ').expect("two").1),
            "l00001" => "a1a1".clone_into(answer),
            "p00001" => *answer = answer.replacen(' ', " Zz9 ", 1),
            _ => {}
        }
    }
    let wrong_side = rows
        .iter()
        .find(|row| row[1] == "wrong-side")
        .expect("a row");
    let answer = answers
        .iter_mut()
        .find(|(id, _)| *id == wrong_side[0])
        .expect("an answer");
    "e2e4".clone_into(&mut answer.1);
    answers.retain(|(id, _)| id != "c00009");
    let (out, _) = judge(&answers, &[], 1);
    for line in [
        "canonical.tsv: 32835 of 32838 right, 1 read as another move, 1 refused, 1 not answered",
        "refuse.tsv: 1885 of 1886 right",
        "lenient.tsv: 809 of 810 right",
        "legal.tsv: 499 of 500 right",
        "1 read as another move, 1 refused",
        &format!("{}: expected -, got e2e4", wrong_side[3]),
        &format!("    {} {}", wrong_side[0], wrong_side[2]),
        "all moves: expected nothing, got Zz9",
        "expected an answer, got nothing",
    ] {
        assert!(out.contains(line), "{line}\n{out}");
    }
    let (json, _) = judge(&answers, &["--format", "json"], 1);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let kinds = json.as_array().expect("kinds");
    let misread: u64 = kinds
        .iter()
        .filter_map(|kind| kind["misread"].as_u64())
        .sum();
    assert_eq!(misread, 3);
}

#[test]
fn a_reader_that_ignores_check_is_right() {
    // The strings that cannot occur, read as their base strings.
    let mut answers = right_answers();
    let rows = rows("refuse.tsv");
    let mut count = 0;
    for row in rows.iter().filter(|row| row[1] == "cannot-occur") {
        let fen: Fen = row[2].parse().expect("a FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
        let san: SanPlus = row[3].parse().expect("SAN");
        let m = san.san.to_move(&position).expect("legal");
        let answer = answers
            .iter_mut()
            .find(|(id, _)| *id == row[0])
            .expect("an answer");
        answer.1 = m.to_uci(CastlingMode::Standard).to_string();
        count += 1;
    }
    assert_eq!(count, 336);
    let (out, _) = judge(&answers, &[], 0);
    assert!(out.contains("336 accepted"), "{out}");
}

#[test]
fn a_unit_test_answers_the_choice_alone() {
    let ids: Vec<String> = rows("core.tsv")
        .into_iter()
        .map(|row| row[0].clone())
        .collect();
    let mut answers = right_answers();
    answers.retain(|(id, _)| ids.contains(id));
    let (out, _) = judge(&answers, &[], 0);
    let count = ids.iter().filter(|id| id.starts_with('c')).count();
    assert!(
        out.contains(&format!("canonical.tsv: {count} of {count} right")),
        "{out}"
    );
    answers.pop();
    let (out, _) = judge(&answers, &[], 1);
    assert!(out.contains("expected an answer, got nothing"), "{out}");
}

#[test]
fn what_is_no_answer_is_refused() {
    let one = |id: &str, answer: &str| vec![(id.to_owned(), answer.to_owned())];
    let (_, error) = judge(&one("x1", "e2e4"), &[], 1);
    let expected = "answers.tsv: line 1: no row has the id \"x1\"";
    assert!(error.contains(expected), "{error}");
    judge(&one("\u{feff}c00001", "?"), &["--only", "read"], 1);
    let twice = [one("c00001", "e4"), one("c00001", "e4")].concat();
    let (_, error) = judge(&twice, &[], 1);
    assert!(
        error.contains("answers.tsv: line 2: c00001 has been answered before"),
        "{error}"
    );
    let (_, error) = judge(&[], &[], 1);
    assert!(error.contains("there are no answers"), "{error}");
    let folder = folder();
    fs::write(folder.path().join("a.tsv"), "c00001 e4\n").expect("written");
    let told = failure(folder.path(), &["judge", "a.tsv"]);
    assert!(
        told.contains("`--suite` names the folder of the suite"),
        "{told}"
    );
}
