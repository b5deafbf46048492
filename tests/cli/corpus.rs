//! Tests `verify` on the corpus, both intact and broken in many ways.

use std::{collections::BTreeSet, fs};

use fastrand::Rng;
use shakmaty::{CastlingMode, Chess, Position, san::San};

use crate::common::{repository, san_strings, stdout};

/// The first line of a corpus.
const FIRST: &str = "[Event \"Every SAN string\"]";

/// The failures that `verify` prints for an invalid corpus.
fn failures(text: impl Into<Vec<u8>>) -> Vec<String> {
    let mut verify = san_strings(repository(), &["verify", "-"]);
    let assert = verify.write_stdin(text).assert().code(1).stderr("");
    let said = String::from_utf8(assert.get_output().stdout.clone()).expect("text");
    said.lines().skip(1).map(str::to_owned).collect()
}

fn corpus() -> String {
    let path = repository().join("output/corpus.pgn");
    fs::read_to_string(path).expect("the corpus is in the repository")
}

/// Returns the first 20 games of the corpus, which are enough for the tests that break a game.
fn games() -> Vec<String> {
    let text = corpus();
    let games = text.split("[Event ").skip(1).take(20);
    games.map(|game| format!("[Event {game}")).collect()
}

/// One way to break a game. `words` are the moves and the result of the game, and `at` is the index of
/// the move to change. Returns `None` if that move cannot be broken in this way.
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
    let games = games();
    let mut random = Rng::with_seed(3);
    for (name, mutate) in MUTATIONS {
        let (index, broken) = loop {
            let index = random.usize(..games.len());
            let (tags, moves) = games[index].split_once("\n\n").expect("tags and moves");
            let words = moves.split_whitespace().filter(|word| !word.ends_with('.'));
            let mut words: Vec<String> = words.map(str::to_owned).collect();
            let at = random.usize(..words.len() - 1);
            if mutate(&mut words, at).is_none() {
                continue;
            }
            for ply in (0..words.len() - 1).step_by(2) {
                words[ply].insert_str(0, &format!("{}. ", ply / 2 + 1));
            }
            break (index, format!("{tags}\n\n{}\n\n", words.join(" ")));
        };
        let mut games = games.clone();
        games[index] = broken;
        let failures = failures(games.concat());
        let named = format!("game {} ", index + 1);
        assert!(
            failures.iter().any(|failure| failure.starts_with(&named)),
            "{name}: {named}: {failures:?}"
        );
    }
}

#[test]
fn other_text_in_a_game_is_named() {
    for (from, to) in [
        ("[Site \"?\"]", "[Site \"Elsewhere\"]"),
        ("[Round \"8\"]", "[Round \"7\"]"),
        ("[Date \"????.??.??\"]\n", ""),
        ("\n\n1. ", "\n1. "),
        ("1. ", "1.  "),
        ("1. ", "{a comment} 1. "),
        ("1. ", "2. "),
    ] {
        let mut games = games();
        let broken = games[7].replacen(from, to, 1);
        assert_ne!(broken, games[7]);
        games[7] = broken;
        let failures = failures(games.concat());
        assert!(failures[0].starts_with("game 8 "), "{failures:?}");
    }
}

#[test]
fn missing_and_repeated_games_are_named() {
    let text = corpus();
    let (before, game) = text.rsplit_once("\n[Event ").expect("games");
    let mate = game.split_whitespace().rev().nth(1).expect("a mate");
    let all = text.matches("[Event ").count();

    let missing = failures(format!("{before}\n"));
    assert!(missing.contains(&format!("{mate} is never played")), "{missing:?}");
    let repeated = failures(format!("{text}[Event {game}"));
    let named = format!("game {} ", all + 1);
    assert!(repeated[0].starts_with(&named), "{repeated:?}");
    let count = format!("there are {} games, but should be {all}", all + 1);
    assert!(repeated.iter().any(|failure| failure.starts_with(&count)), "{repeated:?}");
}

#[test]
fn a_file_cut_anywhere_is_not_taken_for_whole() {
    let text = games().concat();
    let mut random = Rng::with_seed(5);
    for _ in 0..3 {
        let cut = random.usize(FIRST.len()..text.len());
        let last = format!("game {} ", text[..cut].matches("[Event ").count());
        let failures = failures(&text[..cut]);
        assert!(failures[0].starts_with(&last), "{cut}: {failures:?}");
    }
    // `verify` also fails if only the final newline is missing.
    let text = corpus();
    assert!(!failures(&text[..text.len() - 1]).is_empty());
}

/// If many games fail, `verify` prints a few and counts the rest.
#[test]
fn a_hundred_thousand_failures_are_counted() {
    let failures = failures(format!("{FIRST}\n").repeat(100_000));
    let (last, first) = failures.split_last().expect("failures");
    assert!(first.len() < 100, "{}", first.len());
    let more = last.strip_prefix("... and ").and_then(|last| last.split(' ').next());
    let more: usize = more.expect("a number").parse().expect("a number");
    assert!(more > 100_000 && more < 150_000, "{last}");
}

/// Messages stay short, even for a hostile file.
#[test]
fn hostile_words_are_not_printed_in_full() {
    let long = "N".repeat(1_000_000);
    let failures = failures(format!("{FIRST}\n[Site \"{long}\"]\n\n1. {long} *\n\n"));
    assert!(failures.iter().all(|failure| failure.len() < 500));
    let start = "game 1 (line 1), ply 1 (move 1.): NNNN";
    assert!(failures[0].starts_with(start), "{}", failures[0]);
}

/// The corpus and the games of the suite together play every move in the list `uci`, and no other move.
/// To check this, shakmaty replays the games and converts the moves to UCI.
#[test]
fn each_uci_move_is_played() {
    let path = repository().join("output/conformance/games.pgn");
    let suite = fs::read_to_string(path).expect("the suite is in the repository");
    let games = [corpus(), suite];
    let games = games.iter().flat_map(|text| text.split("\n\n"));
    let mut played = BTreeSet::new();
    for moves in games.filter(|text| text.starts_with("1.")) {
        let mut position = Chess::default();
        let words = moves.split_whitespace().filter(|word| !word.ends_with('.'));
        for san in words.map_while(|word| word.parse::<San>().ok()) {
            let m = san.to_move(&position).expect("a legal move");
            let uci = m.to_uci(CastlingMode::Standard).to_string();
            played.insert((uci.len(), uci));
            position.play_unchecked(m);
        }
    }
    let list = stdout(repository(), &["list", "--list", "uci"]);
    let listed: BTreeSet<_> = list.lines().map(|uci| (uci.len(), uci.to_owned())).collect();
    let differences: Vec<_> = listed.symmetric_difference(&played).collect();
    assert!(differences.is_empty(), "{differences:?}");
    assert!(list.lines().eq(played.iter().map(|(_, uci)| uci)));
    assert_eq!(played.len(), 1968);
}
