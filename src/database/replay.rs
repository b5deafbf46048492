//! Whether the moves of a game are legal, and written as they should be.

use shakmaty::{
    CastlingMode, Chess, FromSetup, Move, MoveList, Position, PositionError, Role,
    fen::Fen,
    san::{San, SanPlus},
};

use super::game::Tags;
use crate::{
    AnyVocabulary, SanStr, Vocabulary,
    san::{suffix::suffix_after, vocabulary::Notation},
    text::excerpt,
};

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

/// Reads a move as people write it: perhaps with zeros for castling, or without `=`.
pub fn read(word: &[u8]) -> Option<SanPlus> {
    let mut word = word.to_owned();
    if word.starts_with(b"0-0") {
        word.iter_mut().filter(|byte| **byte == b'0').for_each(|byte| *byte = b'O');
    }
    let is_promotion = |pair: &[u8]| matches!(pair, [b'1' | b'8', b'N' | b'B' | b'R' | b'Q']);
    if let Some(at) = word.windows(2).position(is_promotion) {
        word.insert(at + 1, b'=');
    }
    SanPlus::from_ascii(&word).ok()
}

/// Plays a move, and says how it should be written: with no needless discriminator, with
/// `x`, `+` and `#` where they belong.
///
/// # Errors
///
/// The fault of the move.
pub fn play(position: &mut Chess, written: SanPlus) -> Result<SanPlus, &'static str> {
    let (m, san) = match written.san {
        San::Normal { role, file, rank, capture, to, .. } => {
            let legal = position.san_candidates(role, to);
            // Most moves have nothing to be told apart from: pawns name a file to capture.
            let is_plain = rank.is_none() && file.is_some() == (capture && role == Role::Pawn);
            match legal[..] {
                [m] if is_plain && written.san.matches(m) => (m, written.san),
                _ => {
                    let m = matching(written.san, &legal)?;
                    let m = match m {
                        None => matching(other_capture(written.san), &legal)?,
                        some => some,
                    };
                    let m = m.ok_or("it is not legal")?;
                    (m, San::disambiguate(m, &legal))
                }
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
    Ok(SanPlus { san, suffix })
}

impl AnyVocabulary {
    /// How the legal move that a string can only be is written in such a list, which may lack it.
    ///
    /// ```
    /// use san_strings::{AnyVocabulary, Vocabulary, shakmaty::Chess};
    ///
    /// let list = AnyVocabulary::from(Vocabulary::occurring());
    /// let written = |text: &str| list.written(&Chess::default(), list.id(text)?);
    /// assert_eq!(written("Ngf3+").expect("it is legal"), "Nf3");
    /// assert_eq!(written("Nd4"), None);
    /// ```
    #[must_use]
    pub fn written(&self, position: &Chess, id: u16) -> Option<SanStr> {
        let Some(list) = self.san() else {
            let m = Vocabulary::uci().legal_move(position, id)?;
            return Some(SanStr::of_uci(m.to_uci(CastlingMode::Standard)));
        };
        let mut san = play(&mut position.clone(), list.san(id)?).ok()?;
        if list.notation() == Notation::Base {
            san.suffix = None;
        }
        Some(san.into())
    }
}

/// The move that a SAN could be, if there is one; an error if there are several.
fn matching(san: San, legal: &MoveList) -> Result<Option<Move>, &'static str> {
    let mut matching = legal.iter().filter(|&&m| san.matches(m));
    match (matching.next(), matching.next()) {
        (_, Some(_)) => Err("it could be one of several moves"),
        (m, None) => Ok(m.copied()),
    }
}

/// The move with `x` if it has none, and without it if it has one.
fn other_capture(mut san: San) -> San {
    if let San::Normal { capture, .. } = &mut san {
        *capture = !*capture;
    }
    san
}
