//! Makes common spellings of a move that are not SAN, such as `0-0`. A reader may refuse or accept such a
//! spelling, but must not take it for another move.

use std::fmt::Display;

use shakmaty::{
    Chess, File, Move, Position, Role, Square,
    san::{San, SanPlus, Suffix},
};

use san_strings_core::{
    Difference as Kind,
    english::figurine,
    move_finder::{MoveFinder, companions},
    parse,
    refusal::is_impossible_san,
    uci::uci,
};

/// Annotation symbols that people write after a move.
const ANNOTATIONS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// Lists spellings of a legal move that differ from its SAN, each with its kind. We leave out spellings that a
/// reader could mistake for another move.
pub fn lenient_spellings(finder: &MoveFinder<'_>, m: Move) -> Vec<(Kind, String)> {
    let MoveFinder { position, .. } = finder;
    let mut found = Vec::new();
    let san = SanPlus::from_move((*position).clone(), m);
    let suffix = &*san.suffix.map_or(String::new(), |suffix| suffix.to_string());
    let base = san.san.to_string();
    let mut add = |kind: Kind, text: String| found.push((kind, text));
    suffix_spellings(&base, san.suffix, position, m, &mut add);
    // We add one annotation symbol and one NAG. The move decides which.
    let n = usize::from(m.to()) + usize::from(m.role());
    add(Kind::SuffixAnnotation, format!("{san}{}", ANNOTATIONS[n % ANNOTATIONS.len()]));
    add(Kind::Nag, format!("{san}${}", 1 + n % 6));
    let dots = position.turn().fold_wb(".", "...");
    add(Kind::MoveNumber, format!("{}{dots}{san}", position.fullmoves()));
    let is_other = |other: &Move| {
        let is_like = other.role() == m.role() && other.to() == m.to() && other.is_capture();
        is_like && other.from() != m.from()
    };
    if m.role() == Role::Pawn && m.is_capture() && !finder.legal.iter().any(is_other) {
        add(Kind::PawnCaptureWithoutFile, format!("{}{suffix}", &base[1..]));
    }
    if base.contains('x') {
        add(Kind::CaptureWithoutX, base.replace('x', "") + suffix);
        add(Kind::CaptureColon, base.replace('x', ":") + suffix);
        add(Kind::CaptureTrailingColon, base.replace('x', "") + ":" + suffix);
    }
    if let San::Normal { role, file, rank, capture: false, to, .. } = san.san
        && role != Role::Pawn
    {
        let with_x = San::Normal { role, file, rank, capture: true, to, promotion: None };
        add(Kind::NeedlessCapture, format!("{with_x}{suffix}"));
    }
    if m.is_en_passant() {
        add(Kind::EnPassantEp, format!("{base}e.p.{suffix}"));
    }
    letters((san, suffix), position, &mut add);
    if let Some(from) = m.from().filter(|_| !m.is_castle()) {
        squares(finder, m, from, (san.san, suffix), &mut add);
    }
    let san = san.to_string();
    found.retain(|(kind, text)| {
        let reads = || finder.meant(text) == Some(m) && !parse(text).is_ok_and(is_impossible_san);
        *text != san && is_safe(finder, m, text) && (!UNSURE.contains(kind) || reads())
    });
    found
}

/// The kinds of spellings that [`lenient_spellings`] makes, sorted by name.
pub fn kinds() -> impl Iterator<Item = Kind> {
    Kind::ALL.iter().copied().filter(|kind| !NOT_MADE.contains(kind))
}

/// Kinds of spellings that our reader understands but the suite does not test.
const NOT_MADE: [Kind; 20] = [
    Kind::CannotOccur,
    Kind::CapitalFile,
    Kind::CapitalX,
    Kind::CheckWord,
    Kind::Dash,
    Kind::Evaluation,
    Kind::FullWidth,
    Kind::Invisible,
    Kind::Lookalike,
    Kind::MateSign,
    Kind::MateWord,
    Kind::NoDash,
    Kind::NoRank,
    Kind::PromotionSign,
    Kind::PromotionWord,
    Kind::Punctuation,
    Kind::Spaces,
    Kind::Spoken,
    Kind::Uci,
    Kind::WrongOrigin,
];

/// Kinds that sometimes yield an unusable text: an illegal move, the SAN of another move, or a string that
/// cannot occur. We keep a text of these kinds only if [`MoveFinder`] reads the text as the right move. We drop
/// strings that cannot occur.
const UNSURE: [Kind; 11] = [
    Kind::NeedlessFile,
    Kind::NeedlessRank,
    Kind::NeedlessSquare,
    Kind::NeedlessFileCompanionPinned,
    Kind::NeedlessRankCompanionPinned,
    Kind::NeedlessSquareCompanionPinned,
    Kind::RankForFile,
    Kind::SquareForFile,
    Kind::SquareForRank,
    Kind::CheckAdded,
    Kind::MateAdded,
];

