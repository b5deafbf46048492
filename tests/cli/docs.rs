//! Tests the README and the pages in `docs/`: runs every console block in a shell, as a reader would, and
//! compares every image with what the program draws.
//!
//! In a block, a line that begins with `$` is a command, and the lines after it are the expected output of
//! the command. In the output, `...` matches any number of lines. Times in seconds may differ. All blocks of
//! a page run in order in one folder. If the blocks mention `output/`, the folder contains a copy of
//! `output/`.

use std::{env, fs, iter, path::Path, process::Command};

use assert_cmd::cargo::cargo_bin;
use rayon::prelude::*;

use crate::common::{contents, copy, folder, names, repository, stdout};

/// The console blocks of a page, each with the number of its first line.
fn console_blocks(page: &str) -> Vec<(usize, Vec<&str>)> {
    let mut blocks = Vec::new();
    let mut lines = page.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        if line == "```console" {
            let block = lines.by_ref().map(|(line, _)| line);
            blocks.push((number + 1, block.take_while(|line| *line != "```").collect()));
        }
    }
    blocks
}

/// The output of a shell command in a folder, including standard error.
fn printed(folder: &Path, command: &str) -> String {
    let programs = cargo_bin!("san-strings").parent().expect("a folder");
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(iter::once(programs.to_owned()).chain(env::split_paths(&path)));
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .current_dir(folder)
        .env("PATH", path.expect("a path"))
        .output()
        .expect("a shell");
    String::from_utf8(output.stdout).expect("text")
}

/// Splits a line into words, and replaces each word before `seconds` with `some`, because running times vary.
fn words(line: &str) -> Vec<&str> {
    let mut words: Vec<_> = line.split(' ').collect();
    for at in 1..words.len() {
        if words[at] == "seconds" {
            words[at - 1] = "some";
        }
    }
    words
}

/// Whether the lines match the expected lines. The line `...` matches any number of lines.
fn fits(expected: &[&str], found: &[&str]) -> bool {
    match expected {
        [] => found.is_empty(),
        ["...", rest @ ..] => (0..=found.len()).any(|skip| fits(rest, &found[skip..])),
        [line, rest @ ..] => found
            .split_first()
            .is_some_and(|(first, found)| words(first) == words(line) && fits(rest, found)),
    }
}

/// Returns the files in a folder whose names end with `ending`.
fn names_with(folder: &Path, ending: &str) -> Vec<String> {
    let mut names = names(folder);
    names.retain(|name| name.ends_with(ending));
    names
}

/// Runs the console blocks of a page. If a block mentions `output/`, first copies this folder to the
/// folder in which the blocks run.
fn run_page(name: &str) {
    let page = fs::read_to_string(repository().join(name)).expect("a page");
    let blocks = console_blocks(&page);
    let folder = folder();
    if blocks.iter().any(|(_, lines)| lines.iter().any(|line| line.contains("output"))) {
        copy(&repository().join("output"), &folder.path().join("output"));
    }
    for (number, block) in blocks {
        let mut lines = block.iter().copied().peekable();
        while let Some(line) = lines.next() {
            let command = line.strip_prefix("$ ").expect("a command");
            let is_output = |line: &&str| !line.starts_with("$ ");
            let expected: Vec<_> = iter::from_fn(|| lines.next_if(is_output)).collect();
            let found = printed(folder.path(), command);
            let is_missing = |line: &&str| line.starts_with("sh: ") && line.ends_with("not found");
            if let Some(line) = found.lines().find(is_missing) {
                eprintln!("{name} is skipped from line {number} on: {line}");
                return;
            }
            assert!(
                fits(&expected, &found.lines().collect::<Vec<_>>()),
                "{name}, block at line {number}: `{command}` prints\n{found}"
            );
        }
    }
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    run_page("README.md");
}

#[test]
fn the_pages_show_what_the_program_prints() {
    let mut pages = names_with(&repository().join("docs"), ".md");
    pages.retain(|page| page != TREE);
    pages.par_iter().for_each(|page| run_page(&format!("docs/{page}")));
}

/// The page that has a test of its own, because its commands create seven thousand folders.
const TREE: &str = "tree.md";

#[test]
#[ignore = "takes three seconds: seven thousand folders"]
fn the_page_of_the_tree_shows_what_the_program_prints() {
    run_page(&format!("docs/{TREE}"));
}

/// Returns the files that a page names: the targets of its links, relative to the page, and the paths
/// in its text that begin with a folder of the repository.
fn named_files(page: &str) -> (Vec<&str>, Vec<&str>) {
    let links = page.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    let links = links.filter(|link| !link.is_empty() && !link.contains("://"));
    let folders = [
        "src/", "crates/", "tests/", "docs/", "output/", "benches/", "makers/", "fuzz/", "proof/",
        "wasm/", ".ci/",
    ];
    let words =
        page.split([' ', '`', '(', ')', '\n']).map(|word| word.trim_end_matches([',', '.', ':']));
    // `fuzz/corpus/` is not in the repository, because cargo-fuzz creates it.
    let is_made = |word: &&str| word.starts_with("fuzz/corpus/");
    let paths = words.filter(|word| folders.iter().any(|folder| word.starts_with(folder)));
    let paths = paths.filter(|word| !is_made(word));
    (links.collect(), paths.collect())
}

