//! Tests what `judge.py` says about whole sets of answers. Its verdicts on single answers are in
//! `verdicts.tsv`, and `tests/oracles/verdicts.py` tests them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::LazyLock,
};

use serde_json::Value;
use shakmaty::{CastlingMode, Chess, fen::Fen, san::SanPlus};

use crate::{
    common::folder,
    conformance::TABLES,
    rows::{self, suite},
};

/// A small suite that `judge.py` can judge quickly. From the larger tables, such as `canonical.tsv`, we take
/// only the rows that `core.tsv` lists. We add a row in which a rook goes from e1 to g1, which is not
/// castling. All chosen rows are renumbered.
static CHOICE: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("conformance");
    fs::create_dir_all(&folder).expect("made");
    let rook = |row: &Vec<String>| row[3] == "e1g1" && row[4].starts_with('R');
    let rook = rows::rows("canonical.tsv").into_iter().find(rook).expect("a row");
    let chosen = rows::rows("core.tsv").into_iter().chain([rook]);
    let chosen: BTreeSet<String> = chosen.map(|mut row| row.swap_remove(0)).collect();
    let mut ids: BTreeMap<String, String> = BTreeMap::new();
    for old in chosen {
        let letter = &old[..1];
        let before = ids.keys().filter(|id| id.starts_with(letter)).count();
        let new = format!("{letter}{:05}", before + 1);
        ids.insert(old, new);
    }
    for name in TABLES {
        let text = fs::read_to_string(suite().join(name)).expect("a table");
        let chosen = ["canonical.tsv", "refuse.tsv", "lenient.tsv", "play.tsv", "core.tsv"];
        let is_whole = !chosen.contains(&name);
        let mut lines = text.lines();
        let mut table = format!("{}\n", lines.next().expect("a header"));
        for line in lines {
            let (id, row) = line.split_once('\t').expect("an id");
            if is_whole {
                writeln!(table, "{line}").expect("a string");
            } else if let Some(id) = ids.get(id) {
                writeln!(table, "{id}\t{row}").expect("a string");
            }
        }
        fs::write(folder.join(name), table).expect("written");
    }
    folder
});

/// The rows of a table of the small suite.
fn rows(name: &str) -> Vec<Vec<String>> {
    rows::rows_of(&CHOICE.join(name))
}

fn right_answers() -> Vec<(String, String)> {
    let mut answers = Vec::new();
    for row in rows("canonical.tsv") {
        answers.push((row[0].clone(), format!("{} {}", row[3], row[4])));
    }
    for row in rows("refuse.tsv") {
        answers.push((row[0].clone(), "-".to_owned()));
    }
    for row in rows("lenient.tsv") {
        answers.push((row[0].clone(), row[4].clone()));
    }
    for (n, row) in rows("legal.tsv").iter().enumerate() {
        answers.push((format!("p{:05}", n + 1), row[1].clone()));
    }
    for row in rows("play.tsv") {
        let after = row[4].split('|').next().expect("a position");
        answers.push((row[0].clone(), after.to_owned()));
    }
    for row in rows("movetext.tsv") {
        answers.push((row[0].clone(), row[4].clone()));
    }
    answers
}

/// Formats a number as `judge.py` prints it: `1,234`.
fn human(count: usize) -> String {
    match (count / 1000, count % 1000) {
        (0, rest) => rest.to_string(),
        (thousands, rest) => format!("{thousands},{rest:03}"),
    }
}

fn count(table: &str, kind: &str) -> usize {
    rows(table).iter().filter(|row| row[1] == kind).count()
}

/// Runs `judge.py`, checks its exit code, and returns what it prints.
fn judge_py(folder: &Path, arguments: &[&str], code: i32) -> (String, String) {
    let mut python = Command::new("python3");
    python.arg(suite().join("judge.py")).args(arguments).current_dir(folder);
    let output = python.output().expect("judge.py needs Python");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?} {error}");
    (out, error)
}

