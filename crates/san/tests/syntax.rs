//! Tests the SAN parser.

use san_strings_core::{Vocabulary, parse};

#[test]
fn every_string_reads_back() {
    for san in Vocabulary::with_symbols().sans() {
        assert_eq!(parse(san.to_string()), Ok(san));
    }
}

#[test]
fn errors_say_where_and_what() {
    for (text, message) in [
        ("", "it is empty: expected a piece (K, Q, R, B or N), a file (a-h) or O-O"),
        ("0-0", "character 1 is '0': expected a piece (K, Q, R, B or N), a file (a-h) or O-O"),
        ("O-", "it ends after character 2: expected the letter O"),
        ("O-O-0", "character 5 is '0': expected the letter O"),
        ("Pe4", "character 1 is 'P': expected a piece (K, Q, R, B or N), a file (a-h) or O-O"),
        ("nf3", "character 1 is 'n': expected a piece (K, Q, R, B or N), a file (a-h) or O-O"),
        ("N", "it ends after character 1: expected a file (a-h), a rank (1-8) or x"),
        ("Nf", "it ends after character 2: expected a rank (1-8), a file (a-h) or x"),
        ("Nf9", "character 3 is '9': expected a rank (1-8), a file (a-h) or x"),
        ("N1", "it ends after character 2: expected a file (a-h) or x"),
        ("Ngxf", "it ends after character 4: expected a rank (1-8)"),
        ("e9", "character 2 is '9': expected a rank (1-8) or x"),
        ("exd", "it ends after character 3: expected a rank (1-8)"),
        ("e8Q", "character 3 is 'Q': expected =, +, # or the end"),
        ("Ng1-", "character 4 is '-': expected x, a file (a-h), +, # or the end"),
        ("O-O.", "character 4 is '.': expected -, +, # or the end"),
        ("O-O-O.", "character 6 is '.': expected +, # or the end"),
        (
            "\u{2658}f3",
            "character 1 is '\u{2658}' (U+2658): expected a piece (K, Q, R, B or N), a file (a-h) or \
             O-O",
        ),
        ("e8=K", "character 4 is 'K': expected Q, R, B or N"),
        ("e8=Q!", "character 5 is '!': expected +, # or the end"),
        ("Nf3++", "character 5 is '+': expected the end"),
        ("e2e4", "character 3 is 'e': expected =, +, # or the end"),
        ("Nf8=Q", "character 4 is '=': expected x, a file (a-h), +, # or the end"),
    ] {
        let error = parse(text).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
    let error = parse(b"N\xff").expect_err("not ASCII");
    assert_eq!(error.position, 2);
    assert!(error.to_string().contains("'\\xff'"));
}
