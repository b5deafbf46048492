//! Tests the `tree` commands with the real binary, in real folders.

use std::{collections::BTreeMap, fs, path::Path, process::Command as Process};

use tempfile::TempDir;

use super::run;
use crate::common::{contents, folder, interrupt, names, spawn};

/// Grows a tree with this many plies as the folder `tree`, in a new folder.
fn grown(plies: &str) -> TempDir {
    let folder = folder();
    run(folder.path(), &["grow", "tree", "--plies", plies], 0);
    folder
}

#[test]
fn one_ply_is_one_folder() {
    let folder = folder();
    let (stdout, stderr) = run(folder.path(), &["grow", "tree", "--plies", "1"], 0);
    assert_eq!(
        stdout,
        "\
tree: 1 folder, 1 written, 0 unchanged
ply         nodes         moves    equivalent     mates    solved
  0             1             0             0         0         0
  1            20            20             0         0         0
"
    );
    assert_eq!(stderr, "");
    let info = "\
?
?
#0
1..20
????????????????????
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
";
    let expected = BTreeMap::from([("0".into(), None), ("0/info.txt".into(), Some(info.into()))]);
    assert_eq!(contents(&folder.path().join("tree")), expected);
}

/// The user may write the path of the folder in any form: `tree/`, as a shell completes it, or `.` for
/// the current folder.
#[test]
fn the_folder_has_any_of_its_names() {
    let expected = contents(&grown("2").path().join("tree"));
    for (within, name) in [("", "tree/"), ("", "./tree//"), ("tree", ".")] {
        let folder = folder();
        let within = folder.path().join(within);
        fs::create_dir_all(&within).expect("made");
        for _ in 0..2 {
            run(&within, &["grow", name, "--plies", "2"], 0);
            run(&within, &["check", name, "--plies", "2"], 0);
        }
        assert_eq!(contents(&folder.path().join("tree")), expected, "{name}");
        assert_eq!(names(folder.path()), ["tree"], "{name}");
    }
}

#[test]
fn it_grows_shrinks_and_is_repaired() {
    let folder = grown("2");
    let tree = folder.path().join("tree");
    let two = contents(&tree);
    assert_eq!(two.len(), 2 * 21);

    let (stdout, _) = run(folder.path(), &["grow", "tree", "--plies", "3"], 0);
    assert!(stdout.starts_with("tree: 421 folders, 400 written, 21 unchanged\n"));
    let grown_further = contents(&tree);
    assert_eq!(grown_further, contents(&grown("3").path().join("tree")));

    // Damage the tree in many ways.
    fs::write(tree.join("0/info.txt"), "?\n?\n#0\n1..").expect("damaged");
    fs::write(tree.join("0/7/info.txt"), "?\n?\n#7").expect("damaged");
    fs::write(tree.join("0/8/info.txt"), "").expect("emptied");
    fs::remove_file(tree.join("0/9/info.txt")).expect("removed");
    fs::remove_dir_all(tree.join("0/10")).expect("removed");
    fs::write(tree.join("0/6/.san_strings-info.tmp"), "").expect("left by a killed run");
    let (stdout, _) = run(folder.path(), &["check", "tree", "--plies", "3"], 1);
    let lines: Vec<_> = stdout.lines().collect();
    assert_eq!(lines.len(), 11);
    assert_eq!(
        lines[0],
        "tree/0/info.txt: damaged, line 4: expected a newline at the end of the line, found \"1..\""
    );
    assert_eq!(lines[1], "tree/0/6/.san_strings-info.tmp: left over from an interrupted run");
    assert!(lines[2].starts_with("tree/0/7/info.txt: damaged, line 3: expected"));
    assert!(lines[3].starts_with("tree/0/8/info.txt: damaged, line 1: expected"));
    assert_eq!(lines[4], "tree/0/9/info.txt: missing");
    assert_eq!(lines[5], "tree/0/10/info.txt: missing");
    assert_eq!(lines[10], "... and 16 more");

    let (stdout, _) = run(folder.path(), &["grow", "tree", "--plies", "3"], 0);
    assert!(stdout.starts_with("tree: 421 folders, 25 written, 396 unchanged\n"));
    assert_eq!(contents(&tree), grown_further);
    let (stdout, _) = run(folder.path(), &["check", "tree", "--plies", "3"], 0);
    assert_eq!(stdout, "tree: 421 folders, no differences\n");

    let (stdout, _) = run(folder.path(), &["check", "tree", "--plies", "2"], 1);
    assert!(stdout.starts_with("tree/0/1/21: belongs to a deeper tree\n"), "{stdout}");
    let (stdout, _) = run(folder.path(), &["grow", "tree", "--plies", "2"], 0);
    assert!(
        stdout.starts_with(
            "tree: 21 folders, 0 written, 21 unchanged\n\
         tree: kept 400 folders of deeper plies, with everything in them; `--prune` removes \
         them\n"
        ),
        "{stdout}"
    );
    assert_eq!(contents(&tree), grown_further);
    let (stdout, _) = run(folder.path(), &["grow", "tree", "--plies", "2", "--prune"], 0);
    assert!(stdout.starts_with(
        "tree: 21 folders, 0 written, 21 unchanged, 400 folders of deeper plies removed\n"
    ));
    assert_eq!(contents(&tree), two);
}

