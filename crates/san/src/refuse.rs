//! Texts that no reader of SAN may accept in a position, and their kinds.

use shakmaty::{
    Bitboard, CastlingSide, Chess, EnPassantMode, File, Move, Position, Rank, Role, Square,
    attacks,
    san::{San, SanPlus},
};

use super::{
    english::role_name,
    geometry::named,
    kind::RefuseKind as Kind,
    move_finder::{MoveFinder, only},
    syntax,
    vocabulary::Vocabulary,
};

/// A text that is not a move of a position.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Refusal {
    /// Its kind.
    pub kind: Kind,
    /// Why it is not a move, in a few words.
    pub why: String,
}

/// What stands behind a move. Nothing that could be a comment, a glyph or the next
/// move.
pub const BEHIND: [&str; 6] = ["x", "zz", "-", "@", "9", "NN"];

/// The characters put before one. A digit could be a move number.
pub const BEFORE: [&str; 4] = ["x", "z", "=", "@"];

/// Why a text is not a move of the position. `None` if it is one, if a reader may take it for
/// one, or if no kind fits it.
pub fn classify(finder: &MoveFinder<'_>, text: &str) -> Option<Refusal> {
    if finder.legal.is_empty() {
        let turn = finder.position.turn();
        if finder.position.is_check() {
            return refuse(Kind::Mated, format!("{turn} is mated"));
        }
        return refuse(Kind::Stalemated, format!("{turn} is stalemated"));
    }
    let Ok(san) = syntax::parse(text) else {
        return malformed(finder, text);
    };
    if only(&finder.legal, san.san).is_some() {
        let why = format!("in no position does {} give check", san.san);
        return refuse_if(is_impossible_san(san), Kind::CannotOccur, why);
    }
    match san.san {
        San::Castle(side) => castling(finder.position, side),
        San::Normal { role: Role::Pawn, file, capture, to, promotion, .. } => {
            pawn(finder, file.filter(|_| capture), to, promotion)
        }
        San::Normal { role, file, rank, capture, to, .. } => {
            piece(finder, san.san, (role, file, rank), capture, to)
        }
        _ => None,
    }
    .or_else(|| wrong_side(finder, san.san))
}

/// Whether a SAN cannot occur, although its base string does.
pub fn is_impossible_san(san: SanPlus) -> bool {
    Vocabulary::with_symbols().id_of(san).is_some() && Vocabulary::occurring().id_of(san).is_none()
}

/// A refusal, if there is this fault.
fn refuse_if(is_fault: bool, kind: Kind, why: impl Into<String>) -> Option<Refusal> {
    is_fault.then(|| Refusal { kind, why: why.into() })
}

fn refuse(kind: Kind, why: impl Into<String>) -> Option<Refusal> {
    refuse_if(true, kind, why)
}

/// The fault of a move of a piece other than a pawn.
fn piece(
    finder: &MoveFinder<'_>,
    san: San,
    (role, file, rank): (Role, Option<File>, Option<Rank>),
    capture: bool,
    to: Square,
) -> Option<Refusal> {
    let MoveFinder { position, legal, .. } = finder;
    let us = position.turn();
    let board = position.board();
    let pieces = board.by_piece(role.of(us));
    let noun = role_name(role);
    let named = pieces & named(file, rank);
    let strict = legal.iter().filter(|&&m| san.matches(m)).count();
    if strict > 1 {
        let (kind, what) = match (file, rank) {
            (None, None) => (Kind::AmbiguousNone, "nothing tells"),
            (Some(_), None) => (Kind::AmbiguousFile, "the file does not tell"),
            _ => (Kind::AmbiguousRank, "the rank does not tell"),
        };
        return refuse(kind, format!("{strict} {noun}s may go to {to}, and {what} them apart"));
    }
    if role == Role::King && !capture && position.castles().castling_rights().contains(to) {
        let why = format!("castling is not written as a move to {to}");
        let castles = legal.iter().any(|m| m.is_castle() && m.to() == to);
        return refuse_if(castles, Kind::KingToOwnRook, why);
    }
    let may_go = |m: &&Move| {
        m.role() == role && m.to() == to && m.from().is_some_and(|from| named.contains(from))
    };
    if legal.iter().any(|m| may_go(&m)) {
        // Without x, a reader may take it for the capture.
        let why = format!("there is nothing on {to} to capture");
        return refuse_if(capture, Kind::CaptureOfNothing, why);
    }
    let attack = |sq: &Square| attacks::attacks(*sq, role.of(us), board.occupied()).contains(to);
    let reach: Bitboard = named.into_iter().filter(attack).collect();
    if board.by_color(us).contains(to) {
        let why = format!("the piece on {to} is one's own");
        return refuse_if(capture && reach.any(), Kind::CaptureOfOwn, why);
    }
    if capture != board.by_color(us.other()).contains(to) {
        return None;
    }
    if let Some(sq) = reach.first() {
        if role == Role::King {
            return king_attacked(position, to);
        }
        let is_named = file.is_some() || rank.is_some();
        let kind = if is_named { Kind::PinnedNamed } else { Kind::PinnedUnnamed };
        return pinned_or_in_check(position, sq, to, kind);
    }
    let other =
        legal.iter().find(|m| m.role() == role && m.to() == to && m.is_capture() == capture);
    if let Some(other) = other.and_then(|other| other.from()) {
        let why = format!("the {noun} that may go to {to} is on {other}");
        return refuse(Kind::WrongDiscriminator, why);
    }
    let jump = |sq: &Square| attacks::attacks(*sq, role.of(us), Bitboard::EMPTY).contains(to);
    let sq = named.into_iter().find(jump)?;
    let why = format!("something stands between {sq} and {to}");
    refuse(Kind::JumpOverPiece, why)
}

