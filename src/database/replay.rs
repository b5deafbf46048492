//! Whether the moves of a game are legal, and written as they should be.

use shakmaty::{
    CastlingMode, Chess, FromSetup, Position, PositionError,
    fen::Fen,
    san::{San, SanPlus},
};

use super::game::Tags;
use crate::corpus::arbiter::suffix_after;

/// Variants that are played by the rules of chess, in whatever spelling.
const CHESS: [&str; 5] = [
    "standard",
    "chess",
    "chess960",
    "fischerandom",
    "from position",
];

/// The position from which a game starts, as its tags say.
///
/// # Errors
///
/// A text that says why there is none.
pub fn start(tags: &Tags<'_>) -> Result<Chess, String> {
    if let Some(variant) = tags.get("Variant")
        && !CHESS.contains(&variant.to_lowercase().as_str())
    {
        return Err(format!("it is a game of {variant}"));
    }
    let Some(fen) = tags.get("FEN") else {
        return Ok(Chess::default());
    };
    let fen: Fen = fen
        .parse()
        .map_err(|cause| format!("its FEN is wrong: {cause}"))?;
    // Some programs write a square for a capture en passant that nobody can make.
    Chess::from_setup(fen.into_setup(), CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_invalid_ep_square)
        .map_err(|cause| format!("its FEN is no position: {cause}"))
}

/// A move as it is written, and as it should be.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Played {
    /// What was read.
    pub written: SanPlus,
    /// How SAN writes it.
    pub canonical: SanPlus,
}

/// Plays a move, however it is written: with needless discriminators or without `x`, `=`,
/// `+` or `#`, with zeros for castling.
///
/// # Errors
///
/// What is wrong with the move.
///
/// ```
/// use san_strings::{database::replay::play, shakmaty::Chess};
///
/// let mut position = Chess::default();
/// let played = play(&mut position, b"Ng1f3").expect("legal");
/// assert_eq!(played.canonical.to_string(), "Nf3");
/// assert_eq!(play(&mut position, b"Nf3"), Err("it is not legal"));
/// ```
pub fn play(position: &mut Chess, word: &[u8]) -> Result<Played, &'static str> {
    let with_letters: Vec<u8>;
    let text = if word.starts_with(b"0-0") {
        with_letters = word
            .iter()
            .map(|&byte| if byte == b'0' { b'O' } else { byte })
            .collect();
        &with_letters
    } else {
        word
    };
    let written = SanPlus::from_ascii(text).map_err(|_| "it is not SAN")?;
    let (m, san) = match written.san {
        San::Normal { role, to, .. } => {
            let legal = position.san_candidates(role, to);
            let matching = |san: San| {
                let mut matching = legal.iter().filter(|&&m| san.matches(m));
                (matching.next().copied(), matching.next())
            };
            let m = match matching(written.san) {
                (None, _) => matching(other_capture(written.san)),
                some => some,
            };
            match m {
                (Some(m), None) => (m, San::disambiguate(m, &legal)),
                (Some(_), Some(_)) => return Err("it could be one of several moves"),
                (None, _) => return Err("it is not legal"),
            }
        }
        San::Castle(side) => match position.castling_moves(side).first() {
            Some(&m) => (m, written.san),
            None => return Err("it is not legal"),
        },
        San::Put { .. } | San::Null => return Err("it is not legal"),
    };
    position.play_unchecked(m);
    let suffix = suffix_after(position);
    Ok(Played {
        written,
        canonical: SanPlus { san, suffix },
    })
}

/// The same move with `x`, or without.
fn other_capture(mut san: San) -> San {
    if let San::Normal { capture, .. } = &mut san {
        *capture = !*capture;
    }
    san
}
