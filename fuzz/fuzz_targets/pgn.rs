//! `verify`: every file has a report, and what it accepts it finds in the file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use san_strings::corpus::{pgn, verify};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let report = verify::verify(&text);
    assert_eq!(report.games, pgn::split(&text).count());
    if let Some(word) = text.split_whitespace().last() {
        if let Some((game, plies)) = pgn::soonest(&text, word) {
            let _ = (pgn::movetext(game, plies), verify::at(game, plies));
        }
    }
});
