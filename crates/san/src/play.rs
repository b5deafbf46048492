//! Moves that are SAN, or nearly, played fast.

use shakmaty::{
    Chess, Position, Role,
    san::{San, SanPlus},
};

use super::{move_finder::only, suffix::suffix_after};

/// Plays a move, and says how it should be written: with no needless discriminator, with
/// `x`, `+` and `#` where they belong. `None` if it is not legal, or could be one of several.
pub fn play(position: &mut Chess, written: SanPlus) -> Option<SanPlus> {
    let (m, san) = match written.san {
        San::Normal { role, file, rank, capture, to, .. } => {
            let legal = position.san_candidates(role, to);
            // Most moves have nothing to be told apart from: pawns name a file to capture.
            let is_plain = rank.is_none() && file.is_some() == (capture && role == Role::Pawn);
            match legal[..] {
                [m] if is_plain && written.san.matches(m) => (m, written.san),
                _ => {
                    let fits = legal.iter().any(|&m| written.san.matches(m));
                    let san = if fits { written.san } else { other_capture(written.san) };
                    let m = only(&legal, san)?;
                    (m, San::disambiguate(m, &legal))
                }
            }
        }
        San::Castle(side) => (*position.castling_moves(side).first()?, written.san),
        San::Put { .. } | San::Null => return None,
    };
    position.play_unchecked(m);
    let suffix = suffix_after(position);
    Some(SanPlus { san, suffix })
}

/// The move with `x` if it has none, and without it if it has one.
fn other_capture(mut san: San) -> San {
    if let San::Normal { capture, .. } = &mut san {
        *capture = !*capture;
    }
    san
}
