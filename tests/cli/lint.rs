//! Tests the formats and exit codes of `lint`, and the files that it writes.

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command as Process, Stdio},
};

use assert_cmd::cargo::cargo_bin;
use san_strings::Linter;
use serde_json::Value;

use crate::common::{folder, is_here, names, repository, run, said};

/// Two games: the first has a misspelled move and an illegal move, the second ends in mate but has the wrong result.
const GAMES: &str = "1. e2e4 {é} e5 2. Nf3 d6 3. Ke3 *\n\n1. f3 e5 2. g4 Qh4# 1-0\n";

fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    fs::write(folder.join(name), bytes).expect("written");
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("text")
}

#[test]
fn findings_are_lines_as_those_of_compilers() {
    let folder = folder();
    write(folder.path(), "a.pgn", GAMES);
    let (out, error) = run(folder.path(), &["lint", "a.pgn"], 1);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3, "{out}");
    assert!(lines[0].starts_with("a.pgn:1:4: long-algebraic-without-dash: e2e4: it has "), "{out}");
    assert!(lines[0].ends_with(", and should be e4"), "{out}");
    assert!(lines[1].starts_with("a.pgn:1:29: illegal-move: Ke3: "), "{out}");
    assert_eq!(lines[2], "a.pgn:3:21: result-position: 1-0: Black has mated: it should be 0-1");
    assert_eq!(
        error,
        "2 games, 3 findings: 1 illegal-move, 1 long-algebraic-without-dash, 1 result-position\n"
    );
    assert_eq!(said(folder.path(), &["-q", "lint", "a.pgn"], 1), out);
    write(folder.path(), "b.pgn", "1. e4 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n");
    let (out, error) = run(folder.path(), &["lint", "b.pgn"], 0);
    assert_eq!(
        (&*out, &*error),
        ("", "2 games, nothing found\nnot checked: 1 game of chess variants\n")
    );
    assert_eq!(said(folder.path(), &["-q", "lint", "b.pgn"], 0), "");
    // A game with German piece letters that ends with an illegal move.
    write(folder.path(), "c.pgn", "1. e4 e5 2. Sf3 Sc6 3. Tb8 *\n\n1. e2e4 *\n");
    let (_, error) = run(folder.path(), &["lint", "--fix", "c.pgn"], 1);
    assert!(
        error.contains("\nfixed only in part, or not at all: 1 game (the faults that are left "),
        "{error}"
    );
}

#[test]
fn what_is_not_understood_is_never_clean() {
    let folder = folder();
    for (name, bytes, what) in [
        ("empty.pgn", &b""[..], "empty.pgn:1:1: no-game: "),
        ("words.pgn", b"hello world", "words.pgn:1:1: no-move: "),
        ("a.json", b"{\"a\": 1}", "error: a.json: it is JSON"),
        ("half.zst", b"\x28\xb5\x2f\xfd", "error: half.zst: "),
        ("cut.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\x03K", "error: cut.gz: "),
        ("table.csv", b"string,count\ne4,1\n", "table.csv:1:1: "),
    ] {
        write(folder.path(), name, bytes);
        let (out, error) = run(folder.path(), &["lint", name], 1);
        assert!(format!("{out}{error}").contains(what), "{name}: {out}{error}");
        assert!(!error.contains("nothing found"), "{error}");
        let (out, error) = run(folder.path(), &["lint", "--fix", name], 1);
        assert!(format!("{out}{error}").contains(what), "{name}: {out}{error}");
    }
    // If `lint` cannot read a file, it still checks the other files.
    write(folder.path(), "a.pgn", GAMES);
    let (out, _) = run(folder.path(), &["lint", "a.json", "a.pgn"], 1);
    assert_eq!(out.lines().count(), 3);
}