/// Why the king may not go to a square that it reaches.
fn king_attacked(position: &Chess, to: Square) -> Option<Refusal> {
    let their_king = position.board().king_of(position.turn().other())?;
    if attacks::king_attacks(their_king).contains(to) {
        refuse(Kind::KingNextToKing, format!("{to} is next to the other king"))
    } else {
        refuse(Kind::KingIntoCheck, format!("{to} is attacked"))
    }
}

/// Why a piece other than the king may not go where it could: `kind` if it is pinned.
fn pinned_or_in_check(position: &Chess, sq: Square, to: Square, kind: Kind) -> Option<Refusal> {
    let us = position.turn();
    let home = position.board().king_of(us).expect("a king");
    let mut answers = Bitboard::FULL;
    for checker in position.checkers() {
        answers &= attacks::between(home, checker) | Bitboard::from(checker);
    }
    if answers.contains(to) {
        refuse(kind, format!("the piece on {sq} is pinned"))
    } else {
        refuse(Kind::CheckNotAnswered, format!("the king on {home} stays in check"))
    }
}

/// The fault of a move of a pawn; `capture_from` is the file that a capture comes from.
fn pawn(
    finder: &MoveFinder<'_>,
    capture_from: Option<File>,
    to: Square,
    promotion: Option<Role>,
) -> Option<Refusal> {
    let MoveFinder { position, legal, .. } = finder;
    let us = position.turn();
    let board = position.board();
    let pawns = board.by_piece(us.pawn());
    let behind = |squares: i32| to.offset(us.fold_wb(-8, 8) * squares);
    let last = to.rank() == us.fold_wb(Rank::Eighth, Rank::First);
    let one = behind(1)?;
    let from = capture_from.map_or(one, |file| Square::from_coords(file, one.rank()));
    let mut there = legal.iter().filter(|m| m.role() == Role::Pawn && m.to() == to);
    if promotion.is_some() && !last {
        let comes_from = |m: &Move| match capture_from {
            Some(_) => m.from() == Some(from),
            None => !m.is_capture(),
        };
        let why = format!("{to} is not on the last rank");
        return refuse_if(there.any(comes_from), Kind::PromotionBeforeLastRank, why);
    }
    match capture_from {
        // Without x and the file, a reader may take it for a capture.
        None if there.any(|m| m.is_capture()) => return None,
        Some(file) if file.distance(to.file()) != 1 => return None,
        _ if pawns.contains(from) => {
            return one_step(finder, from, to, promotion.is_none() && last);
        }
        Some(_) => return None,
        None => {}
    }
    let start = us.fold_wb(Rank::Second, Rank::Seventh);
    let two = behind(2).filter(|sq| sq.rank() == start && pawns.contains(*sq))?;
    if board.occupied().contains(one) {
        refuse(Kind::PushThroughPiece, format!("something stands on {one}"))
    } else if board.occupied().contains(to) {
        refuse(Kind::PushOntoPiece, format!("{to} is not empty"))
    } else {
        pinned_or_in_check(position, two, to, Kind::PinnedUnnamed)
    }
}

/// The fault of a step or a capture of the pawn on `from`, a rank before `to`.
fn one_step(
    finder: &MoveFinder<'_>,
    from: Square,
    to: Square,
    lacks_promotion: bool,
) -> Option<Refusal> {
    let MoveFinder { position, legal, .. } = finder;
    let board = position.board();
    let captures = from.file() != to.file();
    match board.color_at(to) {
        Some(_) if !captures => return refuse(Kind::PushOntoPiece, format!("{to} is not empty")),
        Some(color) if color == position.turn() => {
            return refuse(Kind::CaptureOfOwn, format!("the piece on {to} is one's own"));
        }
        None if captures => return en_passant(position, from, to),
        _ => {}
    }
    if lacks_promotion {
        let promotes = legal.iter().any(|m| m.from() == Some(from) && m.to() == to);
        let why = format!("a pawn on {to} has to become something");
        return refuse_if(promotes, Kind::PromotionMissing, why);
    }
    let kind = if captures { Kind::PinnedNamed } else { Kind::PinnedUnnamed };
    pinned_or_in_check(position, from, to, kind)
}