fn judge_in(text: &str, more: &[&str], code: i32) -> (String, String) {
    let folder = folder();
    fs::write(folder.path().join("answers.tsv"), text).expect("written");
    let suite = CHOICE.to_str().expect("text");
    judge_py(folder.path(), &[&["answers.tsv", "--suite", suite], more].concat(), code)
}

fn lines(answers: &[(String, String)]) -> String {
    let mut text = String::new();
    for (id, answer) in answers {
        writeln!(text, "{id}\t{answer}").expect("a string");
    }
    text
}

fn judge(answers: &[(String, String)], more: &[&str], code: i32) -> (String, String) {
    judge_in(&lines(answers), more, code)
}

/// The right answers, some of them replaced by the answers in `changes`.
fn with(changes: &[(&str, &str)]) -> Vec<(String, String)> {
    let mut answers = right_answers();
    for (id, answer) in changes {
        let mut of_row = answers.iter_mut();
        let of_row = of_row.find(|(other, _)| other == id).expect("a row");
        (*answer).clone_into(&mut of_row.1);
    }
    answers
}

fn first(table: &str, kind: &str) -> Vec<String> {
    let mut rows = rows(table).into_iter();
    rows.find(|row| row[1] == kind).expect("a row")
}

#[test]
fn right_answers_are_right() {
    let (out, error) = judge(&right_answers(), &[], 0);
    assert_eq!(error, "");
    let all = human(right_answers().len());
    let accepted = format!("{} accepted", rows("lenient.tsv").len());
    assert_eq!(out, format!("answers.tsv: {all} of {all} right; {accepted}\n"));
}

#[test]
fn castling_and_lists_may_be_answered_in_two_ways() {
    let castling = first("canonical.tsv", "castling-king-side");
    let to_rook = format!("{} {}", castling[3].replace('g', "h"), castling[4]);
    let list = &rows("legal.tsv")[0][1];
    let backwards: Vec<&str> = list.split(' ').rev().collect();
    let answers = [(&castling[0][..], &to_rook[..]), ("p00001", &backwards.join(" "))];
    judge(&with(&answers), &[], 0);
    // A rook's move from e1 to g1 is not castling, so the answer `e1h1` is wrong.
    let mut rooks = rows("canonical.tsv").into_iter();
    let rook = rooks.find(|row| row[3] == "e1g1" && row[4].starts_with('R')).expect("a row");
    let wrong = format!("e1h1 {}", rook[4]);
    let (out, _) = judge(&with(&[(&rook[0], &wrong)]), &[], 1);
    assert!(out.contains(" right; 1 misread, "), "{out}");
    // If the game is over, there are no legal moves, and `-` is a correct answer.
    let over = rows("legal.tsv");
    let over = over.iter().position(|row| row[1].is_empty()).expect("a row");
    judge(&with(&[(&format!("p{:05}", over + 1), "-")]), &[], 0);
}

/// The answer `?` never counts as right. So a library that offers only some tasks fails, unless `--only`
/// limits the test to these tasks.
#[test]
fn what_is_not_offered_is_not_right() {
    let unable = |(id, _): (String, String)| (id, "?".to_owned());
    let unable: Vec<_> = right_answers().into_iter().map(unable).collect();
    let (out, _) = judge(&unable, &[], 1);
    let all = rows("canonical.tsv").len();
    let tasks = "(read, legal, play, movetext)";
    assert!(out.contains(&format!("not offered {tasks}, {all} not answered\n")), "{out}");
    // An answer to a row of `canonical.tsv` has two words: the move in UCI (read), and its SAN (write). A
    // library that can only read leaves out the SAN, or answers `?` instead. A library that can only write
    // answers `?` instead of the move in UCI. We simulate all three.
    for (word, other, only) in [(0, "", "write"), (0, " ?", "write"), (1, "? ", "read")] {
        let one = |(id, answer): (String, String)| {
            let Some(part) = answer.split(' ').nth(word).filter(|_| id.starts_with('c')) else {
                return (id, answer);
            };
            let answer =
                if word == 0 { format!("{part}{other}") } else { format!("{other}{part}") };
            (id, answer)
        };
        let answers: Vec<_> = right_answers().into_iter().map(one).collect();
        let what = if other.is_empty() { "answered" } else { "offered" };
        for more in [&[][..], &["--only", only]] {
            let (out, _) = judge(&answers, more, 1);
            assert!(out.contains(&format!("{all} not {what}")), "{out}");
        }
        judge(&answers, &["--only", if word == 0 { "read" } else { "write" }], 0);
    }
    let (_, error) = judge(&[("p00001".to_owned(), "e4".to_owned())], &["--only", "read"], 2);
    assert!(error.contains("no answer belongs to the tasks of --only"), "{error}");
}

