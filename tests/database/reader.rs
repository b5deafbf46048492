//! What the reader makes of hostile and of unlucky text.

use std::{
    fs,
    io::Write,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use proptest::{prelude::*, sample::select};
use rayon::ThreadPoolBuilder;
use san_strings::{
    CountOptions, Counter, EncodeOptions, Encoder, GameIds, Progress, Vocabulary,
    internal::database::scan::looked_at,
};
use serde_json::{Value, json};

use super::{CHUNK, encoded, on};
use crate::common::{folder, interrupt, run, spawn};

/// Beginnings that have no end, and ends that have no beginning; a number stands for `N`.
const PIECES: &[&str] = &[
    "",
    "\u{feff}",
    "1. e4",
    "e4",
    "1",
    "\n1.",
    "1-0",
    "*",
    "0-0",
    "--",
    "{",
    "{}",
    "}",
    "{ ]",
    "(",
    "(*)",
    ")",
    ";",
    "%",
    "<",
    "$1",
    "!",
    "\\",
    "\"",
    "\"\\",
    "]",
    "\"]",
    "[",
    "[x",
    "[A \"",
    "[A \"b\"]",
    "[AN \"b\"]",
    "[AN \"b\"] x",
    "[AN \"b\"",
    "[AN \"\\\"",
    "[Event \"",
    "[FEN \"8/8\"]",
    "aaaaaaaaaaaaaaaa",
    "ZN",
    "\0",
];

/// What may come after each.
const ENDS: &[&str] = &["", " ", "\n", "\n\n", "\r\n\r\n"];

/// What may come before all, and after.
const AROUND: &[(&str, &str)] =
    &[("", ""), ("1. e4 ", ""), ("[Event \"x\"]\n[A \"", "\"] z\n\n1. e4 *\n")];

fn shapes() -> Vec<String> {
    let shapes =
        PIECES.iter().flat_map(|piece| ENDS.iter().map(move |end| format!("{piece}{end}")));
    shapes.filter(|shape| !shape.is_empty()).collect()
}

/// A shape as often as this many bytes have room for it.
fn repeated(shape: &str, bytes: usize) -> String {
    let mut text = String::new();
    for n in 0.. {
        if text.len() >= bytes {
            break;
        }
        text += &shape.replace('N', &n.to_string());
    }
    text
}

fn counter(replay: bool) -> Counter {
    let mut options = CountOptions::default();
    options.replay = replay;
    Counter::new(options)
}

/// Counts the strings of games.
fn count(text: &str, replay: bool) {
    counter(replay).add_games("games", text.as_bytes(), &()).expect("memory");
}

/// Encodes games.
fn encode(text: &str, lines: bool) {
    let mut options = EncodeOptions::default();
    (options.lenient, options.variants, options.lines) = (true, true, lines);
    options.tags = vec!["White".to_owned(), "A1".to_owned()];
    // It fails at a line with two games.
    let _ = Encoder::new(options).encode_games(text.as_bytes(), &(), |_| true);
}

/// Works on one thread, where what the reader looks at is counted.
fn alone(work: impl FnOnce() + Send) {
    ThreadPoolBuilder::new().num_threads(1).build().expect("a thread").install(work);
}

/// Four times the text takes about four times the time.
fn is_linear(shape: &str, (before, after): (&str, &str)) {
    const BYTES: usize = 4 << 10;
    let text = |bytes| format!("{before}{}{after}", repeated(shape, bytes));
    let (short, long) = (text(BYTES), text(4 * BYTES));
    let readers: [&dyn Fn(&str); 4] = [
        &|text| count(text, false),
        &|text| count(text, true),
        &|text| encode(text, false),
        &|text| encode(text, true),
    ];
    for read in readers {
        eprintln!("{shape:?} after {before:?}");
        let few = looked_at(usize::MAX, || read(&short));
        looked_at(6 * few, || read(&long));
    }
}

#[test]
fn any_text_is_read_in_linear_time() {
    alone(|| {
        for around in AROUND {
            for shape in shapes() {
                is_linear(&shape, *around);
            }
        }
    });
}

/// A block of games is cut where the last game begins, which is looked for from its end.
#[test]
fn any_block_is_cut_in_linear_time() {
    alone(|| {
        for shape in shapes() {
            eprintln!("{shape:?}");
            let text = repeated(&shape, CHUNK / 64);
            let text = format!("{{{}}}{text}", "x".repeat(CHUNK - text.len()));
            looked_at(16 * text.len(), || count(&text, false));
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_mixture_is_read_in_linear_time(
        shapes in prop::collection::vec(select(shapes()), 2..6),
        around in select(AROUND),
    ) {
        alone(|| is_linear(&shapes.concat(), around));
    }
}

/// Stops the work when it asks for the hundredth time.
#[derive(Default)]
struct StopsSoon(AtomicUsize);

impl Progress for StopsSoon {
    fn update(&self, _: &str, _: u64, _: u64) {}

    fn is_stopped(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) >= 100
    }
}

/// Within a block, too; and of a part of a block that is not done, nothing is counted.
#[test]
fn work_stops_between_two_games() {
    for game in
        ["1. e4 *\n", "[Event \"x\"]\n\n1. e4 *\n\n", "[A \"b\"]\n[A \"b\"]\n\n", "*", "é\n\n"]
    {
        for replay in [false, true] {
            let (mut counter, stops) = (counter(replay), StopsSoon::default());
            let text = game.repeat(10_000);
            alone(|| counter.add_games("games", text.as_bytes(), &stops).expect("memory"));
            // Each part of the block asks once more.
            assert!((100..120).contains(&stops.0.into_inner()), "{game:?}");
            assert_eq!(counter.games(), 0);
        }
    }
}

/// Ctrl-C ends a run whose input does not: it gives games, or counts, or nothing.
#[test]
#[cfg(unix)]
fn ctrl_c_ends_endless_input() {
    for args in [&["count"][..], &["count", "--replay"], &["encode", "--lenient"]] {
        for (first, again) in [
            ("", ""),
            ("1. e4 *\n\n", ""),
            ("", "1. e4 *\n\n"),
            ("", "\n"),
            ("", "[A \"b\"]\n"),
            ("1. e4 {", "x"),
            ("string,count\n", "e4,1\n"),
            // Frames of zstd without content.
            ("", "\x50\x2a\x4d\x18\0\0\0\0"),
        ] {
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
            // On a machine with nothing else to do it takes a second at most.
            let output = receiver.recv_timeout(Duration::from_secs(10)).expect("an end in time");
            let output = output.expect("an end");
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(error.contains("stopped: the"), "{args:?} {first:?} {again:?}: {error}");
            assert_eq!(output.status.code(), Some(1));
            drop(writer);
        }
    }
}

/// The ids of strings, of results, and for `?` of what is unknown.
fn ids(words: &[&str]) -> Vec<u16> {
    let list = Vocabulary::occurring();
    let special = |word: &str| {
        let name = if word == "?" { "[UNK]" } else { word };
        let place = Vocabulary::SPECIAL.iter().position(|other| *other == name);
        u16::try_from(list.len() + place.expect("a special token")).expect("small")
    };
    words.iter().map(|word| list.id(word).unwrap_or_else(|| special(word))).collect()
}

/// A game with a tag that is longer than a block is one game, that cannot be read.
#[test]
fn moves_after_a_long_tag_belong_to_its_game() {
    let long = |length| format!("[Event \"x\"]\n[A \"{}\"]\n", "b".repeat(length));
    let next = "[Event \"y\"]\n\n1. c4 c5 *\n";
    for length in [CHUNK, 2 * CHUNK - 20] {
        for moves in ["", "\n1. e4 e5 *\n\n", "\n\n1. e4 {a\n\nb} e5 1-0\n\n", "1. e4 *\n\n"] {
            let text = format!("1. d4 *\n\n{}{moves}{next}", long(length)).replace('\n', "\r\n");
            for text in [text.replace('\r', ""), text] {
                assert_eq!(
                    encoded(text.as_bytes()),
                    [ids(&["d4", "*"]), ids(&["?"]), ids(&["c4", "c5", "*"])],
                    "{length} {moves:?}"
                );
            }
        }
    }
}

/// A line longer than a block costs itself, and no other.
#[test]
fn lines_after_a_long_line_are_read() {
    let text = format!("d4\n{}\nc4\n\ne4", "e4 e5 ".repeat(CHUNK / 2));
    let mut options = EncodeOptions::default();
    (options.lines, options.lenient) = (true, true);
    let mut games = Vec::new();
    let take = |more: GameIds| {
        games.extend(more.ranges().map(|range| more.ids[range].to_vec()));
        true
    };
    Encoder::new(options).encode_games(text.as_bytes(), &(), take).expect("lenient");
    assert_eq!(games.len(), 5);
    assert_eq!(games[1].last(), ids(&["?"]).last());
    games.remove(1);
    assert_eq!(games, [ids(&["d4"]), ids(&["c4"]), ids(&[]), ids(&["e4"])]);
}

/// The games of a text have these moves and results.
fn is_read(text: &str, games: &[&[&str]]) {
    let expected: Vec<_> = games.iter().map(|words| ids(words)).collect();
    assert_eq!(encoded(text.as_bytes()), expected, "{text:.80}");
}

#[test]
fn a_result_in_a_variation_does_not_end_the_game() {
    for result in ["1-0", "0-1", "1/2-1/2", "*"] {
        let text = format!("1. e4 (1. d4 {result}) (1. c4 (1. a4 {result}) {result}) e5 1-0\n");
        is_read(&text, &[&["e4", "e5", "1-0"]]);
    }
}

#[test]
fn a_percent_sign_escapes_a_line_only_at_its_beginning() {
    is_read("% 1-0\n1. e4\n%50 {\n% ok\ne5 *\n", &[&["e4", "e5", "*"]]);
    for text in ["1. e4 50% ok\ne5 *\n", "1. e4 % ok\ne5 *\n", "1. e4\n %\ne5 *\n"] {
        is_read(&format!("{text}\n1. d4 *\n"), &[&["e4", "?"], &["d4", "*"]]);
    }
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

#[test]
fn a_word_has_up_to_fifteen_letters() {
    for length in 8..20 {
        let text = format!("1. e4 {} e5 *\n\n1. d4 *\n", "Z".repeat(length));
        let game: &[&str] = if length < 16 { &["e4", "?", "e5", "*"] } else { &["e4", "?"] };
        is_read(&text, &[game, &["d4", "*"]]);
    }
}

/// As in a file that others were appended to.
#[test]
fn each_game_may_begin_with_a_byte_order_mark() {
    for between in ["", "\n", "\n\n", "\r\n\r\n", "\n\n\u{feff}"] {
        for tags in ["", "[White \"x\"]\n\n", "[Event \"x\"]\n\n"] {
            let text = format!("\u{feff}1. e4 *{between}\u{feff}{tags}1. d4 *\n");
            is_read(&text, &[&["e4", "*"], &["d4", "*"]]);
        }
    }
    let text = "1. e4 *\n\n\u{feff}[White \"x\"]\n\n1. d4 *\n";
    let (lines, _) = on(text, &["-q", "encode", "--tags", "White"], 0);
    assert!(lines.contains("{\"White\": \"x\","), "{lines}");
}

#[test]
fn a_comment_without_an_end_costs_no_game_after_it() {
    for tag in ["White", "Event"] {
        let text = format!("{{ no end\n[{tag} \"x\"]\n\n1. e4 *\n");
        is_read(&text, &[&["?"], &["e4", "*"]]);
    }
}

#[test]
fn an_empty_line_ends_a_game_that_is_too_long() {
    for end in ["\n", "\r\n"] {
        let long = "x".repeat(CHUNK);
        let text = format!("1. e4 {{{long}}} e5 *{end}{end}1. d4 *{end}");
        is_read(&text, &[&["e4", "?"], &["d4", "*"]]);
    }
}

/// The clocks do not matter: they change no move.
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

/// Neither the names of files nor what is in them controls the terminal, or ends a line.
#[test]
#[cfg(unix)]
fn names_of_files_are_printable() {
    let folder = folder();
    let name = "it's \"\u{1b}[31m\n\u{9b}.pgn";
    let shown = "it's \"\\u{1b}[31m\\n\\u{9b}.pgn";
    let games = "[Variant \"\u{1b}[31m\"]\n\n1. e4 *\n\n1. é\n";
    fs::write(folder.path().join(name), games).expect("written");
    fs::write(folder.path().join("half\u{1b}.zst"), b"\x28\xb5\x2f\xfd").expect("written");
    for (args, code) in [
        (&["count", name][..], 1),
        (&["count", "--replay", name], 1),
        (&["count", "--format", "csv", name], 1),
        (&["count", "half\u{1b}.zst"], 1),
        (&["encode", name], 1),
        (&["encode", "--lenient", name], 0),
        (&["encode", "half\u{1b}.zst"], 1),
        (&["count", "missing\u{1b}"], 1),
        (&["tree", "check", "missing\u{1b}"], 1),
        (&["verify", "missing\u{1b}"], 1),
        (&["site", "page\u{1b}"], 0),
        (&["tree", "grow", "tree\u{1b}", "--plies", "1"], 0),
        (&["generate", "--output-dir", "lists\u{1b}", "san_strings.txt"], 0),
    ] {
        let (out, error) = run(folder.path(), args, code);
        let text = out + &error;
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{args:?}: {text:?}");
        assert_eq!(text.contains(shown), args.contains(&name), "{args:?}: {text}");
    }
}
