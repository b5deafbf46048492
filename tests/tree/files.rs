//! Runs the real binary to test tree files, CSV tables and scratch files.

use std::fs;

use rayon::prelude::*;
use san_strings::tree::{GrowOptions, Grower, Info, Tree, TreeError, TreeFileError};
use shakmaty::Chess;
use tempfile::TempDir;

use super::run;
use crate::common::{contents, folder as temporary, names};

/// Grows `chess.tree` with this many plies in a new folder. Returns the folder and the bytes of the
/// file.
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
    assert_eq!(stdout, "chess.tree: 7,081 nodes, no differences\n");
    run(folder, &["grow", "chess", "--plies", "3"], 0);
    let shown = |node: &str| {
        let (one, _) = run(folder, &["show", "chess.tree", node], 0);
        let (other, _) = run(folder, &["show", "chess", node], 0);
        let rest = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| !line.starts_with('f'));
            lines.map(str::to_owned).collect()
        };
        assert_eq!(rest(&one), rest(&other), "{node}");
        other
    };
    for way in ["f3 e5 g4", "b4 a5", "b4 a5 a4", "1. Nf3 g5", "Nf3 Nf6 Ng1"] {
        shown(way);
    }
    // `show` finds a node by its id, and prints the path of its folder, which ends with the id.
    for id in (0..7081).step_by(97) {
        let shown = shown(&id.to_string());
        assert!(shown.starts_with(&format!("node    #{id}\n")), "{shown}");
        let place = shown.lines().find_map(|line| line.strip_prefix("folder  "));
        let place = place
            .expect("a folder")
            .trim_end_matches(" (does not exist: nodes of the last ply have no folders)");
        assert!(place.ends_with(&format!("/{id}")), "{place}");
    }
    for node in ["e4 e4", "e4#", "a4 a5 b4 b5", "7081"] {
        let (_, one) = run(folder, &["show", "chess.tree", node], 1);
        let (_, other) = run(folder, &["show", "chess", node], 1);
        assert_eq!(one.replace("chess.tree: ", ""), other, "{node}");
    }
    let (_, stderr) = run(folder, &["show", "no.tree", "e4"], 1);
    assert!(stderr.starts_with("error: no.tree: cannot read it: No such file"), "{stderr}");
}

#[test]
fn tables_hold_every_node_and_every_move() {
    let folder = temporary();
    let folder = folder.path();
    let fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 3 1";
    let args = ["export", "--plies", "3", "--fen", fen];
    let (nodes, _) = run(folder, &args, 0);
    let (edges, _) = run(folder, &[&args[..], &["--table", "edges"]].concat(), 0);
    run(folder, &[&args[..], &["--csv", "nodes.csv"]].concat(), 0);
    let written = fs::read_to_string(folder.join("nodes.csv")).expect("a table");
    assert_eq!(written, nodes);
    let first: Vec<_> = nodes.lines().take(2).collect();
    assert_eq!(
        first,
        [
            "ply,id,parent,uci,san,epd,first_child,children,moves,outcome,reason",
            "0,0,,,,8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -,1,14,14,?,",
        ]
    );
    // `tree count` prints the same numbers.
    let (counts, _) = run(folder, &["count", "--plies", "3", "--fen", fen], 0);
    let sum = |column: usize| -> usize {
        let rows = counts.lines().skip(1);
        let cells = rows.filter_map(|row| row.split_whitespace().nth(column));
        cells.map(|cell| cell.replace(',', "").parse::<usize>().expect("a number")).sum()
    };
    assert_eq!(nodes.lines().count() - 1, sum(1));
    assert_eq!(edges.lines().count() - 1, sum(2));
}

