//! `explain`: every text has an answer.

use san_strings_core::{Example, Reason, parse};

/// Asks it of these bytes.
pub fn run(text: &[u8]) {
    match parse(text) {
        Ok(san) => {
            assert_eq!(san.to_string().as_bytes(), text);
            match Reason::of(san) {
                Some(reason) => drop(reason.to_string()),
                None => assert!(Example::find(san).is_some()),
            }
        }
        Err(error) => assert!(error.position <= text.len() + 1),
    }
}
