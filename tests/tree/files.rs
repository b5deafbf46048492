//! The tree as a file and as tables, and the files that it grows in: the real binary.

use std::{fs, path::Path};

use tempfile::TempDir;

use crate::common::{contents, names};

/// Standard output and standard error of a run of `tree` with this exit code.
fn run(folder: &Path, args: &[&str], code: i32) -> (String, String) {
    crate::common::run(folder, &[&["tree"], args].concat(), code)
}

fn temporary() -> TempDir {
    TempDir::new().expect("a temporary folder")
}

/// A folder with `chess.tree` of this many plies, and its bytes.
fn grown(plies: &str) -> (TempDir, Vec<u8>) {
    let folder = temporary();
    run(folder.path(), &["grow", "chess.tree", "--plies", plies], 0);
    let bytes = fs::read(folder.path().join("chess.tree")).expect("a tree");
    (folder, bytes)
}

#[test]
fn a_file_says_what_folders_say() {
    let (folder, _) = grown("3");
    let folder = folder.path();
    assert_eq!(names(folder), ["chess.tree"]);
    let (stdout, _) = run(folder, &["check", "chess.tree"], 0);
    assert_eq!(stdout, "chess.tree: 7,081 nodes, all right\n");
    run(folder, &["grow", "chess", "--plies", "3"], 0);
    let ids: Vec<_> = (0..7081).step_by(197).map(|id| id.to_string()).collect();
    let ways = ["f3 e5 g4", "b4 a5", "b4 a5 a4", "1. Nf3 g5", "Nf3 Nf6 Ng1"];
    for place in ids.iter().map(String::as_str).chain(ways) {
        let (one, _) = run(folder, &["show", "chess.tree", place], 0);
        let (other, _) = run(folder, &["show", "chess", place], 0);
        let rest = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| !line.starts_with('f'));
            lines.map(str::to_owned).collect()
        };
        assert_eq!(rest(&one), rest(&other), "{place}");
    }
    for place in ["e4 e4", "e4#", "a4 a5 b4 b5", "7081"] {
        let (_, one) = run(folder, &["show", "chess.tree", place], 1);
        let (_, other) = run(folder, &["show", "chess", place], 1);
        assert_eq!(one.replace("chess.tree: ", ""), other, "{place}");
    }
    let (_, stderr) = run(folder, &["show", "no.tree", "e4"], 1);
    assert!(
        stderr.starts_with("error: no.tree: cannot be read"),
        "{stderr}"
    );
}

#[test]
fn a_file_is_turned_into_the_other_forms() {
    let fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 3 1";
    let folder = temporary();
    let folder = folder.path();
    run(folder, &["grow", "x.tree", "--plies", "3", "--fen", fen], 0);
    run(folder, &["grow", "grown", "--plies", "3", "--fen", fen], 0);
    run(folder, &["grow", "x.tree", "--to", "turned"], 0);
    assert_eq!(
        contents(&folder.join("turned")),
        contents(&folder.join("grown"))
    );
    let files = [
        (&["grow", "--tar"][..], "a.tar", "b.tar"),
        (&["export", "--csv"], "a.csv", "b.csv"),
        (&["export", "--table", "edges", "--csv"], "c.csv", "d.csv"),
    ];
    for (form, one, other) in files {
        run(folder, &[&["x.tree"], form, &[one]].concat(), 0);
        let from = ["--plies", "3", "--fen", fen];
        run(folder, &[&from, form, &[other]].concat(), 0);
        let bytes = |name| fs::read(folder.join(name)).expect("written");
        assert!(bytes(one) == bytes(other), "{one}");
        // Standard output gets the same.
        let (stdout, _) = run(folder, &[&["x.tree"], form, &["-"]].concat(), 0);
        assert!(stdout.as_bytes() == bytes(one), "{one}");
    }
    let nodes = fs::read_to_string(folder.join("a.csv")).expect("a table");
    assert!(
        nodes.starts_with(&format!(
            "{}\n0,0,,,,8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -,1,14,14,?,\n\
         1,1,0,a5b6,",
            "ply,id,parent,uci,san,epd,first_child,children,moves,outcome,reason"
        )) || nodes
            .lines()
            .nth(1)
            .is_some_and(|line| line.contains(",1,14,14,?,"))
    );
}

