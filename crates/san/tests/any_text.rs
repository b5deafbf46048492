//! `explain` has an answer to every text.

use proptest::prelude::*;
use san_strings_core::{Found, Reason, excerpt::excerpt, parse};

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

#[test]
fn an_excerpt_is_short_and_printable() {
    assert_eq!(excerpt("Nf3"), "Nf3");
    assert_eq!(excerpt(b"a\x1b[\xffb\n"), "a\\u{1b}[\\xffb\\n");
    assert_eq!(excerpt("é".repeat(81)), "é".repeat(80) + "...");
}
