//! Tests what `lint` finds and corrects: every kind of finding, with its location, and misspelled moves in
//! real games.

use std::{io::Read, ops::Range};

use fastrand::Rng;
use proptest::{prelude::*, sample::select};
use rayon::ThreadPoolBuilder;
use san_strings::{Finding, Layout, LintError, Linted, Linter, Text, lint_games, mend_games};
use san_strings_core::{
    Deviation, Difference,
    move_finder::MoveFinder,
    reader::{Reading, read},
};
use shakmaty::{Chess, Position, san::SanPlus};

use super::{LICHESS, TWIC, lenient::lenient_spellings, real};

/// Returns the findings in a text, as `line:column: kind`.
fn found(text: impl AsRef<[u8]>) -> Vec<String> {
    lint(text.as_ref(), &Linter::default()).0
}

fn lint(mut text: impl Read + Send, linter: &Linter) -> (Vec<String>, Linted) {
    let mut found = Vec::new();
    let see = &mut |finding: Finding| {
        found.push(format!("{}:{}: {}", finding.line, finding.column, finding.kind()));
        true
    };
    let linted = lint_games(linter, &mut text, &(), see).expect("no errors in memory");
    assert_eq!(linted.findings(), found.len() as u64);
    for kind in linted.kinds.keys().filter(|kind| !["no-game", "cut-off"].contains(kind)) {
        assert!(Linter::kinds().any(|one| one == *kind), "{kind}");
    }
    (found, linted)
}

/// Returns the corrected text, and the remaining findings.
fn fixed(text: &[u8]) -> (Vec<u8>, Vec<String>) {
    let (mut out, mut found) = (Vec::new(), Vec::new());
    let see = &mut |finding: Finding| {
        found.push(format!("{}:{}: {}", finding.line, finding.column, finding.kind()));
        true
    };
    let text = Text::new(text).expect("text");
    mend_games(&Linter::default(), text, &mut out, &(), see).expect("no errors in memory");
    (out, found)
}

/// There may be white space between a move number and the dots for Black. Such a number does not begin a new
/// game, even after an empty line.
#[test]
fn blanks_are_between_a_number_and_its_dots() {
    for blank in ["", " ", "\t", " \t ", "\n", "\r\n"] {
        let text = format!("[Event \"x\"]\n\n1. e4 (1. d4)\n\n1.{blank}... e5 2. Nf3 *\n");
        assert_eq!(found(&text), [""; 0], "{text}");
    }
}

#[test]
fn a_single_foreign_letter_makes_no_other_language() {
    for (text, expected) in [
        // The first two games have one foreign piece letter each. In the first game, it comes before the first
        // English piece letter; in the second game, after it.
        ("1. e4 e5 2. Sf3 Nc6 3. Bb5 Nf6 4. Qe2 *", &["1:13: other-letters"][..]),
        ("1. Nf3 Nf6 2. Sc3 Nc6 *", &["1:15: other-letters"]),
        // Two foreign letters indicate another language.
        (
            "1. e4 e5 2. Sf3 Sc6 3. Bb5 *",
            &["1:13: foreign-letter", "1:17: foreign-letter", "1:24: other-letters"],
        ),
    ] {
        assert_eq!(found(text), expected, "{text}");
    }
}

