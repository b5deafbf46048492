//! Tests strings, their ids, and the list files.

use std::{collections::HashMap, fs, process::Command};

use proptest::prelude::*;
use san_strings_core::{Entry, Vocabulary};
use sha2::{Digest, Sha256};
use shakmaty::{
    CastlingSide, Chess, File, Position, Rank, Role, Square,
    san::{San, SanPlus, Suffix},
};

/// The lists, with their names on the command line and their files.
fn lists() -> [(&'static Vocabulary, &'static str, &'static str); 3] {
    [
        (Vocabulary::base(), "base", "san_strings.txt"),
        (Vocabulary::with_symbols(), "symbols", "san_strings_with_symbols.txt"),
        (Vocabulary::occurring(), "occurring", "san_strings_that_occur.txt"),
    ]
}

fn output(name: &str) -> String {
    let path = format!("{}/../../output/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(path).expect("a file of output/")
}

/// The id of a string is the index of its line. If a string moved to another line, stored ids would mean
/// the wrong strings. The checksums are from version 1.0.0.
#[test]
fn no_line_of_a_list_has_moved() {
    let sums = output("SHA256SUMS");
    for (list, _, name) in lists() {
        let text = list.sans().map(|san| san.to_string()).collect::<Vec<_>>().join("\n") + "\n";
        let digest = Sha256::digest(text.as_bytes());
        let digits = digest.iter().map(|byte| format!("{byte:02x}"));
        let line = format!("{}  {name}", digits.collect::<Vec<_>>().concat());
        if !sums.lines().any(|other| other == line) {
            let old = output(name);
            let moved = text.lines().zip(old.lines()).position(|(new, old)| new != old);
            let place = moved.map_or("at its end".to_owned(), |at| {
                let of = |text: &str| text.lines().nth(at).unwrap_or_default().to_owned();
                format!("at id {at}: {} was {}", of(&text), of(&old))
            });
            panic!("ids of {name} have moved, {place}: this is a new major version");
        }
    }
}

/// `san-strings-lists` prints the same lists as the files in `output/`.
#[test]
fn the_small_program_prints_the_lists() {
    let print = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_san-strings-lists")).args(args).output();
        let output = output.expect("it runs");
        (output.status.code(), String::from_utf8(output.stdout).expect("text"))
    };
    for (_, list, name) in lists() {
        assert!(print(&[list]) == (Some(0), output(name)), "{name}");
    }
    assert!(print(&[]) == (Some(0), output("san_strings_that_occur.txt")));
    assert_eq!(print(&["all"]), (Some(2), String::new()));
    let (code, help) = print(&["--help"]);
    assert!(code == Some(0) && help.starts_with("usage: san-strings-lists "), "{help}");
}

#[test]
fn ids_go_there_and_back() {
    for (list, _, name) in lists() {
        let text = output(name);
        assert_eq!(list.len(), text.lines().count());
        for (id, line) in (0..).zip(text.lines()) {
            assert_eq!(list.id(line), Some(id));
            assert_eq!(list.text(id).as_deref(), Some(line));
            assert_eq!(list.san(id).map(|san| san.to_string()).as_deref(), Some(line));
        }
        assert_eq!(list.iter().count(), list.len());
        let beyond = u16::try_from(list.len()).expect("a number of 16 bits");
        assert_eq!(list.text(beyond), None);
        assert_eq!(list.san(u16::MAX), None);
    }
}

/// Compares `starting_with` with a search through all strings, for every prefix of every string. For a text
/// that is not a prefix of any string, `starting_with` must return nothing.
#[test]
fn what_starts_with_a_text_is_found() {
    fn check(list: &Vocabulary) {
        let mut starts: HashMap<String, Vec<u16>> = HashMap::new();
        for (id, text) in (0..).zip(list.texts()) {
            for end in 0..=text.len() {
                starts.entry(text[..end].to_owned()).or_default().push(id);
            }
        }
        for (start, ids) in &starts {
            assert_eq!(list.starting_with(start).collect::<Vec<_>>(), *ids, "{start}");
            for no_start in [format!("{start}~"), format!("\0{start}"), format!("{start}\0")] {
                assert_eq!(list.starting_with(&no_start).next(), None);
            }
        }
    }
    check(Vocabulary::occurring());
    check(Vocabulary::uci());
    check(&Vocabulary::base().subset(|id| id % 3 == 1));
    check(&Vocabulary::base().subset(|_| false));
}

#[test]
fn uci_moves_are_what_their_texts_say() {
    let list = Vocabulary::uci();
    let mut ids = 0..;
    for (id, m) in list.iter() {
        let text = list.text(id).expect("an id");
        assert_eq!(Some(id), ids.next());
        assert_eq!(text.parse().ok().map(Entry::Uci), Some(m));
        assert_eq!(list.id(&*text), Some(id));
    }
    assert_eq!(ids.next().map(usize::from), Some(list.len()));
    let start = Chess::default();
    for (id, m) in list.legal(&start) {
        assert_eq!(list.legal_move(&start, id), Some(m));
    }
    let is_legal = |text: &str| list.legal_move(&start, list.id(text).expect("listed")).is_some();
    assert!(is_legal("g1f3") && !is_legal("e1g1"));
}

proptest! {
    #[test]
    fn no_other_text_has_a_number(text in any::<String>()) {
        let list = Vocabulary::with_symbols();
        let id = list.id(&text);
        let found = id.and_then(|id| list.text(id));
        prop_assert!(found.is_none_or(|found| *found == *text));
        prop_assert_eq!(list.id(format!("\0{text}")), None);
    }
}

/// The id of a legal move is the id of the SAN that shakmaty writes.
#[test]
fn legal_moves_have_ids() {
    let mut rng = fastrand::Rng::with_seed(24);
    for _ in 0..50 {
        let mut position = Chess::default();
        for _ in 0..100 {
            let legal = position.legal_moves();
            let Some(m) = rng.choice(&legal).copied() else {
                break;
            };
            let mut moves = 0;
            for (id, m) in Vocabulary::occurring().legal(&position) {
                let san = SanPlus::from_move(position.clone(), m).to_string();
                assert_eq!(Vocabulary::occurring().id(&san), Some(id), "{san}");
                moves += 1;
            }
            for (id, m) in Vocabulary::base().legal(&position) {
                let san = San::from_move(&position, m).to_string();
                assert_eq!(Vocabulary::base().id(&san), Some(id), "{san}");
                moves += 1;
            }
            assert_eq!(moves, 2 * legal.len());
            position.play_unchecked(m);
        }
    }
}

#[test]
fn zeros_are_no_part_of_a_string() {
    let list = Vocabulary::base();
    assert_eq!(list.id("\0a2"), None);
    assert_eq!(list.id(""), None);
}

/// A parsed SAN has the same id as its text, or neither has an id.
#[test]
fn parts_and_texts_have_the_same_ids() {
    let files = [None, Some(File::A), Some(File::D), Some(File::H)];
    let ranks =
        [None, Some(Rank::First), Some(Rank::Fourth), Some(Rank::Fifth), Some(Rank::Eighth)];
    let promotions = [None, Some(Role::Knight), Some(Role::Queen)];
    let mut sans = vec![San::Castle(CastlingSide::KingSide), San::Castle(CastlingSide::QueenSide)];
    for (role, to) in Role::ALL.into_iter().flat_map(|role| Square::ALL.map(|to| (role, to))) {
        for (file, rank) in files.iter().flat_map(|&file| ranks.map(|rank| (file, rank))) {
            for (capture, promotion) in
                [false, true].iter().flat_map(|&x| promotions.map(|p| (x, p)))
            {
                sans.push(San::Normal { role, file, rank, capture, to, promotion });
            }
        }
    }
    let mut found = 0;
    for list in [Vocabulary::base(), Vocabulary::occurring(), Vocabulary::with_symbols()] {
        for &san in &sans {
            for suffix in [None, Some(Suffix::Check), Some(Suffix::Checkmate)] {
                let san = SanPlus { san, suffix };
                let id = list.id(san.to_string());
                assert_eq!(list.id_of(san), id, "{san}");
                found += usize::from(id.is_some());
            }
        }
    }
    assert!(found > 10_000, "{found}");
    assert!(
        Vocabulary::occurring()
            .sans()
            .zip(0..)
            .all(|(san, id)| Vocabulary::occurring().id_of(san) == Some(id))
    );
}
