//! The legal move that a SAN means, found fast.

use shakmaty::{
    Bitboard, Chess, File, Move, Position, Rank, Role, Square, attacks,
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
    if let Some(m) = plain_move(position, written.san) {
        position.play_unchecked(m);
        return Some((m, SanPlus { san: written.san, suffix: suffix_after(position) }));
    }
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

/// The move that a SAN without a needless discriminator means, where that is plain without a list of
/// moves: only one piece reaches the square, and no king has to do with it. `None` for all others.
fn plain_move(position: &Chess, san: San) -> Option<Move> {
    let San::Normal { role, file, rank: None, capture, to, promotion } = san else {
        return None;
    };
    let (board, us) = (position.board(), position.turn());
    let king = board.king_of(us)?;
    let taken = board.role_at(to);
    if role == Role::King || position.is_check() || capture != taken.is_some() {
        return None;
    }
    let from = if role == Role::Pawn {
        let is_last = Bitboard::BACKRANKS.contains(to);
        if is_last != promotion.is_some() || capture != file.is_some() {
            return None;
        }
        plain_pawn(position, file, to)?
    } else if file.is_none() && promotion.is_none() {
        let pieces = board.by_piece(role.of(us));
        (attacks::attacks(to, role.of(us), board.occupied()) & pieces).single_square()?
    } else {
        return None;
    };
    // What stands on no line with the king is not pinned.
    let is_free = attacks::ray(king, from).is_empty();
    let is_theirs = !board.by_color(us).contains(to);
    (is_free && is_theirs && board.by_piece(role.of(us)).contains(from)).then_some(Move::Normal {
        role,
        from,
        capture: taken,
        to,
        promotion,
    })
}

/// Where the pawn comes from that goes to a square: from a file to capture, or else from behind.
fn plain_pawn(position: &Chess, file: Option<File>, to: Square) -> Option<Square> {
    let (board, us) = (position.board(), position.turn());
    let one = to.offset(us.fold_wb(-8, 8))?;
    let Some(file) = file else {
        if board.occupied().contains(one) {
            return Some(one);
        }
        let is_fourth = to.rank() == us.fold_wb(Rank::Fourth, Rank::Fifth);
        return to.offset(us.fold_wb(-16, 16)).filter(|_| is_fourth);
    };
    (file.distance(to.file()) == 1).then(|| Square::from_coords(file, one.rank()))
}
