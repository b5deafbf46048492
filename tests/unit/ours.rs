//! Every small change of a file of the program's, and what the program makes of it: it is
//! somebody's work, or it is as the program could have written it.

use std::fs;

use fastrand::Rng;
use shakmaty::{Chess, Position, san::SanPlus};
use tempfile::tempdir;

use crate::{
    games::{pgn, replay, shortest_games},
    san::output,
    suite::Table,
    tree::{GrowOptions, Grower, Tree, WriteOptions, write_folders},
};

/// A text with one byte changed, left out or added, cut off, or with a line appended: each is
/// given to `see`.
fn changes(text: &[u8], places: impl Iterator<Item = usize>, mut see: impl FnMut(&[u8])) {
    for at in places {
        let (before, after) = (&text[..at], &text[at + 1..]);
        for byte in [text[at] ^ 1, b'x', b'1', b'\n', b' '] {
            if byte != text[at] {
                see(&[before, &[byte], after].concat());
                see(&[before, &[byte], &text[at..]].concat());
            }
        }
        see(&[before, after].concat());
        see(before);
    }
    let mut lines = text.split_inclusive(|&byte| byte == b'\n');
    let ends = [lines.next(), lines.next_back()].into_iter().flatten();
    for line in ends.chain([&b"mine\n"[..], b"\n", b"# mine", b"; mine\n"]) {
        see(&[text, line].concat());
    }
}

/// Checks that what is taken for ours is `harmless`, and gives how many changes are refused.
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

/// The first lines of a file in `output/`.
fn start(name: &str, lines: usize) -> String {
    let path = format!("{}/output/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("a file");
    text.split_inclusive('\n').take(lines).collect()
}

/// The last position of a game whose moves are legal and written as shakmaty writes them.
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

/// Of the lists nothing passes but what was cut off.
#[test]
fn a_list_is_ours_as_a_whole() {
    let mut rng = Rng::with_seed(25);
    for file in output::files() {
        let text = &file.text;
        let places: Vec<_> = (0..250).map(|_| rng.usize(..text.len())).collect();
        changes(text, places.into_iter(), |changed| {
            let is_cut = text.starts_with(changed);
            assert_eq!(file.foreign(changed).is_none(), is_cut, "{}", file.name);
        });
    }
}

#[test]
fn a_corpus_is_ours_as_a_whole() {
    let text = start("corpus.pgn", 60);
    let games = text.split_inclusive("\n\n").collect::<Vec<_>>();
    let text = games[..6].concat();
    assert!(text.len() < 2000);
    let tags: Vec<_> = text.lines().filter(|line| line.starts_with('[')).collect();
    let harmless = |changed: &str| {
        // The tags of the games, and nothing else but moves that end in mate.
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
    let refused = check(text.as_bytes(), |text| replay::foreign(pgn::CORPUS, text), harmless);
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
                columns.len() == 4
                    && moves.last() == Some(&columns[0])
                    && columns[1] == moves.len().to_string()
                    && played(moves.into_iter()).is_some()
            })
    };
    let refused = check(text.as_bytes(), shortest_games::foreign, harmless);
    assert!(refused > 1000, "{refused}");
}

/// No further column, and no line that is not a row. Whether the rows are right `suite` asks
/// before it writes.
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

fn grown(plies: usize) -> Grower {
    let mut grower = Grower::new(Chess::default(), GrowOptions::new(plies)).expect("a tree");
    while grower.tree().plies() < plies {
        grower.grow(&()).expect("it grows");
    }
    grower
}

#[test]
fn a_tree_file_is_ours_as_a_whole() {
    let mut text = Vec::new();
    grown(2).tree().write_file(&mut text).expect("written");
    assert!(Tree::from_file(&text).is_ok());
    changes(&text, 0..text.len(), |changed| {
        assert!(Tree::from_file(changed).is_err());
    });
}

/// What is refused stays as it is; what is mended was an `info.txt` of the node with other
/// outcomes or equivalents, or was cut off.
#[test]
fn an_info_is_ours_as_a_whole() {
    let grower = grown(1);
    let folder = tempdir().expect("a folder");
    let write = || write_folders(grower.tree(), folder.path(), WriteOptions::default(), &());
    write().expect("written");
    let path = folder.path().join("0/info.txt");
    let text = fs::read_to_string(&path).expect("an info");
    let lines: Vec<_> = text.lines().collect();
    changes(text.as_bytes(), 0..text.len(), |changed| {
        fs::write(&path, changed).expect("written");
        let is_written = write().is_ok();
        let now = fs::read(&path).expect("still there");
        if !is_written {
            assert_eq!(now, changed);
            fs::write(&path, &text).expect("mended");
            return;
        }
        assert_eq!(now, text.as_bytes());
        let found = String::from_utf8_lossy(changed);
        let other: Vec<_> = found.lines().collect();
        let is_info = || other[2] == lines[2] && other.last() == lines.last();
        assert!(text.as_bytes().starts_with(changed) || is_info(), "{found}");
    });
}
