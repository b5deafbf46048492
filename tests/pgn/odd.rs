//! Reads malformed games, such as games that were typed by hand, scanned or truncated. Earlier versions of
//! the program misread each of these texts, or missed a fault in it.

use std::fs;

use san_strings::Vocabulary;

use crate::common::{folder, run};

/// Runs a command on the bytes of a file, and returns standard output and standard error.
fn on(bytes: impl AsRef<[u8]>, args: &[&str], code: i32) -> (String, String) {
    let folder = folder();
    fs::write(folder.path().join("games"), bytes).expect("written");
    run(folder.path(), &[args, &["games"]].concat(), code)
}

/// Encodes a file. Returns two texts: the moves, one game per line, with `?` for each string that is not in
/// the list; and the output on standard error.
fn moves(bytes: impl AsRef<[u8]>, args: &[&str], code: i32) -> (String, String) {
    let (lines, error) = on(bytes, &[&["encode"], args].concat(), code);
    let text = |line: &str| {
        let ids: Vec<u16> = serde_json::from_str(line).expect("ids");
        let text = |id| Vocabulary::occurring().text(id).map_or("?".into(), |san| san.to_string());
        ids.into_iter().map(text).collect::<Vec<String>>().join(" ")
    };
    (lines.lines().map(text).collect::<Vec<_>>().join("\n"), error)
}

/// Encodes a text in Windows-1252. Converts only the characters that the tests need.
fn windows_1252(text: &str) -> Vec<u8> {
    let byte = |char| match char {
        '–' => 0x96,
        '—' => 0x97,
        '†' => 0x86,
        char => u8::try_from(u32::from(char)).expect("Latin-1"),
    };
    text.chars().map(byte).collect()
}

#[test]
fn what_is_not_utf_8_is_windows_1252() {
    let text = "[White \"Müller – Œ\"]\n\n1. e2–e4 d7—d5 2. e×d5 Nf6 3. Bb5† *\n".replace('Œ', "é");
    let args = ["-q", "encode", "--tags", "White"];
    let (utf_8, _) = on(&text, &args, 0);
    assert!(utf_8.contains("Müller – é"), "{utf_8}");
    assert_eq!(on(windows_1252(&text), &args, 0).0, utf_8);
    let (_, error) = moves(windows_1252("1. e4 Qé *\n"), &[], 1);
    assert!(error.contains("ply 2: Qé: it is not a move"), "{error}");
}

#[test]
fn castling_is_not_dropped() {
    let right = "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O Nc3";
    for dash in ["–", "—", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2015}", "\u{2212}"] {
        for (before, after) in [("", ""), (" ", " "), ("", " "), (" ", "")] {
            let short = format!("0{before}{dash}{after}0");
            let text = format!("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. {short} {short} 5. Nc3 *\n");
            let (read, error) = moves(&text, &[], 0);
            assert_eq!(read, right, "{short}");
            assert!(error.contains("mended: 2 moves with a different dash"), "{error}");
        }
    }
    for short in ["0 - 0", "0- 0", "0 -0", "O - O", "0–0", "O – O"] {
        let text = format!("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. {short} {short} 5. Nc3 *\n");
        assert_eq!(moves(windows_1252(&text), &[], 0).0, right, "{short}");
    }
    let long = "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd3 Qd6 5. 0 - 0 - 0 O – O – O *\n";
    assert!(moves(long, &[], 0).0.ends_with(" Qd6 O-O-O O-O-O"));
    let (read, error) = moves("1. e4 0 - 0 2. d4 *\n", &[], 1);
    assert!(read.is_empty() && error.contains("ply 2: 0 - 0: it is not legal"), "{error}");
    let (read, _) = on("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O - O *\n", &["count", "--replay"], 0);
    assert!(read.starts_with("7 moves in 1 game\n7 of "), "{read}");
}

