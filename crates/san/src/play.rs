//! Moves that are SAN, or nearly, played fast.

use shakmaty::{
    Chess, Move, MoveList, Position, Role,
    san::{San, SanPlus},
};

use super::suffix::suffix_after;

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