/// The fault of a capture by a pawn on an empty square.
fn en_passant(position: &Chess, from: Square, to: Square) -> Option<Refusal> {
    let us = position.turn();
    if position.ep_square(EnPassantMode::PseudoLegal) == Some(to) {
        return pinned_or_in_check(position, from, to, Kind::EnPassantPinned);
    }
    let victim = Square::from_coords(to.file(), from.rank());
    let theirs = position.board().by_piece(us.other().pawn());
    let rank = us.fold_wb(Rank::Sixth, Rank::Third);
    if to.rank() == rank && theirs.contains(victim) {
        let why = format!("the pawn on {victim} has not just come from behind {to}");
        return refuse(Kind::EnPassantNotAvailable, why);
    }
    refuse(Kind::CaptureOfNothing, format!("there is nothing on {to} to capture"))
}

fn castling(position: &Chess, side: CastlingSide) -> Option<Refusal> {
    let us = position.turn();
    let board = position.board();
    let king = us.fold_wb(Square::E1, Square::E8);
    let rook =
        Square::from_coords(if side.is_king_side() { File::H } else { File::A }, king.rank());
    if board.king_of(us) != Some(king) {
        return None;
    }
    let attacked = |sq: Square| board.attacks_to(sq, us.other(), board.occupied()).any();
    if !position.castles().has(us, side) {
        if board.by_piece(us.rook()).contains(rook) {
            return refuse(Kind::CastlingWithoutRight, "the king or the rook has moved before");
        }
        return refuse(Kind::CastlingRookGone, format!("the rook is not on {rook} any more"));
    }
    if (attacks::between(king, rook) & board.occupied()).any() {
        let why = format!("something stands between {king} and {rook}");
        return refuse(Kind::CastlingBlocked, why);
    }
    if position.is_check() {
        return refuse(Kind::CastlingOutOfCheck, "the king is in check");
    }
    let (through, to) = (side.rook_to(us), side.king_to(us));
    if attacked(through) {
        return refuse(Kind::CastlingThroughCheck, format!("{through} is attacked"));
    }
    refuse(Kind::CastlingIntoCheck, format!("{to} is attacked"))
}

/// The other side could play it.
fn wrong_side(finder: &MoveFinder<'_>, san: San) -> Option<Refusal> {
    let turn = finder.position.turn();
    let from = only(&finder.opponent_moves, san)?.from()?;
    let why = format!("the piece on {from} is not {turn}'s, whose turn it is");
    refuse(Kind::WrongSide, why)
}

/// The fault of a text that is not SAN.
fn malformed(finder: &MoveFinder<'_>, text: &str) -> Option<Refusal> {
    let is_legal = |text: &str| finder.meant(text).is_some();
    if let Some((before, after)) = text.split_once('=') {
        let promotes = is_legal(&format!("{before}=Q"));
        match after {
            "K" if promotes => return refuse(Kind::PromotionToKing, "no pawn becomes a king"),
            "P" if promotes => return refuse(Kind::PromotionToPawn, "no pawn stays one"),
            "N" | "B" | "R" | "Q" => {
                let is_last = Bitboard::BACKRANKS.contains(finder.meant(before)?.to());
                return refuse_if(is_last, Kind::PromotionByPiece, "only pawns promote");
            }
            _ => {}
        }
    }
    let to: Option<Square> = text.strip_prefix('x').and_then(|to| to.parse().ok());
    let captures = |m: &&Move| {
        m.role() == Role::Pawn && m.is_capture() && !m.is_promotion() && to == Some(m.to())
    };
    let pawns = finder.legal.iter().filter(captures).count();
    if pawns > 0 {
        let why = format!("{pawns} pawns may make this capture, and nothing tells them apart");
        return refuse_if(pawns > 1, Kind::PawnCaptureAmbiguous, why);
    }
    if is_off_the_board(text) {
        return refuse(Kind::OffTheBoard, "there is no such square");
    }
    if let Some(junk) = BEHIND.iter().find(|junk| text.strip_suffix(**junk).is_some_and(is_legal)) {
        return refuse(Kind::TrailingGarbage, format!("{junk} stands behind a move"));
    }
    let junk = BEFORE.iter().find(|junk| text.strip_prefix(**junk).is_some_and(is_legal))?;
    refuse(Kind::LeadingGarbage, format!("{junk} stands before a move"))
}

/// A move to a square that is not there: the ninth rank, or the file i.
fn is_off_the_board(text: &str) -> bool {
    let square = text.trim_start_matches(['N', 'B', 'R', 'Q', 'K']);
    matches!(
        square.trim_start_matches('x').as_bytes(),
        [b'i', b'0'..=b'9'] | [b'a'..=b'h', b'0' | b'9']
    )
}
