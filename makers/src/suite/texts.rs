//! Makes texts that a reader may have to refuse in a position. The caller passes each text to the
//! reader, to see whether it is refused, and why.

use san_strings_core::{
    move_finder::MoveFinder,
    refusal::{BEFORE, BEHIND, RefuseKind as Kind},
};
use shakmaty::{Bitboard, Chess, File, Move, Position, Rank, Role, Square, attacks, san::San};

/// The faults that a move of any piece or pawn can have.
const OF_ANY_MAN: [Kind; 5] = [
    Kind::PinnedNamed,
    Kind::PinnedUnnamed,
    Kind::CheckNotAnswered,
    Kind::CaptureOfNothing,
    Kind::CaptureOfOwn,
];

/// The faults that have to do with pawns or promotions.
const OF_PAWNS: [Kind; 9] = [
    Kind::PushOntoPiece,
    Kind::PushThroughPiece,
    Kind::PromotionBeforeLastRank,
    Kind::PromotionByPiece,
    Kind::PromotionMissing,
    Kind::PromotionToKing,
    Kind::PromotionToPawn,
    Kind::EnPassantNotAvailable,
    Kind::EnPassantPinned,
];

/// The faults that piece moves can have, but pawn moves cannot.
const OF_PIECES: [Kind; 7] = [
    Kind::AmbiguousFile,
    Kind::AmbiguousNone,
    Kind::AmbiguousRank,
    Kind::JumpOverPiece,
    Kind::KingIntoCheck,
    Kind::KingNextToKing,
    Kind::WrongDiscriminator,
];

const OF_CASTLING: [Kind; 6] = [
    Kind::CastlingBlocked,
    Kind::CastlingIntoCheck,
    Kind::CastlingOutOfCheck,
    Kind::CastlingRookGone,
    Kind::CastlingThroughCheck,
    Kind::CastlingWithoutRight,
];

/// The faults that the spelling of a legal move can have.
const OF_WRITING: [Kind; 10] = [
    Kind::TrailingGarbage,
    Kind::LeadingGarbage,
    Kind::OffTheBoard,
    Kind::PromotionBeforeLastRank,
    Kind::PromotionByPiece,
    Kind::PromotionMissing,
    Kind::PromotionToKing,
    Kind::PromotionToPawn,
    Kind::CaptureOfNothing,
    Kind::CaptureOfOwn,
];

/// Makes texts for all wanted kinds of refusals except `cannot-occur`. If many texts are possible, we make only
/// a few of them, which depend on `variant`.
pub fn texts(finder: &MoveFinder<'_>, variant: usize, wants: &dyn Fn(Kind) -> bool) -> Vec<String> {
    if finder.legal.is_empty() {
        return after_the_end(finder.position, variant);
    }
    let wants = |kinds: &[Kind]| kinds.iter().any(|&kind| wants(kind));
    let mut texts = Vec::new();
    if wants(&[Kind::KingToOwnRook]) {
        let castles = finder.legal.iter().filter(|m| m.is_castle());
        texts.extend(castles.map(|m| format!("K{}", m.to())));
    }
    if wants(&[Kind::PawnCaptureAmbiguous]) {
        let pawns = finder.legal.iter().filter(|m| m.role() == Role::Pawn && m.is_capture());
        texts.extend(pawns.map(|m| format!("x{}", m.to())));
    }
    if wants(&OF_CASTLING) {
        texts.extend(["O-O".to_owned(), "O-O-O".to_owned()]);
    }
    if wants(&OF_PAWNS) || wants(&OF_ANY_MAN) {
        let pawns = finder.position.our(Role::Pawn);
        for pawn in pawns {
            pawn_texts(finder.position, pawn, &mut texts);
        }
    }
    if wants(&OF_PIECES) || wants(&OF_ANY_MAN) {
        piece_texts(finder.position, variant, &mut texts);
    }
    if wants(&OF_WRITING) {
        let legal = &finder.legal;
        for n in 0..legal.len().min(4) {
            let m = legal[(variant + 7 * n) % legal.len()];
            corrupted(m, &San::disambiguate(m, legal).to_string(), variant, &mut texts);
        }
    }
    if wants(&[Kind::WrongSide]) {
        let others = &finder.opponent_moves;
        for n in 0..others.len().min(4) {
            let m = others[(variant + 7 * n) % others.len()];
            texts.push(San::disambiguate(m, others).to_string());
        }
    }
    texts
}

