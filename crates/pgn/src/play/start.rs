//! The position from which a game starts.

use std::borrow::Cow;

use shakmaty::{CastlingMode, Chess, FromSetup, PositionError, PositionErrorKinds, fen::Fen};

use super::fault::Fault;
use crate::game::PgnGame;
use crate::lexer::{TagList, Tags};
use san_strings_core::excerpt::excerpt;

/// Variants that are played by the rules of chess, without blanks, dashes and what stands in
/// parentheses.
const CHESS: [&str; 30] = [
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
    for name in ["Variant", "RulesVariation"] {
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

/// Whether Black moves first, as the FEN of a game says.
pub fn black_begins(tags: &TagList<'_>) -> bool {
    let fen = tags.get("FEN").unwrap_or_default();
    fen.split_whitespace().nth(1) == Some("b")
}

fn is_chess(variant: &str) -> bool {
    let name = variant.split('(').next().unwrap_or_default();
    let name: String = name.chars().filter(|char| !matches!(char, ' ' | '-' | '_')).collect();
    let name = name.to_lowercase();
    CHESS.contains(&name.as_str())
}

/// The position that a FEN describes, with castling rights in any notation. Some programs write a square
/// for a capture en passant that no pawn can make, and rights without a rook in the corner: such rights are
/// none.
///
/// ```
/// use san_strings_pgn::position;
///
/// assert!(position("nrnkrbbq/pppppppp/8/8/8/8/PPPPPPPP/NRNKRBBQ w EBeb - 0 1").is_ok());
/// let no_rooks = position("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1")?;
/// assert_eq!(no_rooks, position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?);
/// assert!(position("8/8/8/8/8/8/8/8 w - - 0 1").is_err());
/// # Ok::<_, String>(())
/// ```
///
/// # Errors
///
/// A text that says why there is none.
pub fn position(fen: &str) -> Result<Chess, String> {
    legal(fen)?
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .map_err(|cause| cause.to_string())
}

/// What is wrong with the FEN of a game whose position can be read.
pub fn wrong_fen(fen: &str) -> Option<String> {
    if fen.contains(';') && legal(fen).is_ok() {
        return Some("EPD operators stand where FEN has the clocks".to_owned());
    }
    let error = legal(fen).ok()?.err()?;
    let is_wrong = error.kinds().contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS);
    is_wrong.then(|| "a castling right lacks its king or rook".to_owned())
}

/// A FEN whose clocks are EPD operators, `hmvc` and `fmvn`, with its clocks as FEN has them (PGN standard,
/// section 16.2). Other operators say nothing of the position.
fn without_operators(fen: &str) -> Cow<'_, str> {
    if !fen.contains(';') {
        return fen.into();
    }
    let mut fields: Vec<&str> = fen.split_whitespace().collect();
    let operators = fields.split_off(fields.len().min(4)).join(" ");
    let operand = |name: &str| {
        let operators = operators.split(';').filter_map(|operator| operator.trim().split_once(' '));
        let mut named = operators.filter(|&(opcode, _)| opcode == name);
        named.next().map(|(_, operand)| operand.trim().to_owned())
    };
    let clocks = [operand("hmvc").unwrap_or("0".into()), operand("fmvn").unwrap_or("1".into())];
    [fields.join(" "), clocks.join(" ")].join(" ").into()
}

/// The position that a FEN describes, or what is illegal in it.
fn legal(fen: &str) -> Result<Result<Chess, PositionError<Chess>>, String> {
    // A Shredder-FEN names the files of the rooks, and is one of Chess960 wherever they are.
    let rights = fen.split([' ', '_']).filter(|field| !field.is_empty()).nth(2).unwrap_or_default();
    let is_shredder = rights.contains(|right| matches!(right, 'A'..='H' | 'a'..='h'));
    let fen: Fen =
        without_operators(fen).parse().map_err(|cause| format!("this is not FEN: {cause}"))?;
    let setup = fen.into_setup();
    if setup.pockets.is_some() || setup.remaining_checks.is_some() {
        return Err("pockets and counted checks are of variants".to_owned());
    }
    let mode = if is_shredder { CastlingMode::Chess960 } else { CastlingMode::detect(&setup) };
    Ok(Chess::from_setup(setup, mode))
}