#[test]
fn results_have_any_dash() {
    let special = |n| Vocabulary::occurring().len() + n;
    for dash in ["-", "–", "—", " - ", " – ", "\u{2212}", ":", " : "] {
        for (white, black, id) in [("1", "0", 4), ("0", "1", 5), ("1/2", "1/2", 6), ("½", "½", 6)]
        {
            let result = format!("{white}{dash}{black}");
            let text = format!("1. e4 {result}\n[Result \"{result}\"]\n\n1. e4\n");
            let ids = format!("[26, {}]\n", special(id)).repeat(2);
            let args = ["-q", "encode", "--results"];
            assert_eq!(on(&text, &args, 0).0, ids, "{result}");
            if !dash.contains('\u{2212}') {
                assert_eq!(on(windows_1252(&text), &args, 0).0, ids, "{result}");
            }
        }
    }
    // Neither `1 -` nor `1/2 -` swallows the token after it.
    assert_eq!(moves("1 - e4 1 - e5 *\n\n1. d4 1/2 - draw\n", &[], 0).0, "e4 e5\nd4");
}

#[test]
fn the_letter_of_a_piece_apart_is_no_remark() {
    for (text, fault) in [
        ("1. e4 e5 2. N f3 N c6 *", "ply 3: N: it is not a move"),
        ("1. e4 e5 2. Nf3 N c6 *", "ply 4: N: it is not a move"),
        ("1. d4 d5 2. D d3 *", "ply 3: D: it is not a move"),
        ("1. e4 D h4 *", "ply 2: h4: it is not legal"),
        ("N f3 *", "ply 1: N: it is not a move"),
        ("1. e4 e5 2.N xe5 *", "ply 3: N: it is not a move"),
        ("1. e4 d6 2. d4 Nf6 3. Nc3 N bd7 *", "ply 6: N: it is not a move"),
        ("1. e4 e5 2... N *", "ply 3: N: it is not a move"),
        ("1. e4 e5 2. N", "ply 3: the game is cut off"),
        ("1. e4 e5 2. N\n\n[Event \"x\"]\n", "ply 3: the game is cut off"),
        ("1. e4 e5 2. 5f3 Nc6 *", "ply 3: 5f3: it is not a move"),
        ("1. e4 e5 25f3 Nc6 *", "ply 3: 25f3: it is not a move"),
    ] {
        let (_, error) = moves(text, &[], 1);
        assert!(error.contains(&format!("game 1, line 1, {fault}")), "{text}: {error}");
    }
    let right = "e4 e5 Nf3 Nc6 Bb5 a6";
    for text in [
        "1. e4 e5 2. Nf3 N Nc6 3. Bb5 D a6 *",
        "1. e4 TN e5 RR 2. Nf3 Nc6 N 3. Bb5 $146 N 3... a6 TN *",
        "1. e4 e5 2. Nf3 {x} N 2... Nc6!? N 3. Bb5 (3. Bc4 N f6) a6 D *",
        "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 *",
        "1e4 1e5 2Nf3 2Nc6 3Bb5 a6 *",
    ] {
        assert_eq!(moves(text, &[], 0).0, right, "{text}");
    }
    let from_fen =
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 30\"]\n\n30e4 e5 *";
    assert_eq!(moves(from_fen, &[], 0).0, "e4 e5");
}

#[test]
fn words_behind_moves_cost_no_game() {
    let fools = "f3 e5 g4 Qh4#";
    for word in
        ["matt", "Matt", "mat", "mate", "schachmatt", "Schach", "échec et mat", "éch.", "+ Schach"]
    {
        let word = word.replace(" et ", " ");
        for end in [" 0-1", "\n0-1", ".", " {so}", ""] {
            let text = format!("1. f3 e5 2. g4 Qh4 {word}{end}\n");
            assert_eq!(moves(&text, &[], 0).0, fools, "{text}");
            assert_eq!(moves(windows_1252(&text), &[], 0).0, fools, "{text}");
        }
    }
    for word in ["remis", "Remis", "draw", "aufgegeben", "resigns", "1/2", "nulle", "Remis 1/2"] {
        assert_eq!(moves(format!("1. e4 e5 {word}\n"), &[], 0).0, "e4 e5");
        assert_eq!(moves(format!("1. e4 e5 2. Nf3 schach {word}\n"), &[], 0).0, "e4 e5 Nf3");
    }
    let (_, error) = moves("1. e4 e5 2. matt *\n", &[], 1);
    assert!(error.contains("ply 3: matt: it is not a move"), "{error}");
}

