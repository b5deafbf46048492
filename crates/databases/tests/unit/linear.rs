//! Tests that every text is read in linear time. For texts of two sizes, we count the bytes that each reader
//! looks at, and measure how long each reader takes.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use proptest::{prelude::*, sample::select};
use rayon::ThreadPoolBuilder;
use san_strings_files::Progress;

use san_strings_pgn::{Layout, Linter, lexer::scan::looked_at};

use crate::{
    CountOptions, Counter, Encoder, Errors, Text, input::CHUNK_BYTES as CHUNK, lint_games,
    mend_games,
};

/// Fragments of PGN, many with unbalanced brackets. The test replaces `N` with a number.
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
    "White won ",
    "\0",
    "12.",
    "12",
    "1.25",
    "0.00/18",
    "5254",
    "1e4",
    "1...",
    "2. Nf3 3. Bb5",
    "(=)",
    "(1. e4)",
    "(1. e2e4 (1. d2d4",
    "{[%clk 0:00:01]}",
    "{x} (12. e4)",
    "> [AN \"b\"]",
    "[AN \"b\"],",
    "[Result \"x\"]",
    "\u{bd}",
    "\u{e9}",
    "\u{2026}",
    "+-",
    "~",
    "<x>",
    "\"x\"",
    "e2e4",
    "Sf3",
    "Nf3 D",
    "e4 e5 Nf3",
    "Ke9",
    "1/2-",
];

/// What follows a text from `PIECES`: nothing, a space, or line ends.
const ENDS: &[&str] = &["", " ", "\n", "\n\n", "\r\n\r\n"];

/// Pairs of texts. Each test repeats a *shape* many times, between the two texts of a pair. A shape is a text
/// from `PIECES` followed by a text from `ENDS`.
const AROUND: &[(&str, &str)] =
    &[("", ""), ("1. e4 ", ""), ("[Event \"x\"]\n[A \"", "\"] z\n\n1. e4 *\n")];

fn shapes() -> Vec<String> {
    let shapes =
        PIECES.iter().flat_map(|piece| ENDS.iter().map(move |end| format!("{piece}{end}")));
    shapes.filter(|shape| !shape.is_empty()).collect()
}

/// Repeats a shape, such as `(1. e4)` and a space, until the text has at least this many bytes. In each
/// repetition, replaces `N` with the index of the repetition, from 0.
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
    Counter::new(CountOptions { replay, ..CountOptions::default() })
}

fn count(text: &str, replay: bool) {
    counter(replay).add_games("games", &mut text.as_bytes(), &()).expect("memory");
}

fn count_some(text: &str) {
    let condition = Some("A!=1 and not PlayerElo>=1".parse().expect("a condition"));
    let by = Some("A1".parse().expect("a tag"));
    let mut counter = Counter::new(CountOptions { condition, by, ..CountOptions::default() });
    counter.add_games("games", &mut text.as_bytes(), &()).expect("memory");
}

fn encode(text: &str, lines: bool) {
    let tags = vec!["White".to_owned(), "A1".to_owned()];
    let encoder =
        Encoder { errors: Errors::Unk, variants: true, lines, tags, ..Encoder::default() };
    let _ = encoder.encode_games(&mut text.as_bytes(), &(), &mut |_| true);
}

fn lint(text: &str, strict: bool, layout: Layout) {
    let linter = Linter { strict, layout, ..Linter::default() };
    lint_games(&linter, &mut text.as_bytes(), &(), &mut |_| true).expect("memory");
    if let Ok(text) = Text::new(text.as_bytes()) {
        mend_games(&linter, text, &mut Vec::new(), &(), &mut |_| true).expect("memory");
    }
}

/// All functions that read games.
const READERS: [fn(&str); 9] = [
    |text| count(text, false),
    count_some,
    |text| count(text, true),
    |text| encode(text, false),
    |text| encode(text, true),
    |text| lint(text, false, Layout::Games),
    |text| lint(text, true, Layout::Games),
    |text| lint(text, false, Layout::GameLines),
    |text| lint(text, false, Layout::FenLines),
];

/// Runs `work` on one thread, because the byte counter is thread-local.
fn alone(work: impl FnOnce() + Send) {
    ThreadPoolBuilder::new().num_threads(1).build().expect("a thread").install(work);
}

/// Checks that each reader looks at no more than six times as many bytes if the text is four times as long.
fn is_linear(shape: &str, (before, after): (&str, &str), bytes: usize) {
    let text = |bytes| format!("{before}{}{after}", repeated(shape, bytes));
    let (short, long) = (text(bytes), text(4 * bytes));
    for read in READERS {
        eprintln!("{shape:?} after {before:?}");
        let few = looked_at(usize::MAX, || read(&short));
        looked_at(6 * few, || read(&long));
    }
}

