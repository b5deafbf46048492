#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| san_strings_fuzz::database::run(bytes));
