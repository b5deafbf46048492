//! The corpus, whole and broken in every way that a file can be.
#![cfg(feature = "corpus")]

use std::{collections::HashSet, fs};

use fastrand::Rng;
use rayon::ThreadPoolBuilder;
use san_strings::corpus::{
    Totals,
    arbiter::replay,
    pgn,
    search::Search,
    table::{BUILT_IN, Table},
    verify::verify,
};
use shakmaty::{Chess, Move, san::SanPlus};

fn corpus() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/output/corpus.pgn");
    fs::read_to_string(path).expect("the corpus is in the repository")
}

#[test]
fn every_claim_holds() {
    let report = verify(&corpus());
    assert_eq!(report.failures, []);
    assert_eq!(report.games, report.played[2]);
}

/// The failures after the game with this index is replaced.
fn failures(games: &[String], index: usize, game: &str) -> Vec<String> {
    let texts = games
        .iter()
        .enumerate()
        .map(|(n, text)| if n == index { game } else { text.as_str() });
    let report = verify(&texts.collect::<String>());
    report.failures.iter().map(ToString::to_string).collect()
}

/// One way to break a game: its moves, one of them, and the result, are put
/// together as text again. `None` if there is nothing to break in this move.
type Mutation = fn(words: &mut Vec<String>, at: usize) -> Option<()>;

const MUTATIONS: [(&str, Mutation); 8] = [
    ("swap two moves", |words, at| {
        let swap = at + 2 < words.len() - 1 && words[at] != words[at + 2];
        swap.then(|| words.swap(at, at + 2))
    }),
    ("drop a suffix", |words, at| {
        let plain = words[at].strip_suffix(['+', '#'])?.to_owned();
        words[at] = plain;
        Some(())
    }),
    ("add a suffix", |words, at| {
        let plain = !words[at].ends_with(['+', '#']);
        plain.then(|| words[at].push('+'))
    }),
    ("add a discriminator", |words, at| {
        let piece = words[at].starts_with(['N', 'B', 'R', 'Q']);
        (piece && words[at].len() == 3).then(|| words[at].insert(1, 'a'))
    }),
    ("lower-case a piece", |words, at| {
        let piece = words[at].starts_with(['N', 'B', 'R', 'Q', 'K']);
        piece.then(|| words[at] = words[at].to_ascii_lowercase())
    }),
    ("cut the last move", |words, _| {
        let last = words.len() - 2;
        words.remove(last);
        Some(())
    }),
    ("change the result", |words, _| {
        let result = words.pop()?;
        words.push(if result == "1-0" { "0-1" } else { "1-0" }.to_owned());
        Some(())
    }),
    ("add a move after mate", |words, _| {
        let result = words.len() - 1;
        words.insert(result, "Kd1".to_owned());
        Some(())
    }),
];

#[test]
fn a_broken_game_is_named() {
    let text = corpus();
    let games: Vec<String> = pgn::split(&text).map(|game| game.text.to_owned()).collect();
    let mut random = Rng::with_seed(3);
    for (name, mutate) in MUTATIONS {
        loop {
            let index = random.usize(..games.len());
            let game = pgn::split(&games[index]).next().expect("a game");
            let mut words: Vec<String> = game.words().map(str::to_owned).collect();
            let at = random.usize(..words.len() - 1);
            if mutate(&mut words, at).is_none() {
                continue;
            }
            let (tags, _) = game.text.split_once("\n\n").expect("tags and moves");
            for ply in (0..words.len() - 1).step_by(2) {
                words[ply].insert_str(0, &format!("{}. ", ply / 2 + 1));
            }
            let broken_game = format!("{tags}\n\n{}\n\n", words.join(" "));
            let failures = failures(&games, index, &broken_game);
            let named = format!("game {} ", index + 1);
            assert!(
                failures.iter().any(|failure| failure.starts_with(&named)),
                "{name}: {named}: {failures:?}"
            );
            break;
        }
    }
}

#[test]
fn other_text_in_a_game_is_named() {
    let text = corpus();
    let games: Vec<String> = pgn::split(&text).map(|game| game.text.to_owned()).collect();
    for (from, to) in [
        ("[Site \"?\"]", "[Site \"Elsewhere\"]"),
        ("[Round \"8\"]", "[Round \"7\"]"),
        ("[Date \"????.??.??\"]\n", ""),
        ("\n\n1. ", "\n1. "),
        ("1. ", "1.  "),
        ("1. ", "{a comment} 1. "),
        ("1. ", "2. "),
    ] {
        let broken = games[7].replacen(from, to, 1);
        assert_ne!(broken, games[7]);
        let failures = failures(&games, 7, &broken);
        assert!(
            failures
                .iter()
                .any(|failure| failure.starts_with("game 8 ")),
            "{failures:?}"
        );
    }
}

