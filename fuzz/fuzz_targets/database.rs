//! `count` and `encode`: whatever the bytes are, they are read to their end, and both see the
//! same games.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use san_strings_pgn::{decompressed, CountOptions, Counter, Encoder};

/// Nothing counted yet, with the games played or not.
static COUNTERS: LazyLock<[Counter; 2]> = LazyLock::new(|| {
    [false, true].map(|replay| {
        let mut options = CountOptions::default();
        (options.replay, options.diagnostics) = (replay, 3);
        Counter::new(options)
    })
});

fuzz_target!(|bytes: &[u8]| {
    let encoder = Encoder { lenient: true, results: true, ..Encoder::default() };
    let mut ids = Vec::new();
    let encoded = encoder.encode(bytes, &mut ids, &());
    let encoded = encoded.expect("no errors in memory");
    let lines = ids.iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(lines as u64, encoded.games);
    for counter in &*COUNTERS {
        let mut counter = counter.clone();
        // What looks compressed may be nothing.
        let _ = decompressed(bytes).and_then(|stream| counter.add_games("fuzz", stream, &()));
        let _ = counter.counts.add_table(bytes);
    }
});