#[test]
fn what_is_invisible_is_not_in_a_word() {
    for nothing in ["\u{200b}", "\u{ad}", "\u{2060}", "\u{200d}"] {
        let text =
            "1._e4 e_5 2. N_f3 Nc_6_ 3. Bb5_ a_6 4. O-O_ Nf_6 5. R_e1_\n".replace('_', nothing);
        let right = "e4 e5 Nf3 Nc6 Bb5 a6 O-O Nf6 Re1";
        assert_eq!(moves(&text, &[], 0).0, right, "{text}");
        assert_eq!(moves(&text, &["--as-written"], 0).0, right, "{text}");
        let (read, _) = on(&text, &["count", "--replay"], 0);
        assert!(read.starts_with("9 moves in 1 game\n9 of "), "{read}");
        let between = "e4_e5_Nf3_Nc6_Bb5_a6_O-O_Nf6_Re1\n".replace('_', nothing);
        assert_eq!(moves(&between, &[], 0).0, right, "{between}");
    }
}

#[test]
fn text_without_moves_is_no_empty_game() {
    for line in
        ["\"e4 e5\"", "[Event \"x\"]", "Event,White", "1.", "{e4}", "; e4", "------", "(e4)"]
    {
        let (ids, error) = on(format!("d4\n{line}\n\nc4\n"), &["encode", "--lines"], 1);
        assert_eq!(ids.lines().count(), 4, "{ids}");
        assert!(ids.contains("\n[]\n[]\n"), "{ids}");
        let what = if line == "Event,White" {
            "Event: it is not a move"
        } else {
            "it contains neither a move nor"
        };
        assert!(error.contains("left out: games, game 2"), "{line}: {error}");
        assert!(error.contains(&format!("line 2, ply 1: {what}")), "{line}: {error}");
    }
    for line in ["", " ", "\t", "\r", "\u{feff}", "1-0", "*"] {
        let (ids, error) = on(format!("d4\n{line}\nc4"), &["encode", "--lines"], 0);
        assert_eq!(ids, "[20]\n[]\n[14]\n");
        assert!(!error.contains("left out"), "{line}: {error}");
    }
    for text in ["------", "======\n\n====", "- - -", "...\n!"] {
        let (ids, error) = on(format!("{text}\n[Event \"x\"]\n\n1. d4 *\n"), &["encode"], 0);
        assert_eq!(ids, "[20]\n", "{text}: {error}");
    }
    for text in ["\"White\", \"Black\"", "12.", "- 12 -"] {
        let (ids, error) = on(format!("{text}\n[Event \"x\"]\n\n1. d4 *\n"), &["encode"], 1);
        assert_eq!(ids, "[20]\n");
        assert!(
            error.contains("game 1, line 1, ply 1: it contains neither a move"),
            "{text}: {error}"
        );
        let (out, _) = on(format!("{text}\n[Event \"x\"]\n\n1. d4 *\n"), &["count"], 1);
        assert!(out.starts_with("1 move in 1 game\n"), "{out}");
    }
}

#[test]
fn a_file_that_is_cut_in_a_tag_is_named() {
    for (tag, ply) in [
        ("[White \"x", 1),
        ("[White \"", 1),
        ("[Event \"y\"]\n[White \"x", 1),
        ("[Event \"y\"]\n[Wh", 1),
    ] {
        let text = format!("[Event \"x\"]\n\n1. d4 *\n\n{tag}");
        let (ids, error) = on(&text, &["encode"], 1);
        assert_eq!(ids, "[20]\n", "{tag}");
        assert!(error.contains("left out: games, game 2"), "{tag}: {error}");
        assert!(error.contains(&format!("line 5, ply {ply}: ")), "{tag}: {error}");
        assert_eq!(error.contains("cut off"), !tag.ends_with("[Wh"), "{tag}: {error}");
    }
    // Tags without moves count as a game. A tag without a closing bracket is still a tag if other tags follow.
    let (ids, _) = on(
        "[Event \"x\"]\n[White \"y\"]\n\n[Event \"x\n[White \"y\"]\n\n1. d4 *\n",
        &["encode"],
        0,
    );
    assert_eq!(ids, "[]\n[20]\n");
}

