//! Tests `read` with the real binary.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    process::{Command as Process, Stdio},
};

use assert_cmd::{Command, cargo::cargo_bin};
use san_strings_core::{Difference, JudgedFen, RefuseKind, position, spelling::Spelled};
use serde_json::{Value, json};
use shakmaty::{Chess, EnPassantMode, Position, fen::Fen, san::SanPlus};

use crate::common::repository;

fn read(args: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("san-strings"));
    command.arg("read").args(args);
    command
}

fn stdout(command: &mut Command, code: i32) -> String {
    let assert = command.assert().code(code).stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).expect("text")
}

/// One text for each verdict, with the exit code and the printed line.
#[test]
fn each_verdict_has_its_exit_code() {
    let fen = "r3k3/8/8/8/8/8/8/RN2KN1R w KQq - 0 1";
    for (text, code, said) in [
        ("Nbd2", 0, "Nbd2: exact\n"),
        ("0-0-0", 1, "0-0-0: illegal: a piece is between e1 and a1\n"),
        (
            "Nd2",
            1,
            "Nd2: ambiguous: Nbd2 or Nfd2: 2 knights can go to d2, and the text names neither file nor rank\n",
        ),
        ("Rxa8", 1, "Rxa8: mended: Rxa8+, with no + for the check\n"),
        ("null", 1, "null: null: the player passes\n"),
        ("e4e4e4", 1, "e4e4e4: not-a-move: character 3 is 'e': expected =, +, # or the end\n"),
    ] {
        assert_eq!(stdout(&mut read(&["--fen", fen, text]), code), said);
    }
    let bad = "e4: bad-position: the board should have 8 ranks, not 1; the board has characters that are not pieces: x\n";
    assert_eq!(stdout(&mut read(&["--fen", "x", "e4"]), 2), bad);
    // We ignore a castling right whose rook is missing.
    let no_rook = "O-O: illegal: no rook is on h1; did you mean O-O-O?\n";
    assert_eq!(stdout(&mut read(&["--fen", "4k3/8/8/8/8/8/8/R3K3 w KQkq -", "O-O"]), 1), no_rook);
    read(&["--fen", "4k3/8/8/8/8/8/8/R3K3 w KQkq -", "O-O-O"]).assert().code(0);
    // The worst verdict decides the exit code.
    read(&["e4", "e5"]).assert().code(1);
    read(&["e4", "d4"]).assert().code(0);
}