#[test]
fn a_file_that_is_altered_is_refused() {
    let (folder, bytes) = grown("3");
    let folder = folder.path();
    let path = folder.join("chess.tree");
    let refused = |bytes: &[u8], args: &[&str], message: &str| {
        fs::write(&path, bytes).expect("altered");
        let (stdout, stderr) = run(folder, args, 1);
        assert_eq!(stdout, "");
        assert!(stderr.contains(message), "{stderr}");
    };
    // A few truncated files are enough here, because a test of the crate `san-strings-tree` truncates a file at
    // every byte.
    for cut in [1, 100, bytes.len() - 20, bytes.len() - 1] {
        refused(&bytes[..bytes.len() - cut], &["show", "chess.tree", "0"], "chess.tree: ");
    }
    let more = [&bytes[..], b"x"].concat();
    let message = format!("expected {} bytes, found {}", bytes.len(), more.len());
    refused(&more, &["show", "chess.tree", "0"], &message);
    let text = b"san-strings tree 3";
    let newer = [&text[..], &bytes[text.len()..]].concat();
    let message = "the tree has version \"3\" of the format, but this program reads version 2";
    refused(&newer, &["show", "chess.tree", "0"], message);
    refused(b"mine", &["show", "chess.tree", "0"], "not a tree: it does not begin with");
    refused(b"", &["show", "chess.tree", "0"], "not a tree");
    // `grow` also refuses to replace a file that is not a tree.
    fs::write(&path, "mine").expect("written");
    let before = contents(folder);
    let (_, stderr) = run(folder, &["grow", "chess.tree", "--plies", "2"], 1);
    assert!(stderr.contains("chess.tree: not a tree: it does not begin"), "{stderr}");
    assert_eq!(contents(folder), before);
    run(folder, &["grow", "chess.tree", "--plies", "3", "--force"], 0);
    assert!(fs::read(&path).expect("there") == bytes);
}

/// The memory limit, the number of threads and the scratch folder do not change the bytes of the file.
#[test]
fn nothing_changes_the_bytes() {
    let (_, bytes) = grown("4");
    for (jobs, memory) in [("1", "1kB"), ("3", "300kB"), ("2", "2GB")] {
        let folder = temporary();
        let args = ["--jobs", jobs, "grow", "x.tree", "--plies", "4"];
        let memory = ["--memory", memory];
        run(folder.path(), &[&args[..], &memory, &["--scratch-dir", "elsewhere"]].concat(), 0);
        assert_eq!(names(folder.path()), ["x.tree"]);
        assert!(fs::read(folder.path().join("x.tree")).expect("there") == bytes);
    }
}

