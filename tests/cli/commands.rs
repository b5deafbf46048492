//! Tests the output and the exit code of every command.

use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::Path,
    process::Command as Process,
};

use assert_cmd::{Command, cargo::cargo_bin};
use tempfile::TempDir;

use crate::common::{
    FILES, LISTS, contents, failure, folder, is_here, names, repository, run, said, san_strings,
    spawn, stdout,
};

/// Creates a folder with the generated files in `output/`.
fn generated() -> TempDir {
    let folder = folder();
    stdout(folder.path(), &[]);
    folder
}

fn sorted_files() -> Vec<&'static str> {
    let mut files = FILES.to_vec();
    files.sort_unstable();
    files
}

#[test]
fn the_page_is_made_by_the_makers() {
    let folder = folder();
    let said = run(folder.path(), &["site", "page", "--force"], 2).1;
    assert!(said.contains("cargo run --release -p makers -- site DIR"), "{said}");
    assert!(contents(folder.path()).is_empty());
}

#[test]
fn no_arguments_write_the_files() {
    let folder = folder();
    let said = stdout(folder.path(), &[]);
    let output = folder.path().join("output");
    assert_eq!(names(&output), sorted_files());
    let mut counts = Vec::new();
    for name in LISTS {
        let text = fs::read_to_string(output.join(name)).expect("written");
        let strings: Vec<&str> = text.lines().collect();
        assert!(text.ends_with('\n'));
        assert!(
            strings.is_sorted_by(|a, b| (a.len(), a) < (b.len(), b)),
            "{name}: not sorted or not unique"
        );
        counts.push(strings.len());
    }
    assert_eq!(counts[1], 3 * counts[0]);
    let files =
        |what: &str, hint: &str| format!("output: 3 lists and 3 tokenizer files {what}{hint}\n");
    let hint = "; `san-strings --help` lists the other commands";
    assert_eq!(said, files("written", hint));
    assert_eq!(stdout(folder.path(), &[]), files("are up to date", hint));
    assert_eq!(stdout(folder.path(), &["generate"]), files("are up to date", ""));
    fs::remove_file(output.join(LISTS[0])).expect("removed");
    let said = stdout(folder.path(), &["generate"]);
    assert_eq!(said, "output: 1 list written, 2 lists and 3 tokenizer files are up to date\n");
}

#[test]
fn files_that_are_up_to_date_are_not_touched() {
    let folder = generated();
    let modified = |name| {
        let file = fs::metadata(folder.path().join("output").join(name));
        file.and_then(|file| file.modified()).expect("written")
    };
    let before = FILES.map(modified);
    stdout(folder.path(), &["generate"]);
    assert_eq!(FILES.map(modified), before);
}

/// If files are named, `generate` writes or checks only these files.
#[test]
fn files_can_be_named() {
    let folder = folder();
    let said = stdout(folder.path(), &["generate", LISTS[2], LISTS[0]]);
    assert_eq!(said, "output: 2 lists written\n");
    let output = folder.path().join("output");
    assert_eq!(names(&output), [LISTS[0], LISTS[2]]);
    stdout(folder.path(), &["generate", "--check", LISTS[2]]);
    run(folder.path(), &["generate", "--check", FILES[3]], 1);
    run(folder.path(), &["generate", "other.txt"], 2);
    stdout(folder.path(), &["generate"]);
    stdout(folder.path(), &["generate", "--check"]);
}

