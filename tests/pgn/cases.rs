//! Reads the unusual files of `tests/cases`, each modelled on a bug report about some PGN reader. The correct
//! answers are in `expected.json`. We derived the answers from the files and the bug reports, with moves from
//! python-chess.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
};

use san_strings::{
    Column, CountOptions, Counter, Encoder, Errors, Evaluation, Fault, GameIds, Problem,
    Vocabulary, decompressed,
};
use san_strings_core::{move_finder::MoveFinder, spelling::Difference};
use serde_json::Value;
use shakmaty::{Chess, Color, Position, san::SanPlus};

use super::lenient::lenient_spellings;

use crate::common::{repository, run};

fn folder() -> PathBuf {
    repository().join("tests/cases")
}

/// Reads `expected.json`, which maps the name of each file to its correct reading.
fn cases() -> BTreeMap<String, Value> {
    let text = fs::read_to_string(folder().join("expected.json")).expect("in the repository");
    serde_json::from_str(&text).expect("JSON")
}

/// A game as the program reads it.
#[derive(Debug, Default)]
struct Game {
    /// The moves in UCI, up to the first fault.
    uci: Vec<String>,
    result: Option<String>,
    /// The ply and the kind of the fault.
    broken: Option<(usize, &'static str)>,
    /// The plies of null moves.
    nulls: Vec<usize>,
}

/// Encodes the games of a file.
fn encoded(bytes: &[u8], encoder: &Encoder) -> GameIds {
    let mut all = GameIds::default();
    let take = &mut |more: GameIds| {
        all.append(more);
        true
    };
    let mut stream = decompressed(bytes).expect("it is PGN");
    encoder.encode_games(&mut stream, &(), take).expect("no errors in memory");
    all
}

fn ours(bytes: &[u8]) -> Vec<Game> {
    let vocabulary = Vocabulary::uci().clone();
    let encoder = Encoder { vocabulary, errors: Errors::Unk, variants: true, ..Encoder::default() };
    let ids = encoded(bytes, &encoder);
    let text = |&id: &u16| Vocabulary::uci().text(id).map_or("?".to_owned(), |uci| uci.to_string());
    let mut games: Vec<Game> = ids
        .ranges()
        .zip(&ids.results)
        .map(|(range, result)| Game {
            uci: ids.ids[range].iter().map(text).collect(),
            result: result.map(|result| result.to_string()),
            ..Game::default()
        })
        .collect();
    let mut counter =
        Counter::new(CountOptions { replay: true, diagnostics: 1000, ..CountOptions::default() });
    let mut stream = decompressed(bytes).expect("it is PGN");
    counter.add_games("case", &mut stream, &()).expect("no errors in memory");
    let place = |number: u64| usize::try_from(number).expect("small") - 1;
    for problem in [Problem::Broken, Problem::Illegal] {
        for note in &counter.diagnostics(problem).first {
            if !matches!(note.what, Fault::Variant(_)) {
                let game = &mut games[place(note.place.game)];
                game.uci.truncate(note.place.ply - 1);
                game.broken = Some((note.place.ply, kind(&note.what)));
            }
        }
    }
    for note in &counter.diagnostics(Problem::Null).first {
        games[place(note.place.game)].nulls.push(note.place.ply);
    }
    games
}

/// Returns the kind of a fault, in the words of `expected.json`.
fn kind(fault: &Fault) -> &'static str {
    match fault.words() {
        "illegal move" => "illegal",
        "ambiguous move" => "ambiguous",
        "no move" | "not PGN" => "unreadable",
        _ => "cut",
    }
}

/// Whether a game has the expected moves, result and fault.
fn is_right(game: &Game, right: &Value) -> bool {
    let broken = right.get("broken").map(|broken| {
        let ply = broken["ply"].as_u64().expect("a number");
        (usize::try_from(ply).expect("small"), broken["why"].as_str().expect("a kind"))
    });
    let uci: Vec<&str> = right["uci"].as_str().unwrap_or_default().split_whitespace().collect();
    let nulls: Vec<usize> =
        (1..).zip(&uci).filter(|(_, uci)| **uci == "0000").map(|(ply, _)| ply).collect();
    // `encode` stops reading a game at its first null move, so we compare only the moves before it.
    let end = nulls.first().map_or(uci.len().max(game.uci.len()), |ply| ply - 1);
    let of_variant = right.get("left_out").is_some_and(|why| why == "variant");
    let is_moves = of_variant || game.uci[..end.min(game.uci.len())] == uci[..end.min(uci.len())];
    let is_result = broken.is_some() || game.result.as_deref() == right["result"].as_str();
    game.broken == broken && game.nulls == nulls && is_moves && is_result
}

