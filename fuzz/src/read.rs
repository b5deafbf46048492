//! `read` returns a verdict for any text in any position. If the verdict is exact or mended, the move
//! is legal.

use san_strings_core::{Reading, position, read, shakmaty::Position};

/// Splits the bytes at a tab into a FEN and a text, and reads the text as a move in the position of the FEN.
pub fn run(bytes: &[u8]) {
    let Ok(line) = str::from_utf8(bytes) else { return };
    let (fen, text) = line.split_once('\t').unwrap_or(("", line));
    let position = position(fen).unwrap_or_default();
    let reading = read(&position, text);
    let legal = position.legal_moves();
    assert!(reading.played().is_none_or(|(m, _)| legal.contains(&m)));
    assert_eq!(reading.why().is_none(), matches!(reading, Reading::Exact { .. }));
    let _ = (reading.kinds(), reading.to_string());
}