/// Wrong answers of every kind, and one row without an answer.
fn wrong_answers() -> Vec<(String, String)> {
    let canonical = rows("canonical.tsv");
    let list = rows("legal.tsv")[0][1].replacen(' ', " Zz9 ", 1);
    let mut answers = with(&[
        // Both the move that was read and the SAN that was written are wrong.
        ("c00001", "e2e4 e4"),
        ("c00002", &format!("- {}", canonical[1][4])),
        ("c00003", &format!("{} <&\"\u{e9}", canonical[2][3])),
        ("l00001", "a1a1"),
        ("p00001", &list),
        ("m00001", "e2e4"),
        ("s00001", "8/8/8/8/8/8/8/8 w KQkq -"),
        (&first("refuse.tsv", "wrong-side")[0], "e2e4"),
    ]);
    answers.retain(|(id, _)| id != "c00009");
    answers
}

#[test]
fn wrong_answers_are_explained() {
    let wrong_side = first("refuse.tsv", "wrong-side");
    let (out, _) = judge(&wrong_answers(), &["--name", "mine", "--show", "9"], 1);
    let every = out.split("\n\n").last().expect("the last kind");
    let all = right_answers().len();
    let strings = count("canonical.tsv", "every-string");
    for line in [
        &format!("mine: {} of {} right", human(all - 9), human(all)),
        "; 4 misread, 1 refused, 1 misplayed, 2 miswritten, 1 mislisted, 2 not answered, 147 accepted\n",
        "wrong-side: 1 of 4 not right; 1 misread\n  Refuse it: it is the other side's move.\n",
        &format!(
            "  {} in {}: {}: expected -, got e2e4\n",
            wrong_side[0], wrong_side[2], wrong_side[3]
        ),
        "all moves: expected nothing, got Zz9",
        "expected an answer, got nothing",
        "m00001 in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1: 1. e4 e5 2. Nf3",
    ] {
        assert!(out.contains(line), "{line}\n{out}");
    }
    // The kind `every-string` comes last, because its failures have the same causes as those of the other
    // kinds.
    assert!(every.starts_with(&format!("every-string: 4 of {strings} not")), "{out}");
    let (json, _) = judge(&wrong_answers(), &["--format", "json"], 1);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&json["counts"]["misread"], &json["right"]), (&4.into(), &(all - 9).into()));
    let (xml, _) = judge(&wrong_answers(), &["--format", "junit", "--show", "9"], 1);
    assert!(
        xml.contains("<testsuite name=\"canonical.tsv\" tests=\"103\" failures=\"1\">"),
        "{xml}"
    );
    assert!(xml.contains("got &lt;&amp;\\&quot;\u{e9}"), "{xml}");
    judge(&wrong_answers(), &["--all"], 1);
}

