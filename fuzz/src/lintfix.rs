//! `lint --fix`: fixing a text a second time changes nothing, `lint` of the fixed text reports exactly
//! the findings that the fix left, and each game keeps its moves.

use san_strings_databases::{Encoder, Errors, Text, is_packed, lint_games, mend_games};
use san_strings_pgn::{Finding, Linter};

/// Fixes a text. Returns the fixed text and the remaining findings, or `None` if the text is not PGN.
fn fix(bytes: &[u8]) -> Option<(Vec<u8>, Vec<String>)> {
    let (mut mended, mut left) = (Vec::new(), Vec::new());
    let text = Text::new(bytes).ok()?;
    let see = &mut |found: Finding| {
        left.push(format!("{}:{}: {}: {found}", found.line, found.column, found.kind()));
        true
    };
    mend_games(&Linter::default(), text, &mut mended, &(), see).ok()?;
    Some((mended, left))
}

/// Lists the findings of `lint` in a text.
fn lint(mut bytes: &[u8]) -> Vec<String> {
    let mut all = Vec::new();
    let see = &mut |found: Finding| {
        all.push(format!("{}:{}: {}: {found}", found.line, found.column, found.kind()));
        true
    };
    lint_games(&Linter::default(), &mut bytes, &(), see).expect("memory");
    all
}

/// Lints with `go_on`, which also plays illegal moves, and so reaches impossible positions.
fn go_on(bytes: &[u8]) {
    let linter = Linter { go_on: true, ..Linter::default() };
    for finding in linter.findings(bytes) {
        assert!(!finding.is_played || finding.kind() == "illegal-move");
    }
}

/// Encodes the games that are not broken.
fn encoded(mut bytes: &[u8]) -> Vec<u8> {
    let encoder = Encoder { errors: Errors::Skip, variants: true, ..Encoder::default() };
    let mut ids = Vec::new();
    encoder.encode(&mut bytes, &mut ids, &()).expect("memory");
    ids
}

/// Fixes the bytes, and fixes the fixed text again. The two fixed texts must be equal, and have the
/// same findings. The games must keep their moves.
pub fn run(bytes: &[u8]) {
    // Skip bytes that look compressed, because they may fail to decompress.
    if bytes.len() > 4000 || is_packed(bytes) {
        return;
    }
    go_on(bytes);
    let Some((once, left)) = fix(bytes) else { return };
    let (twice, again) = fix(&once).expect("what is mended is PGN");
    assert_eq!(String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice));
    assert_eq!(left, again);
    if !bytes.starts_with(b"\xff\xfe") && !bytes.starts_with(b"\xfe\xff") && !bytes.contains(&0) {
        assert_eq!(left, lint(&once));
        assert_eq!(encoded(bytes), encoded(&once));
    }
}
