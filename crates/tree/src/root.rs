//! The position that a tree grows from, as a FEN.

use std::{num::NonZeroU32, str::FromStr};

use san_strings_core::{
    FenError,
    fen::{fen_of, strict_position},
};
use shakmaty::{
    Chess, EnPassantMode, Position,
    fen::{Epd, Fen},
};

/// A root as a FEN, by which roots are compared: the number of the move plays no part, and is 1.
#[expect(clippy::missing_panics_doc, reason = "a position has a FEN")]
pub fn root_fen(root: &Chess) -> String {
    let mut setup = root.to_setup(EnPassantMode::Legal);
    setup.fullmoves = NonZeroU32::MIN;
    Fen::try_from_setup(setup).expect("the setup of a position").to_string()
}

/// A root as a FEN with the number of its move.
pub(super) fn numbered_fen(root: &Chess) -> String {
    fen_of(root)
}

/// A board state as text: en passant is named only if it can be played.
pub(super) fn board_state(position: &Chess) -> Epd {
    Epd::from_position(position, EnPassantMode::Legal)
}

/// A legal position, read from a FEN.
///
/// ```
/// use san_strings_tree::Root;
/// use san_strings_tree::shakmaty::Position;
///
/// let Root(position) = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1".parse()?;
/// assert_eq!(position.board().occupied().count(), 3);
/// # Ok::<(), san_strings_core::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Root(pub Chess);

impl FromStr for Root {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Root, FenError> {
        strict_position(fen).map(Root)
    }
}