#[test]
fn the_files_that_pages_name_are_there() {
    let pages = [
        "README.md",
        "CHANGELOG.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "benches/README.md",
        "fuzz/README.md",
        "output/conformance/PROTOCOL.md",
        "output/conformance/README.md",
    ];
    let docs = names_with(&repository().join("docs"), ".md");
    let docs = docs.iter().map(|name| format!("docs/{name}"));
    for page in pages.map(String::from).into_iter().chain(docs) {
        let path = repository().join(&page);
        let text = fs::read_to_string(&path).expect("a page");
        let (links, paths) = named_files(&text);
        let links = links.iter().map(|link| path.with_file_name(link));
        for file in links.chain(paths.iter().map(|path| repository().join(path))) {
            assert!(file.exists(), "{page} names {}, which is not there", file.display());
        }
    }
}

/// Returns the tests that a page tells the reader to run. Each is a pair: the package (by default, the root
/// package), and a part of the test's path.
fn named_tests(page: &str) -> Vec<(&str, &str)> {
    let commands = page.split("`cargo test ").skip(1).filter_map(|rest| rest.split('`').next());
    let named = commands.filter_map(|command| {
        let words: Vec<&str> =
            command.split_whitespace().take_while(|word| *word != "--").collect();
        let option = |name| words.iter().position(|word| *word == name).map(|at| words[at + 1]);
        let package = option("-p").unwrap_or("san-strings");
        let filter = *words.last().filter(|word| Some(**word) != option("-p"))?;
        Some((package, filter.split("::").find(|part| !part.is_empty())?))
    });
    named.collect()
}

/// Checks that each `cargo test` command in the pages selects a test. The command itself would succeed even
/// if no test matched.
#[test]
fn the_tests_that_pages_name_are_there() {
    let docs = names_with(&repository().join("docs"), ".md").into_iter();
    let pages = docs.map(|name| format!("docs/{name}")).chain(["CONTRIBUTING.md".to_owned()]);
    let mut all = 0;
    for page in pages {
        let text = fs::read_to_string(repository().join(&page)).expect("a page");
        for (package, part) in named_tests(&text) {
            let folder = match package.strip_prefix("san-strings-") {
                Some("core") => "crates/san/tests".to_owned(),
                Some(name) => format!("crates/{name}/tests"),
                None => "tests".to_owned(),
            };
            let sources = contents(&repository().join(folder)).into_values().flatten();
            let sources: Vec<String> =
                sources.filter_map(|it| String::from_utf8(it).ok()).collect();
            let is_there = sources.iter().flat_map(|source| source.lines()).any(|line| {
                let name = line.strip_prefix("fn ").or_else(|| line.strip_prefix("mod "));
                name.is_some_and(|name| name.contains(part))
            });
            assert!(is_there, "{page} names a test {part} of {package}");
            all += 1;
        }
    }
    assert!(all > 4, "{all}");
}

/// The table of fuzz targets has a row for each target, and each folder of seeds belongs to a target.
#[test]
fn every_fuzz_target_has_a_row_and_seeds() {
    let fuzz = repository().join("fuzz");
    let page = fs::read_to_string(fuzz.join("README.md")).expect("a page");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let rows: Vec<String> = rows.map(|name| format!("{name}.rs")).collect();
    assert_eq!(names(&fuzz.join("fuzz_targets")), rows);
    for name in names(&fuzz.join("seeds")) {
        assert!(rows.contains(&format!("{name}.rs")), "{name}");
    }
}

#[test]
fn a_page_that_says_something_else_is_found() {
    assert!(fits(&["a", "...", "d"], &["a", "b", "c", "d"]));
    assert!(fits(&["it took 1 seconds"], &["it took 2 seconds"]));
    assert!(!fits(&["a", "...", "d"], &["a", "b", "c"]));
    assert!(!fits(&["a"], &["a", "b"]));
    assert!(!fits(&["a", "b"], &["a"]));
    assert!(!fits(&["it took 1 hours"], &["it took 2 hours"]));
}

#[test]
fn pictures_are_what_the_program_draws() {
    let pictures =
        [("Rah1", "Rah1.svg"), ("Bb1d3+", "Bb1d3-check.svg"), ("Qd2xd4#", "Qd2xd4-mate.svg")];
    let docs = repository().join("docs");
    // The folder contains one more SVG file: the plot that the Python code in docs/counting.md draws. We do not
    // compare this file.
    assert_eq!(names_with(&docs, ".svg").len(), pictures.len() + 1);
    let folder = folder();
    for (san, name) in pictures {
        stdout(folder.path(), &["explain", san, "--svg", name]);
        let found = fs::read_to_string(folder.path().join(name)).expect("drawn");
        let committed = fs::read_to_string(docs.join(name)).expect("a picture");
        assert!(found == committed, "{name} is not what the program draws");
    }
}
