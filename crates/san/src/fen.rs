//! The position that a FEN describes (PGN standard, section 16.1), or why it describes none.

use std::{borrow::Cow, error::Error, fmt};

use shakmaty::{
    CastlingMode, Chess, FromSetup, PositionError, PositionErrorKinds, Setup,
    fen::{Fen, ParseFenError},
};

/// Why a FEN describes no position of chess, or what is wrong with it.
///
/// ```
/// use san_strings_core::{FenError, position, shakmaty::PositionErrorKinds};
///
/// let error = position("8/8/8/4k3/8/8/4P3/4R3 w - - 0 1").expect_err("White has no king");
/// assert_eq!(error, FenError::Illegal(PositionErrorKinds::MISSING_KING));
/// assert_eq!(error.to_string(), "not a legal position: a side has no king");
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum FenError {
    /// It is not a FEN.
    Syntax(ParseFenError),
    /// It has a pocket, as in Crazyhouse, or counts checks.
    Variant,
    /// Its castling rights are not letters of `KQkq`, each once.
    Castling,
    /// The position breaks rules of chess.
    Illegal(PositionErrorKinds),
    /// A castling right lacks its king or rook, and counts as none.
    Right,
    /// It is an EPD: operators stand where a FEN has its clocks (PGN standard, section 16.2).
    Operators,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Syntax(cause) => write!(f, "not a FEN: {cause}"),
            FenError::Variant => f.write_str("pockets and counted checks are of variants"),
            FenError::Castling => f.write_str("castling rights are some of KQkq, or -"),
            FenError::Illegal(kinds) => {
                let broken = RULES.iter().filter(|(kind, _)| kinds.contains(*kind));
                let broken: Vec<_> = broken.map(|&(_, rule)| rule).collect();
                write!(f, "not a legal position: {}", broken.join("; "))
            }
            FenError::Right => f.write_str("a castling right lacks its king or rook"),
            FenError::Operators => f.write_str("EPD operators stand where FEN has the clocks"),
        }
    }
}

impl Error for FenError {}

/// The rules that a position can break, in words.
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

/// Reads a FEN as people and programs write it: with castling rights in any notation, those of Chess960 too, and as
/// an EPD with operators. Some programs write a square for a capture en passant that no pawn can make, and rights
/// without a rook in the corner: such rights count as none.
///
/// ```
/// use san_strings_core::position;
///
/// assert!(position("nrnkrbbq/pppppppp/8/8/8/8/PPPPPPPP/NRNKRBBQ w EBeb - 0 1").is_ok());
/// let no_rooks = position("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1")?;
/// assert_eq!(no_rooks, position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?);
/// assert!(position("8/8/8/8/8/8/8/8 w - - 0 1").is_err());
/// # Ok::<_, san_strings_core::FenError>(())
/// ```
///
/// # Errors
///
/// [`FenError::Syntax`], [`FenError::Variant`] or [`FenError::Illegal`]. The other errors are those of stricter
/// readers, `lint` and the tree.
pub fn position(fen: &str) -> Result<Chess, FenError> {
    as_written(fen)?
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .map_err(|error| FenError::Illegal(error.kinds()))
}

/// Reads a FEN of standard chess strictly: with the letters `KQkq` for castling, and nothing to be forgiven.
///
/// # Errors
///
/// Any [`FenError`] but [`FenError::Right`] and [`FenError::Operators`].
pub fn strict_position(fen: &str) -> Result<Chess, FenError> {
    let setup = setup(fen)?;
    if setup.promoted.any() {
        return Err(FenError::Variant);
    }
    let castling = fen.split_whitespace().nth(2).unwrap_or("-");
    let is_right = |(at, c): (usize, char)| "KQkq".contains(c) && !castling[..at].contains(c);
    if castling != "-" && !castling.char_indices().all(is_right) {
        return Err(FenError::Castling);
    }
    let position = Chess::from_setup(setup, CastlingMode::Standard);
    position.map_err(|error| FenError::Illegal(error.kinds()))
}

/// What is wrong with a FEN whose position can be read all the same.
pub fn forgiven(fen: &str) -> Option<FenError> {
    let read = as_written(fen).ok()?;
    if fen.contains(';') {
        return Some(FenError::Operators);
    }
    let kinds = read.err()?.kinds();
    kinds.contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS).then_some(FenError::Right)
}

/// The position as it is written, or what is illegal in it.
fn as_written(fen: &str) -> Result<Result<Chess, PositionError<Chess>>, FenError> {
    // A Shredder-FEN names the files of the rooks, and is one of Chess960 wherever they are.
    let rights = fen.split([' ', '_']).filter(|field| !field.is_empty()).nth(2).unwrap_or_default();
    let is_shredder = rights.contains(|right| matches!(right, 'A'..='H' | 'a'..='h'));
    let setup = setup(&without_operators(fen))?;
    let mode = if is_shredder { CastlingMode::Chess960 } else { CastlingMode::detect(&setup) };
    Ok(Chess::from_setup(setup, mode))
}

/// The parts of a FEN of chess. shakmaty reads those of variants, too.
fn setup(fen: &str) -> Result<Setup, FenError> {
    let setup = fen.parse::<Fen>().map_err(FenError::Syntax)?.into_setup();
    let is_variant = setup.pockets.is_some() || setup.remaining_checks.is_some();
    if is_variant { Err(FenError::Variant) } else { Ok(setup) }
}

/// A FEN whose clocks are EPD operators, `hmvc` and `fmvn`, with its clocks as FEN has them. Other operators say
/// nothing of the position.
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
