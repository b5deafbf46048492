//! `count` and `encode`: whatever the bytes are, they are read to their end, and cut or
//! not they are the same games.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use san_strings::{
    Tokens,
    database::{
        blocks::{Piece, in_pieces},
        count::{Count, Options},
        game::for_each_game,
        numbers::Numbers,
        source::decompressed,
    },
};

static NUMBERS: LazyLock<Numbers> = LazyLock::new(|| Numbers::new(&Tokens::base()));

/// Nothing counted yet, with the games played or not.
static COUNTS: LazyLock<[Count; 2]> =
    LazyLock::new(|| [false, true].map(|replay| Count::new(Options { replay, notes: 3 })));

fuzz_target!(|bytes: &[u8]| {
    let mut games = 0;
    let piece = Piece {
        text: bytes,
        is_cut: false,
    };
    for_each_game(piece, &NUMBERS, |game| {
        games += 1;
        let _ = (game.tags.get("FEN"), game.tags.get("Site"));
    });
    let mut cut = 0;
    let work = |_: &i32, piece: Piece<'_>| {
        let mut games = 0;
        for_each_game(piece, &NUMBERS, |_| games += 1);
        games
    };
    in_pieces(bytes, &mut cut, work, |cut, games| {
        *cut += games;
        true
    })
    .expect("no errors in memory");
    assert_eq!(games, cut);
    for count in &*COUNTS {
        let mut count = count.clone();
        // What looks compressed may be nothing.
        let _ = decompressed(bytes).and_then(|stream| count.add_games("fuzz", stream, &|| true));
        let _ = count.counts_mut().add_table(bytes);
    }
});
