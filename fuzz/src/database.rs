//! Checks that `encode` reads any input to its end, and finds the same games whether or not another game
//! comes before the input. Also checks that `count` does not panic.

use std::{io::Read, sync::LazyLock};

use san_strings_databases::{CountOptions, Counter, Encoder, Errors, decompressed};

/// Two empty counters: the first does not replay games, the second does.
static COUNTERS: LazyLock<[Counter; 2]> = LazyLock::new(|| {
    [false, true].map(|replay| {
        let mut options = CountOptions::default();
        (options.replay, options.diagnostics) = (replay, 3);
        Counter::new(options)
    })
});

/// Number of bytes that the encoder reads at a time.
const BLOCK: usize = 2 << 20;

/// Encodes each game as a line of ids.
fn encoded(mut bytes: impl Read + Send, as_written: bool) -> Vec<u8> {
    let encoder = Encoder { as_written, errors: Errors::Unk, results: true, ..Encoder::default() };
    let mut ids = Vec::new();
    let done = encoder.encode(&mut bytes, &mut ids, &()).expect("no errors in memory");
    let lines = ids.split(|&byte| byte == b'\n').count() - 1;
    assert_eq!(lines as u64, done.games);
    ids
}

/// Checks that the bytes yield the same ids alone and after another game. Also runs `count` on the bytes, first
/// as games and then as a table of counts, to check that neither panics.
pub fn run(bytes: &[u8]) {
    let alone = encoded(bytes, true);
    encoded(bytes, false);
    // Put a long game before the fuzzed bytes, so that a block of input ends within the fuzzed bytes.
    if let Some(&at) = bytes.first() {
        let comment = "x".repeat(BLOCK - usize::from(at) % bytes.len() - 20);
        let before = format!("1. e4 {{{comment}}} *\n\n");
        let first = encoded(before.as_bytes(), true);
        let both = encoded(before.as_bytes().chain(bytes), true);
        assert_eq!(both, [first, alone].concat());
    }
    for counter in &*COUNTERS {
        let mut counter = counter.clone();
        // Bytes that look compressed may fail to decompress.
        let _ =
            decompressed(bytes).and_then(|mut stream| counter.add_games("fuzz", &mut stream, &()));
        let mut table = bytes;
        let _ = counter.counts.add_table(&mut table);
    }
}
