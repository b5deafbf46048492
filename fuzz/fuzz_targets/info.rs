//! `info.txt`: what is read is printed the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use san_strings_tree::Info;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    match text.parse::<Info>() {
        Ok(info) => assert_eq!(info.to_string(), text),
        Err(error) => assert!((1..=text.split('\n').count()).contains(&error.line)),
    }
});