#[test]
fn programs_read_json_and_sarif() {
    let folder = folder();
    write(folder.path(), "a %b.pgn", GAMES);
    let (out, _) = run(folder.path(), &["lint", "--format", "json", "a %b.pgn"], 1);
    let rows: Vec<Value> =
        out.lines().map(|row| serde_json::from_str(row).expect("JSON")).collect();
    assert_eq!(rows.len(), 3);
    let is = |row: usize, key: &str, value: Value| assert_eq!(rows[row][key], value, "{key}");
    is(0, "file", "a %b.pgn".into());
    is(1, "line", 1.into());
    is(1, "column", 29.into());
    is(2, "game", 2.into());
    is(1, "ply", 5.into());
    is(2, "ply", Value::Null);
    is(0, "kind", "long-algebraic-without-dash".into());
    is(0, "level", "note".into());
    is(1, "level", "error".into());
    is(2, "level", "warning".into());
    is(0, "text", "e2e4".into());
    is(0, "fix", "e4".into());
    is(1, "fix", Value::Null);
    is(2, "fix", "0-1".into());
    is(2, "message", "1-0: Black has mated: it should be 0-1".into());

    let (out, _) = run(folder.path(), &["lint", "--format", "sarif", "a %b.pgn"], 1);
    let document: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(document["version"], "2.1.0");
    let sarif = &document["runs"][0];
    assert_eq!(sarif["columnKind"], "unicodeCodePoints");
    let results = sarif["results"].as_array().expect("results");
    let rules = sarif["tool"]["driver"]["rules"].as_array().expect("rules");
    let ids: Vec<&Value> = rules.iter().map(|rule| &rule["id"]).collect();
    assert_eq!(results.len(), 3);
    let levels: Vec<&Value> = results.iter().map(|result| &result["level"]).collect();
    assert_eq!(levels, ["note", "error", "warning"]);
    assert!(
        rules.iter().all(|rule| rule["helpUri"].as_str().is_some_and(|it| it.contains("/docs/")))
    );
    for result in results {
        assert!(ids.contains(&&result["ruleId"]), "{result}");
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "a%20%25b.pgn");
    }
    let region = &results[0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startColumn"], &region["endColumn"]), (&4.into(), &8.into()));
    let replacement = &results[0]["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(replacement["insertedContent"]["text"], "e4");

    // Without findings, the output is still a SARIF document.
    write(folder.path(), "b.pgn", "1. e4 *\n");
    let (out, _) = run(folder.path(), &["lint", "--format", "sarif", "b.pgn"], 0);
    let document: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(document["runs"][0]["results"], Value::Array(Vec::new()));
}

#[test]
fn workflows_get_their_escapes() {
    let folder = folder();
    write(folder.path(), "a,%b.pgn", "1. e4 50% *\n");
    let (out, _) = run(folder.path(), &["lint", "--format", "github", "a,%b.pgn"], 1);
    assert_eq!(
        out,
        "::error file=a%2C%25b.pgn,line=1,col=9,title=not-pgn::'%25' is not allowed in PGN\n"
    );
}

#[test]
fn fix_writes_where_it_is_told() {
    let fixed = GAMES.replace("e2e4", "e4").replace("1-0", "0-1");
    let folder = folder();
    write(folder.path(), "a.pgn", GAMES);
    // Lines and columns of the remaining findings refer to the corrected file.
    let (out, error) = run(folder.path(), &["lint", "--fix", "a.pgn"], 1);
    assert_eq!(out, fixed);
    assert!(error.starts_with("a.pgn:1:27: illegal-move: Ke3: "), "{error}");
    assert!(error.ends_with("\n2 games, 2 mended, 1 finding left: 1 illegal-move\n"), "{error}");

    let args = ["-q", "lint", "--fix", "a.pgn", "--output", "b.pgn"];
    let left = said(folder.path(), &args, 1);
    assert!(left.starts_with("a.pgn:1:27: illegal-move: "), "{left}");
    assert_eq!(read(folder.path(), "b.pgn"), fixed);
    let (_, error) = run(folder.path(), &args, 1);
    assert!(error.contains("the file already exists: `--force` renames it"), "{error}");
    let (_, error) = run(folder.path(), &[&args[..], &["--force"]].concat(), 1);
    assert!(error.contains("is now b.pgn.orig"), "{error}");
    assert_eq!(read(folder.path(), "a.pgn"), GAMES);

    write(folder.path(), "c.pgn", "1. e2e4 *\r\n");
    let args = ["-q", "lint", "--fix", "--in-place", "a.pgn", "c.pgn"];
    assert_eq!(said(folder.path(), &args, 1), left);
    assert_eq!(read(folder.path(), "a.pgn"), fixed);
    assert_eq!(read(folder.path(), "c.pgn"), "1. e4 *\r\n");
    let written = |name| fs::metadata(folder.path().join(name)).expect("there").modified().ok();
    let before = written("c.pgn");
    assert_eq!(said(folder.path(), &["-q", "lint", "--fix", "--in-place", "c.pgn"], 0), "");
    assert_eq!(written("c.pgn"), before);
    assert_eq!(names(folder.path()), ["a.pgn", "b.pgn", "b.pgn.orig", "c.pgn"]);
}

#[test]
#[cfg(unix)]
fn a_link_leads_to_the_file_that_is_mended() {
    let folder = folder();
    write(folder.path(), "a.pgn", "1. e2e4 *\n");
    std::os::unix::fs::symlink("a.pgn", folder.path().join("b.pgn")).expect("a link");
    said(folder.path(), &["-q", "lint", "--fix", "--in-place", "b.pgn"], 0);
    assert_eq!(read(folder.path(), "a.pgn"), "1. e4 *\n");
    assert!(folder.path().join("b.pgn").is_symlink());
}

/// `--fix` does not replace hard links or read-only files. It reports an error only if such a file needs a
/// fix.
#[test]
#[cfg(unix)]
fn hard_links_and_read_only_files_stay() {
    use std::os::unix::fs::PermissionsExt;

    let folder = folder();
    let args = ["-q", "lint", "--fix", "--in-place", "a.pgn"];
    write(folder.path(), "a.pgn", "1. e2e4 *\n");
    fs::hard_link(folder.path().join("a.pgn"), folder.path().join("b.pgn")).expect("a second name");
    let (_, error) = run(folder.path(), &args, 1);
    let why = "it has 2 hard links: if it were replaced, its other names would keep the old text: write the result";
    assert!(error.contains(why), "{error}");
    fs::remove_file(folder.path().join("b.pgn")).expect("removed");
    let set = |mode| {
        let permissions = PermissionsExt::from_mode(mode);
        fs::set_permissions(folder.path().join("a.pgn"), permissions).expect("set");
    };
    set(0o444);
    let (_, error) = run(folder.path(), &args, 1);
    assert!(error.contains("it is read-only: make it writable"), "{error}");
    assert_eq!(read(folder.path(), "a.pgn"), "1. e2e4 *\n");
    set(0o644);
    write(folder.path(), "a.pgn", "1. e4 *\n");
    set(0o444);
    said(folder.path(), &args, 0);
    assert_eq!(names(folder.path()), ["a.pgn"]);
}

#[test]
fn a_file_that_is_not_read_to_its_end_stays() {
    let folder = folder();
    write(folder.path(), "a.json", "{\"a\": 1}");
    let (_, error) = run(folder.path(), &["lint", "--fix", "--in-place", "a.json"], 1);
    assert!(error.starts_with("error: a.json: it is JSON"), "{error}");
    assert_eq!(read(folder.path(), "a.json"), "{\"a\": 1}");
    run(folder.path(), &["lint", "--fix", "a.json", "--output", "b.pgn"], 1);
    assert_eq!(names(folder.path()), ["a.json"]);
}

#[test]
fn misuse_is_said() {
    let folder = folder();
    write(folder.path(), "a.pgn", GAMES);
    write(folder.path(), "b.pgn", GAMES);
    write(folder.path(), "a.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\x03");
    write(folder.path(), "a.zip", b"PK\x03\x04");
    for args in [
        &["--in-place", "a.pgn"][..],
        &["--output", "c.pgn", "a.pgn"],
        &["--fix", "--in-place"],
        &["--fix", "--in-place", "a.pgn", "-"],
        &["--fix", "--in-place", "a.gz"],
        &["--fix", "--in-place", "a.zip"],
        &["--fix", "a.zip"],
        &["--fix", "a.pgn", "b.pgn"],
        &["--fix", "--output", "c.pgn", "a.pgn", "b.pgn"],
        &["--fix", "--in-place", "--output", "c.pgn", "a.pgn"],
        &["--format", "xml", "a.pgn"],
    ] {
        let (out, _) = run(folder.path(), &[&["lint"], args].concat(), 2);
        assert_eq!(out, "", "{args:?}");
    }
    assert_eq!(names(folder.path()), ["a.gz", "a.pgn", "a.zip", "b.pgn"]);
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_ends_it_quietly() {
    for args in ["lint", "lint --fix"] {
        let command = format!(
            "exec 2>&1; ({} {args} | head -c 1 >/dev/null) 2>&1",
            cargo_bin!("san-strings").display()
        );
        let mut child = Process::new("sh")
            .args(["-c", &command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let mut stdin = child.stdin.take().expect("piped");
        // The program may end before it has read the whole input.
        let _ = stdin.write_all("1. e4 Ke4 *\n\n".repeat(5_000).as_bytes());
        drop(stdin);
        let output = child.wait_with_output().expect("an end");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(!text.contains("error") && !text.contains("panic"), "{args}: {text:.300}");
    }
}

/// docs/lint.md names each kind of finding, except for the kinds of misspelled moves, which are in docs/read.md.
#[test]
fn the_page_names_every_kind() {
    let pages = ["docs/lint.md", "docs/read.md"].map(|page| read(repository(), page)).concat();
    for kind in Linter::kinds().chain(["no-game", "cut-off"]) {
        assert!(pages.contains(&format!("`{kind}`")), "no page names {kind}");
    }
}

/// The script of `action.yml` passes options unchanged, and never mistakes a file name for an option.
#[test]
#[cfg(unix)]
fn the_action_takes_no_pattern_among_its_options() {
    if !is_here("git") || !is_here("bash") {
        return;
    }
    let action = fs::read_to_string(repository().join("action.yml")).expect("the action");
    let (_, script) = action.rsplit_once("run: |\n").expect("its script");
    let folder = folder();
    let bin = folder.path().join("san-strings/bin");
    fs::create_dir_all(&bin).expect("a folder");
    std::os::unix::fs::symlink(cargo_bin!("san-strings"), bin.join("san-strings")).expect("a link");
    let games = folder.path().join("games");
    fs::create_dir(&games).expect("a folder");
    write(&games, "a.pgn", "1. e2e4 *\n");
    write(&games, "--fix", "");
    let git = Process::new("git").args(["init", "-q"]).current_dir(&games).status();
    assert!(git.expect("git").success());
    let git = Process::new("git").args(["add", "."]).current_dir(&games).status();
    assert!(git.expect("git").success());
    let lint = |files, args| {
        let output = Process::new("bash")
            .args(["-e", "-c", script])
            .current_dir(&games)
            .env("RUNNER_TEMP", folder.path())
            .envs([("FILES", files), ("FORMAT", "text"), ("ARGS", args)])
            .output()
            .expect("bash");
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(said).expect("text"))
    };
    let (code, said) = lint("*.pgn\n", "--ignore *");
    assert!(code == Some(2) && said.contains("'*'"), "{said}");
    let (code, said) = lint("*.pgn\n", "--strict");
    assert!(code == Some(1) && said.starts_with("a.pgn:1:"), "{said}");
    let (code, said) = lint("", "");
    assert!(code == Some(1) && said.contains("`files` has no pattern"), "{said}");
}

/// The actions download the archive of a release, verify its checksum, and run the program. The test runs the
/// scripts of the actions' steps the way GitHub Actions does.
#[test]
#[cfg(unix)]
fn the_actions_run_the_program_of_a_release() {
    if !["git", "bash", "curl", "tar"].into_iter().all(is_here) {
        return;
    }
    let (folder, version) = (folder(), env!("CARGO_PKG_VERSION"));
    let at = |path: &str| folder.path().join(path);
    let name = format!("san-strings-{version}-x86_64-linux-musl");
    let release = at(&format!("releases/v{version}"));
    fs::create_dir_all(release.join(&name)).expect("a folder");
    fs::copy(cargo_bin!("san-strings"), release.join(&name).join("san-strings")).expect("copied");
    let sh = |script: &str, folder: &Path, envs: &[(&str, &str)]| {
        let mut bash = Process::new("bash");
        bash.args(["-e", "-c", script]).current_dir(folder);
        bash.env("SAN_STRINGS_RELEASES", format!("file://{}", at("releases").display()));
        bash.env("SOURCE", repository()).env("RUNNER_TEMP", folder.parent().expect("a folder"));
        let output = bash.envs(envs.iter().copied()).output().expect("bash");
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&said).into_owned())
    };
    let pack = format!("tar czf {name}.tar.gz {name}; sha256sum {name}.tar.gz > SHA256SUMS");
    assert_eq!(sh(&pack, &release, &[]).0, Some(0));
    let steps = |action: &str| {
        let text = fs::read_to_string(repository().join(action)).expect("the action");
        let (_, step) = text.split_once("run: '").expect("the first step");
        let install = step.split_once("'\n").expect("its end").0.replace("/../", "/");
        let run = text.rsplit_once("run: |\n").expect("the last step").1.to_owned();
        (install, run)
    };
    let games = at("games");
    fs::create_dir(&games).expect("a folder");
    write(&games, "a.pgn", "1. e2e4 *\n");
    assert_eq!(sh("git init -q; git add .", &games, &[]).0, Some(0));
    let (install, run) = steps("action.yml");
    assert_eq!(sh(&install, &games, &[]), (Some(0), String::new()));
    let inputs = [("FILES", "*.pgn\n"), ("FORMAT", "github"), ("ARGS", "")];
    let (code, said) = sh(&run, &games, &inputs);
    assert!(code == Some(1) && said.starts_with("::notice file=a.pgn,line=1,col=4,"), "{said}");

    let (install, run) = steps("check/action.yml");
    assert_eq!(sh(&install, &games, &[]).0, Some(0));
    let lists = repository().join("output").display().to_string();
    let (code, said) = sh(&run, &games, &[("FOLDER", &lists), ("FILES", "")]);
    assert!(code == Some(0) && said.contains("are up to date"), "{said}");
    write(&games, "san_strings.txt", "a2\n");
    let (code, _) = sh(&run, &games, &[("FOLDER", "."), ("FILES", "san_strings.txt")]);
    assert_eq!(code, Some(1));

    // An archive with the wrong checksum is refused.
    write(&release, &format!("{name}.tar.gz"), "another");
    let (code, said) = sh(&install, &games, &[]);
    assert!(code == Some(1) && said.contains("FAILED"), "{said}");
}

/// Applying the output of `--diff` to a file has the same result as `--fix`. We test changes at the beginning
/// and the end, close together and far apart, and with several kinds of line endings.
#[test]
fn patch_takes_what_would_be_fixed() {
    let folder = folder();
    let mut rng = fastrand::Rng::with_seed(9);
    for round in 0..30 {
        let end = if round % 3 == 0 { "\r\n" } else { "\n" };
        let game = |_| {
            let first = rng.choice(["1. e4", "1. e4", "1. e4", "1. e2e4"]).expect("a move");
            let rest = rng.choice(["e5 *", "e5 *", "e7e5 *"]).expect("a move");
            format!("[Event \"x\"]{end}{end}{first}{end}{rest}{end}{end}")
        };
        let games: String = (0..12).map(game).collect();
        let text = if round % 2 == 0 { games.trim_end() } else { &games };
        write(folder.path(), "a.pgn", text);
        let (fixed, _) = run(folder.path(), &["-q", "lint", "--fix", "a.pgn"], 0);
        let (diff, _) =
            run(folder.path(), &["-q", "lint", "--diff", "a.pgn"], i32::from(fixed != text));
        assert_eq!(said(folder.path(), &["-q", "lint", "--fix", "a.pgn"], 0), fixed);
        write(folder.path(), "diff", &diff);
        if diff.is_empty() {
            continue;
        }
        let patched = Process::new("patch")
            .current_dir(&folder)
            .args(["--quiet", "--binary", "--fuzz=0", "-p0", "-i", "diff"])
            .output();
        let Ok(patched) = patched else { return };
        assert!(patched.status.success(), "{patched:?} {diff}");
        assert_eq!(fs::read_to_string(folder.path().join("a.pgn")).expect("there"), fixed);
    }
    for args in [["lint", "--diff", "-"], ["lint", "--diff", "--fix"]] {
        run(folder.path(), &args, 2);
    }
}
