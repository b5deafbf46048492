//! Finds and plays the legal move that a SAN means, fast.

use shakmaty::{
    Bitboard, Chess, File, Move, Position, Rank, Role, Square, attacks,
    san::{San, SanPlus, Suffix},
};

use super::{
    move_finder::only,
    suffix::{attacks_square, is_attacked_along, suffix_of},
    targets::is_attacked,
};

/// Plays the only legal move that fits a SAN, and returns the move and its exact SAN. Ignores the `+` or `#` of
/// `written`. Returns `None` unless exactly one legal move fits.
///
/// ```
/// use san_strings_core::{parse, play::play, shakmaty::Chess};
///
/// let (_, san) = play(&mut Chess::default(), parse("Ng1f3+")?).expect("it is legal");
/// assert_eq!(san.to_string(), "Nf3");
/// # Ok::<_, san_strings_core::SyntaxError>(())
/// ```
pub fn play(position: &mut Chess, written: SanPlus) -> Option<(Move, SanPlus)> {
    let is_check = position.is_check();
    match play_plain(position, written.san, is_check) {
        Some((m, suffix)) => Some((m, SanPlus { suffix, ..written })),
        None => play_listed(position, written),
    }
}

/// Plays the move of a SAN, and returns the move and its suffix. Returns `None` and plays nothing if the SAN
/// is not exact, or if only a list of legal moves could tell whether it is exact.
///
/// `is_check` says whether the side to move is in check. The caller knows this from the suffix of the
/// previous move. Computing `is_check` here would take a tenth of the running time.
pub fn play_plain(
    position: &mut Chess,
    san: San,
    is_check: bool,
) -> Option<(Move, Option<Suffix>)> {
    debug_assert_eq!(is_check, position.is_check());
    let m = plain_move(position, san, is_check)?;
    position.play_unchecked(m);
    Some((m, suffix_of(m, position)))
}

/// Like [`play`], but always lists the legal moves, which is slower. Use it if [`play_plain`] returns `None`.
pub fn play_listed(position: &mut Chess, written: SanPlus) -> Option<(Move, SanPlus)> {
    let (m, san) = match written.san {
        San::Normal { role, file, rank, capture, to, .. } => {
            let legal = position.san_candidates(role, to);
            // A plain SAN has no discriminator. The file of a pawn capture is not a discriminator.
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
    Some((m, SanPlus { san, suffix: suffix_of(m, position) }))
}

/// Finds the move that a SAN names, without listing the legal moves. `None` if the SAN is not exact, or if we
/// need a list of the legal moves to find the move.
fn plain_move(position: &Chess, san: San, is_check: bool) -> Option<Move> {
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
        Role::Pawn if rank.is_none() && capture == file.is_some() => {
            plain_pawn(position, file, to)?
        }
        Role::King | Role::Pawn => return None,
        _ => plain_piece(position, role, (file, rank), to, is_check)?,
    };
    let is_last = role == Role::Pawn && Bitboard::BACKRANKS.contains(to);
    let is_legal = if role == Role::King {
        attacks::king_attacks(king).contains(to) && !is_attacked(position, king, to)
    } else {
        !leaves_check(position, king, (from, to), is_check)
    };
    (is_legal && is_last == promotion.is_some() && board.by_piece(role.of(us)).contains(from))
        .then_some(Move::Normal { role, from, capture: taken, to, promotion })
}

/// Whether a move of a piece other than the king leaves the king in check. This happens if the move does not
/// answer a check, or opens a line from an enemy piece to the king.
fn leaves_check(
    position: &Chess,
    king: Square,
    (from, to): (Square, Square),
    is_check: bool,
) -> bool {
    let board = position.board();
    let them = position.turn().other();
    let occupied = board.occupied().without(from).with(to);
    if is_check {
        return board.attacks_to(king, them, occupied).without(to).any();
    }
    is_attacked_along(board, board.by_color(them).without(to), (king, from), occupied)
}

/// Finds the square from which a piece of `role` moves to `to`. Returns `None` if SAN requires a different
/// discriminator, or if we cannot find the square without a list of the legal moves.
fn plain_piece(
    position: &Chess,
    role: Role,
    (file, rank): (Option<File>, Option<Rank>),
    to: Square,
    is_check: bool,
) -> Option<Square> {
    let (board, piece) = (position.board(), role.of(position.turn()));
    let pieces = board.by_piece(piece).into_iter();
    let reaching: Bitboard =
        pieces.filter(|&from| attacks_square(piece, from, to, board.occupied())).collect();
    let from = match (file, rank) {
        (None, None) => return reaching.single_square(),
        (Some(file), None) => (reaching & Bitboard::from(file)).single_square()?,
        (None, Some(rank)) => {
            let from = (reaching & Bitboard::from(rank)).single_square()?;
            // If the file alone identified the piece, the SAN of the move would name the file instead of the rank.
            if (reaching & Bitboard::from(from.file())).single_square().is_some() {
                return None;
            }
            from
        }
        (Some(_), Some(_)) => return None,
    };
    let king = board.king_of(position.turn())?;
    let may = |other| !leaves_check(position, king, (other, to), is_check);
    (reaching.more_than_one() && reaching.without(from).into_iter().all(may)).then_some(from)
}

/// Finds the from-square of a pawn: on `file` if the pawn captures, otherwise behind `to`.
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