#[test]
fn a_broken_tag_ends_no_tag_section() {
    for broken in ["[Black]", "[]", "[\"z\"]", "[2 \"b\"]", "[%evp 0,1]"] {
        for ends in ["\n", "\r\n"] {
            let lines = ["[White \"a\"]", broken, "[WhiteElo \"2000\"]", "", "1. e4 e5 1-0", ""];
            let text = lines.join(ends);
            for text in [text.clone(), text.clone() + ends + &text, format!("{broken}{ends}{text}")]
            {
                let (ids, _) = on(&text, &["encode", "--tags", "White,WhiteElo"], 0);
                let game = "{\"White\": \"a\", \"WhiteElo\": \"2000\", \"ids\": [26, 27]}\n";
                assert_eq!(ids, game.repeat(text.matches("1-0").count()), "{text}");
            }
        }
    }
    // Between moves, a line such as `[Black]` is a remark.
    let (ids, _) = on("1. e4\n[Black]\ne5 *\n[b]\n[c]\n1. d4 *\n", &["encode"], 0);
    assert_eq!(ids, "[26, 27]\n[20]\n");
}

#[test]
fn the_line_is_that_of_the_move() {
    let text = "[Event \"x\"]\n\n1. e4 e5\n2. Nf3\nNc6 3. Ke3 *\n\n[FEN \"x\"]\n\n1. e4 *\n\n1. d4\n\n{\n\nd5 *\n";
    for args in [&["encode"][..], &["count", "--replay"]] {
        let (out, error) = on(text, args, 1);
        let said = out + &error;
        assert!(said.contains("line 5, ply 5: Ke3: it is not legal"), "{said}");
        assert!(said.contains("line 7, ply 1: e4: the FEN is wrong"), "{said}");
        assert!(said.contains("line 11, ply 2: a comment is never closed"), "{said}");
    }
    let (out, _) = on("1. e4\ne5 2. Nf3\n\nNc6\n*\n", &["count", "--format", "json"], 0);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let line = |san: &str| {
        let strings = json["strings"].as_array().expect("rows").iter();
        strings.clone().find(|row| row["string"] == san).expect("a row")["example"]["line"].clone()
    };
    assert_eq!(["e4", "e5", "Nf3", "Nc6"].map(line), [1, 2, 2, 4]);
    let (_, error) = on("e4\nd4 Xf3\n", &["encode", "--lines"], 1);
    assert!(error.contains("game 2, line 2, ply 2: Xf3"), "{error}");
}

#[test]
fn a_word_is_blamed_in_the_language_of_the_game() {
    for (text, fault) in [
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 Kaffee *", "ply 7: Kaffee: it is not a move"),
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Sg6 *", "ply 7: Sg6: it is not legal"),
        (
            "1. e4 e5 2. Sf3 Sc6 3. Bb5 a6 *",
            "ply 5: Bb5: the piece letter does not belong to the language",
        ),
        ("1. e4 e5 2. Nf3 Nc6 3. Xb5 a6 *", "ply 5: Xb5: it is not a move"),
        ("1. e4 e5 2. Hf3 Hf6 *", "ply 3: Hf3: it could be Nf3 or Qf3"),
        ("1. e4 e5 2. Hf3 *", "ply 3: Hf3: it is not a move"),
        ("1. e4 e5 2. Yf3 *", "ply 3: Yf3: it is not a move"),
        ("1. e4 d5 2. Pf3 Pc6 3. Pe5 *", "ply 3: Pf3: it could be f3 or Nf3"),
    ] {
        let (_, error) = moves(text, &[], 1);
        assert!(error.contains(&format!("game 1, line 1, {fault}")), "{text}: {error}");
    }
    // `P` is a pawn in English, and a knight in Dutch.
    assert_eq!(moves("1. Pe4 Pd5 2. Pf3 Nc6 *", &[], 0).0, "e4 d5 f3 Nc6");
    assert_eq!(moves("1. Pe4 Pd5 *", &[], 0).0, "e4 d5");
    assert_eq!(moves("1. e4 d5 2. Pf3 Pc6 3. Lb5 Dd6 *", &[], 0).0, "e4 d5 Nf3 Nc6 Bb5 Qd6");
}

