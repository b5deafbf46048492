//! `explain`: each text is either not SAN, or in the list, or SAN with a reason why it cannot occur.

use san_strings_core::{Reason, Vocabulary, parse};

/// Parses a text as SAN. Checks that the SAN has an id, unless there is a reason why it cannot occur.
pub fn run(text: &[u8]) {
    match parse(text) {
        Ok(san) => {
            assert_eq!(san.to_string().as_bytes(), text);
            match Reason::of(san) {
                Some(reason) => drop(reason.to_string()),
                None => assert!(Vocabulary::occurring().id_of(san).is_some()),
            }
        }
        Err(error) => assert!(error.position <= text.len() + 1),
    }
}
