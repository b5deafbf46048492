//! Tests the reader on hostile and unusual text.

use std::{fs, io::Write, sync::mpsc, thread, time::Duration};

use san_strings::Vocabulary;
use serde_json::{Value, json};

use super::{CHUNK, on};
use crate::common::{folder, interrupt, run, spawn};

/// Ctrl-C ends a run whose input never ends: endless games, tags or counts, for example, or a pipe that stays
/// silent.
#[test]
#[cfg(unix)]
fn ctrl_c_ends_endless_input() {
    let endings = [
        ("", ""),
        ("1. e4 *\n\n", ""),
        ("", "1. e4 *\n\n"),
        ("", "\n"),
        ("", "[A \"b\"]\n"),
        ("1. e4 {", "x"),
        ("string,count\n", "e4,1\n"),
        // Empty zstd frames.
        ("", "\x50\x2a\x4d\x18\0\0\0\0"),
    ];
    for args in [&["count"][..], &["count", "--replay"], &["encode", "--errors", "unk"]] {
        // We test all inputs in parallel, because each test spends most of its time waiting.
        thread::scope(|scope| {
            for (first, again) in endings {
                scope.spawn(move || ctrl_c_ends(args, first, again));
            }
        });
    }
}

/// Checks that Ctrl-C ends a command whose input is `first`, followed by endless copies of `again`.
#[cfg(unix)]
fn ctrl_c_ends(args: &[&str], first: &'static str, again: &'static str) {
    let folder = folder();
    let mut child = spawn(folder.path(), args);
    let mut stdin = child.stdin.take().expect("piped");
    let writer = thread::spawn(move || {
        let again = again.repeat(CHUNK / 64);
        let mut written = stdin.write_all(first.as_bytes());
        while written.is_ok() && !again.is_empty() {
            written = stdin.write_all(again.as_bytes());
        }
        stdin
    });
    thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(child.wait_with_output()));
    // On an idle machine, the command ends within a second.
    let output = receiver.recv_timeout(Duration::from_secs(10)).expect("an end in time");
    let output = output.expect("an end");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("stopped: "), "{args:?} {first:?} {again:?}: {error}");
    assert_eq!(output.status.code(), Some(1));
    drop(writer);
}

fn ids(words: &[&str]) -> Vec<u16> {
    let id = |word: &&str| Vocabulary::occurring().id(word).expect("a string that occurs");
    words.iter().map(id).collect()
}

#[test]
fn a_quotation_mark_with_a_backslash_does_not_end_a_tag() {
    let text = r#"[White "A \"x\" ]y"][Black "\"]\\"] [Site "\\\"] "]

1. e4 *
"#;
    let (line, _) = on(text, &["-q", "encode", "--tags", "White,Black,Site"], 0);
    let game: Value = serde_json::from_str(&line).expect("JSON");
    let [white, black, site] = [r#"A "x" ]y"#, r#""]\"#, r#"\"] "#];
    let ids = ids(&["e4"]);
    assert_eq!(game, json!({"White": white, "Black": black, "Site": site, "ids": ids}));
}

/// If files are concatenated, a byte order mark can come before any game.
#[test]
fn each_game_may_begin_with_a_byte_order_mark() {
    let text = "1. e4 *\n\n\u{feff}[White \"x\"]\n\n1. d4 *\n";
    let (lines, _) = on(text, &["-q", "encode", "--tags", "White"], 0);
    assert!(lines.contains("{\"White\": \"x\","), "{lines}");
}

/// The halfmove clock and the move number of the FEN do not matter, because they do not change the legal
/// moves.
#[test]
fn a_game_may_name_the_initial_position() {
    for clocks in ["0 1", "7 12", ""] {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let text = format!("[FEN \"{start} {clocks}\"]\n\n1. e4 *\n");
        let (line, _) = on(&text, &["-q", "encode"], 0);
        assert_eq!(line, format!("{:?}\n", ids(&["e4"])));
    }
}

#[test]
fn a_game_may_start_with_more_pieces_than_can_be() {
    let fen = "4k3/pppppppp/8/8/8/QQQQQQQQ/PPPPPPPP/QQ2K3 w - - 0 1";
    let (out, _) = on(&format!("[FEN \"{fen}\"]\n\n1. Kd1 *\n"), &["count", "--replay"], 0);
    assert!(out.starts_with("1 move in 1 game\n"), "{out}");
}

/// Neither the name nor the contents of a file can control the terminal or end a line of the output.
#[test]
#[cfg(unix)]
fn names_of_files_are_printable() {
    let folder = folder();
    let name = "it's \"\u{1b}[31m\n\u{9b}.pgn";
    let shown = "it's \"\\u{1b}[31m\\n\\u{9b}.pgn";
    let games = "[Variant \"\u{1b}[31m\"]\n\n1. e4 *\n\n1. |\n";
    fs::write(folder.path().join(name), games).expect("written");
    fs::write(folder.path().join("half\u{1b}.zst"), b"\x28\xb5\x2f\xfd").expect("written");
    for (args, code) in [
        (&["count", name][..], 1),
        (&["count", "--replay", name], 1),
        (&["count", "--format", "csv", name], 1),
        (&["count", "half\u{1b}.zst"], 1),
        (&["encode", name], 1),
        (&["encode", "--errors", "unk", name], 0),
        (&["encode", "half\u{1b}.zst"], 1),
        (&["count", "missing\u{1b}"], 1),
        (&["tree", "check", "missing\u{1b}"], 1),
        (&["verify", "missing\u{1b}"], 1),
        (&["tree", "grow", "tree\u{1b}", "--plies", "1"], 0),
        (&["generate", "--output-dir", "lists\u{1b}", "san_strings.txt"], 0),
    ] {
        let (out, error) = run(folder.path(), args, code);
        let text = out + &error;
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{args:?}: {text:?}");
        assert_eq!(text.contains(shown), args.contains(&name), "{args:?}: {text}");
    }
}
