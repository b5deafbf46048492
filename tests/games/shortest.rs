//! The shortest games, by means that share nothing with the search for them.
#![cfg(feature = "corpus")]

use std::collections::{BTreeMap, BTreeSet};

use rayon::ThreadPoolBuilder;
use san_strings::{
    Tokens,
    corpus::{
        exhaust::{Exhaustive, Ply},
        search::Search,
        table::{self, BUILT_IN, Table},
    },
};
use shakmaty::{Chess, Move, Position, san::SanPlus};

#[test]
fn every_line_holds() {
    let report = table::verify(BUILT_IN);
    assert_eq!(report.failures, []);
    assert_eq!(report.games.0, Tokens::occurring().len());
}

#[test]
fn mates_that_every_player_knows() {
    let table = Table::new(BUILT_IN);
    for (san, most, proven) in [
        // Fool's mate; nobody is mated sooner.
        ("Qh4#", 4, true),
        // Scholar's mate.
        ("Qxf7#", 7, true),
        // Molinari against Bordais, Turin 1940.
        ("Nd3#", 10, false),
        // Smothered in the Caro-Kann, and Légal's mate.
        ("Nd6#", 11, false),
        ("Nd5#", 13, false),
    ] {
        let line = table.line(san.parse().expect("SAN")).expect("it occurs");
        assert!(line.plies <= most, "{san}: {}", line.plies);
        assert!(!proven || line.proven, "{san}");
    }
}

/// The plies of an exhaustive search.
fn plies(count: usize) -> Vec<Ply> {
    let mut search = Exhaustive::new();
    let next = |_| search.next_ply(&|_, _| true).expect("not stopped");
    (0..count).map(next).collect()
}

/// Replays the games that an exhaustive search has found, and compares the plies with the
/// table.
fn compare_with_the_table(plies: &[Ply]) {
    let table = Table::new(BUILT_IN);
    let mut first = BTreeMap::new();
    for (ply, found) in (1..).zip(plies) {
        for (san, moves) in &found.games {
            assert_eq!(moves.len(), ply);
            let mut position = Chess::default();
            let mut last = None;
            for &m in moves {
                assert!(position.is_legal(m), "{san}");
                last = Some(SanPlus::from_move_and_play_unchecked(&mut position, m));
            }
            assert_eq!(last, Some(*san));
            first.insert(san.to_string(), ply);
        }
    }
    for line in table.lines().filter(|line| line.plies <= plies.len()) {
        assert_eq!(first.remove(line.san), Some(line.plies), "{}", line.san);
    }
    assert!(first.is_empty(), "{first:?}");
}

/// How many positions there are after 0, 1, 2, ... plies: OEIS A083276.
const POSITIONS: [u64; 8] = [1, 20, 400, 5_362, 72_078, 822_518, 9_417_681, 96_400_068];

fn all_positions_are_gone_through(count: usize) {
    let plies = plies(count);
    let positions: Vec<u64> = plies.iter().map(|ply| ply.positions).collect();
    assert_eq!(positions, POSITIONS[..count]);
    compare_with_the_table(&plies);
}

#[test]
fn all_positions_of_five_plies() {
    all_positions_are_gone_through(5);
}

#[test]
#[ignore = "takes half a minute: ten million positions"]
fn all_positions_of_seven_plies() {
    all_positions_are_gone_through(7);
}

/// All games of up to four plies, without merging any positions.
#[test]
fn games_without_merging_play_the_same_strings() {
    fn games(position: &Chess, ply: usize, strings: &mut [BTreeSet<String>]) {
        for m in position.legal_moves() {
            let mut after = position.clone();
            let san = SanPlus::from_move_and_play_unchecked(&mut after, m);
            strings[ply].insert(san.to_string());
            if ply + 1 < strings.len() {
                games(&after, ply + 1, strings);
            }
        }
    }
    let mut strings = vec![BTreeSet::new(); 4];
    games(&Chess::default(), 0, &mut strings);
    let mut seen = BTreeSet::new();
    for (strings, ply) in strings.into_iter().zip(plies(4)) {
        let first: BTreeSet<String> = strings.difference(&seen).cloned().collect();
        let found = ply.games.iter().map(|(san, _)| san.to_string());
        assert_eq!(found.collect::<BTreeSet<String>>(), first);
        seen.extend(strings);
    }
}