/// At whatever point a run is killed, the next run completes the tree and leaves no scratch files.
#[cfg(debug_assertions)]
#[test]
fn a_killed_run_goes_on() {
    let fen = "k7/8/8/8/8/8/6rr/3B3K w - - 0 1";
    let args = ["grow", "x.tree", "--plies", "3", "--fen", fen];
    let whole = temporary();
    run(whole.path(), &args, 0);
    let whole = contents(whole.path());
    let mut kills = 0;
    loop {
        let folder = temporary();
        let mut command = crate::common::san_strings(folder.path(), &["tree"]);
        command.args(args).env("SAN_STRINGS_KILL_AT", kills.to_string());
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

/// Returns damaged versions of a file, as a power cut or a failing disk may leave them.
#[cfg(debug_assertions)]
fn damages(bytes: &[u8]) -> Vec<Vec<u8>> {
    let flipped = |at: usize| {
        let mut bytes = bytes.to_vec();
        bytes[at] ^= 1 << (at % 8);
        bytes
    };
    let half = bytes.len() / 2;
    let zeroed = |from: usize| [&bytes[..from], &vec![0; bytes.len() - from]].concat();
    vec![
        flipped(3),
        flipped(half),
        flipped(bytes.len() - 1),
        bytes[..half].to_vec(),
        bytes[..bytes.len() - 1].to_vec(),
        Vec::new(),
        zeroed(half),
        zeroed(0),
    ]
}

/// A run is killed, and then one of its files is damaged. If the same command runs again, it grows the whole tree
/// and leaves no scratch files, wherever the first run was killed and whatever the damage.
#[cfg(debug_assertions)]
#[test]
fn a_damaged_scratch_file_is_made_again() {
    let fen = "k7/8/8/8/8/8/6rr/3B3K w - - 0 1";
    let args = ["grow", "x.tree", "--plies", "3", "--fen", fen];
    let whole = temporary();
    run(whole.path(), &args, 0);
    let whole = contents(whole.path());
    // We alternate the kinds of damage, because trying each kind on each file would take minutes.
    let mut turn = 0..;
    let (mut seen, mut cases) = (Vec::new(), Vec::new());
    for kill in 0.. {
        let folder = temporary();
        let mut command = crate::common::san_strings(folder.path(), &["tree"]);
        command.args(args).env("SAN_STRINGS_KILL_AT", kill.to_string());
        if command.output().expect("a run").status.success() {
            break;
        }
        let scratch = folder.path().join("x.tree.scratch");
        let names = if scratch.exists() { names(&scratch) } else { Vec::new() };
        let files: Vec<_> = names.into_iter().filter(|name| !name.starts_with('.')).collect();
        if !seen.contains(&files) {
            for name in &files {
                let bytes = fs::read(scratch.join(name)).expect("a file");
                let (mut damages, turn) = (damages(&bytes), turn.next().unwrap_or(0));
                let bytes = damages.swap_remove(turn % damages.len());
                cases.push((kill, name.clone(), bytes));
            }
            seen.push(files);
        }
    }
    assert!(cases.len() > 50, "{}", cases.len());
    cases.par_iter().for_each(|(kill, name, bytes)| {
        let folder = temporary();
        let mut command = crate::common::san_strings(folder.path(), &["tree"]);
        command.args(args).env("SAN_STRINGS_KILL_AT", kill.to_string());
        command.output().expect("a run");
        fs::write(folder.path().join("x.tree.scratch").join(name), bytes).expect("damaged");
        run(folder.path(), &args, 0);
        assert_eq!(contents(folder.path()), whole, "killed at {kill}, {name} is {bytes:?}");
    });
}

/// A step reports a damaged input file. `tree grow` with the same options writes that file again.
#[test]
fn a_step_does_not_read_a_damaged_file() {
    let folder = temporary();
    let folder = folder.path();
    let options = ["--plies", "4", "--parts", "2", "--files", "2"];
    let step =
        |name: &str, code| run(folder, &[&["step", "x.tree", name], &options[..]].concat(), code);
    for name in ["001-moves-0000", "001-sorted-0000", "001-ply", "002-moves-0000"] {
        step(name, 0);
    }
    let path = folder.join("x.tree.scratch/002-moves-0000");
    let mut bytes = fs::read(&path).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).expect("damaged");
    let (_, stderr) = step("002-sorted-0000", 1);
    let message = "error: x.tree.scratch/002-moves-0000 is damaged: `tree grow` with the same options \
                   recreates it\n";
    assert_eq!(stderr, message);
    run(folder, &[&["grow", "x.tree"], &options[..]].concat(), 0);
    let (_, bytes) = grown("4");
    assert!(fs::read(folder.join("x.tree")).expect("a tree") == bytes);
}

/// A step does not replace a file that it did not write, even if the file has the name of the step's output.
#[test]
fn a_foreign_file_with_the_name_of_a_step_stays() {
    let folder = temporary();
    let folder = folder.path();
    let mine = folder.join("x.tree.scratch/002-moves-0000");
    let options = ["--plies", "2", "--parts", "1"];
    run(folder, &[&["step", "x.tree", "001-moves-0000"], &options[..]].concat(), 0);
    fs::write(&mine, "my notes").expect("written");
    let (_, stderr) = run(folder, &[&["grow", "x.tree"], &options[..]].concat(), 1);
    assert!(stderr.contains("002-moves-0000 does not belong to a tree"), "{stderr}");
    assert_eq!(fs::read(mine).expect("there"), b"my notes");
}

/// Only a folder with our marker is a scratch folder.
#[test]
fn a_foreign_folder_is_not_worked_in() {
    let folder = temporary();
    let folder = folder.path();
    let work = folder.join("x.tree.scratch");
    fs::create_dir(&work).expect("made");
    fs::write(work.join("001-moves-0000"), "mine").expect("written");
    let before = contents(folder);
    let (_, stderr) = run(folder, &["grow", "x.tree", "--plies", "2"], 1);
    assert_eq!(
        stderr,
        "error: x.tree.scratch is not a scratch folder of a tree: choose another folder with `--scratch-dir`\n"
    );
    assert_eq!(contents(folder), before);
    let args = ["x.tree", "001-ply", "--plies", "2", "--parts", "2"];
    let (_, stderr) = run(folder, &[&["step"], &args[..]].concat(), 1);
    assert!(stderr.contains("not a scratch folder of a tree"), "{stderr}");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("x.tree.scratch", folder.join("link")).expect("a link");
        let (_, stderr) =
            run(folder, &["grow", "y.tree", "--plies", "2", "--scratch-dir", "link"], 1);
        assert!(stderr.contains("link is not a scratch"), "{stderr}");
    }
    // If the scratch folder contains a file that is not ours, the program keeps the file and the folder.
    fs::remove_dir_all(&work).expect("removed");
    let args = ["x.tree", "001-moves-0000", "--plies", "2", "--parts", "2"];
    run(folder, &[&["step"], &args[..]].concat(), 0);
    fs::write(work.join("notes.txt"), "mine").expect("written");
    let args = ["grow", "x.tree", "--plies", "2", "--parts", "2"];
    run(folder, &args, 0);
    assert_eq!(names(&work), ["notes.txt"]);
}