/// `generate` replaces a damaged file, and keeps the damaged contents under another name.
#[test]
fn a_damaged_file_is_set_aside() {
    let folder = generated();
    let output = folder.path().join("output");
    let list = output.join(LISTS[0]);
    let right = fs::read(&list).expect("written");
    let damaged: [Vec<u8>; 5] = [
        b"mine\n".to_vec(),
        // Damaged versions of the correct list: truncated, emptied, with CR LF line endings, with an extra line.
        right[..100].to_vec(),
        Vec::new(),
        String::from_utf8_lossy(&right).replace('\n', "\r\n").into_bytes(),
        [&right[..], b"O-O-O-O\n"].concat(),
    ];
    for (n, text) in damaged.iter().enumerate() {
        fs::write(&list, text).expect("written");
        let said = stdout(folder.path(), &["generate"]);
        let aside = if n == 0 { String::new() } else { format!(".{n}") };
        let aside = format!("output/{}.orig{aside}", LISTS[0]);
        let line = format!("output/{}: written; the old file is now {aside}\n", LISTS[0]);
        assert!(said.starts_with(&line), "{said}");
        assert_eq!(fs::read(folder.path().join(aside)).expect("set aside"), *text);
        assert_eq!(fs::read(&list).expect("right"), right);
    }
    stdout(folder.path(), &["generate"]);
    assert_eq!(names(&output).len(), FILES.len() + damaged.len());
    // If a folder has the name of an output file, the run fails.
    fs::remove_file(&list).expect("removed");
    fs::create_dir(&list).expect("made");
    let error = failure(folder.path(), &["generate"]);
    assert!(error.starts_with("error: cannot write output/san_strings.txt: "), "{error}");
}

/// If an output file is a symbolic link, the program renames the link and leaves its target alone. The target
/// may be a file or a folder, or may not exist.
#[cfg(unix)]
#[test]
fn a_link_is_set_aside() {
    for leads_to in ["mine", "folder", "nowhere"] {
        let folder = generated();
        let list = folder.path().join("output").join(LISTS[0]);
        fs::write(folder.path().join("mine"), "mine\n").expect("written");
        fs::create_dir(folder.path().join("folder")).expect("made");
        fs::remove_file(&list).expect("removed");
        let target = Path::new("..").join(leads_to);
        std::os::unix::fs::symlink(&target, &list).expect("a link");
        stdout(folder.path(), &["generate"]);
        let (_, others) = run(folder.path(), &["generate", "--check"], 0);
        assert!(others.starts_with("not checked: output/san_strings.txt.orig\n"), "{others}");
        assert!(list.symlink_metadata().expect("there").is_file());
        let aside = folder.path().join("output").join(format!("{}.orig", LISTS[0]));
        assert_eq!(fs::read_link(aside).expect("a link"), target);
        assert_eq!(fs::read(folder.path().join("mine")).expect("there"), b"mine\n");
        assert_eq!(names(&folder.path().join("folder")), [""; 0]);
    }
}

#[test]
fn a_missing_output_folder_is_made() {
    let folder = folder();
    stdout(folder.path(), &["generate", "--output-dir", "a/b"]);
    assert_eq!(names(&folder.path().join("a/b")), sorted_files());
}

#[test]
fn the_committed_files_are_up_to_date() {
    let (said, others) = run(repository(), &["generate", "--check"], 0);
    let up_to_date =
        "output: 3 lists and 3 tokenizer files are up to date; `verify` checks the games\n";
    assert_eq!(said, up_to_date);
    let games = "output/conformance, output/corpus.pgn, output/shortest_games.tsv\n";
    assert!(others.starts_with("not checked: ") && others.ends_with(games), "{others}");
}

#[test]
fn check_shows_a_changed_byte() {
    let folder = generated();
    let path = folder.path().join("output/san_strings.txt");
    let text = fs::read_to_string(&path).expect("written");
    fs::write(&path, text.replacen("\nNc3\n", "\nNc9\n", 1)).expect("writable");
    let line = text.lines().position(|line| line == "Nc3").expect("Nc3") + 1;
    let said = said(folder.path(), &["generate", "--check"], 1);
    let header = format!("@@ -{0},7 +{0},7 @@\n", line - 3);
    assert!(said.contains(&header), "{said}");
    assert!(said.contains("\n-Nc9\n+Nc3\n"), "{said}");
    // `--check` does not change the file.
    assert!(fs::read_to_string(&path).expect("there").contains("Nc9"));
}

#[test]
fn check_stays_readable_whatever_the_file_holds() {
    let folder = generated();
    let path = folder.path().join("output/san_strings.txt");
    let lines = fs::read_to_string(&path).expect("written").lines().count();
    fs::write(&path, b"\x1b[2J\xff").expect("writable");
    let (said, rest) = run(folder.path(), &["generate", "--check"], 1);
    assert!(said.contains("\n-\\x1b[2J\\xff\n\\ No newline at end of file\n"), "{said}");
    let shown = said.lines().filter(|line| line.starts_with('+')).count() - 1;
    let beyond = lines - shown;
    assert_eq!(rest, format!("output/san_strings.txt: {beyond} more lines differ\n"));
    assert!(said.lines().count() < 60);
}

