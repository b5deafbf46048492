//! Tests what texts mean in positions, and compares the moves with shakmaty's legal moves.

use proptest::prelude::*;
use san_strings_core::{
    Difference, Reading, Refusal,
    language::Language,
    read,
    reader::{Letters, read_letters},
    spelling::{Spelled, meanings},
    syntax::Found,
};
use shakmaty::{CastlingMode, Chess, Position, fen::Fen, san::SanPlus};

/// Parses a FEN of standard chess or Chess960.
fn of_fen(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect("a FEN");
    let mode = CastlingMode::detect(fen.as_setup());
    fen.into_position(mode).expect("a position")
}

/// What a text means in a position, in one line: verdict, SAN, and why.
fn said(fen: &str, text: &str) -> String {
    let reading = read(&of_fen(fen), text);
    let san = reading.played().map(|(_, san)| format!(" {san}")).unwrap_or_default();
    format!("{}{san}: {}", reading.verdict(), reading.why().unwrap_or_default())
}

/// The first loop reads legal castling moves in many spellings. The second loop reads illegal moves, and one
/// Chess960 castling move in UCI.
#[test]
fn a_kings_move_of_two_squares_is_castling() {
    for (turn, rank) in [("w", "1"), ("b", "8")] {
        let fen = format!("r3k2r/8/8/8/8/8/8/R3K2R {turn} KQkq - 0 1");
        for (file, san) in [("g", "O-O"), ("c", "O-O-O")] {
            for (text, with) in [
                (format!("K{file}{rank}"), "the king's move alone"),
                (format!("Ke{rank}{file}{rank}"), "the king's move alone and a needless square"),
                (format!("Ke{file}{rank}"), "the king's move alone and a needless file"),
                (format!("K{rank}{file}{rank}"), "the king's move alone and a needless rank"),
                (format!("e{rank}{file}{rank}"), "UCI notation"),
                (format!("e{rank}{file}{rank}+"), "UCI notation and + without a check"),
                (
                    format!("Ke{rank}{file}{rank}+"),
                    "the king's move alone, a needless square and + without a check",
                ),
            ] {
                assert_eq!(said(&fen, &text), format!("mended {san}: with {with}"), "{text}");
            }
        }
    }
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let blocked = "r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1";
    let attacked = "r3k3/8/8/8/8/5r2/8/R3K2R w KQq - 0 1";
    for (fen, text, expected) in [
        // The king is on e1, not on d1.
        (
            castles,
            "Kd1g1",
            "illegal: it cannot occur: Each side has only one king, so SAN never names the king's from-square.",
        ),
        (blocked, "Ke1c1", "illegal: a piece is between e1 and a1"),
        (attacked, "Ke1g1", "illegal: f1 is attacked"),
        (attacked, "e1h1", "illegal: f1 is attacked"),
        (castles, "e1g1q", "illegal: only pawns promote"),
        (
            "4k3/8/8/8/8/8/8/R2RK3 w Q - 0 1",
            "e1d1",
            "illegal: the piece on d1 belongs to the same side",
        ),
        ("4k3/8/8/8/8/8/8/R2RK3 w Q - 0 1", "e1a1", "illegal: a piece is between e1 and a1"),
        ("8/P7/8/8/8/8/8/K1k5 w - - 0 1", "a7a8k", "illegal: a pawn cannot promote to a king"),
        ("k7/4P3/8/8/8/8/8/K6r w - - 0 1", "e7e8", "illegal: the king on a1 stays in check"),
        (
            "k7/8/8/8/8/8/8/5RKR w - - 0 1",
            "g1f1",
            "illegal: the piece on f1 belongs to the same side",
        ),
        (
            "b6k/8/8/3pP3/8/5K2/8/8 w - d6 0 1",
            "exd6",
            "illegal: after the capture, the king on f3 would be in check",
        ),
        ("4k3/8/8/8/8/8/8/qRK5 w B - 0 1", "O-O-O", "illegal: the king would be in check on c1"),
        ("1k6/8/8/8/8/8/8/RK1N3R w AH - 0 1", "b1h1", "illegal: the knight on d1 is in the way"),
        ("1k6/8/8/8/8/8/8/RK5R w AH - 0 1", "b1g1", "mended O-O: with UCI notation"),
        (castles, "a2d7", "illegal: a2 is empty"),
        (
            "rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
            "Pe5",
            "illegal: no pawn can go to e5",
        ),
    ] {
        assert_eq!(said(fen, text), expected, "{text}");
    }
}

