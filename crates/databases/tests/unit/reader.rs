//! Tests how a stream is split into games. The tests compare the token ids of each game with the expected
//! ids.

use std::io::Read;

use san_strings_core::Vocabulary;

use crate::{CountOptions, Counter, Encoder, Errors, GameIds, input::CHUNK_BYTES as CHUNK};

/// Returns the ids of each game, including the id of its result.
fn encoded(mut stream: impl Read + Send, lines: bool) -> Vec<Vec<u16>> {
    let options = Encoder { results: true, as_written: true, lines, ..Encoder::default() };
    let encoder = Encoder { errors: Errors::Unk, ..options };
    let mut games = Vec::new();
    let take = &mut |more: GameIds| {
        games.extend(more.ranges().map(|range| more.ids[range].to_vec()));
        true
    };
    encoder.encode_games(&mut stream, &(), take).expect("no errors in memory");
    games
}

/// Returns the ids of strings and results. In `words`, `?` stands for the special token `[UNK]`.
fn ids(words: &[&str]) -> Vec<u16> {
    let list = Vocabulary::occurring();
    let special = |word: &str| {
        let name = if word == "?" { "[UNK]" } else { word };
        let place = Vocabulary::SPECIAL.iter().position(|other| *other == name);
        u16::try_from(list.len() + place.expect("a special token")).expect("small")
    };
    words.iter().map(|word| list.id(word).unwrap_or_else(|| special(word))).collect()
}

/// A game whose tag is longer than a block is read as one broken game, not as several.
#[test]
fn moves_after_a_long_tag_belong_to_its_game() {
    let long = |length| format!("[Event \"x\"]\n[A \"{}\"]\n", "b".repeat(length));
    let next = "[Event \"y\"]\n\n1. c4 c5 *\n";
    for length in [CHUNK, 2 * CHUNK - 20] {
        for moves in ["", "\n1. e4 e5 *\n\n", "\n\n1. e4 {a\n\nb} e5 1-0\n\n", "1. e4 *\n\n"] {
            let text = format!("1. d4 *\n\n{}{moves}{next}", long(length)).replace('\n', "\r\n");
            for text in [text.replace('\r', ""), text] {
                assert_eq!(
                    encoded(text.as_bytes(), false),
                    [ids(&["d4", "*"]), ids(&["?"]), ids(&["c4", "c5", "*"])],
                    "{length} {moves:?}"
                );
            }
        }
    }
}

/// A line longer than a block becomes one broken game.
#[test]
fn lines_after_a_long_line_are_read() {
    let text = format!("d4\n{}\nc4\n\ne4", "e4 e5 ".repeat(CHUNK / 2));
    let mut games = encoded(text.as_bytes(), true);
    assert_eq!(games.len(), 5);
    assert_eq!(games[1].last(), ids(&["?"]).last());
    games.remove(1);
    assert_eq!(games, [ids(&["d4"]), ids(&["c4"]), ids(&[]), ids(&["e4"])]);
}

/// Each token is reported with the number of its own line, even if a line begins with blanks.
#[test]
fn a_word_has_its_line_whatever_stands_on_the_line_before() {
    let line = |n: usize| format!("{}Z{n}\n", if n.is_multiple_of(2) { "  " } else { "" });
    let text: String = (1..=100).map(line).collect();
    let mut counter = Counter::new(CountOptions { lines: true, ..CountOptions::default() });
    counter.add_games("lines", &mut text.as_bytes(), &()).expect("memory");
    for n in 1..=100 {
        let place = counter.example_unlisted(&format!("Z{n}")).expect("it is there");
        assert_eq!(place.line, n, "Z{n}");
    }
}

fn is_read(text: &str, games: &[&[&str]]) {
    let expected: Vec<_> = games.iter().map(|words| ids(words)).collect();
    assert_eq!(encoded(text.as_bytes(), false), expected, "{text:.80}");
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
    // Some programs indent the percent sign.
    is_read("1. e4\n \t%eval 12 34\ne5 *\n", &[&["e4", "e5", "*"]]);
    for text in ["1. e4 50% ok\ne5 *\n", "1. e4 % ok\ne5 *\n"] {
        is_read(&format!("{text}\n1. d4 *\n"), &[&["e4", "?"], &["d4", "*"]]);
    }
}

#[test]
fn a_word_has_up_to_24_letters() {
    for length in 17..28 {
        let text = format!("1. e4 {} e5 *\n\n1. d4 *\n", "Z".repeat(length));
        let game: &[&str] = if length < 25 { &["e4", "?", "e5", "*"] } else { &["e4", "?"] };
        is_read(&text, &[game, &["d4", "*"]]);
    }
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

/// If you concatenate two files, the byte order mark of the second file ends up between two games.
#[test]
fn each_game_may_begin_with_a_byte_order_mark() {
    for between in ["", "\n", "\n\n", "\r\n\r\n", "\n\n\u{feff}"] {
        for tags in ["", "[White \"x\"]\n\n", "[Event \"x\"]\n\n"] {
            let text = format!("\u{feff}1. e4 *{between}\u{feff}{tags}1. d4 *\n");
            is_read(&text, &[&["e4", "*"], &["d4", "*"]]);
        }
    }
}