/// Each FEN in the table of docs/read.md has the fault and the kind that its row names.
#[test]
fn the_page_has_an_example_of_each_fault_of_a_fen() {
    let page = fs::read_to_string(repository().join("docs/read.md")).expect("the page");
    let (_, section) = page.split_once("## What is wrong with a FEN").expect("the section");
    let rows = section.lines().filter_map(|line| {
        let fields: Vec<&str> =
            line.split('|').map(|field| field.trim().trim_matches('`')).collect();
        let [_, name, kind, fen, ..] = fields[..] else { return None };
        fen.contains('/').then_some((name, kind, fen))
    });
    let rows: Vec<_> = rows.collect();
    assert_eq!(rows.len(), 30);
    for (name, kind, fen) in rows {
        let faults = JudgedFen::of(fen).faults;
        let found = faults.iter().find(|fault| fault.name() == name);
        assert_eq!(found.map(|fault| fault.kind().name()), Some(kind), "{fen}: {faults:?}");
        assert_eq!(position(fen).is_err(), kind == "wrong-fen", "{fen}");
        let output = read(&["--fen", fen, "--format", "json"]).assert().code(1);
        let json: Value = serde_json::from_slice(&output.get_output().stdout).expect("JSON");
        assert!(json["kinds"].as_array().expect("names").contains(&json!(name)), "{json}");
    }
    assert_eq!(
        stdout(&mut read(&["--fen", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"]), 0).lines().count(),
        1
    );
}

/// With `--moves`, `read` reaches the same position as shakmaty: if we replace `--moves` with the FEN that
/// shakmaty writes for this position, the answers are the same.
#[test]
fn moves_lead_to_a_position() {
    let table = fs::read_to_string(repository().join("output/shortest_games.tsv")).expect("games");
    for line in table.lines().skip(1).step_by(4_001) {
        let moves = line.split('\t').nth(3).expect("moves");
        let mut position = Chess::default();
        let mut numbered = String::new();
        for (at, word) in moves.split(' ').enumerate() {
            let san: SanPlus = word.parse().expect("SAN");
            position.play_unchecked(san.san.to_move(&position).expect("legal"));
            numbered.extend([format!("{}. ", at / 2 + 1).as_str(), word, "\n"]);
        }
        let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
        let texts = ["Ke2", "Nf3", "e5", "Qxe4", "O-O"];
        let by_fen = read(&["--fen", &fen]).args(texts).output().expect("it runs");
        for moves in [moves, &numbered] {
            let by_moves = read(&["--moves", moves]).args(texts).output().expect("it runs");
            assert_eq!(by_moves, by_fen, "{moves}");
        }
    }
    let (fen, bad) = ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "ply 2 of the moves, Ke7, is illegal: ");
    read(&["--fen", fen, "--moves", "O-O Kd7", "Rf7+"]).assert().code(0);
    let said = stdout(&mut read(&["--fen", fen, "--moves", "Rh7 Ke7", "Rf7"]), 2);
    assert!(said.starts_with(&format!("Rf7: bad-position: {bad}")), "{said}");
    read(&["--fen", "-", "--moves", "e4"]).assert().code(2).stdout("");
    // `00` is castling and `0000` is a null move. Neither is a move number.
    read(&["--moves", "1… e4 e5 2. Nf3 Nc6 Bc4 Bc5 00", "Nf6"]).assert().code(0);
    for null in ["e4 0000", "--"] {
        let said = stdout(&mut read(&["--moves", null, "e5"]), 2);
        assert!(said.ends_with("is null: the player passes\n"), "{said}");
    }
}

#[test]
fn lines_have_the_same_fields_always() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let input = format!("{start}\tNf3\n{start}\ta\tb\nx\te4\n{start}\n");
    let said = stdout(read(&["--fen", "-", "--format", "json"]).write_stdin(input), 2);
    let lines: Vec<Value> =
        said.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(
        lines[0],
        json!({
            "text": "Nf3", "verdict": "exact", "san": "Nf3", "uci": "g1f3", "sans": [],
            "kinds": [], "ranges": [], "why": null, "suggestions": [],
        })
    );
    let verdicts: Vec<_> = lines.iter().map(|line| line["verdict"].as_str()).collect();
    let expected = ["exact", "not-a-move", "bad-position", "bad-position"].map(Some);
    assert_eq!(verdicts, expected);
    assert_eq!(lines[1]["text"], "a\tb");
    assert!(lines.iter().all(|line| line.as_object().is_some_and(|line| line.len() == 9)));
    let tsv = stdout(read(&["-", "--format", "tsv"]).write_stdin("a\tb\r\nKe2"), 1);
    let columns: Vec<usize> = tsv.lines().map(|line| line.split('\t').count()).collect();
    assert_eq!(columns, [8, 8]);
}

/// A Shredder-FEN means Chess960. So `read` writes castling in UCI as king takes rook, even if the king and the
/// rooks are on their initial squares. python-chess does the same (`tests/oracles/read.py`).
#[test]
fn a_shredder_fen_is_of_chess960() {
    for (rights, [short, long]) in [
        ("HAha", ["e1h1", "e1a1"]),
        ("HA", ["e1h1", "e1a1"]),
        ("KQkq", ["e1g1", "e1c1"]),
        ("KQ", ["e1g1", "e1c1"]),
    ] {
        let fen = format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1");
        let read = |text| stdout(&mut read(&["--fen", &fen, "--format", "tsv", text]), 0);
        assert_eq!(read("O-O").split('\t').nth(3), Some(short), "{rights}");
        assert_eq!(read("O-O-O").split('\t').nth(3), Some(long), "{rights}");
    }
}

#[test]
fn no_text_is_misuse() {
    for args in [&[][..], &["--fen", "-", "e4"]] {
        read(args).assert().code(2).stdout("");
    }
    // After `--`, a text may begin with a dash.
    assert_eq!(stdout(&mut read(&["--", "--"]), 1), "--: null: the player passes\n");
}

/// `read -` answers each line at once, so a program can wait for the answer before it writes the next line.
#[test]
fn a_line_is_answered_at_once() {
    let mut child = Process::new(cargo_bin!("san-strings"))
        .args(["read", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut stdin = child.stdin.take().expect("piped");
    let mut answers = BufReader::new(child.stdout.take().expect("piped")).lines();
    for text in ["e4", "Nf3"] {
        writeln!(stdin, "{text}").expect("written");
        assert_eq!(answers.next().expect("an answer").expect("text"), format!("{text}: exact"));
    }
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

/// docs/read.md lists every `RefuseKind` and every `Difference`, in the order of `RefuseKind::ALL` and
/// `Difference::ALL`.
#[test]
fn every_kind_is_on_its_page() {
    let page = fs::read_to_string(repository().join("docs/read.md")).expect("the page");
    let (page, _) = page.split_once("## What is wrong with a FEN").expect("the next section");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let mut named = rows.map(|(name, _)| name).skip_while(|name| *name != "ambiguous-file");
    let refusals = RefuseKind::ALL.iter().map(|kind| kind.name());
    for name in refusals.chain(Difference::ALL.iter().map(|kind| kind.name())) {
        assert_eq!(named.next(), Some(name));
    }
    assert_eq!(named.collect::<Vec<_>>(), ["foreign-letter"]);
}

#[test]
fn every_example_is_on_its_page() {
    let page = fs::read_to_string(repository().join("docs/read.md")).expect("the page");
    for &difference in Difference::ALL {
        let Spelled { text, san, .. } = difference.example();
        let row = format!("| `{}` | {difference} | `{text}` | `{san}` |", difference.name());
        assert!(page.lines().any(|line| line == row), "{row}");
    }
}
