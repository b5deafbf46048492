//! The legal move that a SAN means, found fast.

use shakmaty::{
    Chess, Move, Position, Role,
    san::{San, SanPlus},
};

use super::{move_finder::only, suffix::suffix_after};

/// Plays the one legal move that a SAN fits, whatever it says of check and mate, and gives the move and
/// the right SAN. `None` if it fits no legal move, or several.
///
/// ```
/// use san_strings_core::{parse, play::play, shakmaty::Chess};
///
/// let (_, san) = play(&mut Chess::default(), parse("Ng1f3+")?).expect("it is legal");
/// assert_eq!(san.to_string(), "Nf3");
/// # Ok::<_, san_strings_core::SyntaxError>(())
/// ```
pub fn play(position: &mut Chess, written: SanPlus) -> Option<(Move, SanPlus)> {
    let (m, san) = match written.san {
        San::Normal { role, file, rank, capture, to, .. } => {
            let legal = position.san_candidates(role, to);
            // Most moves have nothing to be told apart from: pawns name a file to capture.
            let is_plain = rank.is_none() && file.is_some() == (capture && role == Role::Pawn);
            match legal[..] {
                [m] if is_plain && written.san.matches(m) => (m, written.san),
                _ => {
                    let m = only(&legal, written.san)?;
                    (m, San::disambiguate(m, &legal))
                }
            }
        }
        San::Castle(side) => (*position.castling_moves(side).first()?, written.san),
        San::Put { .. } | San::Null => return None,
    };
    position.play_unchecked(m);
    Some((m, SanPlus { san, suffix: suffix_after(position) }))
}