/// If several kinds fail for the same cause, `judge.py` prints advice about this cause, not the advice for
/// one of the kinds. If an answer does not follow the protocol, `judge.py` points it out.
#[test]
fn one_cause_of_several_kinds_is_named() {
    let mut answers = right_answers();
    for (_, answer) in answers.iter_mut().filter(|(id, _)| id.starts_with('c')) {
        *answer = answer.replace('#', "+");
    }
    let (out, _) = judge(&answers, &[], 1);
    let advice = "Write # if the move mates. All of these answers have + instead.";
    assert!(out.contains(advice), "{out}");
    let (out, _) = judge(&with(&[("c00001", "E2-E4 e4"), ("c00002", " - ")]), &[], 1);
    let odd = "answers that are neither a move in UCI, such as e2e4 and a7a8q, nor \"-\": 1, such as \"E2-E4\"\n";
    assert!(out.contains(odd) && out.contains("1 refused"), "{out}");
    let empty = rows("movetext.tsv").into_iter().find(|row| row[4].is_empty()).expect("no moves");
    judge(&with(&[(&empty[0], "-")]), &[], 0);
}

#[test]
fn known_failures_do_not_hide_new_ones() {
    let (known, _) = judge(&wrong_answers(), &["--format", "known"], 1);
    assert!(known.starts_with("# answers.tsv\nc00001 every-string\n"), "{known}");
    assert_eq!(known.lines().count(), 10);
    let folder = folder();
    let path = folder.path().join("known.txt");
    let argument = ["--known", path.to_str().expect("text")];
    fs::write(&path, &known).expect("written");
    let (out, _) = judge(&wrong_answers(), &argument, 0);
    assert!(out.contains("9 of the wrong rows are known, 0 are new\n"), "{out}");
    let (out, _) = judge(&right_answers(), &argument, 0);
    let fixed = "now right (remove them from the known rows): c00001 c00002 c00003 c00009 r";
    assert!(out.contains(fixed), "{out}");
    fs::write(&path, known.replace("c00002 every-string\n", "")).expect("written");
    let (out, _) = judge(&wrong_answers(), &argument, 1);
    assert!(out.contains("8 of the wrong rows are known, 1 are new\n"), "{out}");
    assert!(out.contains("c00002 in") && !out.contains("c00001 in"), "{out}");
    fs::write(&path, "c00001\nx1\n").expect("written");
    let (_, error) = judge(&right_answers(), &argument, 2);
    assert!(error.contains("known.txt: line 2: no row has the id \"x1\""), "{error}");
}

#[test]
fn a_reader_that_ignores_check_is_right() {
    // This library ignores a `+` or `#` that cannot occur: it reads `Rah1+` as `Rah1`.
    let rows = rows("refuse.tsv");
    let rows = rows.iter().filter(|row| row[1] == "cannot-occur");
    let answers: Vec<(&str, String)> = rows
        .map(|row| {
            let fen: Fen = row[2].parse().expect("a FEN");
            let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
            let san: SanPlus = row[3].parse().expect("SAN");
            let m = san.san.to_move(&position).expect("legal");
            (&row[0][..], m.to_uci(CastlingMode::Standard).to_string())
        })
        .collect();
    assert_eq!(answers.len(), 4);
    let answers: Vec<_> = answers.iter().map(|(id, uci)| (*id, &uci[..])).collect();
    let (out, _) = judge(&with(&answers), &[], 0);
    assert!(out.contains("152 accepted"), "{out}");
}

#[test]
fn a_unit_test_answers_the_choice_alone() {
    let ids: Vec<String> = rows("core.tsv").into_iter().map(|row| row[0].clone()).collect();
    let mut answers = right_answers();
    answers.retain(|(id, _)| ids.contains(id));
    let (out, _) = judge(&answers, &[], 0);
    let count = human(ids.len());
    assert!(out.contains(&format!("{count} of {count} right")), "{out}");
    answers.pop();
    let (out, _) = judge(&answers, &[], 1);
    assert!(out.contains("expected an answer, got nothing"), "{out}");
}