/// A long diff is truncated. `patch` still accepts the diff, and corrects the lines that the diff shows.
#[test]
#[cfg(unix)]
fn patch_takes_the_diff() {
    let folder = generated();
    for (name, from, to, mends_all) in [
        (LISTS[0], "Q1xc3\n", "Z1xc3\n", true),
        (LISTS[0], "N", "Z", false),
        (LISTS[0], "a2\na3\n", "", true),
        ("tokenizer.json", "\"Nf3\": 218", "\"Nf3\": 5", true),
        ("tokenizer.json", "\"truncation\": null", "", true),
    ] {
        let path = folder.path().join("output").join(name);
        let right = fs::read_to_string(&path).expect("written");
        fs::write(&path, right.replace(from, to)).expect("damaged");
        let (diff, _) = run(folder.path(), &["generate", "--check"], 1);
        fs::write(folder.path().join("diff"), diff).expect("written");
        let run_of_patch = Process::new("patch")
            .current_dir(&folder)
            .args(["--quiet", "--fuzz=0", "-p0", "-i", "diff"])
            .output();
        let Ok(mending) = run_of_patch else {
            // `patch` is not installed.
            return;
        };
        let said = String::from_utf8_lossy(&mending.stdout).into_owned();
        assert!(mending.status.success() && said.is_empty(), "{said}");
        let mended = fs::read_to_string(&path).expect("there");
        assert_eq!(mended == right, mends_all);
        assert_ne!(mended, right.replace(from, to));
        fs::write(&path, right).expect("mended");
    }
}

#[test]
fn line_ends_of_another_system_are_named() {
    let folder = generated();
    for name in FILES {
        let path = folder.path().join("output").join(name);
        let text = fs::read_to_string(&path).expect("written");
        fs::write(&path, text.replace('\n', "\r\n")).expect("written");
    }
    let (_, rest) = run(folder.path(), &["generate", "--check"], 1);
    assert_eq!(rest.matches("lines end with CR LF").count(), FILES.len());
    let corpus = fs::read_to_string(repository().join("output/corpus.pgn")).expect("there");
    fs::write(folder.path().join("crlf.pgn"), corpus.replace('\n', "\r\n")).expect("written");
    let said = said(folder.path(), &["verify", "crlf.pgn"], 1);
    assert!(said.lines().nth(1).is_some_and(|line| line.contains("CR LF")), "{said}");
}

#[test]
fn check_names_a_missing_file_and_writes_nothing() {
    let folder = folder();
    assert_eq!(
        said(folder.path(), &["generate", "--check"], 1),
        FILES.map(|name| format!("output/{name}: missing\n")).concat()
    );
    assert!(names(folder.path()).is_empty());
}

#[test]
fn a_folder_in_the_way_is_named() {
    let folder = folder();
    fs::create_dir_all(folder.path().join("output/san_strings.txt")).expect("writable");
    assert_eq!(
        failure(folder.path(), &[]),
        "error: cannot write output/san_strings.txt: is a directory\n"
    );
}

#[test]
fn a_file_in_place_of_the_output_folder_is_named() {
    let folder = folder();
    fs::write(folder.path().join("output"), "mine").expect("writable");
    let said = failure(folder.path(), &[]);
    assert!(said.starts_with("error: cannot make the folder output: "), "{said}");
    let kept = fs::read_to_string(folder.path().join("output"));
    assert_eq!(kept.expect("there"), "mine");
}