/// Moves after a result begin another game. We cannot play that game, because its starting position is
/// unknown.
#[test]
fn what_goes_on_after_a_result_is_no_game() {
    let fault = "the game begins at move 2, but no FEN gives the position";
    let text = "1. e4 e5 1-0\n2. Nf3 Nc6 1-0\n\n1. d4 *\n";
    let (_, error) = moves(text, &[], 1);
    assert!(error.contains(&format!("game 2, line 2, ply 1: Nf3: {fault}")), "{error}");
    assert_eq!(moves(text, &["--errors", "skip"], 1).0, "e4 e5\nd4");
    let folder = folder();
    fs::write(folder.path().join("games"), text).expect("written");
    let counted = run(folder.path(), &["count", "--replay", "games"], 1).0;
    assert!(counted.starts_with("3 moves in 2 games\n") && counted.contains(fault), "{counted}");
}

/// A failed download can leave an empty file. If the file name has the extension of a compressed file, the error
/// says that the file is empty.
#[test]
fn an_empty_file_is_not_compressed() {
    let folder = folder();
    for name in ["a.pgn.gz", "a.zst", "a.BZ2", "a.zip"] {
        fs::write(folder.path().join(name), "").expect("written");
        let (_, error) = run(folder.path(), &["-q", "encode", name], 1);
        assert!(error.contains(&format!("{name}: the file is empty")), "{error}");
    }
    fs::write(folder.path().join("a.pgn"), "").expect("written");
    assert_eq!(run(folder.path(), &["-q", "encode", "a.pgn"], 0), (String::new(), String::new()));
}

#[test]
fn an_illegal_move_of_english_is_no_move_of_another_language() {
    // `R` is a knight in Finnish and Estonian, and `L` a queen in Estonian.
    for (text, fault) in [
        ("1. e4 e5 2. Rf3 *", "ply 3: Rf3: it is not legal: no rook can go to f3"),
        ("1. e4 e5 2. Rf3 Nc6 *", "ply 3: Rf3: it is not legal: no rook can go to f3"),
        ("1. e4 Rc6 *", "ply 2: Rc6: it is not legal: no rook can go to c6"),
        ("1. e4 e5 2. Lf3 *", "ply 3: Lf3: it is not a move"),
    ] {
        let (_, error) = moves(text, &[], 1);
        assert!(error.contains(&format!("game 1, line 1, {fault}")), "{text}: {error}");
        let (counted, _) = on(text, &["count", "--replay"], 1);
        assert!(counted.contains(fault), "{text}: {counted}");
        let (_, error) = on(text, &["lint", "--fix"], 1);
        assert!(!error.contains("nothing left"), "{text}: {error}");
    }
    let finnish = "1. e4 e5 2. Rf3 Rc6 3. Lb5 a6 4. Lxc6 dxc6 5. O-O Dd6 *";
    assert_eq!(moves(finnish, &[], 0).0, "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Qd6");
    // In Estonian, the bishop's letter is `O`, and castling also begins with `O`.
    let estonian = "1. e4 e5 2. Rf3 Rc6 3. Ob5 a6 4. Oxc6 dxc6 5. O-O Ld6 *";
    assert_eq!(moves(estonian, &[], 0).0, "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Qd6");
}