/// Whether a game was read as expected, or in another acceptable way.
fn may_be(game: &Game, right: &Value) -> bool {
    let others = right.get("also").and_then(Value::as_array).into_iter().flatten();
    is_right(game, right) || others.into_iter().any(|other| is_right(game, other))
}

#[test]
fn every_case_is_read_as_it_should_be() {
    let mut read = 0;
    for (name, case) in cases() {
        let Some(games) = case.get("games") else { continue };
        let bytes = fs::read(folder().join(&name)).expect("in the repository");
        let ours = ours(&bytes);
        let others = case.get("games_also").and_then(Value::as_array).into_iter().flatten();
        let mut all = [games].into_iter().chain(others).filter_map(Value::as_array);
        let is_right = all.any(|games| {
            games.len() == ours.len()
                && ours.iter().zip(games).all(|(ours, game)| may_be(ours, game))
        });
        assert!(is_right, "{name}: {ours:#?}");
        let games = games.as_array().expect("games");
        if case.get("games_also").is_none() {
            // With `Errors::Unk`, the encoder leaves out only games of chess variants and games that do not start
            // from the initial position.
            let kept = encoded(&bytes, &Encoder { errors: Errors::Unk, ..Encoder::default() });
            let right: Vec<u64> = (0..)
                .zip(games)
                .filter(|(_, game)| game.get("left_out").is_none())
                .map(|(n, _)| n)
                .collect();
            assert_eq!(kept.index, right, "{name}");
        }
        read += 1;
    }
    assert_eq!(read, 104);
}

/// A game has the same ids, whichever spellings from the conformance suite we use for its moves.
#[test]
fn every_spelling_of_a_game_is_that_game() {
    let text = fs::read_to_string(repository().join("output/conformance/games.pgn"));
    let text = text.expect("in the repository");
    let games = text.split("\n\n").filter(|part| part.starts_with("1. "));
    let mut kinds: BTreeMap<Difference, usize> = BTreeMap::new();
    for game in games.step_by(40) {
        let words: Vec<&str> =
            game.split_whitespace().filter(|word| !word.ends_with('.')).collect();
        let (_, words) = words.split_last().expect("a result");
        let mut position = Chess::default();
        let mut moves = Vec::new();
        let mut spelled: Vec<Vec<(Difference, String)>> = Vec::new();
        for word in words {
            let san: SanPlus = word.parse().expect("SAN");
            let m = san.san.to_move(&position).expect("a legal move");
            spelled.push(lenient_spellings(&MoveFinder::new(&position), m));
            position.play_unchecked(m);
            moves.push(word);
        }
        let clean = encoded(words.join(" ").as_bytes(), &Encoder::default());
        let all: BTreeSet<Difference> = spelled.iter().flatten().map(|(kind, _)| *kind).collect();
        for kind in all {
            let games = kinds.entry(kind).or_insert(0);
            *games += 1;
            if *games > 5 {
                continue;
            }
            let word = |(word, spelled): (&&&str, &Vec<(Difference, String)>)| {
                let other = spelled.iter().find(|(other, _)| *other == kind);
                other.map_or((**word).to_owned(), |(_, text)| text.clone())
            };
            let text: Vec<String> = moves.iter().zip(&spelled).map(word).collect();
            let text = text.join(" ");
            let again = encoded(text.as_bytes(), &Encoder::default());
            assert_eq!(again.ids, clean.ids, "{kind}: {text}");
        }
    }
    assert!(kinds.len() >= 25, "{kinds:?}");
}

