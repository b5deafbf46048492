//! The position from which a game starts.

use shakmaty::Chess;

use super::fault::Fault;
use crate::game::PgnGame;
use crate::lexer::{TagList, Tags};
use san_strings_core::{excerpt::excerpt, position};

/// Variants that are played by the rules of chess, without blanks, dashes and what stands in
/// parentheses.
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

/// Those in which king and rooks may begin on other squares.
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

/// FENs that say nothing.
const NO_FEN: [&str; 4] = ["", "?", "-", "startpos"];

/// The position from which a game starts, as `start` says.
///
/// # Errors
///
/// [`Fault::Variant`], [`Fault::Fen`] or [`Fault::NoBeginning`].
pub fn start_of(game: &PgnGame<'_>) -> Result<Chess, Fault> {
    start(&game.tags, game.first_number)
}

/// The position from which a game starts: that of its FEN, or the initial position. A game without a
/// FEN whose first move has a later number than 1 is the end of a longer one, and nothing says from
/// which position it goes on.
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

/// The FEN of a game, if its tag says something.
pub fn fen(tags: &Tags<'_>) -> Option<String> {
    let fen = tags.get("FEN")?.trim().to_owned();
    (!NO_FEN.contains(&&*fen)).then_some(fen)
}

/// Whether a tag says that a game is one of Chess960.
pub fn is_chess960(tags: &Tags<'_>) -> bool {
    let names = VARIANT_TAGS.iter().filter_map(|tag| tags.get(tag));
    names.into_iter().any(|variant| CHESS_960.contains(&&*plain(&variant)))
}

/// Whether Black moves first, as the FEN of a game says.
pub fn black_begins(tags: &TagList<'_>) -> bool {
    let fen = tags.get("FEN").unwrap_or_default();
    fen.split_whitespace().nth(1) == Some("b")
}

fn is_chess(variant: &str) -> bool {
    let name = plain(variant);
    CHESS.contains(&&*name) || CHESS_960.contains(&&*name)
}

/// The name of a variant in small letters, without blanks, dashes and what stands in parentheses.
fn plain(variant: &str) -> String {
    let name = variant.split('(').next().unwrap_or_default();
    let name: String = name.chars().filter(|char| !matches!(char, ' ' | '-' | '_')).collect();
    name.to_lowercase()
}
