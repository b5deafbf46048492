//! Says why a text is not a legal move in a position.

use std::fmt;

use shakmaty::{
    Bitboard, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, File, Move, Position, Rank,
    Role, Square, attacks,
    san::{San, SanPlus},
};

use super::{
    discriminator::Discriminator,
    english::{in_words, place_name, role_name},
    geometry::named,
    move_finder::{MoveFinder, only},
    names,
    reason::Reason,
    vocabulary::Vocabulary,
};

/// Declares the reasons why a text is not a legal move. Each variant has fields, a name for its kind, and a
/// clause for messages.
macro_rules! refusals {
    ($($variant:ident { $($field:ident: $type:ty),* } = $name:literal: ($($why:tt)*),)*) => {
        names! {
            /// The kind of a [`Refusal`]. The conformance suite uses the same names in `refuse.tsv`, its
            /// table of texts that must be refused.
            ///
            /// ```
            /// use san_strings_core::RefuseKind;
            ///
            /// assert_eq!("king-into-check".parse(), Ok(RefuseKind::KingIntoCheck));
            /// assert_eq!(RefuseKind::Mated.name(), "mated");
            /// ```
            RefuseKind { $($variant = $name,)* }
        }

        /// Why a text is not a legal move in a position.
        ///
        /// ```
        /// use san_strings_core::{Refusal, RefuseKind, read, shakmaty::{Chess, Square}};
        ///
        /// let reading = read(&Chess::default(), "Bc4");
        /// let why = reading.refusal().expect("it is no move");
        /// assert_eq!(*why, Refusal::JumpOverPiece { from: Square::F1, to: Square::C4 });
        /// assert_eq!(why.kind(), RefuseKind::JumpOverPiece);
        /// assert_eq!(why.to_string(), "a piece is between f1 and c4");
        /// ```
        #[derive(Clone, Debug, Eq, PartialEq)]
        #[allow(missing_docs, reason = "the type of each field says what the field is")]
        #[non_exhaustive]
        pub enum Refusal { $(#[doc = concat!("Of the kind `", $name, "`.")] $variant { $($field: $type),* },)* }

        impl Refusal {
            /// Returns the kind of the refusal.
            pub fn kind(&self) -> RefuseKind {
                match self { $(Refusal::$variant { .. } => RefuseKind::$variant,)* }
            }
        }

        impl fmt::Display for Refusal {
            /// Prints a clause, such as `the piece on e4 is pinned`.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Refusal::$variant { $($field),* } => write!(f, $($why)*),)* }
            }
        }
    };
}

refusals! {
    AmbiguousFile { role: Role, to: Square, moves: usize } = "ambiguous-file":
        ("{moves} {}s can go to {to}, and the file does not tell them apart", role_name(*role)),
    AmbiguousNone { role: Role, to: Square, moves: usize } = "ambiguous-none":
        ("{moves} {}s can go to {to}, and the text names neither file nor rank", role_name(*role)),
    AmbiguousRank { role: Role, to: Square, moves: usize } = "ambiguous-rank":
        ("{moves} {}s can go to {to}, and the rank does not tell them apart", role_name(*role)),
    AmbiguousSpelling { moves: usize } = "ambiguous-spelling": ("it may mean any of {moves} moves"),
    CannotOccur { cause: Reason } = "cannot-occur": ("{}", never(*cause)),
    CaptureOfNothing { to: Square } = "capture-of-nothing": ("there is nothing on {to} to capture"),
    CaptureOfOwn { to: Square } = "capture-of-own": ("the piece on {to} belongs to the same side"),
    CastlingBlocked { king: Square, rook: Square, by: Option<(Square, Role)> } = "castling-blocked":
        ("{}", blocker(*king, *rook, *by)),
    CastlingIntoCheck { to: Square } = "castling-into-check": ("the king would be in check on {to}"),
    CastlingKingGone { home: Square } = "castling-king-gone": ("the king is not on {home}"),
    CastlingOutOfCheck {} = "castling-out-of-check": ("the king is in check"),
    CastlingRookGone { home: Square } = "castling-rook-gone":
        ("no rook is on {home}"),
    CastlingThroughCheck { through: Square } = "castling-through-check": ("{through} is attacked"),
    CastlingWithoutRight {} = "castling-without-right":
        ("there is no right to castle to that side"),
    CheckNotAnswered { king: Square } = "check-not-answered": ("the king on {king} stays in check"),
    EmptySquare { from: Square } = "empty-square": ("{from} is empty"),
    EnPassantNotAvailable { pawn: Square, to: Square } = "en-passant-not-available":
        ("the pawn on {pawn} has not just moved two squares past {to}"),
    EnPassantPinned { king: Square } = "en-passant-pinned":
        ("after the capture, the king on {king} would be in check"),
    JumpOverPiece { from: Square, to: Square } = "jump-over-piece":
        ("a piece is between {from} and {to}"),
    KingIntoCheck { to: Square } = "king-into-check": ("{to} is attacked"),
    KingNextToKing { to: Square } = "king-next-to-king": ("{to} is next to the other king"),
    KingToOwnRook { to: Square } = "king-to-own-rook":
        ("castling is not written as a move to {to}"),
    LeadingGarbage { garbage: &'static str } = "leading-garbage": ("{garbage} precedes the move"),
    Mated { turn: Color } = "mated": ("{turn} is mated"),
    NoSuchCapture { from: File, to: File } = "no-such-capture":
        ("no pawn on the {}-file can capture on the {}-file", from.char(), to.char()),
    NoSuchPiece { role: Role, file: Option<File>, rank: Option<Rank>, to: Square } = "no-such-piece":
        (
            "no {}{} can go to {to}",
            role_name(*role),
            place_name(*file, *rank).map_or(String::new(), |place| format!(" on {place}"))
        ),
    NumericNotation { from: Square, to: Square } = "numeric-notation":
        ("this is numeric notation, for {from}{to}"),
    OffTheBoard {} = "off-the-board": ("there is no such square"),
    OtherLetters {} = "other-letters": ("the piece letter does not belong to the language of the game"),
    PawnCaptureAmbiguous { pawns: usize } = "pawn-capture-ambiguous":
        ("{pawns} pawns can make this capture, and the text does not say which"),
    PawnFileMissing { to: Square } = "pawn-file-missing":
        ("a pawn capture on {to} must name the file of the pawn"),
    PinnedNamed { from: Square } = "pinned-named": ("the piece on {from} is pinned"),
    PinnedUnnamed { from: Square } = "pinned-unnamed": ("the piece on {from} is pinned"),
    PromotionBeforeLastRank { to: Square } = "promotion-before-last-rank":
        ("{to} is not on the last rank"),
    PromotionByPiece {} = "promotion-by-piece": ("only pawns promote"),
    PromotionMissing { to: Square } = "promotion-missing":
        ("a pawn that reaches {to} must promote"),
    PromotionToKing {} = "promotion-to-king": ("a pawn cannot promote to a king"),
    PromotionToPawn {} = "promotion-to-pawn": ("a pawn cannot promote to a pawn"),
    PushOntoPiece { to: Square } = "push-onto-piece": ("{to} is not empty"),
    PushThroughPiece { through: Square } = "push-through-piece": ("a piece is on {through}"),
    Resignation {} = "resignation": ("this is a resignation, which ends the game"),
    Result {} = "result": ("this is the result of a game"),
    Stalemated { turn: Color } = "stalemated": ("{turn} is stalemated"),
    TrailingGarbage { garbage: String } = "trailing-garbage": ("{garbage} follows the move"),
    WrongDiscriminator { role: Role, from: Vec<Square>, to: Square } = "wrong-discriminator":
        ("{}", other_pieces(*role, from, *to)),
    WrongSide { from: Square, turn: Color } = "wrong-side":
        ("it is {turn}'s turn, and the piece on {from} belongs to the other side"),
}

impl Refusal {
    /// Whether the text is an illegal move. `false` if the text is not a move at all, such as a result.
    pub fn is_of_move(&self) -> bool {
        let kinds = [
            RefuseKind::LeadingGarbage,
            RefuseKind::NumericNotation,
            RefuseKind::OffTheBoard,
            RefuseKind::Resignation,
            RefuseKind::Result,
            RefuseKind::TrailingGarbage,
        ];
        !kinds.contains(&self.kind())
    }

    /// Whether we recognize the text as something other than a move: a result, a resignation, or numeric
    /// notation.
    pub fn is_named(&self) -> bool {
        let kinds = [RefuseKind::NumericNotation, RefuseKind::Resignation, RefuseKind::Result];
        kinds.contains(&self.kind())
    }
}

/// Says why a SAN cannot occur.
fn never(cause: Reason) -> String {
    match cause {
        Reason::NoCheck(san) => format!("{san} cannot give check in any position"),
        cause => format!("it cannot occur: {cause}"),
    }
}

/// Says what blocks castling. In Chess960, we name the blocker, because it need not be between king and rook.
fn blocker(king: Square, rook: Square, by: Option<(Square, Role)>) -> String {
    match by {
        Some((square, role)) => format!("the {} on {square} is in the way", role_name(role)),
        None => format!("a piece is between {king} and {rook}"),
    }
}

/// Says that the pieces that can go to `to` are on the squares `from`, as in `the knights that can go to d2
/// are on b1 and f3`.
fn other_pieces(role: Role, from: &[Square], to: Square) -> String {
    let (name, squares) = (role_name(role), in_words(from, "and"));
    if from.len() > 1 {
        format!("the {name}s that can go to {to} are on {squares}")
    } else {
        format!("the {name} that can go to {to} is on {squares}")
    }
}

/// Texts that we recognize as garbage directly after a move. In this place, none of them can begin a comment, a
/// NAG or the next move.
pub const BEHIND: [&str; 6] = ["x", "zz", "-", "@", "9", "NN"];

/// Characters that we recognize as garbage before a move. Digits are not included, because they could be a
/// move number.
pub const BEFORE: [&str; 4] = ["x", "z", "=", "@"];

/// Says why no legal move fits a SAN.
pub(crate) fn of_san(finder: &MoveFinder<'_>, san: San) -> Refusal {
    let position = finder.position;
    let refusal = over(finder).or_else(|| match san {
        San::Castle(side) => castling(position, side),
        San::Normal { role: Role::Pawn, file, capture, to, promotion, .. } => {
            pawn(finder, file.filter(|_| capture), to, promotion)
        }
        San::Normal { role, file, rank, capture, to, .. } => {
            let is_theirs = position.them().contains(to);
            let side = || castling_side(position, san).filter(|_| file.is_some() || rank.is_some());
            piece_move(finder, (role, file, rank), capture || is_theirs, to)
                .or_else(|| castling(position, side()?))
        }
        San::Put { .. } | San::Null => None,
    });
    refusal.or_else(|| wrong_side(finder, san)).unwrap_or_else(|| no_piece(finder, san))
}

/// If there is no legal move, returns mate or stalemate as the reason to refuse any text.
fn over(finder: &MoveFinder<'_>) -> Option<Refusal> {
    let turn = finder.position.turn();
    let is_check = finder.position.is_check();
    let end = if is_check { Refusal::Mated { turn } } else { Refusal::Stalemated { turn } };
    finder.legal.is_empty().then_some(end)
}

/// Says why no legal move goes from one square to another. `named` is the role that the text names, if any.
pub(crate) fn of_squares(
    finder: &MoveFinder<'_>,
    named: Option<Role>,
    (from, to): (Square, Square),
    promotion: Option<Role>,
) -> Refusal {
    let position = finder.position;
    let (board, turn) = (position.board(), position.turn());
    if let Some(over) = over(finder) {
        return over;
    }
    let Some(piece) = board.piece_at(from) else { return Refusal::EmptySquare { from } };
    if piece.color != turn {
        return Refusal::WrongSide { from, turn };
    }
    let role = named.unwrap_or(piece.role);
    let (file, rank) = (Some(from.file()), Some(from.rank()));
    let nowhere = Refusal::NoSuchPiece { role, file, rank, to };
    if role != piece.role {
        return nowhere;
    }
    let is_it = |m: &Move| {
        let goes_to = m.castling_side().map_or(m.to(), |side| side.king_to(turn));
        m.from() == Some(from) && goes_to == to && m.promotion() == promotion
    };
    if finder.legal.iter().any(is_it) {
        // The move is legal, so only its `x` is wrong.
        return if position.us().contains(to) {
            Refusal::CaptureOfOwn { to }
        } else {
            Refusal::CaptureOfNothing { to }
        };
    }
    match promotion {
        Some(_) if role != Role::Pawn => return Refusal::PromotionByPiece {},
        Some(Role::King) => return Refusal::PromotionToKing {},
        Some(Role::Pawn) => return Refusal::PromotionToPawn {},
        _ => {}
    }
    let goes_to = |side: &CastlingSide| side.king_to(turn) == to && from.distance(to) > 1;
    let takes = |side: &CastlingSide| {
        let is_corner = from == home(position) && to == corner(position, *side);
        let is_rook = board.by_piece(turn.rook()).contains(to);
        position.castles().rook(turn, *side) == Some(to) || is_corner && is_rook
    };
    let mut sides = CastlingSide::ALL.into_iter().filter(|_| role == Role::King);
    if let Some(side) = sides.find(|side| goes_to(side) || takes(side)) {
        if finder.legal.iter().any(|m| m.castling_side() == Some(side)) {
            return Refusal::KingToOwnRook { to };
        }
        let own = board.by_color(turn).contains(to).then_some(Refusal::CaptureOfOwn { to });
        return castling(position, side).or(own).unwrap_or(nowhere);
    }
    if role != Role::Pawn {
        let is_capture = position.them().contains(to);
        return piece_move(finder, (role, file, rank), is_capture, to).unwrap_or(nowhere);
    }
    let captures = from.file() != to.file();
    let ahead = |ranks: i32| from.offset(turn.fold_wb(8, -8) * ranks);
    let is_double = from.rank() == turn.relative_rank(Rank::Second) && ahead(2) == Some(to);
    let reaches = if captures {
        attacks::pawn_attacks(turn, from).contains(to)
    } else {
        ahead(1) == Some(to) || is_double
    };
    let fault = || pawn(finder, captures.then_some(from.file()), to, promotion);
    if reaches { fault().unwrap_or(nowhere) } else { nowhere }
}

/// Says why no pawn on the file `from` can capture on the file `to`, whatever the rank.
pub(crate) fn of_capture(finder: &MoveFinder<'_>, from: File, to: File) -> Refusal {
    if let Some(over) = over(finder) {
        return over;
    }
    let is_such = |m: &&Move| {
        m.is_promotion() && m.from().map(Square::file) == Some(from) && m.to().file() == to
    };
    match finder.legal.iter().find(is_such) {
        Some(m) => Refusal::PromotionMissing { to: m.to() },
        None => Refusal::NoSuchCapture { from, to },
    }
}

/// Whether a pawn can capture on this square.
fn can_capture(finder: &MoveFinder<'_>, to: Square) -> bool {
    finder.legal.iter().any(|m| m.role() == Role::Pawn && m.to() == to && m.is_capture())
}

/// Says why no piece of either side can make the move of a SAN.
fn no_piece(finder: &MoveFinder<'_>, san: San) -> Refusal {
    let position = finder.position;
    if let Some(cause) = Reason::of(SanPlus { san, suffix: None }) {
        return Refusal::CannotOccur { cause };
    }
    let San::Normal { role, file, rank, capture, to, .. } = san else {
        return Refusal::CastlingKingGone { home: home(position) };
    };
    if position.us().contains(to) {
        Refusal::CaptureOfOwn { to }
    } else if capture && !position.them().contains(to) {
        Refusal::CaptureOfNothing { to }
    } else if role == Role::Pawn && !capture && can_capture(finder, to) {
        Refusal::PawnFileMissing { to }
    } else {
        Refusal::NoSuchPiece { role, file, rank, to }
    }
}

/// The castling side, if a SAN such as `Kg1` or `Ke1g1` moves the king where castling would put it.
pub(crate) fn castling_side(position: &Chess, san: San) -> Option<CastlingSide> {
    let San::Normal { role: Role::King, file, rank, capture: false, to, .. } = san else {
        return None;
    };
    let king = position.board().king_of(position.turn())?;
    let mut sides = CastlingSide::ALL.into_iter();
    sides.find(|side| named(file, rank).contains(king) && side.king_to(position.turn()) == to)
}

/// The initial square of the king of the side to move.
fn home(position: &Chess) -> Square {
    position.turn().fold_wb(Square::E1, Square::E8)
}

/// The initial square of the rook for castling to `side`.
fn corner(position: &Chess, side: CastlingSide) -> Square {
    let file = if side.is_king_side() { File::H } else { File::A };
    Square::from_coords(file, home(position).rank())
}

/// Whether a SAN cannot occur with its `+` or `#`, but can occur without it.
pub fn is_impossible_san(san: SanPlus) -> bool {
    Vocabulary::with_symbols().id_of(san).is_some() && Vocabulary::occurring().id_of(san).is_none()
}

/// Says what is missing in a SAN that fits several legal moves.
pub(crate) fn ambiguous(san: San, moves: usize) -> Refusal {
    let San::Normal { role, to, .. } = san else { return Refusal::AmbiguousSpelling { moves } };
    match Discriminator::of(san) {
        Discriminator::None => Refusal::AmbiguousNone { role, to, moves },
        Discriminator::File => Refusal::AmbiguousFile { role, to, moves },
        _ => Refusal::AmbiguousRank { role, to, moves },
    }
}

/// Says what is wrong with the move of a piece other than a pawn.
fn piece_move(
    finder: &MoveFinder<'_>,
    (role, file, rank): (Role, Option<File>, Option<Rank>),
    capture: bool,
    to: Square,
) -> Option<Refusal> {
    let MoveFinder { position, legal, .. } = finder;
    let us = position.turn();
    let board = position.board();
    let pieces = board.by_piece(role.of(us));
    let named = pieces & named(file, rank);
    if role == Role::King && !capture && position.castles().castling_rights().contains(to) {
        let castles = legal.iter().any(|m| m.is_castle() && m.to() == to);
        return castles.then_some(Refusal::KingToOwnRook { to });
    }
    let may_go = |m: &&Move| {
        let is_named = m.from().is_some_and(|from| named.contains(from));
        m.role() == role && m.to() == to && is_named && !m.is_castle()
    };
    if legal.iter().any(|m| may_go(&m)) {
        return capture.then_some(Refusal::CaptureOfNothing { to });
    }
    let attack = |sq: &Square| attacks::attacks(*sq, role.of(us), board.occupied()).contains(to);
    let reach: Bitboard = named.into_iter().filter(attack).collect();
    if board.by_color(us).contains(to) {
        return reach.any().then_some(Refusal::CaptureOfOwn { to });
    }
    if capture != board.by_color(us.other()).contains(to) {
        return None;
    }
    if let Some(from) = reach.first() {
        if role == Role::King {
            return king_attacked(position, to);
        }
        let is_named = file.is_some() || rank.is_some();
        return Some(pinned(position, from, to, is_named));
    }
    let others =
        legal.iter().filter(|m| m.role() == role && m.to() == to && m.is_capture() == capture);
    let from: Bitboard = others.filter_map(|other| other.from()).collect();
    if from.any() {
        let from = from.into_iter().collect();
        return Some(Refusal::WrongDiscriminator { role, from, to });
    }
    let jump = |sq: &Square| attacks::attacks(*sq, role.of(us), Bitboard::EMPTY).contains(to);
    let from = named.into_iter().find(jump)?;
    Some(Refusal::JumpOverPiece { from, to })
}

/// Returns why the king cannot step to the adjacent square `to`: it would be in check, or next to the other
/// king.
fn king_attacked(position: &Chess, to: Square) -> Option<Refusal> {
    let their_king = position.board().king_of(position.turn().other())?;
    let is_next = attacks::king_attacks(their_king).contains(to);
    Some(if is_next { Refusal::KingNextToKing { to } } else { Refusal::KingIntoCheck { to } })
}

/// Says why a piece other than the king cannot go to `to`, although its path is free: the king would be in
/// check. `is_named` says whether the text names the file or rank of the piece.
fn pinned(position: &Chess, from: Square, to: Square, is_named: bool) -> Refusal {
    unanswered(position, to).unwrap_or(if is_named {
        Refusal::PinnedNamed { from }
    } else {
        Refusal::PinnedUnnamed { from }
    })
}

/// Returns a refusal if the king is in check and a move of another piece to `to` would neither capture the
/// checking piece nor block its attack. Otherwise, returns `None`.
fn unanswered(position: &Chess, to: Square) -> Option<Refusal> {
    let us = position.turn();
    let king = position.board().king_of(us)?;
    let mut answers = Bitboard::FULL;
    for checker in position.checkers() {
        answers &= attacks::between(king, checker) | Bitboard::from(checker);
    }
    (!answers.contains(to)).then_some(Refusal::CheckNotAnswered { king })
}

/// Says what is wrong with a pawn move. `capture_from` is the from-file, if the pawn captures.
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
    let last = to.rank() == us.relative_rank(Rank::Eighth);
    let one = behind(1)?;
    let from = capture_from.map_or(one, |file| Square::from_coords(file, one.rank()));
    let mut there = legal.iter().filter(|m| m.role() == Role::Pawn && m.to() == to);
    if promotion.is_some() && !last {
        let comes_from = |m: &Move| match capture_from {
            Some(_) => m.from() == Some(from),
            None => !m.is_capture(),
        };
        return there.any(comes_from).then_some(Refusal::PromotionBeforeLastRank { to });
    }
    match capture_from {
        Some(file) if file.distance(to.file()) != 1 => return None,
        _ if pawns.contains(from) => {
            return Some(one_step(finder, from, to, promotion.is_none() && last));
        }
        Some(_) => return None,
        None => {}
    }
    let start = us.relative_rank(Rank::Second);
    let two = behind(2).filter(|sq| sq.rank() == start && pawns.contains(*sq))?;
    Some(if board.occupied().contains(one) {
        Refusal::PushThroughPiece { through: one }
    } else if board.occupied().contains(to) {
        Refusal::PushOntoPiece { to }
    } else {
        pinned(position, two, to, false)
    })
}

/// Says what is wrong with a single push or a capture by the pawn on `from`, one rank behind `to`.
fn one_step(finder: &MoveFinder<'_>, from: Square, to: Square, lacks_promotion: bool) -> Refusal {
    let MoveFinder { position, legal, .. } = finder;
    let board = position.board();
    let captures = from.file() != to.file();
    match board.color_at(to) {
        Some(_) if !captures => return Refusal::PushOntoPiece { to },
        Some(color) if color == position.turn() => return Refusal::CaptureOfOwn { to },
        None if captures => return en_passant(position, from, to),
        _ => {}
    }
    let is_such = |m: &Move| m.from() == Some(from) && m.to() == to;
    if lacks_promotion && legal.iter().any(is_such) {
        return Refusal::PromotionMissing { to };
    }
    pinned(position, from, to, captures)
}

/// Says what is wrong with a pawn capture on an empty square.
fn en_passant(position: &Chess, from: Square, to: Square) -> Refusal {
    let us = position.turn();
    if position.ep_square(EnPassantMode::PseudoLegal) == Some(to)
        && let Some(king) = position.board().king_of(us)
    {
        return unanswered(position, to).unwrap_or(Refusal::EnPassantPinned { king });
    }
    let pawn = Square::from_coords(to.file(), from.rank());
    let theirs = position.board().by_piece(us.other().pawn());
    let rank = us.relative_rank(Rank::Sixth);
    if to.rank() == rank && theirs.contains(pawn) {
        Refusal::EnPassantNotAvailable { pawn, to }
    } else {
        Refusal::CaptureOfNothing { to }
    }
}

fn castling(position: &Chess, side: CastlingSide) -> Option<Refusal> {
    let us = position.turn();
    let board = position.board();
    let king = board.king_of(us)?;
    let Some(rook) = position.castles().rook(us, side) else {
        let home = home(position);
        // In Chess960, the rook's initial square is unknown without the castling right.
        if position.castles().mode() == CastlingMode::Chess960 {
            return Some(Refusal::CastlingWithoutRight {});
        }
        let corner = corner(position, side);
        return (king == home).then_some(if board.by_piece(us.rook()).contains(corner) {
            Refusal::CastlingWithoutRight {}
        } else {
            Refusal::CastlingRookGone { home: corner }
        });
    };
    if let Some(square) = (position.castles().path(us, side) & board.occupied()).first() {
        let is_960 = position.castles().mode() == CastlingMode::Chess960;
        let by = board.role_at(square).filter(|_| is_960).map(|role| (square, role));
        return Some(Refusal::CastlingBlocked { king, rook, by });
    }
    if position.is_check() {
        return Some(Refusal::CastlingOutOfCheck {});
    }
    let to = side.king_to(us);
    let is_attacked = |sq: &Square| board.attacks_to(*sq, us.other(), board.occupied()).any();
    let through = attacks::between(king, to).into_iter().find(is_attacked);
    Some(match through {
        Some(through) => Refusal::CastlingThroughCheck { through },
        None => Refusal::CastlingIntoCheck { to },
    })
}

/// Reports a move that only the other side can play.
fn wrong_side(finder: &MoveFinder<'_>, san: San) -> Option<Refusal> {
    let from = only(&finder.opponent_moves, san)?.from()?;
    Some(Refusal::WrongSide { from, turn: finder.position.turn() })
}

/// For a text that is not SAN, says why it is not a legal move. `None` if no kind of refusal applies.
pub(crate) fn of_text(finder: &MoveFinder<'_>, text: &str) -> Option<Refusal> {
    let is_legal = |text: &str| finder.meant(text).is_some();
    // We also treat `e8P` and `e8K` as promotions.
    let without_sign = || text.split_at_checked(text.len().checked_sub(1)?);
    let promotion = without_sign()
        .filter(|&(before, after)| before.ends_with(['1', '8']) && ["P", "K"].contains(&after));
    if let Some((before, after)) = text.split_once('=').or(promotion) {
        let promotes = is_legal(&format!("{before}=Q"));
        match after {
            "K" if promotes => return Some(Refusal::PromotionToKing {}),
            "P" if promotes => return Some(Refusal::PromotionToPawn {}),
            "N" | "B" | "R" | "Q" => {
                let is_last = Bitboard::BACKRANKS.contains(finder.meant(before)?.to());
                return is_last.then_some(Refusal::PromotionByPiece {});
            }
            _ => {}
        }
    }
    if is_off_the_board(text) {
        return Some(Refusal::OffTheBoard {});
    }
    let behind = BEHIND.iter().find(|junk| text.strip_suffix(**junk).is_some_and(is_legal));
    if let Some(garbage) = behind {
        return Some(Refusal::TrailingGarbage { garbage: (*garbage).to_owned() });
    }
    let garbage = BEFORE.iter().find(|junk| text.strip_prefix(**junk).is_some_and(is_legal))?;
    Some(Refusal::LeadingGarbage { garbage })
}

const RESULTS: [&str; 13] = [
    "1-0",
    "1:0",
    "0-1",
    "0:1",
    "1/2-1/2",
    "1/2:1/2",
    "½-½",
    "0.5-0.5",
    "*",
    "1/2",
    "draw",
    "draw offered",
    "offers a draw",
];

const RESIGNATIONS: [&str; 6] =
    ["resigns", "resign", "i resign", "resignation", "white resigns", "black resigns"];

/// Recognizes a result, a resignation, or numeric notation.
pub fn other_than_a_move(text: &str) -> Option<Refusal> {
    let word = text.trim().trim_end_matches('.');
    let is_among = |words: &[&str]| words.iter().any(|other| other.eq_ignore_ascii_case(word));
    match word.as_bytes().first()? {
        _ if is_among(&RESULTS) => Some(Refusal::Result {}),
        _ if is_among(&RESIGNATIONS) => Some(Refusal::Resignation {}),
        _ => numeric_notation(text),
    }
}

/// Recognizes the numeric notation of correspondence chess: `5254` is e2e4. A fifth digit names the promotion
/// piece.
pub fn numeric_notation(text: &str) -> Option<Refusal> {
    let digits = text.as_bytes();
    let is_promotion = digits.get(4).is_none_or(|role| (b'1'..=b'4').contains(role));
    let square = |pair: &[u8]| match *pair {
        [file @ b'1'..=b'8', rank @ b'1'..=b'8'] => Some(Square::from_coords(
            File::new(u32::from(file - b'1')),
            Rank::new(u32::from(rank - b'1')),
        )),
        _ => None,
    };
    let is_such = (4..=5).contains(&digits.len()) && is_promotion;
    let (from, to) = is_such.then(|| Some((square(&digits[..2])?, square(&digits[2..4])?)))??;
    Some(Refusal::NumericNotation { from, to })
}

/// Whether the text names a square off the board: with the rank 0 or 9, or with the file `i`.
fn is_off_the_board(text: &str) -> bool {
    let square = text.trim_start_matches(['N', 'B', 'R', 'Q', 'K']);
    // The text may begin with a from-square, as in `e2e9`.
    let from = square.get(..2).filter(|from| square.len() > 3 && from.parse::<Square>().is_ok());
    let square = &square[from.map_or(0, str::len)..];
    matches!(
        square.trim_start_matches(['x', '-']).as_bytes(),
        [b'i', b'0'..=b'9'] | [b'a'..=b'h', b'0' | b'9']
    )
}
