//! Tests the grammar of `info.txt`: we can parse everything that we print, and everything that we can parse
//! is printed unchanged. Any other text gives an error that names the line.

use proptest::{collection::vec, option, prelude::*, sample::select};
use san_strings_tree::{DrawReason, Id, Info, Outcome};
use shakmaty::fen::Epd;

fn outcomes() -> impl Strategy<Value = Outcome> {
    let draws = option::of(select(DrawReason::ALL)).prop_map(Outcome::Draw);
    prop_oneof![Just(Outcome::Unknown), Just(Outcome::Win), Just(Outcome::Loss), draws]
}

fn states() -> impl Strategy<Value = Epd> {
    let states = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "r3k3/8/8/3pP3/8/8/8/4K2R w Kq d6",
        "8/8/8/8/8/5k2/5q2/5K2 w - -",
    ];
    select(states.map(|state| state.parse::<Epd>().expect("a state")).to_vec())
}

prop_compose! {
    fn infos()(
        outcome in outcomes(),
        id in any::<Id>(),
        children in option::of((any::<Id>(), any::<Id>())),
        letters in vec(outcomes(), 0..219),
        equivalents in vec(any::<(Id, Id)>(), 0..20),
        state in states(),
    ) -> Info {
        Info {
            outcome,
            id,
            children: children.map(|(a, b)| a.min(b)..=a.max(b)),
            // Line 5 of `info.txt` does not include the reasons for draws.
            moves: letters.into_iter().map(|letter| match letter {
                Outcome::Draw(_) => Outcome::Draw(None),
                other => other,
            }).collect(),
            equivalents,
            state,
        }
    }
}

/// Checks that a text is either refused, with a line number that exists, or parsed and then printed
/// unchanged.
fn read(text: &str) -> Result<(), TestCaseError> {
    match text.parse::<Info>() {
        Ok(info) => prop_assert_eq!(info.to_string(), text),
        Err(error) => prop_assert!((1..=text.split('\n').count()).contains(&error.line)),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_is_printed_is_read_back(info in infos()) {
        let text = info.to_string();
        prop_assert_eq!(text.parse::<Info>(), Ok(info));
    }

    #[test]
    fn damage_is_found_or_changes_what_is_said(
        info in infos(),
        at in any::<prop::sample::Index>(),
        with in "[?dwl#.≡0-9 \n\r/kK]{0,2}",
    ) {
        let mut chars: Vec<_> = info.to_string().chars().collect();
        let at = at.index(chars.len());
        chars.splice(at..=at, with.chars());
        let text: String = chars.iter().collect();
        read(&text)?;
        if let Ok(found) = text.parse::<Info>() {
            prop_assert_eq!(found == info, text == info.to_string());
        }
    }

    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..200)) {
        read(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn any_lines(text in "([?dwl#≡.0-9]{0,3}\n){0,9}") {
        read(&text)?;
    }
}