#[test]
fn what_is_foreign_stays() {
    let folder = grown("3");
    let tree = folder.path().join("tree");
    let foreign = ["notes.txt", "0/notes.txt", "0/7/21/info.txt", "0/7/141/notes.txt", "0/007"];
    for path in foreign {
        fs::create_dir_all(tree.join(path).parent().expect("a folder")).expect("made");
        fs::write(tree.join(path), "mine").expect("written");
    }
    let (stdout, _) = run(folder.path(), &["check", "tree", "--plies", "3"], 1);
    assert_eq!(
        stdout,
        "\
tree/notes.txt: does not belong to the tree
tree/0/007: does not belong to the tree
tree/0/notes.txt: does not belong to the tree
tree/0/7/21: does not belong to the tree
tree/0/7/141/notes.txt: does not belong to the tree
"
    );
    for plies in ["3", "2", "1"] {
        let (stdout, _) = run(folder.path(), &["grow", "tree", "--plies", plies, "--prune"], 0);
        assert!(stdout.contains("notes.txt: does not belong to the tree, kept\n"), "{stdout}");
        for path in foreign {
            assert_eq!(fs::read(tree.join(path)).expect("still there"), b"mine");
        }
    }
}

#[test]
fn a_folder_with_something_else_is_refused_untouched() {
    for files in [
        &["notes.txt"][..],
        &["0/notes.txt"],
        &["0/info.txt"],
        &["0/info.txt", "1/info.txt"],
        &["0"],
    ] {
        let folder = folder();
        let tree = folder.path().join("tree");
        for file in files {
            fs::create_dir_all(tree.join(file).parent().expect("a folder")).expect("made");
            fs::write(tree.join(file), "mine").expect("written");
        }
        let before = contents(folder.path());
        let (stdout, stderr) = run(folder.path(), &["grow", "tree", "--plies", "1"], 1);
        assert_eq!(stdout, "");
        assert!(stderr.starts_with("error: "), "{stderr}");
        assert_eq!(contents(folder.path()), before);
    }
    // The folder contains a tree with another root.
    let folder = grown("1");
    let before = contents(folder.path());
    let fen = "8/8/8/8/8/5k2/q7/5K2 b - - 0 1";
    let (_, stderr) = run(folder.path(), &["grow", "tree", "--plies", "1", "--fen", fen], 1);
    assert_eq!(
        stderr,
        "error: tree/0/info.txt: already holds a tree with a different root: \
         rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: choose another folder, or \
         pass the root of that tree with `--fen`\n"
    );
    assert_eq!(contents(folder.path()), before);
    // `grow` refuses the path of an existing file that is not a tree.
    fs::write(folder.path().join("file"), "mine").expect("written");
    let (_, stderr) = run(folder.path(), &["grow", "file", "--plies", "1"], 1);
    assert!(stderr.contains("file"), "{stderr}");
}

