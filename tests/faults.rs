//! What goes wrong outside: a disk with no room, a folder where nothing can be
//! written, a closed pipe, runs that meet, runs that are killed. Whatever happens,
//! each file is whole: the old one or the new one.
#![cfg(unix)]

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

const FILES: [&str; 3] = [
    "san_strings.txt",
    "san_strings_with_symbols.txt",
    "san_strings_that_occur.txt",
];

/// A run in a folder, where no file may get bigger than so many blocks.
fn limited(folder: &Path, blocks: u32, args: &str) -> Command {
    let mut command = Command::new("sh");
    let program = cargo_bin!("san-strings");
    // Without the signal, a write beyond the limit fails as on a full disk.
    let script = format!(
        "trap '' XFSZ; ulimit -f {blocks}; exec {} {args}",
        program.display()
    );
    command.current_dir(folder).args(["-c", &script]);
    command
}

fn spawn(folder: &Path, args: &[&str]) -> Child {
    Command::new(cargo_bin!("san-strings"))
        .current_dir(folder)
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a run")
}

fn succeed(folder: &Path, args: &[&str]) {
    let output = spawn(folder, args).wait_with_output().expect("an end");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {stderr}");
}

fn committed(name: &str) -> Vec<u8> {
    fs::read(Path::new("output").join(name)).expect("a committed file")
}

#[test]
fn without_room_the_old_files_stay() {
    let folder = TempDir::new().expect("a temporary folder");
    let output = folder.path().join("output");
    fs::create_dir(&output).expect("made");
    for name in FILES {
        fs::write(output.join(name), "old\n").expect("written");
    }
    let run = limited(folder.path(), 16, "generate")
        .output()
        .expect("a run");
    assert_eq!(run.status.code(), Some(1));
    let stderr = String::from_utf8(run.stderr).expect("text");
    assert!(
        stderr.starts_with("error: cannot write output/san_strings.txt: "),
        "{stderr}"
    );
    for name in FILES {
        assert_eq!(fs::read(output.join(name)).expect("there"), b"old\n");
    }
    let names = fs::read_dir(&output).expect("a folder").count();
    assert_eq!(names, FILES.len(), "nothing is left beside them");
}

#[test]
fn without_room_no_info_and_no_archive_is_broken() {
    let folder = TempDir::new().expect("a temporary folder");
    succeed(folder.path(), &["tree", "tree", "--plies", "1"]);
    let root = folder.path().join("tree/0/info.txt");
    let old = fs::read(&root).expect("there");
    fs::write(folder.path().join("chess.tar"), "old").expect("written");
    for (args, path) in [
        ("tree tree --plies 3", "tree/0/1/info.txt"),
        ("tree --tar chess.tar --plies 3", "chess.tar"),
    ] {
        let run = limited(folder.path(), 0, args).output().expect("a run");
        assert_eq!(run.status.code(), Some(1));
        let stderr = String::from_utf8(run.stderr).expect("text");
        assert!(
            stderr.starts_with("error: cannot write ")
                && stderr.contains(path.split('/').next_back().unwrap()),
            "{stderr}"
        );
    }
    assert_eq!(fs::read(&root).expect("there"), old);
    let first = fs::read_dir(folder.path().join("tree/0/1")).expect("a folder");
    assert_eq!(first.count(), 0, "nothing is left of the first that failed");
    assert_eq!(
        fs::read(folder.path().join("chess.tar")).expect("there"),
        b"old"
    );
    succeed(folder.path(), &["tree", "tree", "--plies", "3"]);
    succeed(folder.path(), &["tree", "tree", "--plies", "3", "--check"]);
}

#[test]
fn a_picture_that_cannot_be_written_is_named() {
    let folder = TempDir::new().expect("a temporary folder");
    let run = limited(
        folder.path(),
        0,
        "explain Nf3 --svg board.svg 2>&1 >/dev/null | cat",
    );
    let run = { run }.output().expect("a run");
    let stderr = String::from_utf8(run.stdout).expect("text");
    assert!(
        stderr.starts_with("error: cannot write board.svg: "),
        "{stderr}"
    );
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn where_nothing_can_be_made_it_says_so() {
    let folder = TempDir::new().expect("a temporary folder");
    for args in [
        &["generate", "--output-dir", "/proc/output"][..],
        &["tree", "/proc/tree", "--plies", "1"],
        &["prove", "/proc/corpus.pgn"],
        &["explain", "Nf3", "--svg", "/proc/board.svg"],
    ] {
        let output = spawn(folder.path(), args)
            .wait_with_output()
            .expect("an end");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let stderr = String::from_utf8(output.stderr).expect("text");
        assert!(
            stderr.starts_with("error: cannot ") && stderr.contains("/proc/"),
            "{stderr}"
        );
    }
}

#[test]
fn runs_that_meet_write_whole_files() {
    let folder = TempDir::new().expect("a temporary folder");
    for round in 0..10 {
        if round % 2 == 0 {
            let _ = fs::remove_dir_all(folder.path().join("output"));
        }
        let runs: Vec<_> = (0..4)
            .map(|_| spawn(folder.path(), &["generate"]))
            .collect();
        for run in runs {
            let output = run.wait_with_output().expect("an end");
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{stderr}");
        }
        for name in FILES {
            let path = folder.path().join("output").join(name);
            assert!(fs::read(path).expect("there") == committed(name), "{name}");
        }
    }
}

/// `generate` takes some milliseconds: the kills fall into all of it.
#[test]
fn a_killed_run_leaves_whole_files() {
    let folder = TempDir::new().expect("a temporary folder");
    let output = folder.path().join("output");
    succeed(folder.path(), &["generate"]);
    let (mut old, mut new) = (0, 0);
    for round in 0..80 {
        for name in FILES {
            fs::write(output.join(name), "old\n").expect("written");
        }
        let mut run = spawn(folder.path(), &["generate"]);
        thread::sleep(Duration::from_micros(300 * round));
        run.kill().expect("killed");
        run.wait().expect("an end");
        for name in FILES {
            let found = fs::read(output.join(name)).expect("there");
            if found == b"old\n" {
                old += 1;
            } else {
                assert!(
                    found == committed(name),
                    "{name} is broken in round {round}"
                );
                new += 1;
            }
        }
    }
    assert!(old > 0 && new > 0, "{old} old and {new} new files");
    succeed(folder.path(), &["generate"]);
    succeed(folder.path(), &["generate", "--check"]);
}