/// In Chess960, no other piece may be on the path of the castling king or rook.
#[test]
fn castling_is_blocked_by_what_stands_in_the_way() {
    for (fen, text, expected) in [
        (
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "O-O",
            "the rook on f1",
        ),
        (
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "O-O-O",
            "the bishop on d1",
        ),
        // The knight is not in the king's path, but blocks the rook.
        ("4k3/8/8/8/8/8/8/RN3K2 w A - 0 1", "O-O-O", "the knight on b1"),
        ("bnrk4/8/8/8/8/8/8/1K6 b c - 0 1", "O-O-O", ""),
        ("4k3/8/8/8/8/8/8/1RK1N3 w B - 0 1", "O-O-O", ""),
        ("4k3/8/8/8/8/8/8/1RKN4 w B - 0 1", "O-O-O", "the knight on d1"),
    ] {
        let expected = match expected {
            "" => "exact O-O-O: ".to_owned(),
            piece => format!("illegal: {piece} is in the way"),
        };
        assert_eq!(said(fen, text), expected, "{fen}");
    }
}

/// If a pawn can capture on a8, we read `ba8` as a pawn capture that lacks its promotion, otherwise as a bishop
/// move.
#[test]
fn a_pawns_capture_may_lack_its_promotion() {
    let pawn = "r1b1k3/1P6/8/8/8/8/8/4K3 w - - 0 1";
    let bishop = "r1b1k3/8/8/8/8/8/8/4K2B w - - 0 1";
    let both = "r1b1k3/1P6/8/8/4B3/8/8/4K3 w - - 0 1";
    let black = "4k3/8/8/8/8/8/4p3/3N2KN b - - 0 1";
    for (fen, text, expected) in [
        (pawn, "ba8", "illegal: a pawn that reaches a8 must promote"),
        (pawn, "bxa8", "illegal: a pawn that reaches a8 must promote"),
        (pawn, "bc8+", "illegal: a pawn that reaches c8 must promote"),
        (black, "ed1", "illegal: a pawn that reaches d1 must promote"),
        (black, "exd1", "illegal: a pawn that reaches d1 must promote"),
        (bishop, "ba8", "mended Bxa8: with a lower-case piece letter and no x"),
        (bishop, "bc8", "illegal: no bishop can go to c8"),
        // The pawn blocks the bishop.
        (both, "ba8", "illegal: a pawn that reaches a8 must promote"),
        (both, "bb1", "mended Bb1: with a lower-case piece letter"),
    ] {
        assert_eq!(said(fen, text), expected, "{text}");
    }
}