/// If writing the second file fails halfway, the first file is complete, the second is unchanged, and the
/// folder contains no other files.
#[test]
#[cfg(unix)]
fn a_failed_write_leaves_the_old_file() {
    let folder = folder();
    let old = folder.path().join("output").join(LISTS[1]);
    fs::create_dir(folder.path().join("output")).expect("writable");
    fs::write(&old, "a2\na3\n").expect("writable");
    // Limits files to 128 blocks of 512 bytes.
    let run = Command::new("sh")
        .current_dir(folder.path())
        .args(["-c", "trap '' XFSZ; ulimit -f 128; exec \"$0\" >&2"])
        .arg(cargo_bin!("san-strings"))
        .assert()
        .code(1);
    let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    let cause = "error: cannot write output/san_strings_with_symbols.txt: File too large";
    assert!(said.contains(cause), "{said}");
    assert_eq!(fs::read_to_string(&old).expect("there"), "a2\na3\n");
    assert_eq!(names(&folder.path().join("output")), [LISTS[0], LISTS[1]]);
}

#[test]
fn list_prints_what_the_files_hold() {
    let folder = generated();
    for (name, args) in LISTS.iter().zip([
        &["list", "--list", "base"][..],
        &["list", "--list", "symbols"],
        &["list"],
    ]) {
        let text = fs::read_to_string(folder.path().join("output").join(name));
        assert_eq!(stdout(folder.path(), args), text.expect("written"));
    }
}

/// Compares the order and the counts that `list --by played` prints with `data/lichess_counts.tsv`.
#[test]
fn list_prints_the_rarest_last() {
    let counts = fs::read_to_string(repository().join("data/lichess_counts.tsv")).expect("a file");
    let mut counts: Vec<(&str, u64)> = counts
        .lines()
        .filter_map(|line| line.split_once(['\t', ',']))
        .filter_map(|(text, count)| Some((text, count.parse().ok()?)))
        .collect();
    counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    let said = stdout(repository(), &["list", "--by", "played"]);
    let rows: Vec<(&str, u64)> = said
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(text, count)| (text, count.parse().expect("a number")))
        .collect();
    assert_eq!(rows.len(), 28_938);
    let played = rows.partition_point(|&(_, count)| count > 0);
    assert_eq!(
        rows[..played].iter().map(|row| row.1).collect::<Vec<_>>(),
        counts.iter().map(|row| row.1).filter(|&count| count > 0).collect::<Vec<_>>()
    );
    assert_eq!(rows[0], counts[0]);
    // The count of a base string includes the counts of that string with `+` and with `#`.
    let said = stdout(repository(), &["list", "--list", "base", "--by", "played"]);
    let castling = counts.iter().filter(|(text, _)| matches!(*text, "O-O" | "O-O+" | "O-O#"));
    let sum: u64 = castling.map(|row| row.1).sum();
    assert!(said.starts_with(&format!("O-O\t{sum}\n")), "{}", &said[..80]);
    let (_, told) = run(repository(), &["list", "--by", "played", "--format", "json"], 2);
    assert!(told.contains("`--by played` needs a list of SAN"), "{told}");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = spawn(repository(), &["list", "--list", "symbols"]);
    let mut line = String::new();
    // We read one line and close the pipe. The rest of the list does not fit into the buffer of a
    // pipe, so the program goes on writing, and gets an error because the pipe is closed.
    BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(line, "a2\n");
    assert!(output.status.success());
    assert_eq!(output.stderr, b"");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_standard_output_is_named() {
    for args in PRINTING {
        let full = fs::File::create("/dev/full").expect("Linux has it");
        let output = Process::new(cargo_bin!("san-strings"))
            .args(args)
            .stdout(full)
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            said.starts_with("error: cannot write to standard output: No space left"),
            "{args:?}: {said}"
        );
    }
}

/// Commands that print a result.
#[cfg(target_os = "linux")]
const PRINTING: [&[&str]; 7] = [
    &["list"],
    &["stats"],
    &["explain", "Nf3"],
    &["--help"],
    &["--version"],
    &["man"],
    &["tree", "export", "--plies", "1"],
];

