//! Tests random texts and FENs. For each text, there must be a syntax error, a reason why the text cannot
//! occur, or a position in which it occurs. For each FEN, there must be a position, or a fault that makes
//! the FEN unreadable.

use proptest::prelude::*;
use san_strings_core::{FenKind, Found, JudgedFen, Reason, excerpt::excerpt, parse, position};
use shakmaty::{Chess, FromSetup, Position, fen::Fen};

fn answered(text: &[u8]) -> Result<(), TestCaseError> {
    match parse(text) {
        Err(error) => {
            prop_assert!(error.position <= text.len() + 1);
            prop_assert_eq!(error.found == Found::End, error.position > text.len());
        }
        Ok(san) => {
            prop_assert!(san.to_string().as_bytes() == text);
            match Reason::of(san) {
                Some(reason) => prop_assert!(!reason.to_string().is_empty()),
                None => prop_assert!(crate::search::find(san).is_some()),
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn over_the_alphabet_of_san(text in "[KQRBNPOa-h1-8x=+#-]{0,8}") {
        answered(text.as_bytes())?;
    }

    #[test]
    fn close_to_san(text in "[KQRBN]?[a-h]?[1-8]?x?[a-i][0-9](=[QRBNK])?[+#]?") {
        answered(text.as_bytes())?;
    }

    #[test]
    fn any_bytes(text in proptest::collection::vec(any::<u8>(), 0..12)) {
        answered(&text)?;
    }
}

/// Checks that a FEN has either a position or a fault that makes it unreadable. If the FEN has no fault, its
/// position is the one that shakmaty reads.
fn judged(fen: &str) -> Result<(), TestCaseError> {
    let JudgedFen { position: read, faults, .. } = JudgedFen::of(fen);
    let is_unreadable = faults.iter().any(|fault| fault.kind() == FenKind::Unreadable);
    prop_assert_eq!(read.is_none(), is_unreadable, "{}: {:?}", fen, faults);
    prop_assert_eq!(position(fen).is_err(), is_unreadable, "{}", fen);
    if let Some(read) = read.filter(|_| faults.is_empty()) {
        let setup = fen.parse::<Fen>().expect("a FEN").into_setup();
        let mode = read.castles().mode();
        prop_assert_eq!(Chess::from_setup(setup, mode).ok(), Some(read), "{}", fen);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn close_to_a_fen(
        ranks in proptest::collection::vec("[kK1-8pPqRnB]{0,6}|[1-3][kKP][1-4]{1,2}|8", 7..9),
        rest in "( [wb]( (-|[KQkqAHah]{1,4})( (-|[a-h][36])( [0-9]{1,3}( [0-9]{1,3})?)?)?)?)?",
    ) {
        judged(&(ranks.join("/") + &rest))?;
    }

    #[test]
    fn any_fen(fen in "[/ _;~\\[\\]+a-hKQkq0-9wéx-]{0,20}") {
        judged(&fen)?;
        judged(&format!("4k3/8/8/8/8/8/8/4K2R {fen}"))?;
    }
}

#[test]
fn an_excerpt_is_short_and_printable() {
    assert_eq!(excerpt("Nf3"), "Nf3");
    assert_eq!(excerpt(b"a\x1b[\xffb\n"), "a\\u{1b}[\\xffb\\n");
    assert_eq!(excerpt("é".repeat(81)), "é".repeat(80) + "...");
}