#[test]
fn misuse_is_explained() {
    let folder = folder();
    for (args, message) in [
        (&["grow", "tree", "--plies", "0"][..], "0 is not in 1.."),
        (&["grow", "tree"], "--plies"),
        (&["grow", "--plies", "2"], "<DIR|FILE.tree>"),
        (&["export", "--plies", "1", "--table", "x"], "--table"),
        (&["check", "x.tree", "--plies", "3"], "the file has its own root and plies"),
        (&["count", "--plies", "2", "--positions", "--syzygy", "."], "cannot be used with"),
        (&["grow", "tree", "--plies", "2", "--max-size", "big"], "--max-size"),
        (
            &["show", "tree", "e4 zz9"],
            "\"zz9\" is neither an Id nor SAN nor UCI: character 1 is 'z'",
        ),
        (
            &["grow", "tree", "--plies", "1", "--fen", "x"],
            "invalid value 'x' for '--fen <FEN>': the board should have 8 ranks",
        ),
        (
            &["grow", "tree", "--plies", "1", "--fen", "8/8/8/8/8/8/8/K6R w - - 0 1"],
            "Black has no king",
        ),
        (
            &["grow", "tree", "--plies", "1", "--fen", "k6R/8/8/8/8/8/8/K7 w - - 0 1"],
            "the king on a8 could be captured from h8",
        ),
    ] {
        let (stdout, stderr) = run(folder.path(), args, 2);
        assert_eq!(stdout, "");
        assert!(stderr.contains(message), "{args:?}: {stderr}");
    }
    let (_, stderr) = run(folder.path(), &["count", "--plies", "1", "--syzygy", "."], 1);
    assert!(stderr.contains("no Syzygy tables there"), "{stderr}");
    assert!(contents(folder.path()).is_empty());
}

#[test]
fn a_node_is_shown() {
    let folder = grown("3");
    let (stdout, _) = run(folder.path(), &["show", "tree", "1. Nf3 g5"], 0);
    let (by_id, _) = run(folder.path(), &["show", "tree", "#398"], 0);
    assert_eq!(stdout, by_id);
    let head: Vec<_> = stdout.lines().take(9).collect();
    assert_eq!(
        head,
        [
            "node    #398",
            "moves   Nf3 g5",
            "folder  tree/0/19/398",
            "result  ? (not known)",
            "state   rnbqkbnr/pppppp1p/8/6p1/8/5N2/PPPPPPPP/RNBQKB1R w KQkq -",
            "range   6616..6637",
            "",
            "Ne5          #6616  ?",
            "Nxg5         #6617  ?",
        ]
    );
    // For a transposition, `show` prints a notice, and then the same view as for the first move order.
    let (first, _) = run(folder.path(), &["show", "tree", "a4 a5 b4"], 0);
    let (later, _) = run(folder.path(), &["show", "tree", "b4 a5 a4"], 0);
    let (notice, view) = later.split_once("\n\n").expect("a notice");
    assert_eq!(notice, "These moves transpose to a node that other moves reach first:");
    assert_eq!(view, first);
    assert!(first.contains("(does not exist: nodes of the last ply have no folders)"));

    for (place, message) in [
        ("e4 e4", "ply 2, e4, is not legal in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"),
        ("Ke2", "ply 1, Ke2, is not legal"),
        ("a4 a5 b4 b5", "node #526 is at the last ply; grow the tree with more plies"),
        ("7081", "the tree has no node #7081"),
        ("4294967295", "the tree has no node #4294967295"),
    ] {
        let (stdout, stderr) = run(folder.path(), &["show", "tree", place], 1);
        assert_eq!(stdout, "");
        assert!(stderr.contains(message), "{place}: {stderr}");
    }
    let (_, stderr) = run(folder.path(), &["show", "nowhere", "e4"], 1);
    assert!(stderr.contains("there is no tree in nowhere"), "{stderr}");
    fs::write(folder.path().join("tree/0/3/info.txt"), "?\n?\n#4\n").expect("damaged");
    let (_, stderr) = run(folder.path(), &["show", "tree", "b4 a5"], 1);
    assert!(stderr.contains("0/3/info.txt: line 4"), "{stderr}");
    // An `info.txt` that is valid, but does not belong to this node.
    for (from, to) in [("1..20", "1..4294967295"), ("1..20", "2..21"), ("#0\n1..20", "#0\n")] {
        let path = folder.path().join("tree/0/info.txt");
        let info = fs::read_to_string(&path).expect("an info");
        fs::write(&path, info.replace(from, to)).expect("damaged");
        let (_, stderr) = run(folder.path(), &["show", "tree", "7000"], 1);
        assert!(stderr.contains("info.txt") || stderr.contains("no node"), "{stderr}");
        fs::write(&path, info).expect("mended");
    }
}