#[test]
fn missing_and_repeated_games_are_named() {
    let text = corpus();
    let games: Vec<String> = pgn::split(&text).map(|game| game.text.to_owned()).collect();
    let mate = games[20].split_whitespace().rev().nth(1).expect("a mate");

    let missing = failures(&games, 20, "");
    assert!(
        missing.contains(&format!("{mate} is never played")),
        "{missing:?}"
    );

    let repeated = failures(&games, 20, &games[20].repeat(2));
    assert!(repeated[0].starts_with("game 22 "), "{repeated:?}");
    let count = format!(
        "there are {} games for {} strings",
        games.len() + 1,
        games.len()
    );
    assert!(
        repeated.iter().any(|failure| failure.starts_with(&count)),
        "{repeated:?}"
    );
}

#[test]
fn a_file_cut_anywhere_is_not_taken_for_whole() {
    let text = corpus();
    let mut random = Rng::with_seed(5);
    for _ in 0..3 {
        let cut = random.usize(..text.len());
        assert!(!verify(&text[..cut]).failures.is_empty(), "cut at {cut}");
    }
    assert!(!verify(&text[..text.len() - 1]).failures.is_empty());
    assert!(!verify("").failures.is_empty());
    // A byte order mark is no part of the export format.
    assert!(!verify(&format!("\u{feff}{text}")).failures.is_empty());
}

/// The games of a search after a round, from the corpus without some of its games.
fn games_of_a_round(seed: u64, threads: usize) -> (Totals, String) {
    let text = corpus();
    let games = pgn::split(&text).map(|game| replay(game).expect("it holds").0);
    let games = games.enumerate().filter(|(n, _)| n % 4000 != 7);
    let mut search = Search::resume(seed, 0, games.map(|(_, game)| game));
    // Walks begin with the shortest games: of what is missing now.
    let played: HashSet<SanPlus> = search.games().flat_map(strings).collect();
    for (san, moves) in Table::new(BUILT_IN).games() {
        if !played.contains(&san) {
            search.learn(san, &moves);
        }
    }
    let before = search.totals();
    assert!(before.missing > 2);
    let threads = ThreadPoolBuilder::new().num_threads(threads).build();
    assert!(threads.expect("threads").install(|| search.round(&|| true)));
    let after = search.totals();
    assert!(after.missing < before.missing, "{before:?} {after:?}");
    (search.totals(), pgn::export_all(search.games()))
}

/// The strings that a game plays.
fn strings(moves: &[Move]) -> Vec<SanPlus> {
    let mut position = Chess::default();
    let moves = moves.iter();
    moves
        .map(|&m| SanPlus::from_move_and_play_unchecked(&mut position, m))
        .collect()
}

#[test]
#[ignore = "takes minutes: three rounds of a search"]
fn the_seed_and_not_the_threads_make_the_games() {
    let (totals, games) = games_of_a_round(11, 1);
    assert_eq!(games_of_a_round(11, 3), (totals, games.clone()));
    assert!(games_of_a_round(12, 3).1 != games);
    // They are games, and the missing ones have come back.
    assert_eq!(totals.games, 9590);
    for game in pgn::split(&games) {
        replay(game).expect("a game that holds");
    }
}

/// A search that starts from the corpus keeps all of it, and may make it better.
#[test]
#[ignore = "takes a minute: two rounds of a search"]
fn a_search_from_the_corpus_loses_nothing() {
    let text = corpus();
    let games = pgn::split(&text).map(|game| replay(game).expect("it holds").0);
    let mut search = Search::resume(2, 0, games);
    let before = search.totals();
    assert!(pgn::export_all(search.games()) == text);
    assert!(search.round(&|| true) && search.round(&|| true));
    let after = search.totals();
    assert_eq!((before.missing, after.missing), (0, 0));
    assert!(after.plies <= before.plies);
}

/// However many games fail, what is kept of them is bounded.
#[test]
fn millions_of_failures_are_counted() {
    let report = verify(&"[Event \"x\"]\n".repeat(100_000));
    assert_eq!(report.games, 100_000);
    let games = report
        .failures
        .iter()
        .filter(|failure| failure.place.is_some());
    assert_eq!(games.count() + report.more, 100_000);
    assert!(report.more > 80_000);
}

/// Whoever wrote the file: what is said of it stays short.
#[test]
fn hostile_words_are_not_printed_in_full() {
    let long = "N".repeat(1_000_000);
    let report = verify(&format!("[Event \"{long}\"]\n\n1. {long} *\n\n"));
    for failure in &report.failures {
        assert!(failure.to_string().len() < 500);
    }
    let named = report.failures[0].to_string();
    assert!(
        named.starts_with("game 1 (line 1), ply 1 (move 1.): NNNN"),
        "{named}"
    );
}
