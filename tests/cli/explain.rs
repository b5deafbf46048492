//! Tests the output and the exit code of `explain`, with the real binary.

use std::{env, fs};

use assert_cmd::{Command, cargo::cargo_bin};
use tempfile::TempDir;

/// Runs `explain` in a folder without a corpus.
fn explain(args: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("san-strings"));
    command.current_dir(env::temp_dir()).arg("explain").args(args);
    command
}

fn stdout(command: &mut Command, code: i32) -> String {
    let assert = command.assert().code(code).stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).expect("text")
}

#[test]
fn a_string_that_occurs() {
    assert_eq!(
        stdout(&mut explain(&["Qh4#"]), 0),
        "\
Qh4# occurs. The shortest game has 4 plies:

1. f3 e5 2. g4 Qh4#

No game has fewer than 4 plies: all positions up to ply 3 were searched.

8  ♜  ♞  ♝ [♛] ♚  ♝  ♞  ♜
7  ♟  ♟  ♟  ♟  .  ♟  ♟  ♟
6  .  .  .  .  .  .  .  .
5  .  .  .  .  ♟  .  .  .
4  .  .  .  .  .  .  ♙ <.>
3  .  .  .  .  .  ♙  .  .
2  ♙  ♙  ♙  ♙  ♙  .  .  ♙
1  ♖  ♘  ♗  ♕  ♔  ♗  ♘  ♖
   a  b  c  d  e  f  g  h

  the black queen goes from d8 to h4
  #: the queen on h4 checks the king, and there is no legal reply

played 8,084,432 times in 398 billion moves of rated games on lichess.org, July 2014 to \
         September 2024

FEN: rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2
https://lichess.org/analysis/rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR_b_KQkq_-_0_2

"
    );
}

/// `explain` prints the moves of the shortest known game, and the lower bound on the number of plies.
#[test]
fn the_shortest_game() {
    let said = stdout(&mut explain(&["Nf3", "a7#"]), 0);
    assert!(said.starts_with("Nf3 occurs. The shortest game has 1 ply:\n\n1. Nf3\n\n"));
    let (_, mate) = said.split_once("a7# occurs. The shortest game known has ").expect("it");
    let (plies, rest) = mate.split_once(" plies, and none has fewer than ").expect("plies");
    let (least, rest) = rest.split_once(":\n\n").expect("a bound");
    let (moves, rest) = rest.split_once("\n\n").expect("moves, then a board");
    let mut words = moves.split_whitespace().filter(|word| !word.ends_with('.'));
    assert_eq!(plies.parse(), Ok(words.clone().count()));
    assert!(least.parse::<usize>().expect("a number") > 8);
    assert_eq!(words.next_back(), Some("a7#"));
    assert!(rest.starts_with("No game has fewer than "), "{rest}");
    assert!(rest.contains("and there is no legal reply"));
    let said = stdout(&mut explain(&["Qa1b2"]), 0);
    let why = "No game has fewer than 26 plies. Black, the quicker side, needs 13 moves: 5 to promote \
               a pawn and bring the queen to a1, 2 to bring a queen to a2, 5 to promote a pawn and \
               bring the queen to b1, and 1 for the move itself.\n";
    assert!(said.contains(why), "{said}");
}

/// The JSON explains why no game has fewer plies than the lower bound. The plies that the sentence in `text`
/// names also have fields of their own. The full search ends at ply 10. At later plies, we searched only the
/// positions that could lead to the string.
#[test]
fn why_is_an_object() {
    let king = "White has no move to spare to get the king on e1 out of the way";
    let men = format!(
        "By ply 13, whichever way it is tried, {king}, or cannot get all pieces out of the way."
    );
    for (san, which, searched, obstacles, said_of_them) in [
        ("N6a7#", "", 10, vec!["moves"], "By ply 11, White needs 8 moves, but has only 6."),
        ("Qha8", " that could lead to it", 12, vec!["king", "pieces"], &men),
    ] {
        let said = stdout(&mut explain(&["--format", "json", san]), 0);
        let json: serde_json::Value = serde_json::from_str(&said).expect("JSON");
        let (from, least) = (searched + 1, searched + 2);
        let text = format!(
            "No game has fewer than {least} plies: all positions{which} up to ply {searched} were \
             searched. {said_of_them}"
        );
        let why = serde_json::json!({
            "reason": "way", "searched": searched, "from": from, "to": from, "text": text,
            "obstacles": [{ "ply": from, "obstacles": obstacles }],
        });
        assert_eq!(json["why"], why, "{san}");
    }
}

/// If the bound comes from searching a range of plies, the JSON contains the first and the last ply of the
/// range. The search looks at all positions that could lead to the string.
#[test]
fn why_can_be_a_plan() {
    for (san, to, plies) in [("Q1a2", 13, "13"), ("Q3a8", 14, "13 to 14")] {
        let said = stdout(&mut explain(&["--format", "json", san]), 0);
        let json: serde_json::Value = serde_json::from_str(&said).expect("JSON");
        let why = &json["why"];
        let numbers = [&why["from"], &why["to"], &why["moves"], &json["at_least"]];
        assert_eq!(numbers, [13, to, 7, to + 1], "{san}");
        assert_eq!((&why["reason"], &why["side"]), (&"plan".into(), &"white".into()), "{san}");
        let text = why["text"].as_str().expect("text");
        let end = format!(
            ", and 1 for the move itself. For games of {plies} plies, all positions that could lead to it were searched."
        );
        assert!(text.ends_with(&end), "{text}");
    }
}