/// For a mate or stalemate, returns the text of a move that is illegal only because it leaves the king in
/// check. If there is no such move, returns `O-O`.
fn after_the_end(position: &Chess, variant: usize) -> Vec<String> {
    let board = position.board();
    let mut texts = Vec::new();
    for sq in position.us() {
        let piece = board.piece_at(sq).expect("one of ours");
        for to in attacks::attacks(sq, piece, board.occupied()) & !position.us() {
            let x = if board.occupied().contains(to) { "x" } else { "" };
            if piece.role != Role::Pawn {
                texts.push(format!("{}{x}{to}", piece.role.upper_char()));
            } else if !x.is_empty() && !Bitboard::BACKRANKS.contains(to) {
                texts.push(format!("{}x{to}", sq.file().char()));
            }
        }
    }
    let one = variant.checked_rem(texts.len());
    vec![one.map_or_else(|| "O-O".to_owned(), |n| texts.swap_remove(n))]
}

/// Adds wrong spellings of a legal move.
fn corrupted(m: Move, san: &str, variant: usize, texts: &mut Vec<String>) {
    let to = m.to();
    if m.role() != Role::Pawn && !m.is_castle() {
        let letter = m.role().upper_char();
        texts.push(format!("{letter}x{to}"));
        texts.push(format!("{letter}i{}", to.rank().char()));
        texts.push(format!("{letter}{}9", to.file().char()));
        texts.push(format!("{san}={}", ["Q", "R", "B", "N"][variant % 4]));
    } else if !m.is_capture() {
        texts.push(format!("{}0", to.file().char()));
    }
    texts.push(format!("{san}{}", BEHIND[variant % BEHIND.len()]));
    texts.push(format!("{}{san}", BEFORE[variant % BEFORE.len()]));
}

fn piece_texts(position: &Chess, variant: usize, texts: &mut Vec<String>) {
    let board = position.board();
    for sq in position.us() & !board.pawns() {
        let Some(piece) = board.piece_at(sq) else {
            continue;
        };
        let others = board.by_piece(piece).without(sq);
        for to in attacks::attacks(sq, piece, Bitboard::EMPTY) {
            let letter = piece.role.upper_char();
            let x = if board.occupied().contains(to) { "x" } else { "" };
            texts.push(format!("{letter}{x}{to}"));
            let file = if others.any() { sq.file() } else { File::ALL[variant % 8] };
            texts.push(format!("{letter}{}{x}{to}", file.char()));
            if others.any() {
                texts.push(format!("{letter}{}{x}{to}", sq.rank().char()));
            }
        }
    }
}

fn pawn_texts(position: &Chess, sq: Square, texts: &mut Vec<String>) {
    let us = position.turn();
    let ahead = us.fold_wb(8, -8);
    let Some(to) = sq.offset(ahead) else {
        return;
    };
    let last = Bitboard::BACKRANKS.contains(to);
    let mut targets = vec![to.to_string()];
    if sq.rank() == us.fold_wb(Rank::Second, Rank::Seventh) {
        targets.extend(to.offset(ahead).map(|to| to.to_string()));
    }
    for to in attacks::pawn_attacks(us, sq) {
        targets.push(format!("{}x{to}", sq.file().char()));
    }
    for to in targets {
        if last {
            texts.push(format!("{to}=K"));
            texts.push(format!("{to}=P"));
        } else {
            texts.push(format!("{to}=Q"));
        }
        texts.push(to);
    }
}
