//! Tests how we read texts that are not SAN.

use std::collections::BTreeSet;

use san_strings_core::{
    Deviation, Vocabulary,
    language::{PIECES, tiers},
    parse,
    spelling::{Difference, meanings, several},
};
use shakmaty::{Bitboard, Square, san::SanPlus};

fn read(text: &str) -> String {
    let read = meanings(text).into_iter();
    let read = read.map(|reading| format!("{} {}", reading.san, reading.how()));
    read.collect::<Vec<String>>().join("; ")
}

#[test]
fn what_is_plain_is_read() {
    for (text, expected) in [
        (" e4 ", "e4 with extra spaces"),
        ("1. e4", "e4 with a move number"),
        ("12...Nf6!?", "Nf6 with a move number and an annotation"),
        ("1… e5", "e5 with a move number"),
        ("Nf3 $1", "Nf3 with a NAG"),
        ("Nf3+-", "Nf3 with an evaluation"),
        ("Nf3,", "Nf3 with a punctuation mark"),
        ("exd6 e.p.", "exd6 with an en passant note"),
        ("Qh5 ch", "Qh5+ with a word or symbol for +"),
        ("Qh5†", "Qh5+ with a word or symbol for +"),
        ("Qxf7 mate", "Qxf7# with a word or symbol for #"),
        ("Qxf7# checkmate", "Qxf7# with a word or symbol for #"),
        ("Nf3++", "Nf3+ with ++ for a check; Nf3# with ++ for mate"),
        ("0-0", "O-O with zeros for the letter O"),
        ("o-0-O", "O-O-O with zeros for the letter O"),
        ("o-o-o+", "O-O-O+ with lower-case letters"),
        ("O–O", "O-O with a different dash"),
        ("OO", "O-O with no dash"),
        ("000#", "O-O-O# with zeros for the letter O and no dash"),
        ("e8Q", "e8=Q with no = before the promotion"),
        ("exd8(N)#", "exd8=N# with parentheses around the promotion"),
        ("e8=q", "e8=Q with a lower-case promotion letter"),
        ("e4:d5", "exd5 with the from-square and another character for x"),
        ("Q:d5", "Qxd5 with another character for x"),
        ("e2-e4", "e4 with the from-square"),
        ("e5xd6", "exd6 with the from-square"),
        (
            "e7-e8q",
            "e8=Q with the from-square, no = before the promotion and a lower-case promotion letter",
        ),
        ("Ng1-f3", "Nf3 with the from-square"),
        ("Ke1-e2", "Ke2 with the from-square"),
        ("e2–e4", "e4 with the from-square and a different dash"),
        ("E2-E4", "e4 with a capital letter for a file and the from-square"),
        ("e7-e8", "e8 with the from-square"),
        ("Ke1-g1", "O-O with the from-square"),
        ("e7e8=Q", "e8=Q with UCI notation"),
        ("Nf3 +", "Nf3+ with extra spaces"),
        ("exd6 e.p.+", "exd6+ with an en passant note"),
        ("e2-e5", "Qe5 with the from-square; Re5 with the from-square"),
        ("g1-f3", "Nf3 with the from-square"),
        ("e5xg6", "exg6 with an impossible from-square"),
        ("Bc1-h8", "Bh8 with an impossible from-square"),
        ("e2e4", "e4 with UCI notation; Qe4 with UCI notation; Re4 with UCI notation"),
        ("g1f3", "Nf3 with UCI notation"),
        ("e1g1", "O-O with UCI notation; Qg1 with UCI notation; Rg1 with UCI notation"),
        ("d7e8n", "dxe8=N with UCI notation"),
        ("e7e8q", "e8=Q with UCI notation"),
        ("E4", "e4 with a capital letter for a file"),
        ("NF3", "Nf3 with a capital letter for a file"),
        ("EXD5", "exd5 with a capital letter for a file and a capital X"),
        ("Exd5", "exd5 with a capital letter for a file"),
        ("♘f3", "Nf3 with a figurine"),
        ("♟e5", "e5 with a figurine"),
        ("nf3", "Nf3 with a lower-case piece letter"),
        ("bc4", "bxc4 with no x; Bc4 with a lower-case piece letter"),
        ("ed5", "exd5 with no x"),
        ("Pe4", "e4 with a letter for the pawn; Ne4 with the Dutch letter"),
        ("Sf3", "Nf3 with the German letter"),
        ("Dxd8+", "Qxd8+ with the German, French, Spanish, Italian and Dutch letter"),
        (
            "Dxe5",
            "dxe5 with a capital letter for a file; Qxe5 with the German, French, Spanish, \
                  Italian and Dutch letter",
        ),
        ("Ac4", "Bc4 with the Spanish and Italian letter"),
        (
            "Td1-d4",
            "Rd4 with the German, French, Spanish, Italian and Dutch letter and the from-square",
        ),
        ("Jf3", "Nf3 with the Czech letter"),
        ("Крe2", "Ke2 with the Russian and Ukrainian letter"),
        ("Кf3", "Nf3 with the Russian and Ukrainian letter"),
        (
            "Hd4",
            "Qd4 with the Polish letter; Rd4 with the Icelandic letter; Nd4 with the Hungarian letter",
        ),
        ("f1=S+", "f1=N+ with the German letter"),
        (
            "exf8(C)#",
            "exf8=N# with parentheses around the promotion and the French, Spanish and Italian letter",
        ),
        ("a1Ф", "a1=Q with no = before the promotion and the Russian and Ukrainian letter"),
        ("e8=V", "e8=Q with the Hungarian letter; e8=R with the Czech and Estonian letter"),
        // The letters R and K name pieces in English and in other languages. We read them as English letters.
        ("Rxf8+!", "Rxf8+ with an annotation"),
        ("Kf1!", "Kf1 with an annotation"),
        ("Ra1-a8#", "Ra8# with the from-square"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn signs_words_and_other_alphabets_are_read() {
    for (text, expected) in [
        ("Nf3:", "Nf3 with a punctuation mark; Nxf3 with a trailing colon instead of x"),
        ("e4:", "e4 with a punctuation mark"),
        ("Qxf7+ #", "Qxf7# with two symbols for # and extra spaces"),
        ("bxa8=♕", "bxa8=Q with a figurine"),
        ("e2->e4", "e4 with the from-square and a different dash"),
        ("Ｎf３", "Nf3 with a full-width character"),
        ("<move>Nf3</move>", "Nf3 with a punctuation mark"),
        ("$Nf3$", "Nf3 with a punctuation mark"),
        ("1.) Nf3", "Nf3 with a move number"),
        ("o - 0", "O-O with extra spaces and zeros for the letter O"),
        ("knight takes e5 check", "Nxe5+ with words"),
        ("castles queen side", "O-O-O with words"),
        ("castles", "O-O with words; O-O-O with words"),
        ("e8 promotes to a queen", "e8=Q with words"),
        ("c takes b6 en passant", "cxb6 with words"),
        (
            "e2 to e4",
            "e4 with words and UCI notation; Qe4 with words and UCI notation; Re4 with words and UCI notation",
        ),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

/// The English letters of king, queen, rook, bishop and knight.
const ENGLISH: &str = "KQRBN";

/// The letters that other languages use for the piece `PIECES[n]`. We leave out English letters, and letters
/// that a language of an earlier tier uses for any piece.
fn foreign(n: usize) -> BTreeSet<&'static str> {
    let mut known = BTreeSet::new();
    let mut found = BTreeSet::new();
    for tier in tiers() {
        let letters = tier.iter().filter_map(|language| language.letter(PIECES[n]));
        found.extend(letters.filter(|letter| !ENGLISH.contains(letter) && !known.contains(letter)));
        known.extend(
            tier.iter().flat_map(|one| PIECES.map(|role| one.letter(role).expect("a piece"))),
        );
    }
    found
}

/// Each string of the list is recognized in other spellings.
#[test]
#[ignore = "takes ten seconds: every string"]
fn every_string_comes_back() {
    come_back(Vocabulary::occurring().sans());
}

#[test]
fn every_twentieth_string_comes_back() {
    come_back(Vocabulary::occurring().sans().step_by(20));
}

fn come_back(sans: impl Iterator<Item = SanPlus>) {
    let foreign: Vec<_> = (0..ENGLISH.len()).map(foreign).collect();
    for san in sans {
        let text = san.to_string();
        let (first, rest) = text.split_at(1);
        let letter = ENGLISH.find(first);
        let mut spellings = vec![format!("1. {text}"), format!("12...{text}?!")];
        match first {
            "O" => spellings.push(text.replace('O', "0")),
            _ if let Some(n) = letter => {
                let figurine = u32::try_from(0x2654 + n).ok().and_then(char::from_u32);
                spellings.push(format!("{}{rest}", figurine.expect("a figurine")));
                // We do not write `B1a2` or `Bxc3` with a lower-case `b`: `b1a2` is UCI, and `bxc3` is a pawn
                // move.
                let is_other =
                    first == "B" && !rest.starts_with(|file| ('a'..='h').contains(&file));
                spellings.extend((!is_other).then(|| first.to_lowercase() + rest));
                spellings.extend(foreign[n].iter().map(|letter| format!("{letter}{rest}")));
                spellings.push(first.to_owned() + &rest.to_uppercase());
            }
            _ => {
                spellings.extend(text.contains('=').then(|| text.replace('=', "")));
                if let Some((squares, promotion)) = text.split_once('=') {
                    let n = ENGLISH.find(&promotion[..1]).expect("a role");
                    let sign = &promotion[1..];
                    spellings
                        .extend(foreign[n].iter().map(|letter| format!("{squares}{letter}{sign}")));
                    spellings.extend(
                        foreign[n].iter().map(|letter| format!("{squares}={letter}{sign}")),
                    );
                }
                spellings.extend(text.contains('x').then(|| text.replace('x', "")));
            }
        }
        for spelling in spellings.iter().filter(|spelling| parse(spelling).is_err()) {
            let read = meanings(spelling);
            assert!(read.iter().any(|one| one.san == san), "{spelling}: {read:?}");
        }
    }
}

/// `meanings` finds nothing if a text is exact SAN, or if its meaning is not clear.
#[test]
fn nothing_else_is_read() {
    for text in [
        "Rf3", "Nf3", "", "hello", "Xf3", "1.", "0", "i9", "ee4", "e9", "Kxx", "-", "♘", "e2e9",
        "a1b5", "e2e4e5", "e5 ep", "O-O e.p.", "mate", "+", "!", "O-", "e4 e5",
    ] {
        assert_eq!(read(text), "", "{text}");
    }
}

/// If the piece letter is English, the reading never has the difference `Foreign`, which names languages.
#[test]
fn a_language_is_named_for_its_letter_alone() {
    for san in Vocabulary::occurring().sans() {
        for text in [format!("{san}!"), format!("3.{san}"), format!("{san} ")] {
            let read = meanings(&text);
            assert_eq!(read.iter().map(|one| one.san).collect::<Vec<_>>(), [san], "{text}");
            let is_foreign = |it: &Deviation| matches!(it.difference, Difference::Foreign(..));
            assert!(!read[0].differences.iter().any(is_foreign), "{text}: {read:?}");
        }
    }
}

/// A move in long algebraic notation is read if the piece can make it on an empty board. Otherwise, its
/// from-square is reported as wrong. A UCI move such as `g1f3` has a reading for each kind of piece that can
/// go from g1 to f3.
#[test]
fn squares_that_a_man_comes_from_are_looked_at() {
    for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to))) {
        if from == to {
            continue;
        }
        let pieces = "KQRBN".chars().filter(|&letter| goes(letter, from, to));
        let mut moves: BTreeSet<String> = pieces.map(|letter| format!("{letter}{to}")).collect();
        let squares = format!("{from}{to}");
        let castles = ["e1g1", "e8g8", "e1c1", "e8c8"].contains(&&*squares);
        for letter in "KQRBN".chars().filter(|&letter| letter != 'K' || !castles) {
            let read = meanings(&format!("{letter}{from}-{to}"));
            assert_eq!(read[0].is_wrong(), !moves.contains(&format!("{letter}{to}")), "{from}{to}");
        }
        moves.extend(pawn_move(from, to).filter(|_| !Bitboard::BACKRANKS.contains(to)));
        match format!("{from}{to}").as_str() {
            "e1g1" | "e8g8" => drop(moves.insert("O-O".to_owned())),
            "e1c1" | "e8c8" => drop(moves.insert("O-O-O".to_owned())),
            _ => {}
        }
        let read = meanings(&format!("{from}{to}")).into_iter();
        assert_eq!(
            read.map(|one| one.san.to_string()).collect::<BTreeSet<_>>(),
            moves,
            "{from}{to}"
        );
        let read = meanings(&format!("{from}{to}n")).into_iter();
        let promotion = pawn_move(from, to).filter(|_| Bitboard::BACKRANKS.contains(to));
        let promotion = promotion.map(|san| format!("{san}=N"));
        assert_eq!(read.map(|one| one.san.to_string()).next(), promotion, "{from}{to}n");
    }
}

/// The offset from one square to another, in files and ranks.
fn offset(from: Square, to: Square) -> (i32, i32) {
    let (from, to) = (i32::from(from), i32::from(to));
    (to % 8 - from % 8, to / 8 - from / 8)
}

/// Whether a piece can go from one square to another on an empty board.
fn goes(letter: char, from: Square, to: Square) -> bool {
    let (files, ranks) = offset(from, to);
    let (files, ranks) = (files.abs(), ranks.abs());
    let (straight, diagonal) = (files == 0 || ranks == 0, files == ranks);
    match letter {
        'K' => files.max(ranks) == 1,
        'Q' => straight || diagonal,
        'R' => straight,
        'B' => diagonal,
        _ => files * ranks == 2,
    }
}

/// The SAN of a white or black pawn's move from one square to another, without the promotion. `None` if no
/// pawn can make such a move.
fn pawn_move(from: Square, to: Square) -> Option<String> {
    let (files, ranks) = offset(from, to);
    let rank = u32::from(from) / 8;
    let is_step = ranks.abs() == 1 && (1..7).contains(&rank);
    let is_double = files == 0 && (ranks == 2 && rank == 1 || ranks == -2 && rank == 6);
    match files.abs() {
        0 if is_step || is_double => Some(to.to_string()),
        1 if is_step => Some(format!("{}x{to}", from.file())),
        _ => None,
    }
}

/// A text with several moves is split into its moves, even if it contains move numbers.
#[test]
fn several_moves_are_several() {
    let read = |text| several(text).map(|moves| moves.iter().map(ToString::to_string).collect());
    let moves: Vec<String> = ["e4", "e5", "Nf3"].map(String::from).into();
    for text in ["e4 e5 Nf3", "1.e4 e5 2.Nf3", "1. e4 e5 2. Nf3", "1.e4 1...e5 2.Nf3"] {
        assert_eq!(read(text), Some(moves.clone()), "{text}");
    }
    for text in ["", "1.", "e4", "1. e4", "e4 e9", "hello world"] {
        assert_eq!(read(text), None, "{text}");
    }
}