#[test]
fn steps_are_printed_for_make_and_for_others() {
    let folder = temporary();
    let folder = folder.path();
    let args = ["steps", "x.tree", "--plies", "4", "--parts", "2", "--files", "4"];
    let (stdout, _) = run(folder, &args, 0);
    assert!(
        stdout.contains("x.tree.scratch/004-ply: x.tree.scratch/004-sorted-0000 x.tree"),
        "{stdout}"
    );
    let (stdout, _) = run(folder, &[&args[..], &["--format", "json"]].concat(), 0);
    let plan: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    // We run each step except `grow` twice, because it must be possible to repeat a step.
    for step in plan["steps"].as_array().expect("steps") {
        let words = step["command"].as_array().expect("words");
        let words: Vec<_> = words.iter().map(|word| word.as_str().expect("text")).collect();
        let (makes, needs) = (&step["makes"], step["needs"].as_array().expect("files"));
        for need in needs {
            let is_there = folder.join(need.as_str().expect("a name")).exists();
            assert!(is_there, "{makes} needs {need}");
        }
        crate::common::run(folder, &words[1..], 0);
        assert!(folder.join(makes.as_str().expect("a name")).exists(), "{makes}");
        if !words.contains(&"grow") {
            crate::common::run(folder, &words[1..], 0);
        }
    }
    let (_, bytes) = grown("4");
    assert_eq!(names(folder), ["x.tree"]);
    assert!(fs::read(folder.join("x.tree")).expect("a tree") == bytes);
    for (args, message) in [
        (&["steps", "x.tree", "--plies", "4", "--files", "3"][..], "a power of two"),
        (&["steps", "x.tree"], "--plies"),
        (&["step", "x.tree", "001-chess"], "001-chess"),
    ] {
        let (_, stderr) = run(folder, args, 2);
        assert!(stderr.contains(message), "{stderr}");
    }
    let (_, stderr) = run(folder, &["steps", "a b.tree", "--plies", "2"], 1);
    assert!(stderr.contains("the path contains characters that `make` cannot handle"), "{stderr}");
    // A file name may begin with a dash, like an option.
    let (stdout, _) =
        run(folder, &["steps", "--plies", "1", "--format", "json", "--", "-x.tree"], 0);
    let plan: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    for step in plan["steps"].as_array().expect("steps") {
        let words = step["command"].as_array().expect("words");
        let words: Vec<_> = words.iter().map(|word| word.as_str().expect("text")).collect();
        crate::common::run(folder, &words[1..], 0);
    }
    assert_eq!(names(folder), ["-x.tree", "x.tree"]);
    // A step that runs too early reports the missing file.
    let step = |name| {
        let options = ["--plies", "2", "--parts", "1", "--files", "1"];
        let args = [&["step", "w.tree", name][..], &options].concat();
        run(folder, &args, 1).1
    };
    for (name, message) in [
        ("001-ply", "cannot read w.tree.scratch/001-moves-0000"),
        ("002-moves-0000", "cannot read w.tree.scratch/001-ply"),
        ("001-moves-0007", "this tree has no such step"),
        ("009-moves-0000", "this tree has no such step"),
        ("000-ply", "this tree has no such step"),
    ] {
        let stderr = step(name);
        assert!(stderr.contains(message), "{name}: {stderr}");
    }
}