/// If a file is not PGN, but in a format that we recognize, the program refuses it with an error that names
/// the format.
#[test]
fn every_other_format_is_named() {
    for (name, case) in cases() {
        let Some(format) = case["named"].as_str() else { continue };
        for args in [&["encode"][..], &["encode", "--lines"], &["count"], &["count", "--replay"]] {
            if case.get("games_also").is_some() {
                continue;
            }
            let (out, error) = run(&folder(), &[args, &[&name]].concat(), 1);
            assert!(error.contains(format), "{name}: {error}");
            assert!(!out.contains('['), "{name}: {out}");
        }
    }
}

/// If a text repeats a file many times, the reader finds the same games in every copy, wherever the chunks of
/// the reader begin and end.
#[test]
#[ignore = "takes ten seconds: two megabytes for each case"]
fn a_file_equals_its_games() {
    const CHUNK: usize = 2 << 20;
    for (n, (name, case)) in cases().into_iter().enumerate() {
        // We skip file 30, because its unclosed comment would continue in the next copy. We skip file 47, because
        // it is in UTF-16, where the bytes `\n\n` that we append are not two line ends.
        if case.get("games").is_none() || name.starts_with("30") || name.starts_with("47") {
            continue;
        }
        let mut bytes = fs::read(folder().join(&name)).expect("in the repository");
        bytes.extend(b"\n\n");
        // Playing the moves takes time, and does not change where games begin. So we play the moves of only
        // every fourth file.
        let as_written = n % 4 > 0;
        let options = Encoder::default();
        let encoder = Encoder { errors: Errors::Unk, variants: true, as_written, ..options };
        let once = encoded(&bytes, &encoder);
        let times = CHUNK / bytes.len() + 2;
        let many = encoded(&bytes.repeat(times), &encoder);
        assert_eq!(many.ends.len(), times * once.ends.len(), "{name}");
        assert!(many.ids == once.ids.repeat(times), "{name}");
    }
}

/// If several clocks or evaluations follow a ply, the first valid one counts, even if it is not in the first
/// comment. An evaluation of mate in 0 means that the side that has just moved gave mate, whatever the sign.
#[test]
fn the_first_clock_counts_and_the_side_that_moved_has_mated() {
    let columns = vec![Column::Clock, Column::Evaluation];
    let encoder = Encoder { columns, ..Encoder::default() };
    let encoder = Encoder { errors: Errors::Unk, variants: true, ..encoder };
    let after_a_comment = "{[%clk 9:00:00]} 1. e4 {[%clk x:1:2] [%clk 0:01:00][%clk 0:02:00]} \
                           {[%clk 0:03:00]} e5 {no clock} {[%eval 1] [%eval 2]} {[%eval 3] [%clk 0:00:04]} *";
    let games = encoded(after_a_comment.as_bytes(), &encoder);
    assert_eq!(games.clocks, [60., 4.]);
    assert_eq!(games.evaluations, [None, Some(Evaluation::Centipawns(100.))]);
    let mates = |text: &str| {
        let evaluations = encoded(text.as_bytes(), &encoder).evaluations.into_iter();
        let mates = evaluations.flatten().map(|evaluation| match evaluation {
            Evaluation::Mate { winner, moves } => (winner, moves),
            Evaluation::Centipawns(_) => panic!("{text}"),
        });
        mates.collect::<Vec<_>>()
    };
    let fools = "1. f3 e5 2. g4 {[%eval #-1]} Qh4# {[%eval #MATE]} 0-1";
    let scholars = "1. e4 e5 2. Bc4 Bc5 3. Qh5 Nf6 4. Qxf7# {[%eval #MATE]} 1-0";
    let black_first =
        "[FEN \"6k1/5ppp/8/8/8/8/r4PPP/6K1 b - - 0 1\"]\n\n1... Ra1# {[%eval #MATE]} 0-1";
    for zero in ["0", "-0", "+0"] {
        let after = |text: &str| mates(&text.replace("MATE", zero));
        assert_eq!(after(fools), [(Color::Black, 1), (Color::Black, 0)]);
        assert_eq!(after(scholars), [(Color::White, 0)]);
        assert_eq!(after(black_first), [(Color::Black, 0)]);
    }
}
