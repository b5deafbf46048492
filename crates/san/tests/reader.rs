//! What any text means in any position, against shakmaty's legal moves.

use proptest::prelude::*;
use san_strings_core::{Reading, read};
use shakmaty::{Chess, Position, san::SanPlus};

/// Whether a reading agrees with the legal moves, and says what it has to say.
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

/// The position after these moves, each chosen among the legal ones.
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

/// A legal SAN with some characters changed, or other moves written in the ways of people.
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