#[test]
fn each_kind_is_found_at_its_place() {
    for (text, expected) in [
        ("1. e4 e5 2. Nf3 *\n", &[][..]),
        ("1. e4 e5\n2. Ng1f3 *\n", &["2:4: needless-square"]),
        ("1. e4 e5\r\n2. e2e4 *\r\n", &["2:4: illegal-move"]),
        (
            "1. e4 {a\r\rb} e7e5\r2. 0-0 *\r",
            &["3:4: long-algebraic-without-dash", "4:4: illegal-move"],
        ),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. 0-0 *", &["1:45: castling-with-zeros"]),
        // `lint` checks the moves before an illegal move, but not the rest of the game.
        (
            "1. e4 (1. d2-d4) e5 2. Ke3 Ng8f6 (2... Nb8c6) *",
            &["1:11: long-algebraic", "1:24: illegal-move"],
        ),
        ("1. e4 -- 2. d2d4 *", &["1:7: null-move"]),
        ("1. e4 foo *", &["1:7: no-move"]),
        (
            "1. e4 e5 (1... c5 2. Nf3 (2. foo Nb8c6) 2... Ng8f6) *",
            &["1:30: no-move", "1:46: needless-square"],
        ),
        (
            "1. e4 e5 2. Nf3 Nc6 3. d4 ed4 4. Nd4 Nf6 5. Nb5 *",
            &["1:27: capture-without-x", "1:34: capture-without-x"],
        ),
        ("1. Nf3 Nf6 2. d4 d5 3. Nd2 *", &["1:24: ambiguous-move"]),
        ("1. f3 e5 2. g4 Qh4# 1-0", &["1:21: result-position"]),
        ("1. f3 e5 2. g4 Qh4# *", &["1:21: result-position"]),
        ("[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n", &["3:21: result-tag"]),
        ("[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]\n\n1. Qf7 1-0\n", &["3:8: result-position"]),
        (
            "[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]\n\n1. Qf7 \u{bd}-\u{bd}\n",
            &["3:8: result-spelling"],
        ),
        (
            "1. e4 1/2\n\n1. e4 1:0 \n\n1. e4 ½\n",
            &["1:7: result-spelling", "3:7: result-spelling", "5:7: result-spelling"],
        ),
        ("1. f3 e5 2. g4 Qh4# 0:1", &["1:21: result-spelling"]),
        ("1. f3 e5 2. g4 Qh4# 1:0", &["1:21: result-position"]),
        // Broken tags, some of them next to intact tags. Commands such as `%evp` are not tags.
        (
            "[Event]\n[Site \"x\"]\n[]\n[2 \"y\"]\n[%evp 0,1]\n[Date a]\n[Round 'b']\n[White \"c]\n\
             [ Black \"d\" ]\n[Result \"*\"]\n[Foo]\n\n1. e4 [foo] e5 *\n",
            &[
                "1:1: bad-tag",
                "3:1: bad-tag",
                "4:1: bad-tag",
                "6:1: bad-tag",
                "7:1: bad-tag",
                "8:1: bad-tag",
                "9:1: bad-tag",
                "11:1: bad-tag",
                "13:7: bare-comment",
            ],
        ),
        ("[White \"A \"q\" B\"]\n[Black \"a \\\"q\\\" \\\\\"]\n\n1. e4 *\n", &["1:1: bad-tag"]),
        (
            "[white \"a\"]\n[Result \"1/2\"]\n[Result2 \"1/2\"]\n\n1. e4 1/2-1/2\n",
            &["1:1: bad-tag", "2:1: bad-tag"],
        ),
        ("[Site \"a\"]\n[site \"b\"]\n\n1. e4 *\n", &["2:1: double-tag"]),
        ("1. e4 e5 {x}\n\n", &["1:13: no-result"]),
        ("1. e4 {é\n", &["1:7: open-comment"]),
        ("1. e4 {é} {\n", &["1:11: open-comment"]),
        ("1. e4 {é} (1. d4 (1. c4) *\n", &["1:11: open-variation"]),
        ("1. e4 ) e5 ) *\n", &["1:7: stray-parenthesis", "1:12: stray-parenthesis"]),
        (
            "1. e4 (1. d4| d2d3) e7e5 | *\n",
            &["1:13: not-pgn", "1:21: long-algebraic-without-dash", "1:26: not-pgn"],
        ),
        (
            "[Event \"x\"]\n[FEN \"8/8\"]\n\n1. Ke9 ) *\n",
            &["1:1: wrong-fen", "4:8: stray-parenthesis"],
        ),
        (
            "\u{feff}1. e2e4 *\n\u{feff}1. e2e4 *\n",
            &["1:4: long-algebraic-without-dash", "2:5: long-algebraic-without-dash"],
        ),
        ("[Variant \"Atomic\"]\n\n1. Ke9 (\n", &[]),
        ("1. e4! e5?? $1 2. Nf3 +- {[%clk 0:01]} N (2. d4 =) *", &[]),
        // A German game with a German variation.
        (
            "1. e4 e5 2. Sf3 (2. Lc4 Sf6) Sc6 *",
            &[
                "1:13: foreign-letter",
                "1:21: foreign-letter",
                "1:25: foreign-letter",
                "1:30: foreign-letter",
            ],
        ),
        (
            "[Variant \"Chess960\"]\n[FEN \"nrnkrbbq/pppppppp/8/8/8/8/PPPPPPPP/NRNKRBBQ w EBeb - 0 1\"]\n\n\
          1. Pa4 *\n",
            &["4:4: pawn-with-letter"],
        ),
    ] {
        assert_eq!(found(text), expected, "{text:?}");
    }
    let latin = b"1. e4 {\xe9\xe9} e7e5 *\n";
    assert_eq!(found(latin), ["1:12: long-algebraic-without-dash"]);
}

#[test]
fn what_is_no_game_or_no_position_is_found() {
    for (text, expected) in [
        ("", &["1:1: no-game"][..]),
        (" \n", &["1:1: no-game"]),
        ("12 34\n", &["1:1: no-game"]),
        ("1. e4 *\n\n2.\n", &["3:1: no-game"]),
        ("1. e4 *\n\n} 12\n", &["3:1: no-game", "3:1: stray-brace"]),
        ("(1. e2-e4 &)\n", &["1:1: no-game", "1:5: long-algebraic", "1:11: not-pgn"]),
        (
            "[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1\"]\n\n1. O-O kd7 *\n",
            &["1:1: impossible-position", "4:8: lower-case-piece"],
        ),
    ] {
        assert_eq!(found(text), expected, "{text:?}");
    }
}

#[test]
fn second_results_and_stray_braces_are_found() {
    for (text, expected) in [
        // A result that is repeated on the next line does not begin another game.
        ("1. e4 e5 1-0\n1-0\n\n1. d4 0-1 1-0 *\n", &["4:7: second-result"][..]),
        ("1. e4 e5 * 1-0\n", &["1:10: second-result"]),
        (
            "1. e4 <x> e5 \"y\" [%clk 1] (1... c5 remis) 2. Nf3 N $1 += matt {matt} draw *\n",
            &[
                "1:7: bare-comment",
                "1:14: bare-comment",
                "1:18: bare-comment",
                "1:36: bare-comment",
                "1:58: bare-comment",
                "1:70: bare-comment",
            ],
        ),
        (
            "1. e4 } e5 {a {b} c} 2. d2d4 *\n",
            &["1:7: stray-brace", "1:15: stray-brace", "1:19: no-move", "1:20: stray-brace"],
        ),
        (
            "1. e4 e5 2. Sf3 (2. Nc3 Sf6) Sc6 *\n",
            &["1:13: foreign-letter", "1:21: other-letters", "1:30: foreign-letter"],
        ),
    ] {
        assert_eq!(found(text), expected, "{text:?}");
    }
}

