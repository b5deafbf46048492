//! The root position of a tree, parsed from a FEN.

use std::{num::NonZeroU32, str::FromStr};

use san_strings_core::{
    FenError,
    fen::{fen_of, strict_position},
};
use shakmaty::{
    Chess, EnPassantMode, Position,
    fen::{Epd, Fen},
};

/// Returns the FEN that we use to compare roots. Its move number is always 1, because the move number does
/// not affect the tree.
#[expect(clippy::missing_panics_doc, reason = "a position has a FEN")]
pub fn root_fen(root: &Chess) -> String {
    let mut setup = root.to_setup(EnPassantMode::Legal);
    setup.fullmoves = NonZeroU32::MIN;
    Fen::try_from_setup(setup).expect("the setup of a position").to_string()
}

/// Returns the FEN of a root, including its move number.
pub(super) fn numbered_fen(root: &Chess) -> String {
    fen_of(root)
}

/// Returns the board state as an EPD. It contains an en passant square only if the capture is legal.
pub(super) fn board_state(position: &Chess) -> Epd {
    Epd::from_position(position, EnPassantMode::Legal)
}

/// A legal position, parsed from a FEN.
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
