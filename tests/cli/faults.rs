//! Tests faults from outside: a full disk, a read-only folder, a closed pipe, two runs at once, a killed run.
//! Whatever happens, each file is either the complete old file or the complete new file.

use std::{fs, path::Path, process::Command};
#[cfg(target_os = "linux")]
use std::{
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use assert_cmd::cargo::cargo_bin;

use crate::common::{
    FILES, contents, folder, interrupt, names, repository, run, san_strings, spawn, stdout,
};

/// Returns the first three bytes of a committed file. The tests use these bytes as the old version of the file.
fn old(name: &str) -> Vec<u8> {
    committed(name)[..3].to_vec()
}

/// Returns a command that runs in a folder, and can write at most `blocks` blocks to a file.
fn limited(folder: &Path, blocks: u32, args: &str) -> Command {
    let mut command = Command::new("sh");
    let program = cargo_bin!("san-strings");
    // We ignore `SIGXFSZ`, so that a write beyond the limit fails as on a full disk.
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec {} {args}", program.display());
    command.current_dir(folder).args(["-c", &script]);
    command
}

fn committed(name: &str) -> Vec<u8> {
    fs::read(repository().join("output").join(name)).expect("a committed file")
}

#[test]
fn without_room_the_old_files_stay() {
    let folder = folder();
    let output = folder.path().join("output");
    fs::create_dir(&output).expect("made");
    for name in FILES {
        fs::write(output.join(name), old(name)).expect("written");
    }
    let run = limited(folder.path(), 16, "generate").output().expect("a run");
    assert_eq!(run.status.code(), Some(1));
    let stderr = String::from_utf8(run.stderr).expect("text");
    assert!(stderr.starts_with("error: cannot write output/san_strings.txt: "), "{stderr}");
    for name in FILES {
        assert_eq!(fs::read(output.join(name)).expect("there"), old(name));
    }
    let names = fs::read_dir(&output).expect("a folder").count();
    assert_eq!(names, FILES.len(), "nothing is left beside them");
}

#[cfg(debug_assertions)]
#[test]
fn without_room_no_info_and_no_table_is_broken() {
    let folder = folder();
    stdout(folder.path(), &["tree", "grow", "tree", "--plies", "1"]);
    let root = folder.path().join("tree/0/info.txt");
    let old = fs::read(&root).expect("there");
    let table = folder.path().join("nodes.csv");
    let args = ["tree", "export", "--plies", "1", "--csv", "nodes.csv"];
    stdout(folder.path(), &args);
    let old_table = fs::read(&table).expect("written");
    // Kill each run a little later than the previous run, until a run has grown all plies in the scratch folder, but
    // has not yet written the folders of the new plies.
    let scratch = folder.path().join("tree.scratch");
    for kill in 0.. {
        let args = ["tree", "grow", "tree", "--plies", "3"];
        let mut command = san_strings(folder.path(), &args);
        command.env("SAN_STRINGS_KILL_AT", kill.to_string());
        assert_eq!(command.output().expect("a run").status.code(), Some(137));
        let names = names(&scratch);
        let is_tidy = !names.iter().any(|name| name.contains("-sorted-"));
        if is_tidy && names.iter().any(|name| name == "003-ply") {
            break;
        }
    }
    for (blocks, args, name) in [
        (0, "tree grow tree --plies 3", "info.txt"),
        (0, "tree grow new --plies 3", "new.scratch"),
        (800, "tree export --csv nodes.csv --plies 3 --force", "nodes.csv"),
    ] {
        let run = limited(folder.path(), blocks, args).output().expect("a run");
        assert_eq!(run.status.code(), Some(1));
        let stderr = String::from_utf8(run.stderr).expect("text");
        let is_named = stderr.starts_with("error: cannot write ") && stderr.contains(name);
        assert!(is_named, "{stderr}");
    }
    assert!(!folder.path().join("new.scratch").exists());
    assert_eq!(fs::read(&root).expect("there"), old);
    let first = fs::read_dir(folder.path().join("tree/0/1")).expect("a folder");
    assert_eq!(first.count(), 0, "nothing is left of the first that failed");
    assert_eq!(fs::read(&table).expect("there"), old_table);
    stdout(folder.path(), &["tree", "grow", "tree", "--plies", "3"]);
    stdout(folder.path(), &["tree", "check", "tree"]);
}

#[test]
fn a_picture_that_cannot_be_written_is_named() {
    let folder = folder();
    let run = limited(folder.path(), 0, "explain Nf3 --svg board.svg 2>&1 >/dev/null | cat");
    let run = { run }.output().expect("a run");
    let stderr = String::from_utf8(run.stdout).expect("text");
    assert!(stderr.starts_with("error: cannot write board.svg: "), "{stderr}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn where_nothing_can_be_made_it_says_so() {
    let folder = folder();
    for args in [
        &["generate", "--output-dir", "/proc/output"][..],
        &["tree", "grow", "/proc/tree", "--plies", "1"],
        &["explain", "Nf3", "--svg", "/proc/board.svg"],
    ] {
        let (_, stderr) = run(folder.path(), args, 1);
        assert!(stderr.starts_with("error: cannot ") && stderr.contains("/proc/"), "{stderr}");
    }
}

#[test]
fn runs_that_meet_write_whole_files() {
    let folder = folder();
    for round in 0..20 {
        if round % 2 == 0 {
            let _ = fs::remove_dir_all(folder.path().join("output"));
        }
        let runs: Vec<_> = (0..4).map(|_| spawn(folder.path(), &["generate"])).collect();
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

#[cfg(debug_assertions)]
/// Runs the program repeatedly, until a run finishes. Kills the first run at its first change on disk, the second
/// run at its second change, and so on. `prepare` sets up the folder before each run, and `look` checks the folder
/// after the kill.
fn kill_everywhere(args: &[&str], prepare: impl Fn(&Path), look: impl Fn(&Path)) {
    let mut kills = 0;
    loop {
        let folder = folder();
        prepare(folder.path());
        let run = san_strings(folder.path(), args)
            .env("SAN_STRINGS_KILL_AT", kills.to_string())
            .output()
            .expect("a run");
        match run.status.code() {
            Some(137) => look(folder.path()),
            Some(0) => break,
            _ => panic!("{args:?}, killed at {kills}: {run:?}"),
        }
        kills += 1;
    }
    assert!(kills >= 3, "{args:?} changes nothing on disk");
}

#[cfg(debug_assertions)]
#[test]
fn a_killed_generate_leaves_whole_files() {
    kill_everywhere(
        &["generate"],
        |folder| {
            fs::create_dir(folder.join("output")).expect("made");
            for name in FILES {
                fs::write(folder.join("output").join(name), old(name)).expect("written");
            }
        },
        |folder| {
            for name in FILES {
                let found = fs::read(folder.join("output").join(name)).expect("there");
                assert!(found == old(name) || found == committed(name), "{name}");
            }
            stdout(folder, &["generate"]);
            run(folder, &["generate", "--check"], 0);
            // The unfinished files of the killed run are gone, and the old files are still there.
            for name in names(&folder.join("output")) {
                let aside = FILES.iter().find(|file| name.starts_with(&format!("{file}.orig")));
                if let Some(file) = aside {
                    let found = fs::read(folder.join("output").join(&name)).expect("there");
                    assert_eq!(found, old(file), "{name}");
                } else {
                    assert!(FILES.contains(&name.as_str()), "{name}");
                }
            }
            let orig = FILES.map(|file| folder.join("output").join(format!("{file}.orig")));
            assert!(orig.iter().all(|path| path.exists()));
        },
    );
}

#[cfg(debug_assertions)]
#[test]
fn a_killed_tree_goes_on() {
    // We grow few nodes, because the test runs the program twice for each change on disk: once to kill it at
    // this change, and once to finish the tree.
    let grow = ["tree", "grow", "tree", "--fen", "7k/8/8/8/8/8/p7/K7 w - - 0 1", "--plies"];
    let two = [&grow[..], &["2"]].concat();
    let quiet = folder();
    stdout(quiet.path(), &two);
    let expected = contents(&quiet.path().join("tree"));
    let grows_to_the_same = |folder: &Path| {
        for (path, bytes) in contents(folder) {
            if path.ends_with("info.txt") {
                let bytes = bytes.expect("a file");
                assert!(bytes.ends_with(b" -\n"), "{} is broken", path.display());
            }
        }
        stdout(folder, &two);
        assert_eq!(contents(&folder.join("tree")), expected);
    };
    kill_everywhere(&two, |_| {}, grows_to_the_same);
    // We also kill runs with `--prune`, which shrinks the tree. Before each run, the folder contains a larger
    // tree, and leftovers of a killed run.
    let one = folder();
    stdout(one.path(), &[&grow[..], &["1"]].concat());
    let expected = contents(&one.path().join("tree"));
    kill_everywhere(
        &[&grow[..], &["1", "--prune"]].concat(),
        |folder| {
            stdout(folder, &two);
            let begun = folder.join("tree/0/2/3");
            fs::create_dir(&begun).expect("made");
            fs::write(begun.join(".san_strings-info.tmp"), "").expect("written");
        },
        |folder| {
            stdout(folder, &[&grow[..], &["1", "--prune"]].concat());
            assert_eq!(contents(&folder.join("tree")), expected);
        },
    );
}

/// Whether a process handles SIGINT itself, according to `/proc`.
#[cfg(target_os = "linux")]
fn catches_interrupts(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0) & 2 != 0
}

/// A command that reads a named pipe waits until another program opens the pipe. One Ctrl-C ends this wait.
#[test]
#[cfg(target_os = "linux")]
fn one_interrupt_ends_the_wait_for_a_writer() {
    let folder = folder();
    let made = Command::new("mkfifo").arg(folder.path().join("a.pgn")).status();
    assert!(made.expect("mkfifo").success());
    let within = |seconds, is_so: &mut dyn FnMut() -> bool| {
        let end = Instant::now() + Duration::from_secs(seconds);
        while !is_so() && Instant::now() < end {
            thread::sleep(Duration::from_millis(20));
        }
    };
    for command in ["count", "encode", "lint"] {
        let mut run = Command::new(cargo_bin!("san-strings"))
            .current_dir(folder.path())
            .args([command, "a.pgn"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it runs");
        within(60, &mut || catches_interrupts(run.id()));
        thread::sleep(Duration::from_millis(100));
        interrupt(&run);
        within(20, &mut || run.try_wait().expect("a child").is_some());
        // Kill the run if the interrupt has not ended it.
        let _ = run.kill();
        assert_eq!(run.wait().expect("a child").code(), Some(1), "{command}");
    }
}