/// If the system refuses new threads, one thread does all the work.
#[test]
#[cfg(target_os = "linux")]
fn without_threads_it_works_all_the_same() {
    use std::os::unix::fs::PermissionsExt;
    if !is_here("bash") {
        return;
    }
    let folder = folder();
    let program = folder.path().join("san-strings");
    fs::copy(cargo_bin!("san-strings"), &program).expect("copied");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("set");
    // `ulimit -u` limits the number of processes, but not for root. So if we are root, we run the program as
    // the user `nobody`.
    let script = "limited='ulimit -u 1 && exec ./san-strings tree count --plies 2'
        if [ \"$(id -u)\" = 0 ]; then
            exec setpriv --reuid=65534 --clear-groups bash -c \"$limited\"
        fi
        exec bash -c \"$limited\"";
    let output = Process::new("bash")
        .current_dir(folder.path())
        .args(["-c", script])
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(said.contains("400"), "{said}");
}

/// Output on a terminal is coloured, unless the user or the terminal forbids it.
#[test]
#[cfg(target_os = "linux")]
fn colours_are_for_those_who_want_them() {
    if !is_here("script") {
        return;
    }
    let colours = |variable: &str| {
        let program = cargo_bin!("san-strings").display().to_string();
        let output = Process::new("script")
            .args(["-qec", &format!("env {variable} {program} explain Nf3"), "/dev/null"])
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR")
            .env("TERM", "xterm")
            .output()
            .expect("a terminal");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stdout).contains("\x1b[")
    };
    assert!(colours("TERM=xterm"));
    for unwanted in ["NO_COLOR=1", "CLICOLOR=0", "TERM=dumb"] {
        assert!(!colours(unwanted), "{unwanted}");
    }
    assert!(colours("NO_COLOR="));
}

#[test]
fn stats_add_up() {
    let folder = generated();
    let said = stdout(folder.path(), &["stats"]);
    let mut totals = Vec::new();
    for table in said.split("\n\n").filter(|table| table.contains("total\n")) {
        let rows: Vec<Vec<usize>> = table
            .lines()
            .skip(1)
            .map(|row| row.split_whitespace().filter_map(|cell| cell.parse().ok()).collect())
            .collect();
        let (total, rows) = rows.split_last().expect("rows");
        assert_eq!(rows.len(), 6);
        for column in 0..5 {
            let sum: usize = rows.iter().map(|row| row[column]).sum();
            assert_eq!(sum, total[column]);
        }
        assert!(rows.iter().all(|row| row[..4].iter().sum::<usize>() == row[4]));
        totals.push(total[4]);
    }
    let lines = LISTS.map(|name| {
        let text = fs::read_to_string(folder.path().join("output").join(name));
        text.expect("written").lines().count()
    });
    assert_eq!(totals, lines);
}

#[test]
fn misuse_exits_with_2() {
    let folder = folder();
    for args in
        [&["chess"][..], &["generate", "--output-dir"], &["--jobs", "0", "count"], &["list", "x"]]
    {
        san_strings(folder.path(), args).assert().code(2).stdout("");
    }
    assert!(names(folder.path()).is_empty());
    let nf3 = san_strings(folder.path(), &["Nf3+"]).assert().code(2);
    let said = String::from_utf8_lossy(&nf3.get_output().stderr).into_owned();
    assert!(said.contains("tip: to explain a string, run `san-strings explain Nf3+`"), "{said}");
}

/// Outside the repository, `verify` can check the table built into the program, and standard input.
#[test]
fn verify_needs_no_file() {
    let folder = folder();
    let said = stdout(folder.path(), &["verify"]);
    assert!(said.starts_with("shortest_games.tsv in the program: 28938 games, "), "{said}");
    assert!(said.contains("\nevery claim that was checked holds\n"), "{said}");
    assert!(said.contains("\nnot checked: the corpus, output/corpus.pgn in the repository"));
    let corpus = fs::read(repository().join("output/corpus.pgn")).expect("there");
    let mut verify = san_strings(folder.path(), &["verify", "-"]);
    let said = verify.write_stdin(corpus).assert().success();
    let said = String::from_utf8_lossy(&said.get_output().stdout).into_owned();
    assert!(said.starts_with("-: "), "{said}");
    assert!(said.contains("\nevery claim that was checked holds\n"), "{said}");
}