#[test]
fn what_a_tag_should_be_is_said() {
    for (tag, right) in [
        ("[Event a]", "[Event \"a\"]"),
        ("[Event \"a]", "[Event \"a\"]"),
        ("[Event\"a\"]", "[Event \"a\"]"),
        ("[Event \"a \"q\" b\"]", "[Event \"a \\\\\"q\\\\\" b\"]"),
    ] {
        let mut said = Vec::new();
        let see = &mut |finding: Finding| {
            said.push(finding.to_string());
            true
        };
        let text = format!("{tag}\n\n1. e4 *\n");
        lint_games(&Linter::default(), &mut text.as_bytes(), &(), see).expect("PGN");
        assert_eq!(said, [format!("{tag}: it should be {right}")]);
    }
}

#[test]
fn strict_wants_the_seven_tags_of_each_game() {
    let strict = Linter { strict: true, ..Linter::default() };
    let text = "\n[Event \"x\"]\n[Site \"?\"]\n[date \"?\"]\n[Round \"?\"]\n[White \"?\"]\n\n1. e4 *\n\n1. d4 *\n";
    let (found, _) = lint(text.as_bytes(), &strict);
    assert_eq!(found.len(), 2 + 1 + 7);
    assert_eq!(found[0], "2:1: missing-tag");
    assert_eq!(found[2], "4:1: bad-tag");
    assert!(found[3..].iter().all(|place| place == "10:1: missing-tag"), "{found:?}");
}

#[test]
fn a_variation_may_stand_before_any_move() {
    assert_eq!(
        found("(1. e2e4 e5 (1... Ng8f6)) 1. d2d4 *"),
        [
            "1:5: long-algebraic-without-dash",
            "1:19: needless-square",
            "1:30: long-algebraic-without-dash",
        ]
    );
}

/// Finds the byte ranges of the moves in a text, with the position before each move.
fn moves(text: &str) -> Vec<(Range<usize>, Chess)> {
    let mut moves = Vec::new();
    let mut position = Chess::default();
    let (mut depth, mut at) = (0, 0);
    for token in text.split_inclusive(char::is_whitespace) {
        let word = token.trim_end();
        if word.starts_with('[') && depth == 0 && text[..at].ends_with(['\n', '\r']) {
            position = Chess::default();
            depth = -1;
        }
        if depth == -1 && word.ends_with(']') && token.ends_with(['\n', '\r']) {
            depth = 0;
        }
        depth += i32::from(word.starts_with('{')) * i32::from(depth >= 0);
        let number = word.rfind('.').map_or(0, |dot| dot + 1);
        let written = word[number..].trim_end_matches(['!', '?']);
        if depth == 0
            && let Ok(san) = written.parse::<SanPlus>()
            && let Ok(m) = san.san.to_move(&position)
        {
            moves.push((at + number..at + number + written.len(), position.clone()));
            position.play_unchecked(m);
        }
        depth -= i32::from(word.ends_with('}')) * i32::from(depth > 0);
        at += token.len();
    }
    moves
}

/// Respells each move of a text with probability 1/`every`. Returns the text, and each respelled move as
/// `line:column: spelling`.
fn spelled_otherwise(text: &str, every: usize) -> (String, Vec<String>) {
    let mut rng = Rng::with_seed(49);
    let mut places = Vec::new();
    let mut spelled = String::new();
    let mut done = 0;
    for (range, position) in moves(text) {
        if rng.usize(..every) > 0 {
            continue;
        }
        let san: SanPlus = text[range.clone()].parse().expect("SAN");
        let m = san.san.to_move(&position).expect("legal");
        let finder = MoveFinder::new(&position);
        let spellings = lenient_spellings(&finder, m);
        let means = |spelling: &&(_, String)| {
            let reading = read(&position, &spelling.1);
            let is_word = !spelling.1.contains(['!', '?', '$', '.', '(']);
            // `lint` reports a wrong `+` or `#` and a needless `x`, but does not correct them.
            let is_mended = |differences: &[Deviation]| {
                let stay = [
                    Difference::CheckAdded,
                    Difference::MateAdded,
                    Difference::MateInsteadOfCheck,
                    Difference::NeedlessCapture,
                ];
                !differences.iter().any(|it| stay.contains(&it.difference))
            };
            is_word
                && matches!(reading, Reading::Mended { san: right, differences, .. }
                    if right == san && is_mended(&differences))
        };
        let spellings: Vec<_> = spellings.iter().filter(means).collect();
        let Some((_, spelling)) = rng.choice(spellings) else { continue };
        spelled += &text[done..range.start];
        let line = spelled.matches('\n').count() + 1;
        let column = spelled.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        places.push(format!("{line}:{column}: {spelling}"));
        spelled += spelling;
        done = range.end;
    }
    (spelled + &text[done..], places)
}