/// Returns the shortest running time of several runs.
fn time(read: fn(&str), text: &str, times: usize) -> Duration {
    let once = || {
        let start = Instant::now();
        read(text);
        start.elapsed()
    };
    (0..times).map(|_| once()).min().expect("more than no times")
}

/// Checks that every reader takes about 16 times as long for a text of 16 times the length. We allow 80 times
/// as long, because the text may no longer fit into caches, and the machine may be busy. A reader that takes
/// quadratic time would take 256 times as long.
fn takes_linear_time(shapes: &[String]) {
    const ENOUGH: Duration = Duration::from_millis(2);
    const MOST: usize = 64 << 10;
    alone(|| {
        for shape in shapes {
            for (n, read) in READERS.into_iter().enumerate() {
                // We compare a short text with a text that is 16 times as long. We double the length of the
                // short text until reading it takes long enough to be measured.
                let mut bytes = 512;
                while bytes < MOST && time(read, &repeated(shape, bytes), 1) < ENOUGH {
                    bytes *= 2;
                }
                let (short, long) = (repeated(shape, bytes), repeated(shape, 16 * bytes));
                let ratio = |_| {
                    let short = time(read, &short, 3).max(ENOUGH / 4);
                    time(read, &long, 1).as_secs_f64() / short.as_secs_f64()
                };
                let ratios: Vec<f64> =
                    (0..5).map(ratio).take_while(|&ratio| ratio > 80.0).collect();
                assert!(ratios.len() < 5, "{shape:?}, reader {n}: {ratios:?} times as long");
            }
        }
    });
}

/// Checks that the number of bytes that a reader looks at is linear in the length of the text. Makes a
/// text for each pair in `around` and each shape in `shapes`: the first string of the pair, then the shape
/// many times, then the second string of the pair.
fn are_linear(shapes: &[String], around: &[(&str, &str)], bytes: usize) {
    alone(|| {
        for around in around {
            for shape in shapes {
                is_linear(shape, *around, bytes);
            }
        }
    });
}

#[test]
fn any_text_is_read_in_linear_time() {
    let shapes: Vec<String> = shapes().into_iter().step_by(6).collect();
    are_linear(&shapes, &AROUND[..1], 1 << 10);
}

#[test]
fn a_text_of_many_tags_is_read_in_linear_time() {
    takes_linear_time(&["[AN \"b\"]\n".to_owned(), "1. e4 (".to_owned()]);
}

#[test]
#[ignore = "takes half a minute: the time of each shape"]
fn any_text_takes_linear_time() {
    let shapes: Vec<String> =
        PIECES.iter().filter(|piece| !piece.is_empty()).map(|piece| format!("{piece}\n")).collect();
    takes_linear_time(&shapes);
}

#[test]
#[ignore = "takes half a minute: three times as many shapes, also behind a move, and within a tag"]
fn any_text_behind_others_is_read_in_linear_time() {
    let shapes: Vec<String> = shapes().into_iter().step_by(2).collect();
    are_linear(&shapes, AROUND, 512);
}

/// A block is cut where its last game begins. We search for this offset backwards from the end of the block.
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

fn mixtures_are_linear(cases: u32) {
    let shapes = prop::collection::vec(select(shapes()), 2..6);
    let config = ProptestConfig::with_cases(cases);
    proptest!(config, |(shapes in shapes, around in select(AROUND))| {
        alone(|| is_linear(&shapes.concat(), around, 1 << 10));
    });
}

#[test]
fn any_mixture_is_read_in_linear_time() {
    mixtures_are_linear(5);
}

#[test]
#[ignore = "takes a quarter of a minute: more mixtures"]
fn any_of_more_mixtures_is_read_in_linear_time() {
    mixtures_are_linear(48);
}

/// Stops the work at the 101st call to `is_stopped`.
#[derive(Default)]
struct StopsSoon(AtomicUsize);

impl Progress for StopsSoon {
    fn update(&self, _: &str, _: u64, _: u64) {}

    fn is_stopped(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) >= 100
    }
}

/// Stops the work in the middle of a block of input. An unfinished chunk is not counted.
#[test]
fn work_stops_between_two_games() {
    for game in
        ["1. e4 *\n", "[Event \"x\"]\n\n1. e4 *\n\n", "[A \"b\"]\n[A \"b\"]\n\n", "*\n\n", "é *\n"]
    {
        for replay in [false, true] {
            let (mut counter, stops) = (counter(replay), StopsSoon::default());
            let text = game.repeat(10_000);
            alone(|| counter.add_games("games", &mut text.as_bytes(), &stops).expect("memory"));
            // After `is_stopped` has returned `true`, the counter may call it once more for each chunk of
            // the block.
            assert!((100..120).contains(&stops.0.into_inner()), "{game:?}");
            assert_eq!(counter.games, 0);
        }
    }
}
