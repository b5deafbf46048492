//! `explain`: every text has an answer.
#![no_main]

use libfuzzer_sys::fuzz_target;
use san_strings_core::{parse, Example, Reason};

fuzz_target!(|text: &[u8]| {
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
});
