//! Texts that are not SAN, but plain.

use san_strings::{
    Vocabulary,
    internal::san::reading::{ENGLISH, LANGUAGES, readings},
    parse,
};

fn read(text: &str) -> String {
    let read = readings(text).into_iter();
    let read = read.map(|reading| format!("{} {}", reading.san, reading.how()));
    read.collect::<Vec<String>>().join("; ")
}

#[test]
fn what_is_plain_is_read() {
    for (text, expected) in [
        ("♘f3", "Nf3 with a figurine"),
        ("♟e5", "e5 with a figurine"),
        ("nf3", "Nf3 with a small letter"),
        ("0-0", "O-O with zeros for the letter O"),
        ("o-o-o+", "O-O-O+ with small letters"),
        ("O–O", "O-O with another dash"),
        ("e8Q", "e8=Q with another sign for the promotion"),
        ("exd8(N)#", "exd8=N# with another sign for the promotion"),
        ("e8=q", "e8=Q with another sign for the promotion"),
        ("1. e4", "e4 with a move number"),
        ("12...Nf6!?", "Nf6 with a move number and an annotation"),
        ("e2-e4", "e4 with the square it comes from"),
        ("e5xd6", "exd6 with the square it comes from"),
        ("e7-e8q", "e8=Q with the square it comes from and another sign for the promotion"),
        ("Ng1-f3", "Nf3 with the square it comes from"),
        ("exd6 e.p.", "exd6 with a note that it is en passant"),
        ("Sf3", "Nf3 with the German letter"),
        (
            "Dxd8+",
            "Qxd8+ with the German letter, the French letter, the Spanish letter, the \
                   Italian letter and the Dutch letter",
        ),
        ("Ac4", "Bc4 with the Spanish letter and the Italian letter"),
        ("Pe4", "e4 with a letter for the pawn; Ne4 with the Dutch letter"),
        ("bc4", "bxc4 with no x; Bc4 with a small letter"),
        ("ed5", "exd5 with no x"),
        ("Nf3++", "Nf3+ with two signs for a double check; Nf3# with two signs for mate"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

/// Each string of the list, spelled in other ways, is read as itself.
#[test]
fn every_string_comes_back() {
    for san in Vocabulary::occurring().sans() {
        let text = san.to_string();
        let (first, rest) = text.split_at(1);
        let letter = ENGLISH.find(first);
        let mut spellings = vec![format!("1. {text}"), format!("12...{text}?!")];
        match first {
            "O" => spellings.push(text.replace('O', "0")),
            _ if let Some(n) = letter => {
                let figurine = u32::try_from(0x2654 + n).ok().and_then(char::from_u32);
                spellings.push(format!("{}{rest}", figurine.expect("a figurine")));
                spellings.push(first.to_lowercase() + rest);
                spellings.push(format!("{}{rest}", &LANGUAGES[0].1[n..=n]));
            }
            _ => {
                spellings.extend(text.contains('=').then(|| text.replace('=', "")));
                spellings.extend(text.contains('x').then(|| text.replace('x', "")));
            }
        }
        for spelling in spellings.iter().filter(|spelling| parse(spelling).is_err()) {
            let read = readings(spelling);
            assert!(read.iter().any(|one| one.san == san), "{spelling}: {read:?}");
        }
    }
}

/// A SAN means itself, and a text that is not plain means nothing.
#[test]
fn nothing_else_is_read() {
    for text in [
        "Rf3", "Nf3", "", "hello", "Xf3", "1.", "0", "i9", "ee4", "e9", "Kxx", "-", "♘", "e2e4",
        "g1-f3",
    ] {
        assert_eq!(read(text), "", "{text}");
    }
}
