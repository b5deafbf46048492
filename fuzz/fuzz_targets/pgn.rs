//! `verify`: every file is judged, every game replayed or refused, and what is replayed
//! can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use san_strings::corpus::{
    arbiter::replay,
    pgn,
    table::{self, Table},
    verify::verify,
};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let mut length = 0;
    for game in pgn::split(&text) {
        length += game.text.len();
        if let Ok((moves, _)) = replay(game) {
            assert!(!pgn::movetext(game.words().take(moves.len())).is_empty());
        }
    }
    assert_eq!(length, text.len());
    // Neither has all the strings in so few bytes.
    assert!(!verify(&text).failures.is_empty());
    assert!(!table::verify(&text).failures.is_empty());
    for line in Table::new(&text).lines() {
        assert!(line.plies > 0);
        let _ = line.witness();
    }
});