#[test]
fn verify_shows_the_first_failures() {
    let folder = folder();
    let path = folder.path().join("broken.pgn");
    let text = b"[Event \"Every SAN string\"]\n\n1. e4 e5 2. Ke3 *\n\xff\n";
    fs::write(&path, text).expect("writable");
    let said = said(folder.path(), &["verify", "broken.pgn"], 1);
    let first = "\ngame 1 (line 1), ply 3 (move 2.): Ke3 is not legal\n";
    assert!(said.contains(first), "{said}");
    assert!(said.contains("more failures\n"));
    assert!(said.lines().count() < 20);
}

/// PGN files other than our corpus may contain variations, comments and annotation symbols, which `verify`
/// refuses.
#[test]
fn verify_refuses_other_games() {
    let folder = folder();
    // A byte order mark is not part of the export format, so a corpus does not begin with one.
    for text in [
        "",
        "\u{feff}[Event \"Every SAN string\"]\n\n1. e4 *\n",
        "1. e4 (1. d4 d5) e5 *\n",
        "[Event \"Every SAN strings\"]\n\n1. e4 *\n",
    ] {
        fs::write(folder.path().join("games.pgn"), text).expect("writable");
        assert_eq!(
            failure(folder.path(), &["verify", "games.pgn"]),
            "error: games.pgn is neither a table of shortest games nor a corpus, which begins with [Event \
             \"Every SAN string\"]: `count --replay` and `lint` check other games\n"
        );
    }
}

#[test]
fn a_file_of_games_must_be_there() {
    let folder = folder();
    assert_eq!(
        failure(folder.path(), &["verify", "mine.pgn"]),
        "error: there is no file mine.pgn\n"
    );
    // If `output` contains only the corpus, `verify` checks the corpus alone.
    fs::create_dir(folder.path().join("output")).expect("a folder");
    let corpus = repository().join("output/corpus.pgn");
    fs::copy(corpus, folder.path().join("output/corpus.pgn")).expect("a copy");
    let said = stdout(folder.path(), &["verify"]);
    assert!(said.contains("every claim that was checked holds\n"), "{said}");
    let missing = "not checked: output/shortest_games.tsv, which is missing\n";
    assert!(said.ends_with(missing), "{said}");
}

#[test]
fn quiet_leaves_the_exit_code_and_what_was_asked_for() {
    let folder = folder();
    for (args, code) in [
        (&["-q"][..], 0),
        (&["generate", "--quiet", "--check"], 0),
        (&["-q", "explain", "Nf3"], 0),
        (&["-q", "explain", "Qb6xe3#", "Kd1+"], 0),
        (&["-q", "explain", "Qa1xh8#"], 1),
        (&["-q", "explain", "Nf9"], 2),
        (&["-q", "tree", "grow", "tree", "--plies", "1"], 0),
    ] {
        assert_eq!(said(folder.path(), args, code), "", "{args:?}");
    }
    assert_eq!(stdout(folder.path(), &["-q", "list"]).lines().count(), 28_938);
    assert!(!stdout(folder.path(), &["-q", "stats"]).is_empty());
    let table = stdout(folder.path(), &["-q", "tree", "export", "--plies", "1"]);
    assert_eq!(table.lines().count(), 22);
}