/// Reads the first `bytes` bytes of each of two files of real games, and returns the games that are complete.
/// `lint` finds nothing wrong with these games.
fn clean(bytes: usize) -> String {
    let text = [real(LICHESS), real(TWIC)].map(|mut text| {
        text.truncate(bytes);
        let end = text.windows(9).rposition(|window| window == b"\n[Event \"").expect("games");
        text.truncate(end + 1);
        String::from_utf8(text).expect("UTF-8")
    });
    text.concat()
}

#[test]
fn moves_of_real_games_that_are_spelled_otherwise_are_found_and_mended() {
    mends(&clean(60_000), 2_000, &[1, 200]);
}

#[test]
#[ignore = "takes half a minute: six times as many games"]
fn moves_of_more_games_that_are_spelled_otherwise_are_found_and_mended() {
    mends(&clean(400_000), 10_000, &[1, 7, 400]);
}

/// For each number N in `often`, respells about every Nth move of a text. `lint` must find and correct all
/// respelled moves. The text must have more than `moves` moves.
fn mends(text: &str, moves: usize, often: &[usize]) {
    assert_eq!(found(text), [""; 0]);
    for &every in often {
        let (spelled, places) = spelled_otherwise(text, every);
        assert!(places.len() > moves / every, "{}", places.len());
        let found = found(&spelled);
        for (found, place) in found.iter().zip(&places) {
            assert!(
                found.starts_with(&place[..place.rfind(' ').expect("a word")]),
                "{found} {place}"
            );
        }
        assert_eq!(found.len(), places.len());
        let (mended, left) = fixed(spelled.as_bytes());
        assert_eq!(left, [""; 0]);
        assert!(mended == text.as_bytes(), "it is another text");
    }
}

/// The findings do not depend on the number of threads, or on where the chunks end.
#[test]
fn neither_threads_nor_borders_matter() {
    let (spelled, _) = spelled_otherwise(&clean(120_000), 9);
    let games: Vec<&str> = spelled.split_inclusive("\n\n[Event").collect();
    for text in [
        spelled.clone(),
        spelled.replace('\n', "\r\n"),
        spelled.replace('\n', "\r"),
        games.concat() + "1. e4 {" + &"x\n".repeat(2 << 20) + "}\n\n1. e2e4 *\n",
        spelled.repeat(10),
    ] {
        let on = |threads| {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| (found(&text), fixed(text.as_bytes())))
        };
        let (one, (mended, left)) = on(1);
        assert_eq!(on(3), (one.clone(), (mended.clone(), left.clone())));
        // The findings that `--fix` cannot correct are exactly what `lint` finds in the corrected text.
        assert_eq!(found(&mended), left);
        let lines = |text: &[u8]| text.iter().filter(|byte| b"\n\r".contains(byte)).count();
        assert_eq!(lines(&mended), lines(text.as_bytes()));
    }
    let text = "1. e4 {".to_owned() + &"x\n".repeat(2 << 20) + "}\n\n1. e2e4 *\n";
    let line = (2 << 20) + 3;
    assert_eq!(
        found(&text),
        ["1:1: cut-off".to_owned(), format!("{line}:4: long-algebraic-without-dash")]
    );
    let expected = text.replace("e2e4", "e4");
    assert!(fixed(text.as_bytes()).0 == expected.as_bytes());
}

#[test]
fn only_moves_are_mended() {
    for (text, expected) in [
        (
            "1. e2e4 e5 ; e2e4\n% e2e4\n (1... e7e6!? {e2e4}) $1\t2.Ng1f3 1/2\n",
            "1. e4 e5 ; e2e4\n% e2e4\n (1... e6!? {e2e4}) $1\t2.Nf3 1/2-1/2\n",
        ),
        ("1. f3 e5 2. g4 Qh4 1-0", "1. f3 e5 2. g4 Qh4# 0-1"),
        ("1. f3 e5 2. g4 Qh4+0-1", "1. f3 e5 2. g4 Qh4#0-1"),
        ("1. f3 e5 2. g4 Qh4", "1. f3 e5 2. g4 Qh4#"),
        ("1. e4 d5 2. e5 f5 3. exf6 e.p. *", "1. e4 d5 2. e5 f5 3. exf6 *"),
        // `--fix` does not correct a German game that cannot be played to its end.
        ("1. e4 e5 2. Sf3 Sc6 3. Dd4 *", "1. e4 e5 2. Sf3 Sc6 3. Dd4 *"),
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *"),
        ("1. e2e4 e5 2. Nf3 d6 3. Ke4 *\n\n1. e2e4 *", "1. e4 e5 2. Nf3 d6 3. Ke4 *\n\n1. e4 *"),
        ("[Variant \"Atomic\"]\n\n1. e2e4 *\n", "[Variant \"Atomic\"]\n\n1. e2e4 *\n"),
    ] {
        assert_eq!(String::from_utf8_lossy(&fixed(text.as_bytes()).0), expected);
    }
    let latin = b"1. e2e4 {\xe9} e5 *\n";
    assert_eq!(fixed(latin).0, b"1. e4 {\xe9} e5 *\n");
}

type Bytes = fn(u16) -> [u8; 2];

