//! `verify`: every game of every file is replayed or refused, and what is replayed
//! can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use san_strings::corpus::{
    arbiter::{replay, witness_at},
    pgn,
};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let mut length = 0;
    for game in pgn::split(&text) {
        length += game.text.len();
        if let Ok((moves, _)) = replay(game) {
            assert!(witness_at(game, moves.len()).is_some());
            assert!(!pgn::movetext(game, moves.len()).is_empty());
        }
    }
    assert_eq!(length, text.len());
    let word = text.split_whitespace().last().unwrap_or_default();
    let _ = pgn::soonest(&text, word);
});
