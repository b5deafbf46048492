//! Tests that the program does not overwrite or delete files that it did not write.

use std::{
    fs,
    io::{Read, Write},
    path::Path,
    thread,
};

use crate::common::{
    contents, folder, interrupt_until_it_ends, names, refused, run, spawn, stdout,
};

/// If the output file already exists, these commands stop with an error before they do any work. With
/// `--force`, they rename the existing file.
#[test]
fn what_is_not_ours_is_not_replaced() {
    for (args, name) in [
        (&["explain", "Nf3", "--svg", "board.svg"][..], "board.svg"),
        (&["tree", "export", "--csv", "nodes.csv", "--plies", "1"], "nodes.csv"),
    ] {
        let folder = refused(args, name, "the file already exists");
        let before = contents(folder.path());
        run(folder.path(), &[args, &["--force"]].concat(), 0);
        let now = contents(folder.path());
        assert_ne!(now[Path::new(name)], before[Path::new(name)]);
        assert_eq!(now[Path::new(&format!("{name}.orig"))], before[Path::new(name)]);
        // Without `--force`, these commands refuse to replace even a file that they wrote themselves.
        run(folder.path(), args, 1);
    }
}

/// One Ctrl-C cannot stop a run that is blocked because nobody reads its output. A second Ctrl-C ends the run.
#[test]
fn a_second_ctrl_c_ends_it_at_once() {
    let mut child = spawn(folder().path(), &["encode", "--as-written"]);
    let mut input = child.stdin.take().expect("piped");
    // The output does not fit into the pipe buffer, so the run blocks.
    input.write_all("e4 ".repeat(1 << 18).as_bytes()).expect("read");
    drop(input);
    let mut output = child.stdout.take().expect("piped");
    output.read_exact(&mut [0]).expect("written");
    assert_eq!(interrupt_until_it_ends(child), Some(130));
}

/// If another program creates the output file while the command runs, the command keeps that file, and writes
/// its own output under another name. If the output is a device, the command writes to it directly.
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
    let first = "late.csv: changed by another program during the run, so it was not replaced; the new version is in late.csv.new1\n";
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

/// A run removes the folders that killed runs left behind. It recognizes such a folder by the marker file inside.
#[test]
fn only_what_a_killed_run_left_is_removed() {
    let folder = folder();
    stdout(folder.path(), &["generate"]);
    let output = folder.path().join("output");
    let marker = "san-strings writes a file here; it gets its name when it is complete.\n";
    for (name, about) in [("left", marker), ("begun", &marker[..20]), ("notes", "my notes\n")] {
        let left = output.join(format!(".san_strings-{name}"));
        fs::create_dir(&left).expect("made");
        fs::write(left.join("about.txt"), about).expect("written");
        fs::write(left.join("new"), "precious").expect("written");
    }
    stdout(folder.path(), &["generate"]);
    let left: Vec<String> =
        names(&output).into_iter().filter(|name| name.starts_with('.')).collect();
    assert_eq!(left, [".san_strings-notes"]);
    assert_eq!(names(&output.join(".san_strings-notes")), ["about.txt", "new"]);
}