/// A letter that also names a piece in English is read as English.
#[test]
fn the_letters_of_any_language_are_read() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let pawn = "7k/1P6/8/8/8/8/8/K7 w - - 0 1";
    let queen_and_knight = "7k/8/8/8/8/8/3Q4/K5N1 w - - 0 1";
    let rook_and_queen = "7k/8/8/8/8/3Q4/8/K4R2 w - - 0 1";
    let bishop_and_knight = "7k/8/8/8/8/8/8/K4BN1 w - - 0 1";
    let common = "German, French, Spanish, Italian and Dutch";
    for (fen, text, expected) in [
        (start, "Sf3", "mended Nf3: with the German letter".to_owned()),
        (start, "1.Sf3!", "mended Nf3: with a move number, the German letter and an annotation".into()),
        (start, "*Cf3*", "mended Nf3: with a punctuation mark and the French, Spanish and Italian letter".into()),
        (start, "Кf3", "mended Nf3: with the Russian and Ukrainian letter".into()),
        (start, "Hf3", "mended Nf3: with the Hungarian letter".into()),
        (start, "Jf3", "mended Nf3: with the Czech letter".into()),
        (start, "Hf5", "illegal: no knight can go to f5".into()),
        (start, "Xf3", "not-a-move: character 1 is 'X': expected a piece (K, Q, R, B or N), a file (a-h) or O-O".into()),
        (pawn, "b8D", format!("mended b8=Q+: with no = before the promotion, the {common} letter and no + for the check")),
        (pawn, "b8=D+", format!("mended b8=Q+: with the {common} letter")),
        (pawn, "b8=T+", format!("mended b8=R+: with the {common} letter")),
        (pawn, "1. b7-b8=Л+", "mended b8=R+: with a move number, the from-square and the Russian letter".into()),
        (pawn, "b8=P", "illegal: a pawn cannot promote to a pawn".into()),
        (start, "O3", "not-a-move: character 2 is '3': expected -, as in O-O".into()),
        // R is a king in French, but we always read R as the English rook.
        (pawn, "Ra2!", "illegal: no rook can go to a2".into()),
        // H is a queen in Polish, a rook in Icelandic, and a knight in Hungarian.
        (queen_and_knight, "He3", "mended Qe3: with the Polish letter".into()),
        (queen_and_knight, "He2", "ambiguous: it may mean any of 2 moves".into()),
        // V is a rook in Czech and Estonian, and a queen in Hungarian.
        (rook_and_queen, "Vf3", "ambiguous: it may mean any of 2 moves".into()),
        // S is a knight in German and a bishop in Czech. We try German first.
        (bishop_and_knight, "Se2", "mended Ne2: with the German letter".into()),
        (bishop_and_knight, "Sd3", "mended Bd3: with the Czech letter".into()),
    ] {
        assert_eq!(said(fen, text), expected, "{text}");
    }
}

/// In Estonian, `O` is also the letter of the bishop.
#[test]
fn castling_is_the_same_in_all_languages() {
    let position = of_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for language in Language::ALL {
        for text in ["O-O", "O-O-O"] {
            let reading = read_letters(&position, text, Letters::Of(language));
            assert!(matches!(reading, Reading::Exact { .. }), "{text} {}", language.name);
        }
    }
}

/// If we know the language of a game, a capital piece letter of this language is not read as a file: in Spanish,
/// `Axb5` is a bishop move.
#[test]
fn a_letter_of_the_language_is_no_file() {
    let position = of_fen("k7/8/8/1p6/P7/8/8/K4B2 w - - 0 1");
    let spanish = Language::ALL.into_iter().find(|language| language.name == "Spanish");
    let spanish = Letters::Of(spanish.expect("it is one of them"));
    let reading = read_letters(&position, "Axb5", spanish);
    assert_eq!(reading.played().map(|(_, san)| san.to_string()), Some("Bxb5".to_owned()));
    assert_eq!(
        read(&position, "Axb5").played().map(|(_, san)| san.to_string()),
        Some("axb5".to_owned())
    );
}

