//! The user's files stay.

use std::{fs, io::Write, path::Path, thread};

use crate::common::{
    contents, folder, interrupt_until_it_ends, names, refused, run, spawn, stdout,
};

/// Files that others wrote are refused before any work, and set aside with
/// `--force`.
#[test]
fn what_is_not_ours_is_not_replaced() {
    let export = "the file already exists";
    for (args, name, what) in [
        (&["explain", "Nf3", "--svg", "board.svg"][..], "board.svg", export),
        (&["site", "page"], "page/style.css", "its last line has no checksum of the lines above"),
        (&["tree", "export", "--csv", "nodes.csv", "--plies", "1"], "nodes.csv", export),
    ] {
        let folder = refused(args, name, what);
        let before = contents(folder.path());
        run(folder.path(), &[args, &["--force"]].concat(), 0);
        let now = contents(folder.path());
        assert_ne!(now[Path::new(name)], before[Path::new(name)]);
        assert_eq!(now[Path::new(&format!("{name}.orig"))], before[Path::new(name)]);
        // Now it is ours, but nothing that was exported is replaced.
        run(folder.path(), args, i32::from(what == export));
    }
}

/// Ctrl-C cannot stop a count that waits for its input. A second one ends the program.
#[test]
fn a_second_ctrl_c_ends_it_at_once() {
    let mut child = spawn(folder().path(), &["count", "-"]);
    let mut input = child.stdin.take().expect("piped");
    // More than the pipe holds: the program reads, and has a handler for Ctrl-C.
    input.write_all(&vec![b'\n'; 1 << 20]).expect("read");
    assert_eq!(interrupt_until_it_ends(child), Some(130));
}

/// A result goes beside a file that has come in the meantime, and into devices as it is.
#[test]
fn exports_replace_nothing() {
    let folder = folder();
    let csv = folder.path().join("late.csv");
    let args = ["tree", "export", "--csv", "late.csv", "--plies", "4"];
    let child = spawn(folder.path(), &args);
    let scratch = folder.path().join("late.csv.scratch");
    while !scratch.exists() {
        thread::yield_now();
    }
    fs::write(&csv, "precious\n").expect("written");
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    let first =
        "late.csv: changed by another program while we ran: kept, and ours is late.csv.new1\n";
    assert!(said.starts_with(first), "{said}");
    assert_eq!(fs::read_to_string(&csv).expect("there"), "precious\n");
    assert_eq!(names(folder.path()), ["late.csv", "late.csv.new1"]);
    for args in [
        &["explain", "Nf3", "--svg", "/dev/null"][..],
        &["tree", "export", "--csv", "/dev/null", "--plies", "1"],
    ] {
        stdout(folder.path(), args);
    }
}
