//! Checks the shortest games without using any code of the search that found them.

use std::{collections::BTreeMap, fs};

use san_strings_core::{Vocabulary, parse};
use san_strings_games::{Obstacle, Why};
use shakmaty::{Chess, Position, san::SanPlus};

use crate::{TABLE, repository, shortest_games};

#[test]
fn every_string_has_a_game() {
    let games = shortest_games();
    assert_eq!(games.iter().count(), Vocabulary::occurring().len());
    for san in Vocabulary::occurring().sans() {
        let game = games.game(san).expect("it occurs");
        let found = game.example().expect("a game");
        assert_eq!(SanPlus::from_move(found.position, found.mv), san);
    }
}

#[test]
fn mates_that_every_player_knows() {
    for (san, most, proven) in [
        // Fool's mate: no mate is faster.
        ("Qh4#", 4, true),
        // Scholar's mate.
        ("Qxf7#", 7, true),
        // Molinari against Bordais, Turin 1940.
        ("Nd3#", 10, false),
        // The smothered mate in the Caro-Kann Defence, and Légal's mate.
        ("Nd6#", 11, false),
        ("Nd5#", 13, false),
    ] {
        let game = shortest_games().game(parse(san).expect("SAN"));
        let game = game.expect("it occurs");
        assert!(game.plies <= most, "{san}: {}", game.plies);
        assert!(!proven || game.is_shortest(), "{san}");
    }
}

/// The text of a reason about obstacles is `way`, followed by the obstacles of two plies. We refuse every other
/// text, such as a text in which an obstacle is unknown, repeated or out of order.
#[test]
fn reasons_name_the_obstacles_of_each_ply() {
    let named = |written| Why::named(written, parse("Q1a8").expect("SAN"), 15);
    let why = named("way king,moves+check").expect("a reason");
    let obstacles = why.obstacles().map(|(ply, found)| (ply, found.iter().collect::<Vec<_>>()));
    let [moves, king, check] = [Obstacle::Moves, Obstacle::King, Obstacle::Check];
    assert_eq!(obstacles.collect::<Vec<_>>(), [(13, vec![king]), (14, vec![moves, check])]);
    for written in [
        "way",
        "way ",
        "way king",
        "way king,",
        "way ,king",
        "way king,king,king",
        "way man,king",
        "way check+king,king",
        "way king+king,king",
        "plan king",
        "king",
    ] {
        assert_eq!(named(written), None, "{written}");
    }
}

/// Plays all games of up to four plies, without merging equal positions.
#[test]
fn games_without_merging_play_the_same_strings() {
    fn games(position: &Chess, ply: usize, first: &mut BTreeMap<String, usize>) {
        for mv in position.legal_moves() {
            let mut after = position.clone();
            let san = SanPlus::from_move_and_play_unchecked(&mut after, mv);
            let known = first.entry(san.to_string()).or_insert(ply);
            *known = ply.min(*known);
            if ply < 4 {
                games(&after, ply + 1, first);
            }
        }
    }
    let mut first = BTreeMap::new();
    games(&Chess::default(), 1, &mut first);
    let table = shortest_games().iter();
    let table = table.filter(|game| game.plies <= 4);
    let table = table.map(|game| (game.san.to_owned(), game.plies));
    assert_eq!(table.collect::<BTreeMap<_, _>>(), first);
}

/// Verifies a table whose last lines may be missing. Ignores failures about missing lines.
fn failures(text: &str) -> Vec<String> {
    let mut failures = crate::failures(text);
    failures.retain(|line| !line.ends_with("strings have no line"));
    failures
}

/// Replaces the fifth line of the table, and returns the failures in its first twenty lines.
fn failures_after(replace: impl Fn(&str) -> String) -> Vec<String> {
    let table = TABLE.clone();
    let changed = table.lines().take(20).enumerate().map(|(n, line)| match n {
        4 => replace(line),
        _ => format!("{line}\n"),
    });
    failures(&changed.collect::<String>())
}

