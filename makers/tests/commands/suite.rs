//! Tests that `suite` completes the conformance suite, and keeps the rows that already exist.

use std::fs;

use crate::{
    common::{contents, failure, repository, run, said, stdout},
    conformance::{TABLES, copy_of_suite},
};

#[test]
fn the_suite_in_the_repository_is_complete() {
    let said = stdout(repository(), &["suite", "--check"]);
    assert_eq!(said.lines().count(), TABLES.len() + 2, "{said}");
    assert!(said.lines().all(|line| line.ends_with(", up to date")), "{said}");
}

#[test]
fn it_only_grows() {
    let folder = copy_of_suite();
    let path = folder.path().join("conformance/lenient.tsv");
    let text = fs::read_to_string(&path).expect("text");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let shorter = lines[..lines.len() - 3].concat();
    fs::write(&path, &shorter).expect("written");
    let core = folder.path().join("conformance/core.tsv");
    fs::write(&core, "id\tkind\tfen\ttext\tanswer\n").expect("written");

    let args = ["suite", "--output-dir", "conformance"];
    let check = [&args[..], &["--check"]].concat();
    let told = said(folder.path(), &check, 1);
    let rows = lines.len() - 1;
    assert!(told.contains(&format!("lenient.tsv: {rows} rows, 3 are missing")), "{told}");
    assert_eq!(fs::read_to_string(&path).expect("text"), shorter);

    let told = stdout(folder.path(), &args);
    assert!(told.contains(&format!("lenient.tsv: {rows} rows, written")), "{told}");
    assert!(told.contains("refuse.tsv: ") && told.contains(" rows, up to date"), "{told}");
    let longer = fs::read_to_string(&path).expect("text");
    assert!(longer.starts_with(&shorter) && longer.len() > shorter.len());
    let before = contents(folder.path());
    stdout(folder.path(), &args);
    assert_eq!(contents(folder.path()), before);
}

#[test]
fn what_is_not_ours_is_not_replaced() {
    for name in ["canonical.tsv", "games.pgn"] {
        let folder = copy_of_suite();
        fs::write(folder.path().join("conformance").join(name), "mine\n").expect("written");
        let before = contents(folder.path());
        let told = failure(folder.path(), &["suite", "--output-dir", "conformance"]);
        assert!(told.contains(name) && told.contains("--force"), "{told}");
        assert_eq!(contents(folder.path()), before);
    }
}

/// If the arguments are wrong, `makers` prints its own usage, not the usage of `san-strings`.
#[test]
fn misuse_prints_the_usage_of_the_makers() {
    for (args, usage) in [
        (&["nothing"][..], "makers [OPTIONS] <COMMAND>"),
        (&["suite", "x"], "makers suite [OPTIONS]"),
    ] {
        let (_, stderr) = run(repository(), args, 2);
        assert!(stderr.contains(&format!("\nUsage: {usage}\n")), "{stderr}");
    }
}
