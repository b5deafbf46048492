//! The position that a tree grows from, as a FEN.

use std::{num::NonZeroU32, str::FromStr};

use shakmaty::{
    CastlingMode, Chess, EnPassantMode, Position, PositionError, PositionErrorKinds,
    fen::{Epd, Fen, ParseFenError},
};
use thiserror::Error;

/// A root as a FEN, by which roots are compared: the number of the move plays no part, and is 1.
#[expect(clippy::missing_panics_doc, reason = "a position has a FEN")]
pub fn root_fen(root: &Chess) -> String {
    let mut setup = root.to_setup(EnPassantMode::Legal);
    setup.fullmoves = NonZeroU32::MIN;
    Fen::try_from_setup(setup).expect("the setup of a position").to_string()
}

/// A root as a FEN with the number of its move.
pub(super) fn numbered_fen(root: &Chess) -> String {
    Fen::from_position(root, EnPassantMode::Legal).to_string()
}

/// A board state as text: en passant is named only if it can be played.
pub(super) fn board_state(position: &Chess) -> Epd {
    Epd::from_position(position, EnPassantMode::Legal)
}

/// A legal position, read from a FEN.
///
/// ```
/// use san_strings_tree::Root;
///
/// let Root(position) = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1".parse()?;
/// let error = "8/8/8/4k3/8/8/4P3/4R3 w - - 0 1".parse::<Root>().unwrap_err();
/// assert_eq!(error.to_string(), "not a legal position: a side has no king");
/// # Ok::<(), san_strings_tree::RootError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Root(pub Chess);

impl FromStr for Root {
    type Err = RootError;

    fn from_str(text: &str) -> Result<Root, RootError> {
        let fen: Fen = text.parse().map_err(RootError::NoFen)?;
        // shakmaty reads the FENs of variants, too.
        let setup = fen.as_setup();
        if setup.pockets.is_some() || setup.remaining_checks.is_some() || setup.promoted.any() {
            return Err(RootError::Variant);
        }
        let castling = text.split_whitespace().nth(2).unwrap_or("-");
        let is_right = |(at, c): (usize, char)| "KQkq".contains(c) && !castling[..at].contains(c);
        if castling != "-" && !castling.char_indices().all(is_right) {
            return Err(RootError::Castling);
        }
        let position = fen.into_position(CastlingMode::Standard);
        position.map(Root).map_err(|error: PositionError<_>| RootError::Illegal(error.kinds()))
    }
}

/// Why a FEN cannot be a root.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum RootError {
    /// It is not a FEN.
    #[error("not a FEN: {0}")]
    NoFen(ParseFenError),
    /// It is a FEN of a variant of chess: it has a pocket or counts checks.
    #[error("a FEN of a variant, not of standard chess")]
    Variant,
    /// Its castling rights are not letters of `KQkq`, each once.
    #[error("not a FEN of standard chess: castling rights are some of KQkq, or -")]
    Castling,
    /// The position breaks rules of chess.
    #[error("not a legal position: {}", broken_rules(*.0))]
    Illegal(PositionErrorKinds),
}

/// The rules in words.
const RULES: [(PositionErrorKinds, &str); 9] = [
    (PositionErrorKinds::EMPTY_BOARD, "the board is empty"),
    (PositionErrorKinds::MISSING_KING, "a side has no king"),
    (PositionErrorKinds::TOO_MANY_KINGS, "a side has two kings"),
    (PositionErrorKinds::PAWNS_ON_BACKRANK, "a pawn stands on rank 1 or 8"),
    (
        PositionErrorKinds::INVALID_CASTLING_RIGHTS,
        "a castling right without its king or rook at home",
    ),
    (PositionErrorKinds::INVALID_EP_SQUARE, "no pawn can just have passed the en passant square"),
    (PositionErrorKinds::OPPOSITE_CHECK, "the side that has just moved is in check"),
    (PositionErrorKinds::IMPOSSIBLE_CHECK, "no move can give this check"),
    (PositionErrorKinds::TOO_MUCH_MATERIAL, "more men than a side can have"),
];

fn broken_rules(kinds: PositionErrorKinds) -> String {
    let broken = RULES.iter().filter(|(kind, _)| kinds.contains(*kind));
    broken.map(|&(_, rule)| rule).collect::<Vec<_>>().join("; ")
}