#[test]
fn a_broken_line_is_named() {
    assert_eq!(failures_after(|line| format!("{line}\n")), [""; 0]);
    let table = TABLE.clone();
    let line = table.lines().nth(4).expect("a line");
    let (san, rest) = line.split_once('\t').expect("columns");
    assert!(rest.starts_with("2\t2\t") && rest.contains(' '), "{line}");
    let broken: [&dyn Fn(&str) -> String; 8] = [
        &|line| format!("{line}\n").replace(&format!("{san}\t"), "Bbd3+\t"),
        &|line| format!("{line} e5\n"),
        &|line| format!("{line}\t\n"),
        &|line| format!("{line} \n"),
        &|line| line.replacen(' ', "  ", 1) + "\n",
        &|line| line.replace(&format!(" {san}"), "") + "\n",
        &|line| line.replacen('\t', "\t1", 1) + "\n",
        // The bound becomes 1 ply, but the reason in the line yields 2 plies.
        &|line| line.replacen("\t2\t2\t", "\t2\t1\t", 1) + "\n",
    ];
    for (n, replace) in broken.iter().enumerate() {
        let said = failures_after(replace);
        assert!(said[0].starts_with("line 5"), "{n}: {said:?}");
        assert_eq!(said.len(), 1, "{n}: {said:?}");
    }
    // If a line is missing or duplicated, every later line has the line number of another string.
    assert!(failures_after(|_| String::new()).len() > 9);
    assert!(failures_after(|line| format!("{line}\n{line}\n")).len() > 9);
}

/// A line must not claim a bound that is greater than the number of plies of its game, or less than the bound
/// from counting moves. Results of searches are not checked here, because `makers` repeats the searches.
#[test]
fn a_claim_that_cannot_be_is_named() {
    let table = TABLE.clone();
    let forge = |at_least: &str, why: &str, moves: &str| {
        let forged = table.lines().take(3100).map(|line| match line.split('\t').next() {
            Some("Qh4#") => format!("Qh4#\t6\t{at_least}\t{moves} Qh4#\t{why}\n"),
            _ => format!("{line}\n"),
        });
        failures(&forged.collect::<String>())
    };
    let longer = "f3 e6 a3 a6 g4";
    // Here `Qh4` is not mate, so the game does not end with `Qh4#`.
    assert!(forge("6", "all", "e3 e5 Nc3 Nc6 g4")[0].contains("ply 6"));
    for (at_least, why) in [
        // `at_least` must be at least 2 (the bound from counting moves) and at most 6 (the number of plies).
        ("1", "all"),
        ("7", "all"),
        ("6", "count"),
        ("6", "first"),
        ("6", "because"),
        // `plan` means that a search covered the plies from 2 (the bound from counting moves) to
        // `at_least` - 1. If `at_least` is 2, there is no such ply.
        ("2", "plan"),
        ("six", "all"),
    ] {
        let said = forge(at_least, why, longer);
        assert_eq!(said.len(), 1, "{at_least} {why}: {said:?}");
    }
    assert_eq!(forge("6", "all", longer), [""; 0]);
}

#[test]
fn a_table_cut_anywhere_is_not_taken_for_whole() {
    let table = TABLE.clone();
    for cut in [0, 10, 1000, table.len() - 1] {
        assert!(!crate::failures(&table[..cut]).is_empty(), "{cut}");
    }
    let start: String = table.split_inclusive('\n').take(100).collect();
    assert_eq!(failures(&start), [""; 0]);
    assert!(!failures(&format!("{start}\n")).is_empty());
    assert!(!failures(&format!("\u{feff}{start}")).is_empty());
}

/// The column `ours` of `published.tsv` must say `longer` if the game in our table is longer than the published
/// game, and `no longer` otherwise.
#[test]
fn published_games_are_no_shorter() {
    let text =
        fs::read_to_string(repository().join("crates/games/tests/published.tsv")).expect("rows");
    for line in text.lines().skip(1) {
        let [san, plies, ours, moves, source] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let plies: usize = plies.parse().expect("a number");
        let known = shortest_games().game(parse(san).expect("SAN"));
        let known = known.expect("it occurs");
        let verdict = if known.plies > plies { "longer" } else { "no longer" };
        assert_eq!(ours, verdict, "{san}: {}, {source}", known.plies);
        assert!(known.at_least <= plies, "{san}: {}", known.at_least);
        let moves: Vec<_> = moves.split(' ').filter(|moves| *moves != "-").collect();
        assert!(moves.is_empty() || moves.len() == plies && moves.last() == Some(&san));
        let mut position = Chess::default();
        for text in moves {
            let m = parse(text).expect("SAN").san.to_move(&position);
            let written = SanPlus::from_move_and_play_unchecked(&mut position, m.expect("legal"));
            assert_eq!(written.to_string(), text);
        }
    }
}