/// A tree with more plies or another root may have taken a long time to grow, so the program prunes or
/// renames it only on request.
#[test]
fn more_plies_and_other_roots_are_kept() {
    let (folder, bytes) = grown("3");
    let (folder, path) = (folder.path(), folder.path().join("chess.tree"));
    let grow = |more: &[&str], code| {
        let args = [&["grow", "chess.tree", "--plies", "2"], more].concat();
        run(folder, &args, code)
    };
    let orig = folder.join("chess.tree.orig");
    for more in [&["--force"][..], &["--force", "--fen", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"]] {
        let (stdout, _) = grow(more, 0);
        assert!(stdout.contains("written; the old file is now chess.tree.orig\n"), "{stdout}");
        assert!(fs::read(&orig).expect("set aside") == bytes);
        fs::rename(&orig, &path).expect("put back");
    }
    let (stdout, _) = grow(&[], 0);
    assert_eq!(stdout, "chess.tree: kept a tree of 3 plies; `--prune` cuts it to 2\n");
    let (_, stderr) = grow(&["--prune", "--fen", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"], 1);
    let other = "chess.tree: already holds a tree with a different root: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    assert!(stderr.contains(other), "{stderr}");
    assert!(fs::read(&path).expect("there") == bytes);
    let (stdout, _) = grow(&["--prune"], 0);
    assert!(stdout.starts_with("chess.tree: 421 nodes"), "{stdout}");
    run(folder, &["check", "chess.tree"], 0);
    assert_eq!(names(folder), ["chess.tree"]);
}

/// The program does not delete a scratch folder that the user has made. It also keeps the user's files there,
/// even if they have the names of scratch files.
#[test]
fn what_stands_in_a_scratch_folder_is_not_ours_by_its_name() {
    let folder = temporary();
    let (folder, mine) = (folder.path(), folder.path().join("mine"));
    fs::create_dir(&mine).expect("made");
    let args = ["--plies", "2", "--scratch-dir", "mine"];
    run(folder, &[&["grow", "x.tree"], &args[..]].concat(), 0);
    assert!(names(&mine).is_empty());
    // Kill a run that uses this scratch folder.
    let mut command = crate::common::san_strings(folder, &["tree", "grow", "y.tree"]);
    command.args(args).env("SAN_STRINGS_KILL_AT", "7");
    assert_eq!(command.output().expect("a run").status.code(), Some(137));
    fs::write(mine.join("001-moves-0042"), "notes").expect("written");
    fs::write(mine.join(".san_strings-notes.tmp"), "notes").expect("written");
    fs::write(folder.join(".san_strings-notes.tmp"), "notes").expect("written");
    let fen = ["--fen", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"];
    run(folder, &[&["grow", "z.tree"], &args[..], &fen].concat(), 0);
    assert_eq!(names(&mine), [".san_strings-notes.tmp", "001-moves-0042"]);
    assert!(folder.join(".san_strings-notes.tmp").exists());
}

/// A tree that is being grown in separate steps keeps its files in a scratch folder. If a run for a different
/// tree uses the same scratch folder, the run fails and changes no files.
#[test]
fn steps_under_way_stay() {
    let folder = temporary();
    let folder = folder.path();
    let steps = ["--plies", "3", "--parts", "2"];
    let step = |name| [&["step", "x.tree", name][..], &steps].concat();
    run(folder, &step("001-moves-0000"), 0);
    let before = contents(folder);
    let fen = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1";
    for args in [
        &["grow", "x.tree", "--plies", "3"][..],
        &["grow", "x.tree", "--plies", "2"],
        &["grow", "x.tree", "--plies", "3", "--parts", "2", "--fen", fen],
        &["step", "x.tree", "001-ply", "--plies", "3", "--parts", "4"],
    ] {
        let (_, stderr) = run(folder, args, 1);
        let message = "x.tree.scratch holds the steps of another tree";
        assert!(stderr.contains(message), "{args:?}: {stderr}");
        assert_eq!(contents(folder), before);
    }
    run(folder, &[&["grow", "x.tree"], &steps[..]].concat(), 0);
    assert_eq!(names(folder), ["x.tree"]);
}

/// If the system refuses access to a file, the program does not call the file damaged.
#[test]
fn a_file_that_cannot_be_opened_is_not_damaged() {
    let folder = temporary();
    let opened = Tree::open(folder.path());
    assert!(matches!(opened, Err(TreeFileError::Io(_))), "{opened:?}");
    let mut options = GrowOptions::new(3);
    let scratch = folder.path().join("x.scratch");
    options.scratch_dir = Some(scratch.clone());
    let mut grower = Grower::new(Chess::default(), options).expect("a tree");
    for _ in 0..3 {
        grower.grow(&()).expect("it grows");
    }
    fs::remove_file(scratch.join("003-links")).expect("removed");
    let mut cursor = grower.tree().cursor();
    let infos = (0..421).map(|id| {
        cursor.go(id)?;
        Info::of(&mut cursor)
    });
    let error = infos.into_iter().find_map(Result::err).expect("an error");
    assert!(matches!(error, TreeError::File(_)), "{error}");
    assert!(error.to_string().contains("003-links"), "{error}");
}

/// If a file with valid checksums falsely claims to contain thirty plies, `check` stops at the first ply that
/// differs.
#[test]
fn a_claim_of_many_plies_is_not_grown() {
    fn crc32(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(u32::MAX, |crc, &byte| {
            (0..8).fold(crc ^ u32::from(byte), |crc, _| {
                (crc >> 1) ^ (0xedb8_8320 & 0_u32.wrapping_sub(crc & 1))
            })
        })
    }
    let mut head =
        "san-strings tree 2\nroot rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
                    outcome 0\nplies 30\n"
            .to_owned();
    let mut plies = Vec::new();
    for ply in 1..=30 {
        // No ply has moves. Only the index of ply 1 has an entry, which says where the moves of the root begin.
        let starts = u64::from(ply == 1);
        let words = [u64::from_le_bytes(*b"sanply 2"), 0, 0, starts, 0];
        let words = words.into_iter().chain((0..starts).map(|_| 0));
        let bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
        let (len, crc) = (bytes.len(), crc32(&bytes));
        head = format!("{head}nodes 0 moves 0 mates 0 bytes {len} crc32 {crc:08x}\n");
        plies.extend(bytes);
    }
    head = format!("{head}crc32 {:08x}\n\n", crc32(head.as_bytes()));
    let folder = temporary();
    let folder = folder.path();
    fs::write(folder.join("x.tree"), [head.as_bytes(), &plies].concat()).expect("written");
    let (stdout, _) = run(folder, &["check", "x.tree"], 1);
    assert_eq!(stdout, "x.tree: ply 1 differs from the tree grown from this root\n");
    assert_eq!(names(folder), ["x.tree"]);
}

/// If the new file would exceed `--max-size`, the old file stays unchanged.
#[test]
fn a_file_that_is_too_big_is_not_written() {
    let (folder, bytes) = grown("3");
    let folder = folder.path();
    let grow = |max: &str, code| {
        run(folder, &["grow", "chess.tree", "--plies", "5", "--max-size", max], code).1
    };
    let message = "plies take about 20.5 kB, more than `--max-size 10.0 kB`: nothing was written; \
                   pass `--plies 3` or a larger `--max-size`\n";
    assert_eq!(grow("10kB", 1), format!("error: 4 {message}"));
    assert!(grow("21kB", 1).starts_with("error: 5 plies take about 33"));
    assert_eq!(names(folder), ["chess.tree"]);
    assert!(fs::read(folder.join("chess.tree")).expect("there") == bytes);
    grow("335kB", 0);
    assert_eq!(fs::metadata(folder.join("chess.tree")).expect("there").len(), 334_288);
    // The limit also covers the outcomes, whose size is known only at the end. The root of this tree is
    // checkmate.
    let fen = ["--fen", "k7/8/8/8/8/8/6rr/3B3K w - - 0 1", "--plies", "2"];
    let grow = |max: &str, code| {
        run(folder, &[&["grow", "x.tree", "--max-size", max], &fen[..]].concat(), code).1
    };
    grow("1kB", 0);
    let size = fs::metadata(folder.join("x.tree")).expect("there").len();
    fs::remove_file(folder.join("x.tree")).expect("removed");
    let stderr = grow(&(size - 1).to_string(), 1);
    assert!(stderr.starts_with("error: 2 plies take about"), "{stderr}");
    grow(&size.to_string(), 0);
}