#[test]
fn a_file_that_is_altered_is_refused() {
    let (folder, bytes) = grown("3");
    let folder = folder.path();
    let path = folder.join("chess.tree");
    let refused = |bytes: &[u8], args: &[&str], message: &str| {
        fs::write(&path, bytes).expect("altered");
        let (stdout, stderr) = run(folder, &[&["chess.tree"], args].concat(), 1);
        assert_eq!(stdout, "");
        assert!(stderr.contains(message), "{stderr}");
    };
    // Every byte tells, wherever somebody looks or in a check of all.
    for at in (0..bytes.len()).step_by(37) {
        let mut altered = bytes.clone();
        altered[at] ^= 0x10;
        refused(&altered, &["check"], "chess.tree");
    }
    for cut in [1, 100, bytes.len() - 20, bytes.len() - 1] {
        refused(
            &bytes[..bytes.len() - cut],
            &["show", "--at", "0"],
            "chess.tree: ",
        );
    }
    let more = [&bytes[..], b"x"].concat();
    let message = format!(
        "it should have {} bytes and has {}",
        bytes.len(),
        more.len()
    );
    refused(&more, &["show", "--at", "0"], &message);
    let text = b"san-strings tree 2";
    let newer = [&text[..], &bytes[text.len()..]].concat();
    let message = "a tree in version \"2\" of the format, this program reads version 1";
    refused(&newer, &["show", "--at", "0"], message);
    refused(
        b"mine",
        &["show", "--at", "0"],
        "not a tree: such a file begins with",
    );
    refused(b"", &["show", "--at", "0"], "not a tree");
    // What is no tree is not replaced, either.
    fs::write(&path, "mine").expect("written");
    let before = contents(folder);
    let (_, stderr) = run(folder, &["grow", "chess.tree", "--plies", "2"], 1);
    assert!(stderr.contains("not written by san-strings"), "{stderr}");
    assert_eq!(contents(folder), before);
    run(
        folder,
        &["grow", "chess.tree", "--plies", "3", "--force"],
        0,
    );
    assert!(fs::read(&path).expect("there") == bytes);
}

/// The same bytes, whatever the memory, the threads, and where it grows.
#[test]
fn nothing_changes_the_bytes() {
    let (_, bytes) = grown("4");
    for (jobs, memory) in [("1", "1kB"), ("3", "300kB"), ("2", "2GB")] {
        let folder = temporary();
        let args = ["--jobs", jobs, "x.tree", "--plies", "4", "--memory", memory];
        run(
            folder.path(),
            &[&args[..], &["--scratch-dir", "elsewhere"]].concat(),
            0,
        );
        assert_eq!(names(folder.path()), ["x.tree"]);
        assert!(fs::read(folder.path().join("x.tree")).expect("there") == bytes);
    }
}

/// Wherever a run is killed, the next one goes on, and nothing is left.
#[cfg(debug_assertions)]
#[test]
fn a_killed_run_goes_on() {
    let fen = "k7/8/8/8/8/8/6rr/3B3K w - - 0 1";
    let args = ["x.tree", "--plies", "3", "--fen", fen];
    let whole = temporary();
    run(whole.path(), &args, 0);
    let whole = contents(whole.path());
    let mut kills = 0;
    loop {
        let folder = temporary();
        let mut command = crate::common::san_strings(folder.path(), &["tree"]);
        command
            .args(args)
            .env("SAN_STRINGS_KILL_AT", kills.to_string());
        let output = command.output().expect("a run");
        if output.status.success() {
            break;
        }
        assert_eq!(output.status.code(), Some(137));
        run(folder.path(), &args, 0);
        assert_eq!(contents(folder.path()), whole, "killed at {kills}");
        kills += 1;
    }
    assert!(kills > 50, "{kills}");
}

/// Only what says that it is a folder of a tree's work is one.
#[test]
fn somebody_elses_folder_is_not_worked_in() {
    let folder = temporary();
    let folder = folder.path();
    let work = folder.join("x.tree.scratch");
    fs::create_dir(&work).expect("made");
    fs::write(work.join("001-moves-0000"), "mine").expect("written");
    let before = contents(folder);
    let (_, stderr) = run(folder, &["grow", "x.tree", "--plies", "2"], 1);
    assert_eq!(
        stderr,
        "error: x.tree.scratch is not a folder that a tree grows in: choose another one with `--work`\n"
    );
    assert_eq!(contents(folder), before);
    let (_, stderr) = run(
        folder,
        &[
            "step",
            "--scratch-dir",
            "x.tree.scratch",
            "join",
            "--ply",
            "1",
        ],
        1,
    );
    assert!(
        stderr.contains("not a folder that a tree grows in"),
        "{stderr}"
    );
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("x.tree.scratch", folder.join("link")).expect("a link");
        let (_, stderr) = run(
            folder,
            &["grow", "y.tree", "--plies", "2", "--scratch-dir", "link"],
            1,
        );
        assert!(stderr.contains("link is not a folder"), "{stderr}");
    }
    // What is not of the work stays, and so does the folder with it.
    fs::remove_dir_all(&work).expect("removed");
    let args = [
        "step",
        "--scratch-dir",
        "x.tree.scratch",
        "begin",
        "--plies",
        "2",
    ];
    let shares = ["--parts", "2", "--files", "2"];
    run(folder, &[&args[..], &shares].concat(), 0);
    fs::write(work.join("notes.txt"), "mine").expect("written");
    run(folder, &["grow", "x.tree", "--plies", "2"], 0);
    assert_eq!(names(&work), ["notes.txt"]);
}

