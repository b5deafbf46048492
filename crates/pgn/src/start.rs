//! The position from which a game starts.

use shakmaty::{CastlingMode, Chess, FromSetup, PositionError, fen::Fen};

use super::game::Tags;
use san_strings_core::excerpt::excerpt;

/// Variants that are played by the rules of chess, in whatever spelling.
const CHESS: [&str; 5] = ["standard", "chess", "chess960", "fischerandom", "from position"];

/// The position from which a game starts, as its tags say.
///
/// # Errors
///
/// A text that says why there is none.
pub fn start(tags: &Tags<'_>) -> Result<Chess, String> {
    if !tags.may_have("Variant") && !tags.may_have("FEN") {
        return Ok(Chess::default());
    }
    if let Some(variant) = tags.get("Variant")
        && !CHESS.contains(&variant.to_lowercase().as_str())
    {
        return Err(format!("it is a game of {}", excerpt(&*variant)));
    }
    let Some(fen) = tags.get("FEN") else {
        return Ok(Chess::default());
    };
    let fen: Fen = fen.parse().map_err(|cause| format!("its FEN is wrong: {cause}"))?;
    // Some programs write a square for a capture en passant that no pawn can make.
    Chess::from_setup(fen.into_setup(), CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_invalid_ep_square)
        .map_err(|cause| format!("its FEN is not a position: {cause}"))
}