/// A text should contain only one move. We report what follows the move, and where.
#[test]
fn what_stands_behind_a_move_is_named() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (text, garbage, at, first) in [
        ("e2-e4 (best)", "(best)", 6, ' '),
        ("e4 {best}", "{best}", 3, ' '),
        ("e4{best}", "{best}", 3, '{'),
        ("e4 e5", "e5", 3, ' '),
        ("1. e4 e5", "e5", 6, ' '),
        ("d4 with tempo", "with tempo", 3, ' '),
        ("♘f3 Nc6", "Nc6", 4, ' '),
        ("Sf3 (gut)", "(gut)", 4, ' '),
        // The text after an illegal move such as `Nd2` is also reported.
        ("Nd2 Nf6", "Nf6", 4, ' '),
        ("1.d4Nf6", "Nf6", 5, 'N'),
        ("Nf3Nc6", "Nc6", 4, 'N'),
        ("O-OO-O", "O-O", 4, 'O'),
        (
            "e4 is the move that everyone plays here, as it takes the center",
            "is the move that everyone plays here, as it takes the center",
            3,
            ' ',
        ),
    ] {
        let reading = read(&of_fen(start), text);
        let Reading::NotAMove { error, why: Some(Refusal::TrailingGarbage { garbage: is }) } =
            &reading
        else {
            panic!("{text}: {reading:?}");
        };
        assert_eq!(
            (&**is, error.position, error.found),
            (garbage, at, Found::Char(first)),
            "{text}"
        );
        let why =
            format!("{garbage} follows the move; character {at} is '{first}': expected the end");
        assert_eq!(reading.why(), Some(why), "{text}");
    }
    for text in
        ["The best move is Nf3", "de facto", "e4e4e4", "N f3", "null and void", "hello (e4)"]
    {
        assert_eq!(read(&of_fen(start), text).kinds(), [""; 0], "{text}");
    }
}

/// Checks that a reading agrees with the legal moves. If the text is not exact SAN, `why` must say what is wrong.
/// If the reading is mended, ambiguous or illegal, `kinds` must not be empty.
fn holds(position: &Chess, text: &str) -> Result<(), TestCaseError> {
    let legal = position.legal_moves();
    let written: Vec<SanPlus> =
        legal.iter().map(|&m| SanPlus::from_move(position.clone(), m)).collect();
    let is_exact = written.iter().any(|san| san.to_string() == text);
    let reading = read(position, text);
    prop_assert_eq!(is_exact, matches!(reading, Reading::Exact { .. }), "{} {:?}", text, reading);
    if let Some((m, san)) = reading.played() {
        let at = legal.iter().position(|&other| other == m);
        prop_assert_eq!(at.map(|at| written[at]), Some(san), "{}", text);
    }
    for san in reading.sans() {
        prop_assert!(written.contains(san), "{} {}", text, san);
    }
    let has_kinds = !reading.kinds().is_empty();
    match &reading {
        Reading::Exact { .. } => prop_assert!(!has_kinds && reading.why().is_none()),
        Reading::Ambiguous { sans, .. } => prop_assert!(has_kinds && sans.len() > 1),
        Reading::Mended { .. } | Reading::Illegal(_) => prop_assert!(has_kinds),
        Reading::Null | Reading::NotAMove { .. } => {}
    }
    prop_assert_eq!(is_exact, reading.why().is_none());
    prop_assert!(!reading.to_string().is_empty());
    Ok(())
}

/// The position after some random legal moves.
fn position() -> impl Strategy<Value = Chess> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..120).prop_map(|choices| {
        choices.into_iter().fold(Chess::default(), |mut position, choice| {
            let legal = position.legal_moves();
            if !legal.is_empty() {
                position.play_unchecked(legal[choice.index(legal.len())]);
            }
            position
        })
    })
}

/// A random legal SAN with some characters replaced.
fn changed(position: &Chess, at: usize, place: usize, put: &str) -> String {
    let legal = position.legal_moves();
    let Some(&m) = legal.get(at % legal.len().max(1)) else { return put.to_owned() };
    let mut text = SanPlus::from_move(position.clone(), m).to_string();
    let place = place % (text.len() + 1);
    let end = (place + put.len() % 2).min(text.len());
    text.replace_range(place..end, put);
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn changed_moves(
        position in position(),
        at in any::<usize>(),
        place in any::<usize>(),
        put in "[KQRBNPOa-h1-8x=+#:0-9SDTLF♘♞é. -]{0,2}",
    ) {
        holds(&position, &changed(&position, at, place, &put))?;
    }

    #[test]
    fn close_to_san(
        position in position(),
        text in "[KQRBNPkqrbn]?[a-h]?[1-8]?[x-]?[a-h][1-8](=?[QRBNK])?[+#]?",
    ) {
        holds(&position, &text)?;
    }

    #[test]
    fn any_text(position in position(), text in ".{0,12}") {
        holds(&position, &text)?;
    }
}