/// Adds spellings with a figurine, with a lower-case piece letter, or with a `P` before a pawn move. Also adds
/// spellings of promotions and castling that differ from SAN.
fn letters((san, suffix): (SanPlus, &str), position: &Chess, add: &mut impl FnMut(Kind, String)) {
    let base = san.san.to_string();
    if let Some((before, role)) = base.split_once('=') {
        add(Kind::PromotionWithoutEquals, format!("{before}{role}{suffix}"));
        add(Kind::PromotionInParentheses, format!("{before}({role}){suffix}"));
        add(
            Kind::CheckBeforePromotion,
            format!("{before}{}={role}", if suffix.is_empty() { "+" } else { suffix }),
        );
        let role = role.to_ascii_lowercase();
        add(Kind::PromotionLowerCase, format!("{before}={role}{suffix}"));
    }
    match san.san {
        San::Castle(side) => {
            add(Kind::CastlingWithZeros, base.replace('O', "0") + suffix);
            add(Kind::CastlingLowerCase, base.to_lowercase() + suffix);
            let king = side.king_to(position.turn());
            add(Kind::CastlingAsKingMove, format!("K{king}{suffix}"));
        }
        San::Normal { role: Role::Pawn, .. } => add(Kind::PawnWithLetter, format!("P{san}")),
        San::Normal { role, .. } => {
            let figurine = figurine(role.of(position.turn()));
            add(Kind::Figurine, format!("{figurine}{}{suffix}", &base[1..]));
            let letter = role.char();
            add(Kind::LowerCasePiece, format!("{letter}{}{suffix}", &base[1..]));
        }
        _ => {}
    }
}

/// Adds spellings whose check or mate symbol is missing, added or replaced.
fn suffix_spellings(
    base: &str,
    suffix: Option<Suffix>,
    position: &Chess,
    m: Move,
    add: &mut impl FnMut(Kind, String),
) {
    match suffix {
        None => {
            add(Kind::CheckAdded, format!("{base}+"));
            add(Kind::MateAdded, format!("{base}#"));
        }
        Some(Suffix::Check) => {
            add(Kind::CheckMissing, base.to_owned());
            add(Kind::MateInsteadOfCheck, format!("{base}#"));
            let mut after = position.clone();
            after.play_unchecked(m);
            if after.checkers().count() == 2 {
                add(Kind::DoubleCheckAsPlusPlus, format!("{base}++"));
            }
        }
        Some(Suffix::Checkmate) => {
            add(Kind::MateMissing, base.to_owned());
            add(Kind::CheckInsteadOfMate, format!("{base}+"));
            add(Kind::MateAsPlusPlus, format!("{base}++"));
        }
    }
}

/// Adds spellings that name the from-square, its file or its rank, although SAN does not.
fn squares(
    finder: &MoveFinder<'_>,
    m: Move,
    from: Square,
    (base, suffix): (San, &str),
    add: &mut impl FnMut(Kind, String),
) {
    let to = m.to();
    let letter = match m.role() {
        Role::Pawn => String::new(),
        role => role.upper_char().to_string(),
    };
    let x = if m.is_capture() { "x" } else { "" };
    let promotion = m.promotion().map(|role| format!("={}", role.upper_char()));
    let behind = promotion.unwrap_or_default() + suffix;
    let spell = |from: &dyn Display, x| format!("{letter}{from}{x}{to}{behind}");
    // Skip captures by a piece, such as `Ng1xf3`: they are already texts of the kind `NeedlessSquare`.
    if m.role() == Role::Pawn || !m.is_capture() {
        let dash = if m.is_capture() { "x" } else { "-" };
        add(Kind::LongAlgebraic, spell(&from, dash));
    }
    if m.role() == Role::Pawn {
        add(Kind::LongAlgebraicWithoutDash, spell(&from, ""));
        return;
    }
    let file = spell(&from.file(), x);
    let rank = spell(&from.rank(), x);
    let square = spell(&from, x);
    let (free, pinned) = companions(finder.position, &finder.legal, m);
    if free.is_empty() && pinned.any() {
        add(Kind::NeedlessFileCompanionPinned, file.clone());
        add(Kind::NeedlessRankCompanionPinned, rank.clone());
        add(Kind::NeedlessSquareCompanionPinned, square.clone());
    }
    match base {
        San::Normal { file: Some(_), rank: None, .. } => {
            add(Kind::RankForFile, rank.clone());
            add(Kind::SquareForFile, square.clone());
        }
        San::Normal { file: None, rank: Some(_), .. } => {
            add(Kind::SquareForRank, square.clone());
        }
        _ => {}
    }
    add(Kind::NeedlessSquare, square);
    add(Kind::NeedlessFile, file);
    add(Kind::NeedlessRank, rank);
}

/// Whether the spelling is unambiguous: every reader that accepts the spelling must read it as this move.
fn is_safe(finder: &MoveFinder<'_>, m: Move, text: &str) -> bool {
    // Some readers ignore the suffix, but otherwise accept only SAN. To such a reader, the text must mean this
    // move or no legal move.
    let strict = text.trim_end_matches(['+', '#', '!', '?']);
    if finder.meant(strict).is_some_and(|other| other != m) {
        return false;
    }
    let MoveFinder { position, legal, .. } = finder;
    let plain = strict.replace(['x', ':', '-'], "");
    // The text must not fit any other move, even for a reader that ignores case and does not require the `x`.
    // For example, `bc4` could be a move of a bishop or a b-pawn.
    let board = position.board();
    let pawns = board.by_piece(position.turn().pawn());
    if m.role() == Role::Bishop && plain.starts_with('b') && pawns.intersects(File::B) {
        return false;
    }
    let like = |other: &&Move| {
        let san = San::disambiguate(**other, legal).to_string();
        **other != m && san.replace('x', "") == plain
    };
    !legal.iter().any(|other| like(&other))
}

/// Whether `text` is a spelling of the kind `kind` for the move `uci`.
pub fn is_valid_row(position: &Chess, kind: Kind, text: &str, uci: &str) -> bool {
    let (finder, row) = (MoveFinder::new(position), (kind, text.to_owned()));
    let is_right = |&m: &Move| self::uci(m) == uci && lenient_spellings(&finder, m).contains(&row);
    finder.legal.iter().any(is_right)
}