#[test]
fn a_letter_is_one_of_the_language_of_the_game() {
    let polish = "1. e4 e5 2. Sf3 Sc6 3. Gc4 *\n";
    let (found, _) = on(polish, &["lint"], 1);
    assert_eq!(found.matches("it has the Polish letter").count(), 3, "{found}");
    let two = format!("{polish}\n1. e4 e5 2. Cf3 Cc6 3. Ac4 *\n");
    let (found, _) = on(&two, &["lint"], 1);
    assert!(found.contains("Ac4: it has the Spanish and Italian letter"), "{found}");
    let (_, error) = on(&two, &["encode"], 0);
    assert!(error.contains("mended: 6 moves with a letter of another language, as in "), "{error}");
}

#[test]
fn uci_is_not_mended_for_the_list_of_uci() {
    let text = "1. e2e4 e7e5 2. Ng1f3 0-0 *\n1. e2e4 e5 2. g1f3 Nc6 3. f1c4 g8f6 4. e1g1 *\n";
    let (_, error) = on(text, &["encode", "--list", "uci"], 1);
    assert!(!error.contains("mended"), "{error}");
    let (_, error) = on(text, &["encode"], 1);
    for moves in ["mended: 1 move with UCI notation", "mended: 4 moves with UCI notation"] {
        assert!(error.contains(moves), "{error}");
    }
}

#[test]
fn broken_games_are_errors_for_quiet_users_too() {
    let (_, error) = on("1. e2e4 e5 2. Ke3 *\n\n1. e2e4 *\n", &["-q", "encode"], 1);
    let broken =
        "left out as broken: 1 game (illegal move: 1): `--errors unk` writes them with [UNK]\n";
    assert_eq!(error, broken);
    assert_eq!(on("1. e2e4 *\n", &["-q", "encode"], 0).1, "");
}

#[test]
fn games_left_out_are_named_and_counted() {
    let text = "1. Xf3 *\n\n".repeat(15) + "1. d4 *\n";
    for (args, named) in [(&[][..], 10), (&["--show", "3"], 3), (&["--show", "20"], 15)] {
        for (errors, what, code) in [("skip", "left out", 1), ("unk", "written with [UNK]", 0)] {
            let args = [&["encode", "--errors", errors], args].concat();
            let (_, error) = on(&text, &args, code);
            let start = format!("{what}: games, game ");
            let lines = error.lines().filter(|line| line.starts_with(&start)).count();
            assert_eq!(lines, named, "{error}");
            let more =
                format!("... and {} more {what}: `--show N` lists more of them\n", 15 - named);
            assert_eq!(error.contains(&more), named < 15, "{error}");
            assert!(error.contains(": 15 games (no move: 15)"), "{error}");
        }
    }
    for (text, args, fault) in [
        ("1. e4 e5 2. Ke3 Xf6 *", &[][..], "ply 3: Ke3: it is not legal"),
        ("[FEN \"x\"]\n\n1. Xf3 *", &[], "ply 1: Xf3: the FEN is wrong"),
        ("1. e4 {", &[], "ply 2: a comment is never closed"),
        ("1. Xf3 *", &["--as-written"], "ply 1: Xf3: it is not in the list of strings"),
        ("1. d4 * e4", &["--lines"], "ply 1: e4: it begins another game"),
        ("1. Xf3 * e4", &["--lines"], "ply 1: Xf3: it is not a move"),
    ] {
        let (_, error) = on(text, &[&["encode", "--errors", "unk"], args].concat(), 0);
        let named = error.matches("written with [UNK]: games, game 1").count();
        assert!(named == 1 && error.contains(fault), "{text}: {error}");
        assert!(
            error.ends_with(")\n") && error.contains("written with [UNK]: 1 game ("),
            "{error}"
        );
    }
}