#[test]
fn what_is_no_answer_is_refused() {
    let one = |id: &str, answer: &str| vec![(id.to_owned(), answer.to_owned())];
    let (_, error) = judge(&one("x\u{1b}1", "e2e4"), &[], 2);
    let expected = "answers.tsv: line 1: no row has the id \"x\\u{1b}1\"";
    assert!(error.contains(expected), "{error}");
    judge(&one("\u{feff}c00001", "?"), &["--only", "read"], 1);
    let twice = [one("c00001", "e4"), one("c00001", "e4")].concat();
    let (_, error) = judge(&twice, &[], 2);
    assert!(error.contains("answers.tsv: line 2: c00001 has been answered before"), "{error}");
    let (_, error) = judge_in("c00001 e4\n", &[], 2);
    assert!(error.contains("line 1: should be the id of a row"), "{error}");
    let (_, error) = judge(&[], &[], 2);
    assert!(error.contains("there are no answers"), "{error}");
    let folder = folder();
    fs::write(folder.path().join("a.tsv"), "c00001 e4\n").expect("written");
    let suite = folder.path().to_str().expect("text");
    let (_, told) = judge_py(folder.path(), &["a.tsv", "--suite", suite], 2);
    assert!(told.contains("`--suite` names the folder of the suite"), "{told}");
}

fn ask(suite: &Path, adapter: &str, more: &[&str], code: i32) -> (String, String) {
    let suite = suite.to_str().expect("text");
    let arguments = [&["--run", adapter, "--suite", suite, "--name", "mine"], more].concat();
    judge_py(folder().path(), &arguments, code)
}

/// The tasks that the shakmaty adapter offers.
const MOVES: [&str; 2] = ["--only", "read,write,legal,play"];

/// The shakmaty adapter that ships with the suite.
fn shakmaty() -> String {
    let test = std::env::current_exe().expect("the test");
    let folder = test.parent().and_then(|deps| deps.parent()).expect("a folder");
    let adapter = folder.join("examples/adapter");
    let how = "`cargo build --example adapter` makes it";
    assert!(adapter.exists(), "no {}: {how}", adapter.display());
    adapter.to_str().expect("text").to_owned()
}

#[test]
fn an_adapter_is_asked() {
    let (out, error) = ask(&suite(), &shakmaty(), &MOVES, 0);
    let tables =
        TABLES.iter().filter(|name| !["movetext.tsv", "core.tsv", "kinds.tsv"].contains(name));
    let all = human(tables.map(|name| rows::rows(name).len()).sum());
    assert!(out.starts_with(&format!("mine: {all} of {all} right; ")), "{out}");
    assert_eq!(error, "");
    let (out, _) = ask(&CHOICE, &shakmaty(), &["--core", MOVES[0], MOVES[1]], 0);
    let games = rows("core.tsv").iter().filter(|row| row[0].starts_with('m')).count();
    let core = human(rows("core.tsv").len() - games);
    assert!(out.starts_with(&format!("mine: {core} of {core} right; ")), "{out}");
}

#[cfg(unix)]
#[test]
fn an_adapter_that_hangs_or_dies_is_judged_up_to_then() {
    let folder = folder();
    let script = folder.path().join("adapter.sh");
    let path = script.to_str().expect("text");
    let adapter = format!("sh {path}");
    let row = &rows("canonical.tsv")[0];
    let [id, uci, san] = [&row[0], &row[3], &row[4]];
    let answers = format!("read line; read line; printf '{id}\\t{uci}\\n{id}\\t{san}\\n'\n");
    for (end, problem) in [
        ("exit 3", "the adapter ended with exit code 3 without an answer to c00002 read "),
        ("sleep 100", "no answer within 2 seconds to c00002 read "),
        ("echo hello", "\"hello\" is not an answer to c00002 read "),
        ("printf 'c00007\\te2e4\\n'", "\"c00007\\te2e4\" is not an answer to c00002 read "),
    ] {
        fs::write(&script, format!("{answers}{end}\n")).expect("written");
        let (out, error) = ask(&CHOICE, &adapter, &["--core", "--timeout", "2"], 1);
        assert!(error.starts_with(&format!("stopped: {problem}")), "{error}");
        let core = human(rows("core.tsv").len());
        assert!(out.starts_with(&format!("mine: 1 of {core} right; ")), "{out}");
    }
    fs::write(&script, "exit 1\n").expect("written");
    let (_, error) = ask(&CHOICE, &adapter, &["--core"], 2);
    let why = "error: the adapter ended with exit code 1 without an answer to c00001 ";
    assert!(error.contains(why), "{error}");
    let (_, error) = ask(&CHOICE, "no-such-adapter", &["--core"], 2);
    assert!(error.contains("with exit code 127: there is no such command, without"), "{error}");
}