/// A corrected UTF-16 file keeps its byte order, and its byte order mark if it has one. Invalid UTF-16 is an
/// error, because we could not write it back.
#[test]
fn the_encoding_stays() {
    let text = |word: &str| format!("\u{feff}1. {word} {{\u{e9} \u{1f600} X}} e5 *\r\n");
    for bytes in [u16::to_le_bytes as Bytes, u16::to_be_bytes] {
        let utf16 = |word: &str| -> Vec<u8> { text(word).encode_utf16().flat_map(bytes).collect() };
        let (spelled, right) = (utf16("e2e4"), utf16("e4"));
        assert_eq!(fixed(&spelled).0, right);
        assert_eq!(fixed(&spelled[2..]).0, right[2..]);
        let half = [&spelled[..], b"x"].concat();
        let lone = utf16("e2e4 X");
        let x =
            lone.windows(2).position(|pair| pair == bytes(u16::from(b'X'))).expect("it is there");
        let lone = [&lone[..x], &bytes(0xd800), &lone[x + 2..]].concat();
        for (wrong, at) in [(half, spelled.len()), (lone, x)] {
            let text = Text::new(&wrong[..]).expect("text");
            let error = mend_games(&Linter::default(), text, &mut Vec::new(), &(), &mut |_| true);
            let LintError::Read(cause, _) = error.expect_err("no text") else { panic!("read") };
            assert!(cause.to_string().starts_with(&format!("byte {at} is not UTF-16")), "{cause}");
        }
    }
}

/// Generates a fragment of movetext or other text.
fn any_piece() -> impl Strategy<Value = String> {
    let words = select(vec![
        "1. ",
        "e4",
        "e2e4",
        "e2-e4",
        "e5",
        "e7e5",
        "Nf3",
        "Ng1f3",
        "Sf3",
        "Cf3",
        "Pe4",
        "N1f3",
        "Nc6",
        "Nb8c6",
        "0-0",
        "O-O",
        "Qh4",
        "Qh4+",
        "f3",
        "g4",
        "d4",
        "exd",
        "ed4",
        "exd4",
        "exd6 e.p.",
        "ep",
        " +",
        "++",
        "#",
        "mate",
        "--",
        "Z0",
        "(",
        ")",
        "{",
        "}",
        ";",
        "%",
        "<",
        ">",
        "[",
        "]",
        "\"",
        "$1",
        "!",
        "1-0",
        "0-1",
        "1/2",
        "1/2-1/2",
        "*",
        "\n",
        "\r\n",
        "\r",
        "\n\n",
        "\n1. ",
        "[Event \"x\"]\n",
        "\n\n[Event \"x\"]\n\n",
        "[Result \"1-0\"]\n",
        "[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]\n\n1. Qf7",
        "\u{feff}",
        "\u{e9}",
        "\u{2654}",
        "\0",
        "1. f3 e5 2. g4 Qh4",
        "1. e4 d5 2. e5 f5 3. exf6",
        "Pb1",
        "Dd4",
        "|",
        "\\",
        "1. e2e4 e7e5 2. Ng1f3 (2. Bf1c4 Nc6) Nb8c6",
        "1. e4 e5 2. Sf3 (2. Lc4 Sf6) Sc6",
    ]);
    (words, select(vec!["", " ", " ", " ", "\n"])).prop_map(|(word, end)| format!("{word}{end}"))
}