#[test]
fn each_tag_is_a_key_of_its_own() {
    let text = "[White \"x\"]\n[Black \"y\"]\n\n1. d4 *\n";
    let (line, _) = on(text, &["-q", "encode", "--tags", "White, Black"], 0);
    assert_eq!(line, "{\"White\": \"x\", \"Black\": \"y\", \"ids\": [20]}\n");
    for (tags, what) in [
        ("ids", "`--tags ids`: each object would contain the key \"ids\" twice"),
        ("White,White", "`--tags White`: each object would contain the key \"White\" twice"),
        ("White,", "`--tags` needs tag names"),
    ] {
        let (out, error) = on(text, &["encode", "--tags", tags], 2);
        assert!(out.is_empty() && error.contains(what), "{error}");
    }
}

/// `D` means a diagram, unless another piece letter, such as `S`, shows that the game is not in English.
#[test]
fn a_diagram_is_no_queen_of_an_english_game() {
    for text in ["1. e4 D d5 2. Nf3 *\n", "1. e4 d5 D 2. Nf3 D *\n", "1. e4 d5 2. Nf3 {x} D *\n"] {
        assert_eq!(moves(text, &[], 0).0, "e4 d5 Nf3", "{text}");
    }
    let (_, error) = moves("1. e4 e5 2. Sf3 D f6 *\n", &[], 1);
    assert!(error.contains("ply 4: D: it is not a move"), "{error}");
    // A piece letter later in the game also reveals the language. An upper-case file letter, as in `DxE5`, says
    // nothing about the language.
    let (_, error) = moves("1. e4 e5 2. h4 (2. f4) D f6 3. Sf3 *\n", &[], 1);
    assert!(error.contains("ply 4: D: it is not a move"), "{error}");
    assert_eq!(moves("1. E4 D e5 2. DxE5 *\n1. E4 D e5 *\n", &[], 1).0, "e4 e5");
}

/// SCID has an option to write NAGs as symbols.
#[test]
fn signs_of_scid_are_skipped() {
    let signs = [
        "~", "=/&", "+/&", "-/&", "&/-", "&/+", "->", "=>", "><", "||", "_|_", "^", "<=", ">=",
        ">", "forced", "worst",
    ];
    for sign in signs {
        let text = format!("1. e4 e5 {sign} 2. Nf3 ({sign} 2. f4) Nc6! {sign}\n3. Bb5 {sign}\n*\n");
        assert_eq!(moves(&text, &[], 0).0, "e4 e5 Nf3 Nc6 Bb5", "{text}");
    }
    let text = "1. e4 e5 <= ~{x} 2. Nf3 ~(2. f4 ^) Nc6 => 3. Bb5 ~;x\n>= *\n";
    assert_eq!(moves(text, &[], 0).0, "e4 e5 Nf3 Nc6 Bb5");
    let conflict = "1. e4 e5\n<<<<<<< HEAD\n2. Nf3\n=======\n2. Nc3\n>>>>>>> b\nNc6 *\n";
    for text in [conflict, "1. e4 e5 | 2. Nf3 *\n", "1. e4~ e5 *\n", "1. e4 ~e5 *\n"] {
        assert!(moves(text, &[], 1).1.contains("is not allowed in PGN"), "{text}");
    }
}

/// If a tag lacks its opening bracket, the tags before and after it still belong to the same game.
#[test]
fn a_tag_without_its_bracket_divides_no_tags() {
    let (before, after) = ("[Event \"a\"]\n[Site \"b\"]\n", "[Black \"Y\"]\n\n1. e4 *\n");
    for broken in ["hite \"X\"]\n", "White \"X\"]\r\n"] {
        let tags = ["-q", "encode", "--tags", "Event,Black"];
        let right = |event| format!("{{\"Event\": {event}, \"Black\": \"Y\", \"ids\": [26]}}\n");
        assert_eq!(on(format!("{before}{broken}{after}"), &tags, 0).0, right("\"a\""));
        let game = "[Event \"a\"]\n[Black \"Y\"]\n\n1. e4 *\n\n";
        let both = right("\"a\"") + &right("null");
        assert_eq!(on(format!("{game}{broken}{after}"), &tags, 0).0, both);
    }
    // In a game without tags, a line such as `"x"]` is not a broken tag.
    moves("e4 e5 \"x\"]\n", &[], 1);
}