/// An exported copy contains only `core.tsv` and the files that `judge.py` needs. With this copy, `judge.py`
/// prints the same output as with the whole suite and `--core`.
#[test]
fn a_small_copy_is_judged_alone() {
    let folder = folder();
    let small = folder.path().join("small");
    let path = small.to_str().expect("text");
    judge_py(folder.path(), &["--export", "small", path], 0);
    let mut sums = Command::new("sha256sum");
    let sums = sums.args(["--check", "--quiet", "VERSION"]).current_dir(&small);
    let sums = sums.output().expect("sha256sum");
    assert!(sums.status.success(), "{sums:?}");
    let version = fs::read_to_string(small.join("VERSION")).expect("text");
    let names = version.lines().skip(1).map(|line| small.join(&line[66..]));
    let size: u64 = names.map(|path| fs::metadata(path).expect("a file").len()).sum();
    assert!(size < 320_000, "{size} bytes");
    let (out, _) = ask(&small, &shakmaty(), &MOVES, 0);
    let (whole, _) = ask(&suite(), &shakmaty(), &["--core", MOVES[0], MOVES[1]], 0);
    assert_eq!(out, whole);
    // For each row with a string that cannot occur, `core.tsv` also has a row with the base string in the same
    // position.
    let rows = rows::rows("core.tsv").into_iter().filter(|row| row[1] == "cannot-occur");
    for row in rows {
        let base = row[3].trim_end_matches(['+', '#']);
        let core = rows::rows("core.tsv");
        assert!(core.iter().any(|other| other[2] == row[2] && other[3] == base), "{row:?}");
    }
}

/// The rows of `legal.tsv` have the format of the test cases of rampart, a test suite for move generators.
#[test]
fn the_suite_is_exported_as_json() {
    let folder = folder();
    let export = |code| judge_py(folder.path(), &["--export", "json", "json"], code);
    export(0);
    let read = |name: &str| -> Value {
        let text = fs::read_to_string(folder.path().join("json").join(name)).expect("a file");
        serde_json::from_str(&text).expect("JSON")
    };
    let rows = rows::rows("legal.tsv");
    let legal = read("legal.json");
    for (row, case) in rows.iter().zip(legal["testCases"].as_array().expect("cases")) {
        assert_eq!(case["start"]["fen"], row[0].as_str());
        let expected = case["expected"].as_array().expect("moves");
        let column = |name: &str| -> Vec<&str> {
            expected.iter().map(|one| one[name].as_str().expect("text")).collect()
        };
        assert_eq!(
            (column("move").join(" "), column("fen").join(";")),
            (row[1].clone(), row[2].clone())
        );
    }
    for name in ["canonical", "refuse", "lenient", "null", "play", "core", "movetext"] {
        let count = read(&format!("{name}.json")).as_array().map(Vec::len);
        assert_eq!(count, Some(rows::rows(&format!("{name}.tsv")).len()));
    }
    assert!(read("movetext.json")[0]["pgn"].as_str().expect("text").contains("\n1. e4 e5"));
    let (_, error) = export(2);
    assert!(error.contains("canonical.json exists"), "{error}");
}