/// Returns the bytes of `text` that cannot be part of a move or a result.
fn others(text: &[u8]) -> Vec<u8> {
    let is_of_move = |byte: &u8| byte.is_ascii_alphanumeric() || b"+#-=/. *xX".contains(byte);
    text.iter().copied().filter(|byte| !is_of_move(byte)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn what_is_mended_stays(pieces in prop::collection::vec(any_piece(), 0..24)) {
        // The reader accepts every text that begins with `1. ` as PGN, whatever comes after the `1. `.
        let text = format!("1. {}", pieces.concat());
        if Text::new(text.as_bytes()).is_err() {
            return Ok(());
        }
        let (once, left) = fixed(text.as_bytes());
        let (twice, again) = fixed(&once);
        prop_assert_eq!(String::from_utf8_lossy(&twice), String::from_utf8_lossy(&once));
        prop_assert_eq!(&left, &again);
        prop_assert_eq!(&found(&once), &left);
        let is_ascii = text.is_ascii();
        if is_ascii {
            prop_assert_eq!(others(&once), others(text.as_bytes()));
        }
    }

    #[test]
    fn any_bytes_are_mended_once(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        // Random bytes may look like a compressed file, and then fail to decompress.
        if let Ok(text) = Text::new(&bytes[..]) {
            let mut once = Vec::new();
            if mend_games(&Linter::default(), text, &mut once, &(), &mut |_| true).is_ok() {
                prop_assert_eq!(fixed(&once).0, once);
            }
        }
    }
}

/// `lint` neither reports nor corrects findings of an ignored kind. If a move also deviates from SAN in another
/// way, `lint` still reports the kind of that deviation. But `lint` does not correct a move that has a `+`
/// without giving check, even if the kind `check-added` is ignored.
#[test]
fn kinds_are_ignored() {
    let text = "[White]\n[Black \"x\"]\n\n1. e2-e4! e5 3. Ng1f3 Nc6 3. Bb5+ -- *\n";
    let (all, _) = lint(text.as_bytes(), &Linter::default());
    let kinds = [
        "bad-tag",
        "long-algebraic",
        "wrong-number",
        "needless-square",
        "check-added",
        "null-move",
    ];
    assert_eq!(all.len(), kinds.len());
    for kind in kinds {
        let linter = Linter { ignored: vec![kind], ..Linter::default() };
        let mut others = all.clone();
        others.retain(|found| !found.ends_with(kind));
        assert_eq!(lint(text.as_bytes(), &linter).0, others);
        let mut mended = Vec::new();
        let source = Text::new(text.as_bytes()).expect("text");
        mend_games(&linter, source, &mut mended, &(), &mut |_| true).expect("no errors in memory");
        let spelled = match kind {
            "long-algebraic" => "e2-e4",
            "wrong-number" => "3. Nf3",
            "needless-square" => "2. Ng1f3",
            "check-added" => "Bb5+",
            _ => "1. e4! e5 2. Nf3 Nc6 3. Bb5+ --",
        };
        assert!(String::from_utf8(mended).expect("text").contains(spelled), "{kind}");
    }
    let linter = Linter { ignored: vec!["check-added", "evaluation"], ..Linter::default() };
    assert_eq!(lint(&b"1. e2-e4+ *"[..], &linter).0, ["1:4: long-algebraic"]);
    let mut kept = Vec::new();
    let source = Text::new(&b"1. e2-e4+= *"[..]).expect("text");
    mend_games(&linter, source, &mut kept, &(), &mut |_| true).expect("no errors in memory");
    assert_eq!(kept, b"1. e2-e4+= *");
}

/// A move number directly before a move must match the position, even in a game from a FEN. `lint` ignores
/// numbers in comments.
#[test]
fn move_numbers_are_found_and_mended() {
    const FEN: &str = "[FEN \"7k/8/5K2/6Q1/8/8/8/8 b - - 5 30\"]\n\n";
    for (text, expected, mended) in [
        // If a number and all later numbers are too high, moves are missing. A single wrong number is a
        // misprint.
        ("1. e4 e5 3. Nf3 Nc6 *", &["1:10: missing-move"][..], ""),
        ("1. e4 e5 3. Nf3 Nc6 3. Bb5 *", &["1:10"], "1. e4 e5 2. Nf3 Nc6 3. Bb5 *"),
        ("1. e4 2... e5 02. Nf3 *", &["1:7", "1:15"], "1. e4 1... e5 2. Nf3 *"),
        (
            "1. e4 (2. d4 d5 (0.Nf6) 2.c4) 1...e5 {3. x} 1.\nNf3 2. Nc6 *",
            &["1:8", "1:18", "1:45"],
            "1. e4 (1. d4 d5 (0.Nf6) 2.c4) 1...e5 {3. x} 2.\nNf3 2. Nc6 *",
        ),
        // If several successive move numbers are wrong, perhaps parentheses were lost, moves were swapped, or
        // another game begins. So `lint` does not correct these numbers.
        ("1. e4 e5 1. Nf3 Nc6 2. Bb5 *", &["1:10"], ""),
        (
            "1. d4 Nf6 2. c4 g6 4. e4 d6 3. Nc3 Bg7 5. Nf3+ O-O *",
            &["1:20", "1:29", "1:43: check-added"],
            "",
        ),
        ("1. e4 e5 2. Nf3 Nc6 2. Bc4 Bc5 3. Bf1b5 a6 *", &["1:21", "1:35: illegal-move"], ""),
        (
            "1. e4 e5 2. Nf3 (2. Bc4 Nc6 2. d2d4 exd4) 2... Nc6 *",
            &["1:29", "1:32: long-algebraic-without-dash"],
            "",
        ),
        ("1. e4 e5 2. Nf3 d6 1. d4 d5 2. c4 *", &["1:20"], ""),
        ("1. e4 {a;b} e5 1.\nNf3 Nc6 3. Bb5 *", &["1:16"], "1. e4 {a;b} e5 2.\nNf3 Nc6 3. Bb5 *"),
        // A number without a full stop may be a clock time.
        ("1. e4 1. e5 ; 7.\nNf3\n%8.\nNc6 $3 3 . Bb5 4 a6 4. Ba4 *", &["4:16"], ""),
        ("4. e4 e5 4. Nf3 *", &["1:1: no-beginning"], ""),
        ("+1-0 e41. f3 e5", &["1:16: no-result"], ""),
        ("1. e4 Ke4 7. d4 *", &["1:7: illegal-move"], ""),
        ("1. e4 e5 40 *", &["1:10: stray-number"], ""),
        (
            "1. e4 40 2. e5 2. Nf3 (3) 3. *",
            &["1:7: stray-number", "1:10", "1:24: stray-number", "1:27: stray-number"],
            "1. e4 40 1. e5 2. Nf3 (3) 3. *",
        ),
        ("1. c4 12. 1d5 *", &["1:7: stray-number", "1:11: stray-number"], ""),
        ("1. e4 1e5 (1. d4 2d5 2. c4) *", &["1:7: stray-number", "1:12: missing-move"], ""),
    ] {
        let place = |place: &&str| {
            let kind = if place.contains('-') { "" } else { ": wrong-number" };
            format!("{place}{kind}")
        };
        let places: Vec<String> = expected.iter().map(place).collect();
        assert_eq!(found(text), places, "{text:?}");
        let mended = if mended.is_empty() { text } else { mended };
        assert_eq!(String::from_utf8(fixed(text.as_bytes()).0).as_deref(), Ok(mended));
    }
    assert_eq!(found(format!("{FEN}30... Kh7 31. Qg7# 1-0\n")), &[""; 0]);
    assert_eq!(found(format!("{FEN}1... Kh7 2. Qg7# 1-0\n")), ["3:1: wrong-number"]);
    // If a move number contradicts the FEN, we cannot tell which of the two is wrong. So both stay unchanged.
    let text = format!("{FEN}38... Kh8-h7 39. Qg7# 1-0\n");
    assert_eq!(found(&text), ["3:1: wrong-number", "3:7: long-algebraic"]);
    assert_eq!(fixed(text.as_bytes()).0, text.replace("Kh8-h7", "Kh7").as_bytes());
    let short = FEN.replace(" 5 30", "");
    assert_eq!(found(format!("{short}30... Kh7 31. Qg7# 1-0\n")), ["1:1: fen-spelling"]);
}

/// If `lint` cannot play a token of the main line or a variation, something before that token may be wrong. So
/// `lint` corrects only the text up to the last correct move number before that token. If an earlier move
/// number is wrong, `lint` stops at the last correct number before the wrong one. If the numbers show that moves
/// are missing, `lint` stops at the last correct number before the gap.
#[test]
fn what_is_not_certain_stays() {
    for (text, expected, mended) in [
        ("1. e4 e5 2. Nf3 3. Bb5 a6 4. Ba4 *", &["1:17: missing-move"][..], ""),
        ("1. e4 e5 2. Nf3 2. Bb5 a6 *", &["1:17: missing-move"], ""),
        ("1. e4 e5 2... Nc6 3. Bb5 *", &["1:10: missing-move"], ""),
        ("1. e4 e5 2. Nf3 Nc6 (3. Bb5 a6) 3. Bc4 *", &["1:22: missing-move"], ""),
        ("1. e4 e5 (* $140 2. Nf3 Nc6) 2. Nc3 *", &["1:18: missing-move"], ""),
        (
            "1. e4 e5 2. Nf3 Nc6 4. Nbc3 a6 5. d4 h6 7. Kxh8 *",
            &["1:21: missing-move", "1:44: illegal-move"],
            "",
        ),
        (
            "1. e2e4 e5 2. Ng1f3 Nc6 4. Nbc3 (4. d2d4 exd4 5. Bc1e3) a6 5. d2d4 *",
            &["1:13: needless-square", "1:23: missing-move"],
            "1. e4 e5 2. Ng1f3 Nc6 4. Nbc3 (4. d2d4 exd4 5. Bc1e3) a6 5. d2d4 *",
        ),
        // All positions before the last correct move number are certain, so `--fix` also corrects variations
        // that begin before this number.
        (
            "1. e2e4 (1. d2d4) e5 2. Ng1f3 Nc6 3. Ke3 *",
            &["1:21: needless-square", "1:34: illegal-move"],
            "1. e4 (1. d4) e5 2. Ng1f3 Nc6 3. Ke3 *",
        ),
        (
            "1. e2e4 e5 2. Ng1f3 (2. d2d4) Ke6 *",
            &["1:13: needless-square", "1:23: long-algebraic-without-dash", "1:29: illegal-move"],
            "1. e4 e5 2. Ng1f3 (2. d2d4) Ke6 *",
        ),
        (
            "e2e4 e7e5 Ke6 1:0",
            &[
                "1:1: long-algebraic-without-dash",
                "1:6: long-algebraic-without-dash",
                "1:11: illegal-move",
                "1:15: result-spelling",
            ],
            "",
        ),
        // A broken variation does not affect the main line.
        (
            "1. e2e4 e7e5 2. Ng1f3 (2. Ke3 d7d6) Nb8c6 *",
            &["1:21: illegal-move"],
            "1. e4 e5 2. Nf3 (2. Ke3 d7d6) Nc6 *",
        ),
        ("[Event \"part\"]\n\n12. Nbc3 Nbc6 13. Ngf3 *\n", &["1:1: no-beginning"], ""),
        ("12. Nbc3 Nbc6 *\n", &["1:1: no-beginning"], ""),
        (
            "[FEN \"?\"]\n[SetUp \"1\"]\n\n12. Nbc3 1:0\n",
            &["1:1: no-beginning", "4:10: result-spelling"],
            "",
        ),
        ("1. e4 e5 1/2-\n1/2\n", &["1:10: result-spelling"], ""),
        ("1. e4 e5 1/2\n-1/2\n", &["1:10: result-spelling"], ""),
        ("1. e4 e5 2. Qh5# 1-0", &["1:13: mate-added"], ""),
        (
            "[FEN \"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\"]\n\n1. Qg6# 1-0\n",
            &["3:4: mate-added", "3:9: result-position"],
            "",
        ),
        ("1. e4 {a 1... e5 {b} *", &["1:18: stray-brace"], ""),
        ("1. e4 0,35 e5 *", &[], ""),
        ("1. e4½ ~ e4½\n", &["1:6: result-spelling", "1:12: result-spelling"], ""),
        ("1. e4 +0.3 e5 -0.20 2. Nf3 0.00 Nc6 0.15/12 *", &[], ""),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 0.00 1/2-1/2", &[], ""),
        (
            "1. e4 e5 2. Nf3 Sc6 3. Bf1b5 *",
            &["1:17: other-letters"],
            "1. e4 e5 2. Nf3 Sc6 3. Bb5 *",
        ),
        (
            "1. e4 (=) e5 (0.25) 2. Nf3 (0:01) *",
            &["1:7: bare-comment", "1:14: bare-comment", "1:28: bare-comment"],
            "",
        ),
        ("1. e4 d5 2. e5 f5 3. exf6(ep) *", &[], "1. e4 d5 2. e5 f5 3. exf6 *"),
    ] {
        let (fixed, left) = fixed(text.as_bytes());
        let mended = if mended.is_empty() { text } else { mended };
        assert_eq!(String::from_utf8(fixed).as_deref(), Ok(mended));
        assert_eq!(left, expected, "{text:?}");
    }
}

/// With `GameLines`, each line is read and corrected as one game.
#[test]
fn a_line_is_a_game() {
    let linter = Linter { layout: Layout::GameLines, ..Linter::default() };
    let text = "e4 e5 Ng1f3 *\n\nd2d4 d5 1/2\nc4 * e4 *\ne4 {x\n";
    let (found, linted) = lint(text.as_bytes(), &linter);
    assert_eq!(
        found,
        [
            "1:7: needless-square",
            "3:1: long-algebraic-without-dash",
            "3:9: result-spelling",
            "4:6: second-game",
            "5:4: open-comment",
        ]
    );
    assert_eq!((linted.games, linted.bare), (5, 0));
    let mut mended = Vec::new();
    let text = Text::new(text.as_bytes()).expect("text");
    mend_games(&linter, text, &mut mended, &(), &mut |_| true).expect("text");
    assert_eq!(mended, b"e4 e5 Nf3 *\n\nd4 d5 1/2-1/2\nc4 * e4 *\ne4 {x\n");
    // With the default layout, several lines without tags or move numbers count as one game. If such a game has
    // findings, `bare` counts it, because each line may really be a separate game.
    assert_eq!(lint(&b"e4 e5 Nf3\nd4 d5 c4\n"[..], &Linter::default()).1.bare, 1);
    assert_eq!(lint(&b"1. e4 e5 2. Nf3\nd4 d5 c4\n"[..], &Linter::default()).1.bare, 0);
}

/// Correcting a file that is already corrected changes nothing, whatever bytes the file contains.
#[test]
fn a_mended_file_is_text() {
    let text = b"1.(e2-e4 e5 2. Ng1f3 (2. PK\x07\x08 xd4) Nb8c6 3. Bb5 a6";
    let (once, left) = fixed(text);
    assert_eq!(fixed(&once), (once.clone(), left));
}

/// `lint` accepts only the four results of PGN. If the final position is dead, the game is a draw, so `lint`
/// reports a result that claims a win.
#[test]
fn no_result_but_the_four_is_passed_over() {
    const KINGS: &str = "[FEN \"8/8/8/8/3Q4/2k5/8/7K b - - 0 1\"]\n\n1... Kxd4";
    for (text, expected) in [
        (
            "[Result \"White wins\"]\n\n1. e4 1-0\n".to_owned(),
            &["1:1: bad-tag", "3:7: result-tag"][..],
        ),
        ("[Result \"+-\"]\n\n1. e4 *\n".to_owned(), &["1:1: bad-tag", "3:7: result-tag"]),
        ("[Result \"\"]\n\n1. e4 *\n".to_owned(), &["1:1: bad-tag"]),
        ("[Result \"0:1\"]\n\n1. e4 0-1\n".to_owned(), &["1:1: bad-tag"]),
        (format!("{KINGS} 0-1\n"), &["3:11: result-position"]),
        (format!("{KINGS} 1/2-1/2\n"), &[]),
        (format!("{KINGS} *\n"), &[]),
    ] {
        assert_eq!(found(&text), expected, "{text:?}");
        assert_eq!(fixed(text.as_bytes()).0, text.as_bytes());
    }
    // In Shift-JIS, a backslash may be the second byte of a character, so `lint` does not report it.
    assert_eq!(found(b"[White \"\x95\x5c\x8e\xa6\"]\n\n1. e4 *\n"), &[""; 0]);
}

/// These texts come from an arbiter's files. `lint` reports exactly the findings listed here, and changes
/// nothing.
#[test]
fn results_and_evaluations_stay() {
    for (text, expected) in [
        (
            "[Result \"0-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 0-0\n",
            &["1:1: bad-tag", "3:32: result-spelling"][..],
        ),
        ("1. e4 e5 2. Nf3+= Nc6-/+ 3. Bb5=/+ a6 *\n", &[]),
        ("1. e4 --- 2. d4 *\n", &["1:7: null-move"]),
        ("[Result \"2-0\"]\n\n1. e4 1-0\n", &["1:1: bad-tag", "3:7: result-tag"]),
        (
            "[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4#\n",
            &["3:20: no-result", "3:20: result-position"],
        ),
        ("1. e4 e5 1-0 2. Nf3 Nc6 *\n", &["1:14: no-beginning"]),
        (
            "1. e4 e5 2. Sf3 (2. Nc3) Sc6 *\n",
            &["1:13: foreign-letter", "1:21: other-letters", "1:26: foreign-letter"],
        ),
        // A corrected result would contradict the tag, so we leave the result as it is.
        ("[Result \"*\"]\n\n1. f3 e5 2. g4 Qh4# *\n", &["3:21: result-position"]),
    ] {
        assert_eq!(found(text), expected, "{text:?}");
        let (mended, _) = fixed(text.as_bytes());
        assert_eq!(mended, text.as_bytes(), "{text:?}");
    }
}