/// Before the program writes a tree, it compares the expected size with `--max-size`, because thousands of
/// folders take long to write and to remove.
#[test]
fn a_tree_that_is_too_big_is_not_begun() {
    let folder = folder();
    let args = ["grow", "tree", "--plies", "9", "--max-size", "5MB"];
    let (stdout, stderr) = run(folder.path(), &args, 1);
    assert_eq!(stdout, "");
    assert_eq!(
        stderr,
        "error: 4 plies take about 58.0 MB, more than `--max-size 5.0 MB`: nothing was written; pass \
         `--plies 3` or a larger `--max-size`, or grow a file with a name that ends in `.tree`, which needs about one \
         bit per move\n"
    );
    let args = ["grow", "none", "--plies", "2", "--max-size", "1kB"];
    let (_, stderr) = run(folder.path(), &args, 1);
    assert!(stderr.contains("1 ply takes about 8.2 kB, more than `--max-size 1.0 kB`"), "{stderr}");
    assert!(names(folder.path()).is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn where_nothing_can_be_written_it_says_so() {
    let folder = folder();
    let grow = |path| ["grow", path, "--plies", "30", "--scratch-dir", "scratch"];
    for (args, path) in [
        (&grow("/proc/tree")[..], "/proc/tree"),
        (&grow("/proc/a/x.tree"), "/proc/a/x.tree"),
        (&["export", "--csv", "/proc/nodes.csv", "--plies", "30"], "/proc/nodes.csv"),
        (
            &["export", "--csv", "/dev/full", "--plies", "1"],
            "cannot write /dev/full: No space left on device",
        ),
    ] {
        let (_, stderr) = run(folder.path(), args, 1);
        assert!(stderr.contains(path), "{stderr}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_in_good_order() {
    let folder = folder();
    let child = spawn(folder.path(), &["tree", "grow", "tree", "--plies", "5"]);
    // Interrupts the run as soon as the root exists, when 105,602 folders are still missing.
    let root = folder.path().join("tree/0/info.txt");
    while !root.exists() {
        std::thread::yield_now();
    }
    interrupt(&child);
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8(output.stderr).expect("text");
    assert_eq!(stderr, "error: stopped; run the same command again to resume\n");
    // No temporary files are left next to the root's folder.
    assert_eq!(names(&folder.path().join("tree")), ["0"]);
}

#[test]
fn two_runs_do_not_meet() {
    let folder = grown("1");
    // A lock on the folder means that another run is using it.
    let lock = fs::File::open(folder.path().join("tree")).expect("a folder");
    lock.lock().expect("a lock");
    let (_, stderr) = run(folder.path(), &["grow", "tree", "--plies", "2"], 1);
    assert_eq!(stderr, "error: another run is growing the tree in tree\n");
    drop(lock);
    run(folder.path(), &["grow", "tree", "--plies", "2"], 0);
}

/// Checks that a command refuses to run, and leaves the folder unchanged.
fn refused(folder: &Path, args: &[&str], message: &str) {
    let before = contents(folder);
    let (stdout, stderr) = run(folder, args, 1);
    assert_eq!(stdout, "");
    assert!(stderr.contains(message), "{stderr}");
    assert_eq!(contents(folder), before);
}

#[cfg(unix)]
#[test]
fn links_are_foreign_and_never_followed() {
    use std::os::unix::fs::symlink;
    // A symbolic link replaces a folder, and points to a folder with a file that is not ours.
    let folder = grown("2");
    let out = folder.path().join("out");
    fs::create_dir(&out).expect("made");
    fs::write(out.join("info.txt"), "precious").expect("written");
    let node = folder.path().join("tree/0/5");
    fs::remove_dir_all(&node).expect("removed");
    symlink("../../out", &node).expect("a link");
    let message =
        "paths that it needs: tree/0/5: nothing was written; `--force` renames them to NAME.orig";
    refused(folder.path(), &["grow", "tree", "--plies", "2"], message);
    refused(folder.path(), &["grow", "tree", "--plies", "3", "--prune"], message);
    let (stdout, _) = run(folder.path(), &["check", "tree", "--plies", "2"], 1);
    assert_eq!(stdout, "tree/0/5: does not belong to the tree\n");
    let (_, stderr) = run(folder.path(), &["show", "tree", "5"], 1);
    assert!(stderr.contains("tree/0/5 is a symbolic link"), "{stderr}");
    let (stdout, _) = run(folder.path(), &["grow", "tree", "--plies", "2", "--force"], 0);
    assert!(stdout.contains("tree/0/5.orig: does not belong to the tree, kept\n"), "{stdout}");
    let aside = folder.path().join("tree/0/5.orig");
    assert_eq!(fs::read_link(&aside).expect("the link"), Path::new("../../out"));
    fs::remove_file(aside).expect("removed");
    assert_eq!(contents(&folder.path().join("tree")), contents(&grown("2").path().join("tree")));
    assert_eq!(fs::read(out.join("info.txt")).expect("there"), b"precious");

    // Replace an `info.txt` with a link to a file outside the tree.
    let info = folder.path().join("tree/0/5/info.txt");
    fs::remove_file(&info).expect("removed");
    symlink("../../../out/info.txt", &info).expect("a link");
    refused(
        folder.path(),
        &["grow", "tree", "--plies", "2"],
        "paths that it needs: tree/0/5/info.txt: ",
    );

    // In place of a folder that pruning would remove, put a link to a folder of another tree.
    let other = grown("3");
    let before = contents(&other.path().join("tree"));
    let folder = grown("1");
    symlink(other.path().join("tree/0/1"), folder.path().join("tree/0/1")).expect("a link");
    let (stdout, _) = run(folder.path(), &["grow", "tree", "--plies", "1", "--prune"], 0);
    assert!(stdout.contains("tree/0/1: does not belong to the tree, kept\n"), "{stdout}");
    assert_eq!(contents(&other.path().join("tree")), before);

    // The commands refuse a symbolic link to the tree.
    symlink("tree", folder.path().join("link")).expect("a link");
    refused(folder.path(), &["grow", "link", "--plies", "1"], "link does not belong to a tree");
    let (stdout, _) = run(folder.path(), &["check", "link", "--plies", "1"], 1);
    assert_eq!(stdout, "link: does not belong to the tree\n");
    let (_, stderr) = run(folder.path(), &["show", "link", "e4"], 1);
    assert!(stderr.contains("link is a symbolic link"), "{stderr}");
}

/// `grow` never deletes folders to meet a size limit. If you pass a smaller `--plies`, `grow` deletes deeper
/// folders only with `--prune`.
#[test]
fn what_is_deeper_stays() {
    let folder = grown("3");
    let tree = folder.path().join("tree");
    let before = contents(&tree);
    // The limit is the size of a tree of two plies, which has 21 folders.
    for args in [
        &["grow", "tree", "--plies", "3", "--max-size", "172032"][..],
        &["grow", "tree", "--plies", "3", "--max-size", "172032", "--prune"],
    ] {
        let (_, stderr) = run(folder.path(), args, 1);
        assert!(stderr.contains("pass `--plies 2`"), "{stderr}");
        assert_eq!(contents(&tree), before);
    }
}

/// Mates found in deeper plies stay known until these plies are pruned.
#[test]
fn what_deeper_plies_know_stays() {
    let fen = "6k1/5ppp/8/8/8/8/5PPP/1R2R1K1 w - - 0 1";
    let folder = folder();
    let args = |command, plies| [command, "tree", "--fen", fen, "--plies", plies];
    run(folder.path(), &args("grow", "1"), 0);
    let one = contents(&folder.path().join("tree"));
    run(folder.path(), &args("grow", "2"), 0);
    let two = contents(&folder.path().join("tree"));
    run(folder.path(), &args("grow", "1"), 0);
    assert_eq!(contents(&folder.path().join("tree")), two);
    let (stdout, _) = run(folder.path(), &args("check", "1"), 1);
    assert!(
        stdout
            .lines()
            .all(|line| line.ends_with("belongs to a deeper tree") || line.starts_with("..."))
    );
    let prune = [&args("grow", "1")[..], &["--prune"]].concat();
    run(folder.path(), &prune, 0);
    assert_eq!(contents(&folder.path().join("tree")), one);
}

/// The program does not replace files that it did not write, even if a file of the tree has the same name.
#[test]
fn a_foreign_info_is_not_replaced() {
    let folder = folder();
    let path = folder.path().join("data/0/1/info.txt");
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(&path, "mine").expect("written");
    refused(
        folder.path(),
        &["grow", "data", "--plies", "2"],
        "paths that it needs: data/0/1/info.txt: nothing was written",
    );
    run(folder.path(), &["grow", "data", "--plies", "2", "--force"], 0);
    let aside = folder.path().join("data/0/1/info.txt.orig");
    assert_eq!(fs::read_to_string(&aside).expect("set aside"), "mine");
    fs::remove_file(aside).expect("removed");
    run(folder.path(), &["check", "data", "--plies", "2"], 0);
}

#[test]
fn another_halfmove_clock_is_another_root() {
    let folder = folder();
    let at = |clock: &str| format!("8/8/8/4k3/8/8/4P3/4K3 w - - {clock}");
    let (zero, late) = (at("0 1"), at("98 60"));
    run(folder.path(), &["grow", "tree", "--plies", "3", "--fen", &zero], 0);
    refused(
        folder.path(),
        &["grow", "tree", "--plies", "3", "--fen", &late],
        "already holds a tree with a different root: 8/8/8/4k3",
    );
    run(folder.path(), &["grow", "late", "--plies", "3", "--fen", &late], 0);
    let recorded = fs::read_to_string(folder.path().join("late/root.fen"));
    assert_eq!(recorded.expect("written"), format!("{late}\n"));
    run(folder.path(), &["check", "late", "--plies", "3", "--fen", &late], 0);
    // A FEN that differs only in the move number means the same root.
    run(folder.path(), &["check", "late", "--plies", "3", "--fen", &at("98 99")], 0);
    refused(
        folder.path(),
        &["grow", "late", "--plies", "3", "--fen", &zero],
        "already holds a tree with a different root: 8/8/8/4k3",
    );
    refused(folder.path(), &["grow", "late", "--plies", "3", "--fen", &at("97 60")], "w - - 98 60");
    // If only the move number differs, `grow` does not rewrite `root.fen`.
    let path = folder.path().join("late/root.fen");
    let grow = |fen: &str| run(folder.path(), &["grow", "late", "--plies", "3", "--fen", fen], 0);
    grow(&at("98 99"));
    assert_eq!(fs::read_to_string(&path).expect("there"), format!("{late}\n"));
}

/// `grow` refuses to replace a `root.fen` that it did not write.
#[test]
fn a_foreign_root_fen_is_not_replaced() {
    let folder = folder();
    fs::create_dir(folder.path().join("tree")).expect("made");
    fs::write(folder.path().join("tree/root.fen"), "mine").expect("written");
    let fen = "8/8/8/4k3/8/8/4P3/4K3 w - - 98 60";
    let args = ["grow", "tree", "--plies", "1", "--fen", fen];
    refused(folder.path(), &args, "tree/root.fen does not belong to a tree");
}

/// `--prune` removes the folders of plies deeper than `--plies`. If a folder cannot be removed, the command
/// fails and names the folder.
#[cfg(target_os = "linux")]
#[test]
fn a_removal_that_fails_is_named() {
    let folder = grown("2");
    let node = folder.path().join("tree/0/1");
    let locked = Process::new("chattr").arg("+i").arg(&node).status();
    if !locked.is_ok_and(|status| status.success()) {
        // Only the root user can make a folder immutable, and not on every file system. We skip the test if
        // `chattr` fails.
        return;
    }
    let result = std::panic::catch_unwind(|| {
        run(folder.path(), &["grow", "tree", "--plies", "1", "--prune"], 1)
    });
    Process::new("chattr").arg("-i").arg(&node).status().expect("unlocked");
    let (_, stderr) = result.expect("exit code 1");
    assert!(stderr.starts_with("error: cannot remove tree/0/1"), "{stderr}");
    run(folder.path(), &["grow", "tree", "--plies", "1", "--prune"], 0);
}

#[test]
fn a_look_tells_all() {
    let folder = folder();
    // The notice about a transposition also appears if the tree continues after the transposition.
    let fen = "4k3/p7/8/8/8/8/PP6/4K3 w - - 0 1";
    for plies in ["3", "4"] {
        run(folder.path(), &["grow", "pawns", "--plies", plies, "--fen", fen], 0);
    }
    let (stdout, _) = run(folder.path(), &["show", "pawns", "b4 a5 a4 Kd7"], 0);
    assert!(stdout.starts_with("These moves transpose to a node"), "{stdout}");
    // `show` refuses moves with a wrong suffix or disambiguation.
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
    run(folder.path(), &["grow", "tree", "--plies", "2", "--fen", fen], 0);
    for (place, message) in [
        ("e4#", "ply 1, e4#, should be written e4"),
        ("g4 Qh4+", "ply 2, Qh4+, should be written Qh4#"),
        ("Ngh3", "ply 1, Ngh3, should be written Nh3"),
    ] {
        let (_, stderr) = run(folder.path(), &["show", "tree", place], 1);
        assert!(stderr.contains(message), "{stderr}");
    }
    run(folder.path(), &["show", "tree", "g4 Qh4"], 0);
    // `show` prints the reason for a draw, even if the node is below the root.
    let fen = "7k/8/6QK/8/8/8/8/8 w - - 0 1";
    run(folder.path(), &["grow", "draw", "--plies", "2", "--fen", fen], 0);
    let (stdout, _) = run(folder.path(), &["show", "draw", "Qf7"], 0);
    assert!(stdout.contains("result  d (a draw) by stalemate\n"), "{stdout}");
}

#[test]
fn a_fen_of_another_game_is_refused() {
    let folder = folder();
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +0+0",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KKKK - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
    ] {
        let (_, stderr) = run(folder.path(), &["count", "--plies", "1", "--fen", fen], 2);
        assert!(stderr.contains("--fen"), "{stderr}");
    }
}

/// Folders whose names are numbers are not a tree unless they contain an `info.txt`. Even if each of ten
/// nested folders contains an `info.txt`, `check` must not grow the tree to ten plies.
#[test]
fn folders_of_a_stranger_are_not_grown() {
    let folder = folder();
    let deep = folder.path().join("tree/0/1/21/421/4/5/6/7/8/9");
    fs::create_dir_all(&deep).expect("made");
    let (_, stderr) = run(folder.path(), &["check", "tree"], 1);
    assert_eq!(stderr, "error: there is no tree in tree\n");
    for path in deep.ancestors().take(10) {
        fs::write(path.join("info.txt"), "mine").expect("written");
    }
    let (stdout, _) = run(folder.path(), &["check", "tree"], 1);
    assert!(stdout.contains("tree/0/2/info.txt: missing\n"), "{stdout}");
    let last = "tree: ply 1 lacks folders; deeper plies were not compared\n";
    assert!(stdout.ends_with(last), "{stdout}");
    // If a folder is missing, `check` compares the tree only up to the ply of that folder.
    let folder = grown("3");
    fs::remove_dir_all(folder.path().join("tree/0/7")).expect("removed");
    let (stdout, _) = run(folder.path(), &["check", "tree"], 1);
    assert_eq!(stdout, format!("tree/0/7/info.txt: missing\n{last}"));
}

/// For an altered `info.txt`, `check` prints a diff against the expected contents.
#[test]
fn check_shows_what_was_altered() {
    let folder = grown("2");
    let path = folder.path().join("tree/0/1/info.txt");
    let info = fs::read_to_string(&path).expect("an info");
    fs::write(&path, info.replace("#1\n", "#2\n")).expect("altered");
    let (stdout, _) = run(folder.path(), &["check", "tree"], 1);
    let expected = "\
--- tree/0/1/info.txt
+++ tree/0/1/info.txt (as it should be)
@@ -1,6 +1,6 @@
 ?
 ?
-#2
+#1
 21..40
 ????????????????????
 rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq -
";
    assert_eq!(stdout, expected);
}

/// A power cut may truncate a file anywhere, even within the three bytes of a `≡`.
#[test]
fn an_info_that_was_cut_anywhere_is_mended() {
    let folder = grown("3");
    let tree = folder.path().join("tree");
    let before = contents(&tree);
    let mut files = before.keys().map(|name| tree.join(name));
    let transposes = |path: &_| fs::read_to_string(path).is_ok_and(|text| text.contains('≡'));
    let path = files.find(transposes).expect("a transposition");
    let bytes = fs::read(&path).expect("an info");
    let sign = bytes.iter().position(|&byte| byte == 0xe2).expect("a sign");
    for cut in sign - 1..sign + 4 {
        fs::write(&path, &bytes[..cut]).expect("cut");
        run(folder.path(), &["grow", "tree", "--plies", "3"], 0);
        assert_eq!(contents(&tree), before, "cut at {cut}");
    }
}

#[test]
fn a_move_may_be_uci() {
    let folder = grown("2");
    let show = |node: &str, code| run(folder.path(), &["show", "tree", node], code);
    assert_eq!(show("e2e4 g8f6", 0), show("e4 Nf6", 0));
    assert_eq!(show("1. e2e4 Nf6", 0), show("e4 Nf6", 0));
    let (_, stderr) = show("e2e5", 1);
    assert!(stderr.contains("ply 1, e2e5, is not legal in"), "{stderr}");
}

/// The program reads only the beginning of an `info.txt`, because a file that it did not write may be huge.
#[cfg(target_os = "linux")]
#[test]
fn a_huge_info_is_not_read_whole() {
    let folder = grown("1");
    let file = fs::File::create(folder.path().join("tree/0/info.txt")).expect("made");
    file.set_len(1 << 40).expect("a sparse file");
    let (_, stderr) = run(folder.path(), &["show", "tree", "e4"], 1);
    assert!(stderr.contains("info.txt: line 1"), "{}", &stderr[..200]);
}
