//! Plays illegal moves on the board, so that the rest of the game can be checked.

use san_strings_core::{Letters, Meaning, Spelling, parse};
use shakmaty::{Bitboard, Chess, Move, Position, Rank, Role, Square, attacks, san::San};

use crate::lexer::{Word, decoded};

/// Returns the position after an illegal move, if its from-square and to-square are certain. There are two
/// cases:
///
/// - Exactly one piece of the named kind could make the move if checks and castling rights did not matter.
/// - The word is written in SAN, and means exactly one legal move of the other side. This move is not castling.
///
/// Otherwise returns `None`.
pub fn play_illegal(position: &Chess, word: &Word<'_>) -> Option<Chess> {
    if let Some(m) = pseudo_legal(position, word) {
        let mut after = position.clone();
        after.play_unchecked(m);
        return Some(after);
    }
    // The word may name a move by the other side. We read such a word only if it is written in SAN, but ignore
    // a wrong check symbol.
    let san = parse(word.text).ok()?.san;
    let mut other = position.clone().swap_turn().ok()?;
    let m = san.to_move(&other).ok().filter(|m| !m.is_castle())?;
    other.play_unchecked(m);
    Some(other)
}

/// Whether the last move left the mover's own king in check, so that the reply could capture this king.
pub fn is_king_left(position: &Chess) -> bool {
    let (board, us) = (position.board(), position.turn());
    let king = board.king_of(us.other());
    king.is_some_and(|king| board.attacks_to(king, us, board.occupied()).any())
}

/// Whether the last move left its own king in check, and a word means a move that captures this king.
pub fn takes_king(position: &Chess, word: &Word<'_>, letters: Letters) -> bool {
    let letters = if letters == Letters::English { Letters::Any } else { letters };
    let played = || Spelling::parse(&decoded(word.text)).on_letters(position, letters).played();
    is_king_left(position) && played().is_some_and(|(m, _)| m.capture() == Some(Role::King))
}

/// Returns the pseudo-legal move that a word means. `None` unless exactly one pseudo-legal move fits.
/// Castling counts as pseudo-legal even without the castling right.
fn pseudo_legal(position: &Chess, word: &Word<'_>) -> Option<Move> {
    let text = decoded(word.text);
    let spelling = Spelling::parse(&text);
    let (board, us) = (position.board(), position.turn());
    // A text such as `e6e5` does not name the piece, so we read it as a move of the piece on e6.
    let is_there = |meaning: &Meaning| {
        let at = meaning.from.map(|from| board.role_at(from));
        at.is_none_or(|at| matches!(meaning.san.san, San::Normal { role, .. } if at == Some(role)))
    };
    let mut meanings = spelling.meanings();
    meanings.retain(is_there);
    let (san, from) = match (spelling.san(), &meanings[..]) {
        (Some(san), _) => (san.san, None),
        (None, [meaning]) => (meaning.san.san, meaning.from),
        _ => return None,
    };
    let (role, file, rank, capture, to, promotion) = match san {
        San::Normal { role, file, rank, capture, to, promotion } => {
            (role, file, rank, capture, to, promotion)
        }
        San::Castle(side) => {
            let home = us.relative_rank(Rank::First);
            let king = board.king_of(us).filter(|king| king.rank() == home)?;
            let rook = Square::from_coords(
                if side.is_king_side() { shakmaty::File::H } else { shakmaty::File::A },
                home,
            );
            let is_there = board.by_piece(Role::Rook.of(us)).contains(rook)
                && king.file() == shakmaty::File::E;
            let is_free = (attacks::between(king, rook) & board.occupied()).is_empty();
            return (is_there && is_free).then_some(Move::Castle { king, rook });
        }
        San::Put { .. } | San::Null => return None,
    };
    let taken = board.role_at(to);
    let is_last = role == Role::Pawn && Bitboard::BACKRANKS.contains(to);
    if board.by_color(us).contains(to)
        || taken == Some(Role::King)
        || is_last != promotion.is_some()
    {
        return None;
    }
    let is_passing = role == Role::Pawn && position.maybe_ep_square() == Some(to);
    if capture && taken.is_none() && !is_passing {
        return None;
    }
    let reaches = |&at: &Square| {
        let is_named = from.is_none_or(|from| from == at)
            && file.is_none_or(|file| file == at.file())
            && rank.is_none_or(|rank| rank == at.rank());
        let is_reached = match role {
            Role::Pawn if taken.is_some() || is_passing && at.file() != to.file() => {
                attacks::pawn_attacks(us, at).contains(to)
            }
            Role::Pawn => pushes(position, at).contains(to),
            _ => attacks::attacks(at, role.of(us), board.occupied()).contains(to),
        };
        is_named && is_reached
    };
    let mut pieces = board.by_piece(role.of(us)).into_iter().filter(reaches);
    let (from, None) = (pieces.next()?, pieces.next()) else { return None };
    Some(match role {
        Role::Pawn if is_passing && from.file() != to.file() => Move::EnPassant { from, to },
        _ => Move::Normal { role, from, capture: taken, to, promotion },
    })
}

fn pushes(position: &Chess, from: Square) -> Bitboard {
    let (us, occupied) = (position.turn(), position.board().occupied());
    let step = |from: Square| from.offset(us.fold_wb(8, -8)).filter(|to| !occupied.contains(*to));
    let one = step(from);
    let is_home = from.rank() == us.relative_rank(Rank::Second);
    let two = one.filter(|_| is_home).and_then(step);
    one.into_iter().chain(two).collect()
}