#[test]
fn an_exhaustive_search_can_be_stopped() {
    let mut search = Exhaustive::new();
    for _ in 0..3 {
        assert!(search.next_ply(&|_, _| true).is_some());
    }
    assert!(search.next_ply(&|_, _| false).is_none());
    // And goes on where it was.
    let ply = search.next_ply(&|_, _| true).expect("not stopped");
    assert_eq!(ply.positions, POSITIONS[3]);
}

/// What is wrong with a table after a line of it has been replaced.
fn failures(replace: impl Fn(&str) -> String) -> Vec<String> {
    let changed = BUILT_IN.lines().map(|line| match line.split('\t').next() {
        Some("Bad3+") => replace(line),
        _ => format!("{line}\n"),
    });
    let report = table::verify(&changed.collect::<String>());
    report.failures.iter().map(ToString::to_string).collect()
}

#[test]
fn a_broken_line_is_named() {
    assert_eq!(failures(|line| format!("{line}\n")), [""; 0]);
    let number = BUILT_IN
        .lines()
        .position(|line| line.starts_with("Bad3+\t"));
    let named = format!("line {}", number.expect("it occurs") + 1);
    let broken: [&dyn Fn(&str) -> String; 7] = [
        &|line| format!("{line}\n").replace("Bad3+\t", "Bbd3+\t"),
        &|line| format!("{line} e5\n"),
        &|line| format!("{line}\t\n"),
        &|line| format!("{line} \n"),
        &|line| line.replacen(' ', "  ", 1) + "\n",
        &|line| line.replace(" Bad3+", "") + "\n",
        &|line| line.replacen('\t', "\t1", 1) + "\n",
    ];
    for (n, replace) in broken.iter().enumerate() {
        let said = failures(replace);
        assert!(said[0].starts_with(&named), "{n}: {said:?}");
        assert_eq!(said.len(), 1, "{n}: {said:?}");
    }
    // Said to be shortest, which is more than the table claims for games of its length.
    assert!(!failures(|line| line.replacen("false", "true", 1) + "\n").is_empty());
    // Left out, or twice: then all that follow are in the wrong place.
    assert!(failures(|_| String::new()).len() > 100);
    assert!(failures(|line| format!("{line}\n{line}\n")).len() > 100);
}

#[test]
fn a_table_cut_anywhere_is_not_taken_for_whole() {
    for cut in [0, 10, 1000, BUILT_IN.len() / 2, BUILT_IN.len() - 1] {
        assert!(
            !table::verify(&BUILT_IN[..cut]).failures.is_empty(),
            "{cut}"
        );
    }
    assert!(!table::verify(&format!("{BUILT_IN}\n")).failures.is_empty());
    assert!(
        !table::verify(&format!("\u{feff}{BUILT_IN}"))
            .failures
            .is_empty()
    );
}

/// The games for the strings, of which some were not known, after a round that aims at
/// those.
fn aimed(seed: u64, threads: usize) -> Vec<(SanPlus, Vec<Move>)> {
    let threads = ThreadPoolBuilder::new().num_threads(threads).build();
    let mut search = Search::new(seed, 1);
    for (n, (san, moves)) in Table::new(BUILT_IN).games().enumerate() {
        if n % 41 != 0 {
            search.learn(san, &moves);
        }
    }
    // What is known is left alone.
    search.set_shortest(1000);
    let known = search.ways().count();
    threads.expect("threads").install(|| {
        assert!(search.round(&|| true));
    });
    assert!(search.ways().count() > known);
    let ways = search.ways();
    ways.map(|(san, moves)| (san, moves.to_vec())).collect()
}

#[test]
#[ignore = "takes half a minute: three rounds of a search"]
fn the_seed_and_not_the_threads_make_the_games() {
    let games = aimed(11, 1);
    assert!(aimed(11, 3) == games);
    assert!(aimed(23, 3) != games);
    // Not every string has a game, but each game holds.
    let text = table::export(games.iter().map(|(san, moves)| (*san, moves.as_slice())), 0);
    assert_eq!(Table::new(&text).games().count(), games.len());
}
