//! Changes, removes or inserts single bytes of files that this program wrote, truncates the files, and appends
//! lines. The program must notice every change, unless the program itself could have written the changed
//! file.

#[path = "../../../tests/common/changes.rs"]
mod changes;

use std::fs;

use crate::suite::Table;
use san_strings_files::Ours;
use san_strings_games::pgn::CORPUS;
use shakmaty::{Chess, Position, san::SanPlus};

use self::changes::changes;
use crate::ours::{Games, ShortestTable};

/// Changes a file in many ways, and checks that every changed file is refused by `foreign` or accepted by
/// `harmless`. Returns the number of refused files.
fn check(
    text: &[u8],
    foreign: impl Fn(&[u8]) -> Option<String>,
    harmless: impl Fn(&str) -> bool,
) -> usize {
    assert_eq!(foreign(text), None);
    let mut refused = 0;
    changes(text, 0..text.len(), |changed| {
        if foreign(changed).is_some() {
            refused += 1;
        } else {
            let text = str::from_utf8(changed).expect("text");
            assert!(harmless(text), "{text}");
        }
    });
    refused
}

fn start(name: &str, lines: usize) -> String {
    let path = format!("{}/../output/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("a file");
    text.split_inclusive('\n').take(lines).collect()
}

/// The last position of a game. `None` if a move is illegal, or is not spelled as shakmaty writes it.
fn played<'a>(sans: impl Iterator<Item = &'a str>) -> Option<Chess> {
    let mut position = Chess::default();
    for text in sans {
        let san: SanPlus = text.parse().ok()?;
        let m = san.san.to_move(&position).ok()?;
        let written = SanPlus::from_move_and_play_unchecked(&mut position, m);
        if written.to_string() != text {
            return None;
        }
    }
    Some(position)
}

#[test]
fn a_corpus_is_ours_as_a_whole() {
    let text = start("corpus.pgn", 60);
    let games = text.split_inclusive("\n\n").collect::<Vec<_>>();
    let text = games[..6].concat();
    assert!(text.len() < 2000);
    let tags: Vec<_> = text.lines().filter(|line| line.starts_with('[')).collect();
    let harmless = |changed: &str| {
        // A change is harmless if it adds no tag other than `Result`, and if the moves of each game are still
        // legal and end in mate.
        let lines: Vec<_> = changed.lines().collect();
        let of_tags = lines.iter().filter(|line| line.starts_with('['));
        let is_tag = |line: &&&str| !line.starts_with("[Result") && !tags.contains(line);
        let mut games = changed.split("[Event").skip(1);
        of_tags.clone().all(|line| !is_tag(&line))
            && games.all(|game| {
                let (_, moves) = game.split_once("\n\n").expect("moves");
                let words: Vec<_> = moves.split_whitespace().collect();
                let (_, words) = words.split_last().expect("a result");
                let sans = words.iter().filter(|word| !word.ends_with('.'));
                played(sans.copied()).is_some_and(|position| position.is_checkmate())
            })
    };
    let refused = check(text.as_bytes(), |text| Games(CORPUS).foreign(text), harmless);
    assert!(refused > 4000, "{refused}");
}

#[test]
fn a_table_of_shortest_games_is_ours_as_a_whole() {
    let text = start("shortest_games.tsv", 6);
    let harmless = |changed: &str| {
        let mut lines = changed.lines();
        lines.next() == text.lines().next()
            && lines.all(|line| {
                let columns: Vec<_> = line.split('\t').collect();
                let moves: Vec<_> = columns[3].split(' ').collect();
                columns.len() == 5
                    && moves.last() == Some(&columns[0])
                    && columns[1] == moves.len().to_string()
                    && played(moves.into_iter()).is_some()
            })
    };
    let refused = check(text.as_bytes(), |text| ShortestTable.foreign(text), harmless);
    assert!(refused > 1000, "{refused}");
}

/// If a table has an extra column, or a line that is not a row, we treat it as the user's file. A table with
/// wrong values still counts as a file of the program, because `suite` checks the values later, before it
/// writes.
#[test]
fn tables_of_the_suite_are_ours_as_a_whole() {
    for table in Table::ALL {
        let text = start(&format!("conformance/{}", table.name()), 4);
        let header = text.lines().next().expect("a header");
        let columns = header.split('\t').count();
        let harmless = |changed: &str| {
            let mut lines = changed.lines();
            lines.next() == Some(header) && lines.all(|line| line.split('\t').count() == columns)
        };
        let refused = check(text.as_bytes(), |text| table.foreign(text), harmless);
        assert!(refused > 500, "{}: {refused}", table.name());
    }
}