/// `explain` prints how often people have played the string.
#[test]
fn how_often_it_is_played() {
    let said = stdout(&mut explain(&["O-O", "Qb6xe3#"]), 0);
    let said: Vec<&str> = said.lines().filter(|line| line.contains("played ")).collect();
    assert!(
        said[0].starts_with("played 7,719,384,146 times in 398 billion moves of rated games"),
        "{said:?}"
    );
    assert!(said[1].starts_with("never played in 398 billion moves"), "{said:?}");
}

#[test]
fn a_string_that_cannot_occur() {
    assert_eq!(
        stdout(&mut explain(&["Ba1b2#"]), 1),
        "\
Ba1b2# cannot occur. Ba1b2 can be played, but gives no check, wherever the king is.
  On a1, a king would be where the bishop comes from; on b2, where the bishop goes; on c3, d4, e5, \
f6, g7 or h8, in check from the bishop before the move.
  On c1 or a3, a king would be where another bishop is.
  Anywhere else, a king is out of reach of the bishop on b2, and no line leads from the king \
through a1 to a square beyond, so the bishop discovers no check.

"
    );
}

/// One string for each kind of reason why a string cannot occur, with part of the answer.
#[test]
fn reasons_are_concrete() {
    for (san, answer) in [
        (
            "Qa1a8",
            "from a1: a2, a3, a4, a5, a6 and a7 on the a-file are on the same line to a8 as a1",
        ),
        ("R1a1", "from b1: no other square on the b-file is a rook's move from a1"),
        ("N4a2", "from b4: no other square on the b-file is a knight's move from a2"),
        ("Rb1xb5", "from b1: no other square on rank 1 is a rook's move from b5"),
        ("Nbh5", "a knight reaches h5 only from g3, f4, f6 or g7"),
        ("Ra1b2", "a rook moves along ranks and files"),
        ("a1", "must promote: a1=Q"),
        ("e8", "must promote: e8=Q"),
        ("axb1", "must promote: axb1=Q, axb1=R, axb1=B or axb1=N"),
        ("axc3", "so never from the a-file onto c3"),
        ("axa1", "so never from the a-file onto a1"),
        ("e4=Q", "on the first or last rank only"),
        ("Ke1e2", "Each side has only one king"),
        (
            "Rah1+",
            "h7 or h8, a king would be where another rook is, in the way of another rook or sheltered",
        ),
        (
            "Rah2+",
            "On a1, a3, a4, a5, a6, a7 or a8, a king could be in check from a piece behind the rook",
        ),
    ] {
        let said = stdout(&mut explain(&[san]), 1);
        assert!(said.contains(answer), "{said}");
    }
}

#[test]
fn texts_that_are_not_san() {
    for (text, answer) in [
        ("Nf9", "\"Nf9\" is not SAN: character 3 is '9'"),
        ("0-0", "\"0-0\" is not SAN: character 1 is '0': expected a piece"),
        ("e8Q", "\"e8Q\" is not SAN: character 3 is 'Q'"),
        ("", "\"\" is not SAN: it is empty"),
        ("♘f3", "\"♘f3\" is not SAN: character 1 is '♘'"),
    ] {
        let said = stdout(&mut explain(&[text]), 2);
        assert!(said.starts_with(answer), "{said}");
    }
}

