//! Finds the position from which a game starts.

use shakmaty::Chess;

use super::fault::Fault;
use crate::game::PgnGame;
use crate::lexer::{TagList, Tags};
use san_strings_core::{excerpt::excerpt, position};

/// Values of [`VARIANT_TAGS`] that mean standard chess, in the form that `plain` returns.
const CHESS: [&str; 18] = [
    "",
    "?",
    "standard",
    "standardchess",
    "chess",
    "normal",
    "normalchess",
    "regular",
    "orthodox",
    "classic",
    "classical",
    "classicalchess",
    "rapid",
    "blitz",
    "bullet",
    "ultrabullet",
    "correspondence",
    "fromposition",
];

/// Names of Chess960 and Double Fischer Random, as normalized by `plain`. In these variants, kings and rooks may
/// start on other squares than in standard chess.
const CHESS_960: [&str; 12] = [
    "chess960",
    "960",
    "fischerandom",
    "fischerrandom",
    "fischerandomchess",
    "fischerrandomchess",
    "freestyle",
    "freestylechess",
    "frc",
    "doublefischerrandom",
    "dfrc",
    "chess960frc",
];

/// The tags that name a variant.
const VARIANT_TAGS: [&str; 2] = ["Variant", "RulesVariation"];

/// Values of the tag `FEN` that do not describe a position.
const NO_FEN: [&str; 4] = ["", "?", "-", "startpos"];

/// Returns the position from which a game starts: the position of its FEN, or the initial position.
///
/// # Errors
///
/// [`Fault::Variant`], [`Fault::Fen`] or [`Fault::NoBeginning`].
pub fn start_of(game: &PgnGame<'_>) -> Result<Chess, Fault> {
    start(&game.tags, game.first_number)
}

/// Returns the position from which a game starts: the position of its FEN, or the initial position. If a game
/// has no FEN, and its first move has a number above 1, the game is the end of a longer game, and its start is
/// unknown.
///
/// The error is [`Fault::Variant`], [`Fault::Fen`] or [`Fault::NoBeginning`].
pub fn start(tags: &Tags<'_>, first_number: Option<u32>) -> Result<Chess, Fault> {
    let initial = || match first_number {
        Some(number) if number > 1 => Err(Fault::NoBeginning(number)),
        _ => Ok(Chess::default()),
    };
    if !tags.may_have(&[b"FEN", b"Variant", b"RulesVariation"]) {
        return initial();
    }
    for name in VARIANT_TAGS {
        if let Some(variant) = tags.get(name).filter(|variant| !is_chess(variant)) {
            return Err(Fault::Variant(excerpt(&*variant)));
        }
    }
    match fen(tags) {
        Some(fen) => position(&fen).map_err(Fault::Fen),
        None => initial(),
    }
}

/// Returns the FEN of a game; `None` if the tag `FEN` is missing or has a value such as `?`.
pub fn fen(tags: &Tags<'_>) -> Option<String> {
    let fen = tags.get("FEN")?.trim().to_owned();
    (!NO_FEN.contains(&&*fen)).then_some(fen)
}

/// Whether a tag says that the game is Chess960.
pub fn is_chess960(tags: &Tags<'_>) -> bool {
    let names = VARIANT_TAGS.iter().filter_map(|tag| tags.get(tag));
    names.into_iter().any(|variant| CHESS_960.contains(&&*plain(&variant)))
}

/// Whether Black moves first, according to the FEN.
pub fn black_begins(tags: &TagList<'_>) -> bool {
    let fen = tags.get("FEN").unwrap_or_default();
    fen.split_whitespace().nth(1) == Some("b")
}

fn is_chess(variant: &str) -> bool {
    let name = plain(variant);
    CHESS.contains(&&*name) || CHESS_960.contains(&&*name)
}

/// Converts the name of a variant to lower case. Removes spaces, `-`, `_`, and everything from the first `(` on.
fn plain(variant: &str) -> String {
    let name = variant.split('(').next().unwrap_or_default();
    let name: String = name.chars().filter(|char| !matches!(char, ' ' | '-' | '_')).collect();
    name.to_lowercase()
}