#[test]
fn completions_and_man_pages_know_every_command() {
    let folder = folder();
    let commands = ["generate", "list", "stats", "explain", "verify", "tree", "completions", "man"];
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(folder.path(), &["completions", shell]);
        for command in commands {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
    let page = stdout(folder.path(), &["man"]);
    assert!(page.contains(".SH NAME") && page.contains(".SH \"EXIT STATUS\""));
    for command in commands {
        assert!(page.contains(&format!("san\\-strings\\-{command}")), "{command}");
        let page = stdout(folder.path(), &["man", command]);
        assert!(page.contains(".SH NAME") && page.contains(command), "{command}");
        let version = format!("\"san-strings {}\"", env!("CARGO_PKG_VERSION"));
        assert!(page.contains(&version), "{command}: {page}");
        assert!(page.contains(".SH \"EXIT STATUS\"\n.nf\n"), "{command}");
    }
    // The help and the manual page of these commands have examples.
    for command in ["generate", "list", "explain", "verify", "tree grow"] {
        let words: Vec<&str> = command.split(' ').collect();
        let page = stdout(folder.path(), &[&["man"], &words[..]].concat());
        assert!(page.contains(".SH EXAMPLES\n.nf\n"), "{command}");
        let help = stdout(folder.path(), &[&words[..], &["--help"]].concat());
        assert!(help.contains("Example"), "{command}");
    }
    // Each example has a line of its own.
    let page = stdout(folder.path(), &["man", "list"]);
    assert!(page.contains("\nsan\\-strings list | wc \\-l\n"), "{page}");
    assert!(page.contains(" list\\fR [OPTIONS]\n"), "{page}");
    let (nothing, said) = run(folder.path(), &["man", "chess"], 2);
    assert_eq!(nothing, "");
    assert!(said.starts_with("error: unknown command \"chess\""), "{said}");
    let version = concat!("san-strings ", env!("CARGO_PKG_VERSION"));
    assert_eq!(stdout(folder.path(), &["-V"]), format!("{version}\n"));
    let (os, arch) = (env::consts::OS, env::consts::ARCH);
    let long = stdout(folder.path(), &["--version"]);
    assert_eq!(long, format!("{version} ({os}, {arch})\n"));
}

/// A rewritten file keeps its permissions.
#[test]
#[cfg(unix)]
fn a_file_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = generated();
    let path = folder.path().join("output").join(LISTS[0]);
    fs::write(&path, "a2\n").expect("cut");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("set");
    stdout(folder.path(), &["generate"]);
    let mode = fs::metadata(&path).expect("there").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

/// If the arguments are wrong, the command prints its own usage.
#[test]
fn misuse_prints_the_usage_of_the_command() {
    for (args, usage) in [
        (&["explain", "--svg", "board.svg", "e4", "e5"][..], "san-strings explain [OPTIONS] <SAN>"),
        (&["list", "--most", "3", "--special", "[PAD]"], "san-strings list [OPTIONS]"),
        (&["tree", "check", "x.tree", "--plies", "1"], "san-strings tree check [OPTIONS] <PATH>"),
        (&["explain"], "san-strings explain <SAN>"),
        (&["nothing"], "san-strings [OPTIONS] [COMMAND]"),
    ] {
        let (stdout, stderr) = run(folder().path(), args, 2);
        assert_eq!(stdout, "", "{args:?}");
        assert!(stderr.contains(&format!("\nUsage: {usage}")), "{stderr}");
    }
}

/// The help of every command has examples that begin with the name of the program.
#[test]
fn every_help_has_examples() {
    fn check(words: &[&str]) {
        let said = stdout(repository(), &[words, &["--help"]].concat());
        let (above, examples) = said.split_once("\nExample").expect("examples");
        let name = format!(" san-strings {}", words.join(" "));
        assert!(examples.contains(name.trim_end()), "{words:?}: {examples}");
        let Some((_, commands)) = above.split_once("\nCommands:\n") else {
            return;
        };
        let commands = commands.lines().take_while(|line| !line.is_empty());
        let names = commands.filter(|line| !line.starts_with("    "));
        for name in names.filter_map(|line| line.split_whitespace().next()) {
            if name != "help" {
                check(&[words, &[name]].concat());
            }
        }
    }
    check(&[]);
}

/// With a log, a bug report can show what the program did. The log does not change the results.
#[test]
fn the_log_says_what_the_program_does() {
    let folder = folder();
    let list = |level: &str| {
        let mut generate = san_strings(folder.path(), &["generate"]);
        let assert = generate.env("SAN_STRINGS_LOG", level).assert().code(0);
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
        (text(&assert.get_output().stdout), text(&assert.get_output().stderr))
    };
    let (_, log) = list("debug");
    assert!(log.contains("INFO, san_strings::cli] san-strings 2."), "{log}");
    assert!(
        log.contains("DEBUG, san_strings_files::target] output/san_strings.txt: written"),
        "{log}"
    );
    let (out, log) = list("info");
    assert_eq!(log.lines().count(), 1, "{log}");
    assert_eq!(list("off"), (out.clone(), String::new()));
    let (same, log) = list("loud");
    let expected = "SAN_STRINGS_LOG: expected error, warn, info, debug or trace, not \"loud\"\n";
    assert_eq!((same, log), (out, expected.to_owned()));
}