#[test]
fn steps_are_printed_for_make_and_for_others() {
    let folder = temporary();
    let folder = folder.path();
    let args = [
        "steps", "x.tree", "--plies", "4", "--parts", "2", "--files", "4",
    ];
    let (stdout, _) = run(folder, &args, 0);
    assert!(
        stdout.contains("x.tree.scratch/004-ply: x.tree.scratch/004-sorted-0000 x.tree"),
        "{stdout}"
    );
    let (stdout, _) = run(folder, &[&args[..], &["--format", "json"]].concat(), 0);
    let plan: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    // One after the other, each twice: a step may be done again.
    for step in plan["steps"].as_array().expect("steps") {
        let words = step["command"].as_array().expect("words");
        let words: Vec<_> = words
            .iter()
            .map(|word| word.as_str().expect("text"))
            .collect();
        let (makes, needs) = (&step["makes"], step["needs"].as_array().expect("files"));
        for need in needs {
            let is_there = folder.join(need.as_str().expect("a name")).exists();
            assert!(is_there, "{makes} needs {need}");
        }
        crate::common::run(folder, &words[1..], 0);
        assert!(
            folder.join(makes.as_str().expect("a name")).exists(),
            "{makes}"
        );
        if !words.contains(&"finish") {
            crate::common::run(folder, &words[1..], 0);
        }
    }
    let (_, bytes) = grown("4");
    assert_eq!(names(folder), ["x.tree"]);
    assert!(fs::read(folder.join("x.tree")).expect("a tree") == bytes);
    for (args, message) in [
        (
            &["steps", "x.tree", "--plies", "4", "--files", "3"][..],
            "a power of two",
        ),
        (&["steps", "x.tree"], "--plies"),
        (&["step", "expand", "--ply", "1"], "--part"),
    ] {
        let (_, stderr) = run(folder, args, 2);
        assert!(stderr.contains(message), "{stderr}");
    }
    let (_, stderr) = run(folder, &["steps", "a b.tree", "--plies", "2"], 1);
    assert!(
        stderr.contains("make wants names without spaces"),
        "{stderr}"
    );
    // A step that comes too soon says what is missing.
    let begin = [
        "step",
        "--scratch-dir",
        "w",
        "begin",
        "--plies",
        "2",
        "--parts",
        "1",
        "--files",
        "1",
    ];
    run(folder, &begin, 0);
    let (_, stderr) = run(
        folder,
        &["step", "--scratch-dir", "w", "join", "--ply", "1"],
        1,
    );
    assert!(stderr.contains("cannot read w/001-moves-0000"), "{stderr}");
    let (_, stderr) = run(
        folder,
        &[
            "step",
            "--scratch-dir",
            "w",
            "expand",
            "--ply",
            "2",
            "--part",
            "0",
        ],
        1,
    );
    assert!(stderr.contains("cannot read w/001-ply"), "{stderr}");
    for (step, message) in [
        (
            &["expand", "--ply", "1", "--part", "7"][..],
            "there is no such step",
        ),
        (
            &["expand", "--ply", "9", "--part", "0"],
            "there is no such step",
        ),
        (&["join", "--ply", "0"], "there is no such step"),
    ] {
        let (_, stderr) = run(folder, &[&["step", "--scratch-dir", "w"], step].concat(), 1);
        assert!(stderr.contains(message), "{step:?}: {stderr}");
    }
}

#[test]
fn misuse_of_files_is_explained() {
    let folder = temporary();
    let folder = folder.path();
    run(folder, &["grow", "x.tree", "--plies", "1"], 0);
    for (args, message) in [
        (
            &["grow", "x.tree", "--to", "y", "--plies", "3"][..],
            "the file tells its root and plies",
        ),
        (
            &["grow", "chess", "--to", "y"],
            "only the tree in a file, NAME.tree",
        ),
        (
            &["grow", "x.tree", "--tar", "y", "--csv", "z"],
            "cannot be used with",
        ),
        (&["x.tree"], "--plies"),
        (
            &["export", "--csv", "-", "--plies", "1", "--table", "x"],
            "--table",
        ),
    ] {
        let (stdout, stderr) = run(folder, args, 2);
        assert_eq!(stdout, "");
        assert!(stderr.contains(message), "{args:?}: {stderr}");
    }
    if cfg!(not(feature = "parquet")) {
        let (_, stderr) = run(folder, &["x.tree", "--parquet", "y"], 1);
        assert!(stderr.contains("--features parquet"), "{stderr}");
        assert!(!folder.join("y").exists());
    }
}