/// If a text is not SAN, `explain` describes the move that the text means. If the text has several readings,
/// `explain` names them all.
#[test]
fn what_is_plain_is_answered() {
    for (text, means, answers) in [
        ("Sf3", "It means Nf3, with the German letter.", &["Nf3 occurs."][..]),
        ("0-0", "It means O-O, with zeros for the letter O.", &["O-O occurs."]),
        (
            "bc4",
            "It may mean bxc4, with no x; or Bc4, with a lower-case piece letter.",
            &["bxc4 occurs.", "Bc4 occurs."],
        ),
        ("Da1a8", "It means Qa1a8, with the German, French, ", &["Qa1a8 cannot occur."]),
        ("Ke1-e2", "It means Ke2, with the from-square.", &["Ke2 occurs."]),
        ("e2-e5", "It may mean Qe5 or Re5, with the from-square", &["Qe5 occurs.", "Re5 occurs."]),
        // No pawn can move from a1 to b4, so `explain` does not say whether `b4` occurs.
        ("a1-b4", "It means b4, with an impossible from-square.\n\n", &[]),
        // A knight can go from g1 to f3, but a pawn cannot.
        ("g1-f3", "It means Nf3, with the from-square.", &["Nf3 occurs."]),
        ("b8–c6+", "It means Nc6+, with the from-square and a different dash.", &["Nc6+ occurs."]),
        ("f1-b5", "It may mean Qb5 or Bb5, with the from-square", &["Qb5 occurs.", "Bb5 occurs."]),
        ("e7-d8=Q", "It means exd8=Q, with the from-square.", &["exd8=Q occurs."]),
        ("e2-e4", "It means e4, with the from-square.", &["e4 occurs."]),
        ("e7-e8Q", "It means e8=Q, with the from-square and no = before", &["e8=Q occurs."]),
        (
            "e2e4",
            "It may mean e4, Qe4 or Re4, with UCI notation.\nRun `explain` on the SAN that you mean.\n\n",
            &[],
        ),
        ("1.e4 e5", "These are several moves: e4 and e5. Ask about each one separately.\n\n", &[]),
    ] {
        let said = stdout(&mut explain(&[text]), 2);
        assert!(said.contains(means), "{said}");
        assert!(answers.iter().all(|answer| said.contains(answer)), "{said}");
        assert_eq!(said.matches(" occur").count(), answers.len(), "{said}");
    }
    let said = stdout(&mut explain(&["--format", "json", "bc4"]), 2);
    let json: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    let sans = json["readings"].as_array().expect("readings").iter();
    assert_eq!(sans.map(|one| one["san"].clone()).collect::<Vec<_>>(), ["bxc4", "Bc4"]);
    // `Rf3` is SAN, so we do not read it as a French king move.
    let said = stdout(&mut explain(&["Rf3"]), 0);
    assert!(said.starts_with("Rf3 occurs.") && !said.contains("mean"), "{said}");
}

#[test]
fn the_worst_of_several_verdicts_is_the_exit_code() {
    let said = stdout(&mut explain(&["--format", "tsv", "e4", "Ra1b2", "x"]), 2);
    let verdicts: Vec<&str> = said.lines().filter_map(|line| line.split('\t').nth(1)).collect();
    assert_eq!(verdicts, ["occurs", "cannot occur", "not SAN"]);
    stdout(&mut explain(&["e4", "Ra1b2"]), 1);
    stdout(&mut explain(&["e4", "O-O-O#"]), 0);
}

#[test]
fn strings_from_standard_input() {
    let said = stdout(explain(&["--format", "tsv", "-"]).write_stdin(&b"Nf3\r\n\xff\nKa1#"[..]), 2);
    let starts: Vec<&str> = said.lines().filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(starts, ["Nf3", r"\xff", "Ka1#"]);
}

#[test]
fn ten_megabytes_of_junk() {
    let junk = "N".repeat(10_000_000);
    let said = stdout(explain(&["-"]).write_stdin(junk), 2);
    assert!(said.contains("character 2 is 'N'") && said.len() < 200, "{said}");
}

#[test]
fn ascii_has_no_other_characters() {
    let said = stdout(&mut explain(&["--ascii", "Qd2xd4#"]), 0);
    assert!(said.is_ascii());
    assert!(said.contains(['[', '(', '<']) && said.contains('Q'), "{said}");
}

#[test]
fn no_colour_into_a_pipe() {
    assert!(!stdout(&mut explain(&["Nbd2"]), 0).contains('\x1b'));
}

#[test]
fn a_picture() {
    let folder = TempDir::new().expect("a temporary folder");
    stdout(explain(&["--svg", "Qd2xd4#.svg", "Qd2xd4#"]).current_dir(&folder), 0);
    let svg = fs::read_to_string(folder.path().join("Qd2xd4#.svg")).expect("written");
    let count = |what: &str| svg.matches(what).count();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert_eq!(count("<rect "), 64);
    assert_eq!(count("r=\"20\""), 2, "a ring around each companion");
    assert_eq!(count("<line "), 1, "an arrow for the move");
    assert_eq!(count("r=\"21\""), 1, "a mark for the king that is mated");
    assert!(svg.contains("<title>Qd2xd4#</title>\n<desc>the "));
    let quiet = stdout(&mut explain(&["--svg", "-", "Nbd2"]), 0);
    assert!(!quiet.contains("r=\"21\""));
    let queens = ["q", "Q"].map(|queen| count(&format!("href=\"#piece-{queen}\"")));
    assert_eq!(queens.iter().max(), Some(&3), "of the side that moves");
    // The SVG defines one drawing for each type and colour of piece on the board, however many such
    // pieces there are.
    let drawings = ["q", "Q"].map(|queen| count(&format!("id=\"piece-{queen}\"")));
    assert_eq!(drawings, queens.map(|queens| queens.min(1)));
    // `--svg -` prints the same SVG and nothing else to standard output.
    let printed = stdout(&mut explain(&["--svg", "-", "Qd2xd4#"]), 0);
    assert_eq!(printed, svg);
    // The only URL in the file is the SVG namespace, so a viewer fetches nothing.
    assert_eq!((count("http"), count("http://www.w3.org/2000/svg")), (1, 1));
}

#[test]
fn a_picture_takes_one_string() {
    for args in [&["--svg", "x.svg", "e4", "e5"][..], &["--svg", "x.svg", "-"]] {
        explain(args).assert().code(2).stdout("");
    }
}
