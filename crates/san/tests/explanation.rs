//! Tests what `explain_parts` says about a move.

use san_strings_core::{Example, explanation::explain_parts};
use shakmaty::{CastlingMode, fen::Fen, san::San};

/// Covers companions off the named file or rank, the square of a pawn captured en passant, and double check.
#[test]
fn parts_are_true_to_the_board() -> Result<(), Box<dyn std::error::Error>> {
    for (fen, san, expected) in [
        (
            "k7/8/8/4B3/8/8/7B/K3B3 w - - 0 1",
            "B1g3",
            "1: the bishop on e5, on the same file, could go to g3 too, and so could the \
             bishop on h2",
        ),
        ("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", "exd6", "x: takes the pawn on d5 en passant"),
        (
            "4k3/8/8/8/4N3/8/8/4R2K w - - 0 1",
            "Nd6",
            "+: the rook on e1 (discovered) and the knight on d6 check the king",
        ),
    ] {
        let position = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
        let mv = san.parse::<San>()?.to_move(&position)?;
        let lines = explain_parts(&Example { position, mv });
        assert!(lines.iter().any(|line| line == expected), "{lines:?}");
    }
    Ok(())
}
