//! The legal move that a SAN means, found fast.

use shakmaty::{
    Bitboard, Chess, File, Move, Position, Rank, Role, Square, attacks,
    san::{San, SanPlus},
};

use super::{move_finder::only, suffix::suffix_after, targets::is_attacked};

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

/// The move that a SAN means, where that is plain without a list of moves: the SAN is as it should be,
/// and the king is in no check, or goes out of it. `None` for all others.
fn plain_move(position: &Chess, san: San) -> Option<Move> {
    let San::Normal { role, file, rank, capture, to, promotion } = san else {
        return None;
    };
    let (board, us) = (position.board(), position.turn());
    let king = board.king_of(us)?;
    let taken = board.role_at(to);
    if capture != taken.is_some() || board.by_color(us).contains(to) {
        return None;
    }
    let from = match role {
        Role::King if file.is_none() && rank.is_none() => king,
        Role::King => return None,
        _ if position.is_check() => return None,
        Role::Pawn if rank.is_none() && capture == file.is_some() => {
            plain_pawn(position, file, to)?
        }
        Role::Pawn => return None,
        _ => plain_piece(position, role, file, rank, to)?,
    };
    let is_last = role == Role::Pawn && Bitboard::BACKRANKS.contains(to);
    let is_legal = if role == Role::King {
        attacks::king_attacks(king).contains(to) && !is_attacked(position, king, to)
    } else {
        !is_pinned(position, king, from, to)
    };
    (is_legal && is_last == promotion.is_some() && board.by_piece(role.of(us)).contains(from))
        .then_some(Move::Normal { role, from, capture: taken, to, promotion })
}

/// Whether a piece that goes to a square opens a line to its king.
fn is_pinned(position: &Chess, king: Square, from: Square, to: Square) -> bool {
    if attacks::ray(king, from).is_empty() {
        return false;
    }
    let board = position.board();
    let occupied = board.occupied().without(from).with(to);
    let theirs = board.by_color(position.turn().other()).without(to);
    let straight = attacks::rook_attacks(king, occupied) & board.rooks_and_queens();
    let diagonal = attacks::bishop_attacks(king, occupied) & board.bishops_and_queens();
    ((straight | diagonal) & theirs).any()
}

/// Where the piece stands that goes to a square, if its discriminator is as it should be.
fn plain_piece(
    position: &Chess,
    role: Role,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
) -> Option<Square> {
    let (board, piece) = (position.board(), role.of(position.turn()));
    let reaching = attacks::attacks(to, piece, board.occupied()) & board.by_piece(piece);
    let from = match (file, rank) {
        (None, None) => return reaching.single_square(),
        (Some(file), None) => (reaching & Bitboard::from(file)).single_square()?,
        (None, Some(rank)) => {
            let from = (reaching & Bitboard::from(rank)).single_square()?;
            // The file would come first.
            if (reaching & Bitboard::from(from.file())).single_square().is_some() {
                return None;
            }
            from
        }
        (Some(_), Some(_)) => return None,
    };
    let king = board.king_of(position.turn())?;
    let may = |other| !is_pinned(position, king, other, to);
    (reaching.more_than_one() && reaching.without(from).into_iter().all(may)).then_some(from)
}

/// Where the pawn comes from that goes to a square: from a file to capture, or else from behind.
fn plain_pawn(position: &Chess, file: Option<File>, to: Square) -> Option<Square> {
    let (board, us) = (position.board(), position.turn());
    let one = to.offset(us.fold_wb(-8, 8))?;
    let Some(file) = file else {
        if board.occupied().contains(one) {
            return Some(one);
        }
        let is_fourth = to.rank() == us.relative_rank(Rank::Fourth);
        return to.offset(us.fold_wb(-16, 16)).filter(|_| is_fourth);
    };
    (file.distance(to.file()) == 1).then(|| Square::from_coords(file, one.rank()))
}
