//! Tests `lint --go-on`: which illegal moves it plays, and what it checks after them.

use san_strings::Linter;

/// Returns the findings of a game as `ply: kind`, followed by an asterisk if `lint` played the illegal move.
fn found(text: &str) -> Vec<String> {
    let linter = Linter { go_on: true, ..Linter::default() };
    let findings = linter.findings(text.as_bytes());
    let shown = findings.iter().map(|it| {
        let star = if it.is_played { "*" } else { "" };
        format!("{}: {}{star}", it.ply.unwrap_or_default(), it.kind())
    });
    shown.collect()
}

#[test]
fn illegal_moves_are_played_if_their_squares_are_certain() {
    for (text, expected) in [
        // An unanswered check, then a bishop that cannot reach its square.
        (
            "1. e4 e5 2. Nf3 d6 3. Bb5+ Nf6 4. O-O c6 5. Ba4 b5 6. Bb8 *",
            &["6: illegal-move*", "11: illegal-move"][..],
        ),
        // Black ignores the same check twice.
        (
            "1. e4 e5 2. Nf3 d6 3. Bb5+ Nf6 4. O-O a6 5. Ba4 *",
            &["6: illegal-move*", "8: illegal-move*"],
        ),
        // A pinned knight, adjacent kings, and a capture en passant that exposes the king.
        ("1. d4 e6 2. Nc3 Bb4 3. Nf3 a6 4. Ne4 Bd2+ 5. Qxd2 *", &["7: illegal-move*"]),
        ("[FEN \"8/8/4k3/8/4K3/8/8/8 w - - 0 1\"]\n\n1. Ke5 Kd7 *", &["1: illegal-move*"]),
        (
            "[FEN \"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1\"]\n\n1... dxe3 2. Rf4+ *",
            &["1: illegal-move*"],
        ),
        // Castling after the king has moved, and castling with a bishop between king and rook.
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ke2 a6 5. Ke1 a5 6. O-O Be7 *", &["11: illegal-move*"]),
        ("1. e4 e5 2. Nf3 Nc6 3. O-O Nf6 *", &["5: illegal-move"]),
        // White moves twice.
        ("1. e4 Nf3 e5 2. Nc6 *", &["2: illegal-move*", "4: illegal-move*"]),
        // In the first game, no knight can go to f4. In the second, two knights attack d5, but one is pinned, so
        // `Nd5` means the other knight. In the third, both knights are pinned, so we cannot tell which of them
        // `Nd5` means.
        ("1. e4 e5 2. Nf4 Nc6 3. Bb5 *", &["3: illegal-move"]),
        ("[FEN \"4k3/8/8/8/1b6/2N1N3/8/4K3 w - - 0 1\"]\n\n1. Nd5 Kd7 *", &[]),
        ("[FEN \"4r1k1/8/8/8/1b6/2N1N3/8/4K3 w - - 0 1\"]\n\n1. Nd5 Kh8 *", &["1: illegal-move"]),
        // Once the knight on e3 has left, the knight on e2 is pinned.
        (
            "[FEN \"4r1k1/8/8/8/8/4N3/4N3/3QK3 w - - 0 1\"]\n\n1. Nc4 Kh8 2. Nd4 *",
            &["3: illegal-move*"],
        ),
        // White ignores the check, and Black's reply captures the king.
        ("1. f3 e5 2. g4 Nc6 3. Kf2 Qh4+ 4. a3 Qxf2 *", &["7: illegal-move"]),
        // A move is missing.
        ("1. e4 2. Nf3 e5 *", &["2: missing-move"]),
        // White ignores the check. In the second game, Black then captures the king.
        (
            "1. f4 e5 2. fxe5 Qh4+ 3. a3 Nc6 4. b3 a6 5. c3 *",
            &["5: illegal-move*", "7: illegal-move*", "9: illegal-move*"],
        ),
        (
            "1. f3 e5 2. g4 Qh4# 3. a3 a6 4. b3 Qxe1 5. c3 *",
            &["5: illegal-move*", "7: illegal-move"],
        ),
        // `lint` plays a move of the other side only if the text is SAN. `B5` is not SAN.
        ("1. d4 d5 2. B5 e6 *", &["3: illegal-move"]),
        // An illegal move in a variation. In a nested variation, the queen captures the king.
        (
            "1. e4 e5 2. Nf3 (2. Qh5 Nc6 3. Qxf7+ a6 4. Ng1f3 (4. Qe8 a5)) 2... Nc6 *",
            &["6: illegal-move*", "7: needless-square"],
        ),
    ] {
        let mut left = found(text);
        left.retain(|it| !it.ends_with("no-result"));
        assert_eq!(left, expected, "{text}");
    }
}

/// `lint` corrects a game only up to the last correct move number before an illegal move.
#[test]
fn nothing_is_mended_after_an_illegal_move() {
    let linter = Linter { go_on: true, ..Linter::default() };
    let text = b"1. e2-e4 e5 2. Qd1h5 Nc6 3. Qxf7+ a6 4. Ng1f3 5. e7e5 *";
    let (mended, _) = linter.mended(text);
    assert_eq!(
        String::from_utf8_lossy(&mended),
        "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ a6 4. Ng1f3 5. e7e5 *"
    );
}