#[test]
fn every_difference_has_an_example() {
    for &difference in Difference::ALL {
        let Spelled { text, san, fen } = difference.example();
        let position = of_fen(fen);
        let anywhere = || meanings(text).into_iter().find(|it| it.san.to_string() == san);
        let (is, differences) = match read(&position, text) {
            Reading::Mended { san, differences, .. } => (san, differences),
            // A text with a wrong from-square does not name a legal move, so we read the text without a position.
            reading => match anywhere() {
                Some(meaning) if difference == Difference::WrongOrigin => {
                    (meaning.san, meaning.differences)
                }
                _ => panic!("{text}: {reading:?}"),
            },
        };
        assert_eq!(is.to_string(), san, "{text}");
        assert!(differences.iter().any(|it| *it == difference), "{text}: {differences:?}");
        for deviation in differences {
            assert!(text.get(deviation.range()).is_some(), "{text}: {deviation:?}");
        }
    }
}

/// Results, resignations and numeric notation are not moves, but we recognize them.
#[test]
fn results_are_named() {
    let start = Chess::default();
    for (text, kind) in [
        ("1-0", "result"),
        (" ½-½ ", "result"),
        ("Draw.", "result"),
        ("1:0", "result"),
        ("resigns", "resignation"),
        ("5254", "numeric-notation"),
    ] {
        assert_eq!(read(&start, text).kinds(), [kind], "{text}");
    }
    assert_eq!(read(&start, "--"), Reading::Null);
}

/// We accept a wrong `x` in a piece move if exactly one move fits without it, but never in a pawn move.
#[test]
fn a_needless_x_is_read() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let knights = "k7/8/8/8/8/5N2/8/KN6 w - - 0 1";
    for (fen, text, expected) in [
        (start, "Nxf3", "mended Nf3: with x without a capture"),
        (start, "Sxf3", "mended Nf3: with the German letter and x without a capture"),
        (start, "exd3", "illegal: there is nothing on d3 to capture"),
        (start, "bxa3", "illegal: there is nothing on a3 to capture"),
        (
            start,
            "xe4",
            "not-a-move: x precedes the move; character 1 is 'x': expected a piece (K, Q, R, B or N), a file (a-h) or O-O",
        ),
        (knights, "Nxd2", "illegal: there is nothing on d2 to capture"),
        (knights, "Nbxd2", "mended Nbd2: with x without a capture"),
    ] {
        assert_eq!(said(fen, text), expected, "{text}");
    }
}

/// We read moves in words, such as `knight f three`, even with a move number, quotation marks or an annotation.
#[test]
fn words_are_read() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let mate = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
    let one_side = "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1";
    for (fen, text, expected) in [
        (start, "1. knight f3", "mended Nf3: with a move number and words"),
        (start, "**Night to F3**.", "mended Nf3: with words and a punctuation mark"),
        (start, "knight f three", "mended Nf3: with words"),
        (mate, "queen h4 with mate", "mended Qh4#: with words"),
        (mate, "queen to h4#", "mended Qh4#: with words"),
        (mate, "queen to h4", "mended Qh4#: with words and no # for the mate"),
        (castles, "castles", "ambiguous: it may mean any of 2 moves"),
        (castles, "queen side castle", "mended O-O-O: with words"),
        (one_side, "castles", "mended O-O-O: with words"),
        (start, "short castle", "illegal: a piece is between e1 and h1"),
        (start, "rook a to d1", "illegal: the piece on d1 belongs to the same side"),
    ] {
        assert_eq!(said(fen, text), expected, "{text}");
    }
    assert_eq!(read(&Chess::default(), "knight takes the cake").verdict(), "not-a-move");
}
