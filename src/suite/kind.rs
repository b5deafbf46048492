//! The kinds of rows, each with its name in one place.

use std::{collections::HashMap, fmt, str::FromStr, sync::LazyLock};

use shakmaty::{CastlingSide, Role, san::Suffix};

use super::{Table, rows::FieldError};
use crate::{Discriminator, san::english::role_name};

/// The kind of a row.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Kind {
    Canonical(CanonicalKind),
    Refuse(RefuseKind),
    Lenient(LenientKind),
    NullMove,
    Legal,
    Movetext(MovetextKind),
}

/// Declares an enum whose variants have names, and advice for whoever gets such a row wrong.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal, $advice:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
        pub enum $name { $($variant,)* }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// Advice for a library that answers such a row wrongly.
            pub fn advice(self) -> &'static str {
                match self { $($name::$variant => $advice,)* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $name {
            type Err = FieldError;

            fn from_str(text: &str) -> Result<$name, FieldError> {
                let named = $name::ALL.iter().find(|kind| kind.name() == text);
                named.copied().ok_or(FieldError)
            }
        }
    };
}

named! {
    /// The one kind of null moves.
    NullMove {
        NullMove = "null-move",
            "Null moves only inform: read them or refuse them.";
    }
}

named! {
    /// Why a text is not a move.
    RefuseKind {
        AmbiguousFile = "ambiguous-file",
            "Refuse it: several pieces can go there, and the file does not tell them apart.";
        AmbiguousNone = "ambiguous-none",
            "Refuse it: several pieces can go there, and nothing tells them apart.";
        AmbiguousRank = "ambiguous-rank",
            "Refuse it: several pieces can go there, and the rank does not tell them apart.";
        CannotOccur = "cannot-occur",
            "Refuse it, or ignore the + or #: no position has such a check or mate.";
        CaptureOfNothing = "capture-of-nothing",
            "Refuse it: it says x, and the square is empty.";
        CaptureOfOwn = "capture-of-own",
            "Refuse it: the piece on the square is of the same colour.";
        CastlingBlocked = "castling-blocked",
            "Refuse it: a piece stands between king and rook.";
        CastlingIntoCheck = "castling-into-check",
            "Refuse it: the king would stand in check.";
        CastlingOutOfCheck = "castling-out-of-check",
            "Refuse it: a king in check may not castle.";
        CastlingRookGone = "castling-rook-gone",
            "Refuse it: the rook has left its corner.";
        CastlingThroughCheck = "castling-through-check",
            "Refuse it: the king would cross an attacked square.";
        CastlingWithoutRight = "castling-without-right",
            "Refuse it: king or rook has moved before, so the FEN has no castling right.";
        CheckNotAnswered = "check-not-answered",
            "Refuse it: the king would stay in check.";
        EnPassantNotAvailable = "en-passant-not-available",
            "Refuse it: the FEN has no such en-passant square.";
        EnPassantPinned = "en-passant-pinned",
            "Refuse it: the capture en passant would leave the king in check.";
        JumpOverPiece = "jump-over-piece",
            "Refuse it: a piece stands in the way.";
        KingIntoCheck = "king-into-check",
            "Refuse it: the square is attacked.";
        KingNextToKing = "king-next-to-king",
            "Refuse it: two kings may not stand side by side.";
        KingToOwnRook = "king-to-own-rook",
            "Refuse it: castling is written O-O or O-O-O, not as a king that moves to its rook.";
        LeadingGarbage = "leading-garbage",
            "Refuse it: something stands before the move. Anchor the pattern at the start.";
        Mated = "mated",
            "Refuse every text: the side to move is mated.";
        OffTheBoard = "off-the-board",
            "Refuse it: there is no such square.";
        PawnCaptureAmbiguous = "pawn-capture-ambiguous",
            "Refuse it: several pawns can capture there, and the text names none.";
        PinnedNamed = "pinned-named",
            "Refuse it: the piece that is named is pinned.";
        PinnedUnnamed = "pinned-unnamed",
            "Refuse it: the only piece that reaches the square is pinned.";
        PromotionBeforeLastRank = "promotion-before-last-rank",
            "Refuse it: a pawn promotes only on the last rank.";
        PromotionByPiece = "promotion-by-piece",
            "Refuse it: only pawns promote.";
        PromotionMissing = "promotion-missing",
            "Refuse it: a pawn on the last rank must become something, and the text does not say what.";
        PromotionToKing = "promotion-to-king",
            "Refuse it: no pawn becomes a king.";
        PromotionToPawn = "promotion-to-pawn",
            "Refuse it: no pawn stays a pawn.";
        PushOntoPiece = "push-onto-piece",
            "Refuse it: a pawn does not capture straight ahead.";
        PushThroughPiece = "push-through-piece",
            "Refuse it: a pawn does not jump over a piece.";
        Stalemated = "stalemated",
            "Refuse every text: the side to move is stalemated.";
        TrailingGarbage = "trailing-garbage",
            "Refuse it: something stands after the move. Anchor the pattern at the end.";
        WrongDiscriminator = "wrong-discriminator",
            "Refuse it: no piece that fits the file or rank can go there.";
        WrongSide = "wrong-side",
            "Refuse it: it is the other side's move.";
    }
}

named! {
    /// How a spelling of a move differs from SAN.
    LenientKind {
        CaptureColon = "capture-colon",
            "Read the colon as x, or refuse.";
        CaptureTrailingColon = "capture-trailing-colon",
            "Read the colon behind the square as x, or refuse.";
        CaptureWithoutX = "capture-without-x",
            "Read the capture without x, or refuse.";
        CastlingAsKingMove = "castling-as-king-move",
            "Read it as castling, or refuse: no king moves two squares otherwise.";
        CastlingLowerCase = "castling-lower-case",
            "Read o-o as castling, or refuse.";
        CastlingWithZeros = "castling-with-zeros",
            "Read the zeros as O, or refuse.";
        CheckAdded = "check-added",
            "Ignore the +, or refuse: the move gives no check.";
        CheckBeforePromotion = "check-before-promotion",
            "Read the promotion behind the +, or refuse.";
        CheckInsteadOfMate = "check-instead-of-mate",
            "Ignore the +, or refuse: the move gives mate.";
        CheckMissing = "check-missing",
            "Read the move without its +, or refuse.";
        DoubleCheckAsPlusPlus = "double-check-as-plus-plus",
            "Read ++ as a check, or refuse.";
        EnPassantEp = "en-passant-e.p.",
            "Skip e.p., or refuse.";
        Figurine = "figurine",
            "Read the figurine as a letter, or refuse.";
        LongAlgebraic = "long-algebraic",
            "Read both squares, or refuse.";
        LongAlgebraicWithoutDash = "long-algebraic-without-dash",
            "Read both squares, or refuse.";
        LowerCasePiece = "lower-case-piece",
            "Read the small letter as a piece, or refuse. Never take it for a file.";
        MateAdded = "mate-added",
            "Ignore the #, or refuse: the move gives no mate.";
        MateAsPlusPlus = "mate-as-plus-plus",
            "Read ++ as mate, or refuse.";
        MateInsteadOfCheck = "mate-instead-of-check",
            "Ignore the #, or refuse: the move gives check only.";
        MateMissing = "mate-missing",
            "Read the move without its #, or refuse.";
        MoveNumber = "move-number",
            "Skip the number, or refuse.";
        Nag = "nag",
            "Skip the numeric annotation glyph, or refuse.";
        NeedlessFile = "needless-file",
            "Accept the needless file, or refuse. Never take it for another move.";
        NeedlessFileCompanionPinned = "needless-file-companion-pinned",
            "Accept the needless file, or refuse: the other piece is pinned, so SAN names none.";
        NeedlessRank = "needless-rank",
            "Accept the needless rank, or refuse. Never take it for another move.";
        NeedlessRankCompanionPinned = "needless-rank-companion-pinned",
            "Accept the needless rank, or refuse: the other piece is pinned, so SAN names none.";
        NeedlessSquare = "needless-square",
            "Accept the needless square, or refuse. Never take it for another move.";
        NeedlessSquareCompanionPinned = "needless-square-companion-pinned",
            "Accept the needless square, or refuse: the other piece is pinned, so SAN names none.";
        PawnCaptureWithoutFile = "pawn-capture-without-file",
            "Read it as the capture of the only pawn that can, or refuse.";
        PawnWithLetter = "pawn-with-letter",
            "Read P as a pawn, or refuse.";
        PromotionInParentheses = "promotion-in-parentheses",
            "Read the piece in parentheses, or refuse. Never promote to another one.";
        PromotionLowerCase = "promotion-lower-case",
            "Read the small letter as the piece, or refuse.";
        PromotionWithoutEquals = "promotion-without-equals",
            "Read the promotion without =, or refuse.";
        RankForFile = "rank-for-file",
            "Read the rank where SAN names the file, or refuse.";
        SquareForFile = "square-for-file",
            "Read the square where SAN names the file only, or refuse.";
        SquareForRank = "square-for-rank",
            "Read the square where SAN names the rank only, or refuse.";
        SuffixAnnotation = "suffix-annotation",
            "Skip ! and ?, or refuse.";
    }
}

named! {
    /// What makes a move hard to read or write, where that has no parameters.
    Situation {
        BishopOrBPawn = "bishop-or-b-pawn",
            "Keep B and b apart: a bishop and the pawn on the b-file can make this capture.";
        CaptureFromTwoFiles = "capture-from-two-files",
            "Keep the file of the pawn: two pawns can capture there.";
        CaptureOfCastlingRook = "capture-of-castling-rook",
            "Take the castling right from the side whose rook is captured.";
        CastlingBSquareAttacked = "castling-b-square-attacked",
            "Castle: only the king must not cross attacked squares.";
        CastlingRookAttacked = "castling-rook-attacked",
            "Castle: an attacked rook does not matter.";
        CastlingRookMoveAmbiguous = "castling-rook-move-ambiguous",
            "Write O-O or O-O-O: a rook that could go to the same square does not matter.";
        CheckAnsweredByEnPassant = "check-answered-by-en-passant",
            "Write +, not #: a capture en passant is the only answer.";
        CheckByCastlingRook = "check-by-castling-rook",
            "Append the check that the castled rook gives.";
        CompanionPinnedInCheck = "companion-pinned-in-check",
            "Leave out companions that may not move because of the check.";
        CompanionPins = "companion-pins",
            "Name the file or rank: a piece that pins one of the opponent may move.";
        DiscoveredCheckByKing = "discovered-check-by-king",
            "Append + or #: the king uncovers a check.";
        DiscoveredCheckByPawn = "discovered-check-by-pawn",
            "Append + or #: the pawn uncovers a check.";
        DoubleCheck = "double-check",
            "Append one + or #, also where two pieces give check.";
        EnPassantDiscoversRank = "en-passant-discovers-rank",
            "Append the check along the rank that both pawns leave.";
        EnPassantOtherPawnPinned = "en-passant-other-pawn-pinned",
            "Allow the capture en passant that is legal: the other pawn is pinned.";
        FromCorner = "from-corner",
            "Read and write moves from a corner.";
        KingInDoubleCheck = "king-in-double-check",
            "Only the king can move: two pieces give check.";
        MateDespiteEnPassant = "mate-despite-en-passant",
            "Write #: no capture en passant is legal here.";
        PieceToEnPassantSquare = "piece-to-en-passant-square",
            "Write no x: a piece that goes to the en-passant square captures nothing.";
        PinnedCompanionChangesDiscriminator = "pinned-companion-changes-discriminator",
            "Count only companions that may move, then choose file, rank or square.";
        PromotionOtherRoleChecks = "promotion-other-role-checks",
            "Write no +: only another promotion would give check.";
        Stalemate = "stalemate",
            "Append nothing: stalemate is neither check nor mate.";
        ToCorner = "to-corner",
            "Read and write moves to a corner.";
    }
}

named! {
    /// The line along which a companion is pinned.
    PinLine {
        File = "file", "along the file";
        Rank = "rank", "along the rank";
        Diagonal = "diagonal", "along a diagonal";
    }
}

named! {
    /// The rule of movetext that a file is about.
    MovetextKind {
        CommentsInBraces = "comments-in-braces",
            "Skip what stands in braces: the first closing brace ends it, wherever it stands.";
        CommentsToEndOfLine = "comments-to-end-of-line",
            "Skip what follows a semicolon up to the end of its line.";
        EscapeLines = "escape-lines", "Skip lines that begin with %.";
        Glyphs = "glyphs", "Skip !, ?, and their pairs.";
        LineEnds = "line-ends", "Accept LF, CR LF, tabs, blank lines, and lines of any length.";
        MoveNumbers = "move-numbers", "Skip move numbers, with any number of dots, or none.";
        Nags = "nags", "Skip numeric annotation glyphs: $ and a number.";
        Results = "results", "End the game at its result: 1-0, 0-1, 1/2-1/2 or *.";
        SetUp = "set-up", "Start from the position in the FEN tag.";
        Variations = "variations", "Skip variations in parentheses, also those in variations.";
    }
}

/// The feature that a move and its SAN show.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum CanonicalKind {
    /// One row for each string that occurs.
    EveryString,
    Situation(Situation),
    Castling(Side, Ending),
    /// A companion cannot move, as it is pinned along a line to its king.
    CompanionPinned(PinLine, Piece),
    /// At least two companions, told apart by this.
    Disambiguate(Named, Piece),
    EnPassant(Ending),
    Mate(Piece),
    Promotion {
        to: Piece,
        capture: bool,
        ending: Ending,
    },
}

/// An element of a name, in the order of its variants.
macro_rules! part {
    ($(#[$doc:meta])* $name:ident of $of:ty { $($variant:ident = $value:pat => $text:expr,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
        pub enum $name { $($variant,)* }

        impl From<$of> for $name {
            fn from(value: $of) -> $name {
                match value { $($value => $name::$variant,)* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $text,)* })
            }
        }
    };
}

part! {
    /// A role.
    Piece of Role {
        Pawn = Role::Pawn => role_name(Role::Pawn),
        Knight = Role::Knight => role_name(Role::Knight),
        Bishop = Role::Bishop => role_name(Role::Bishop),
        Rook = Role::Rook => role_name(Role::Rook),
        Queen = Role::Queen => role_name(Role::Queen),
        King = Role::King => role_name(Role::King),
    }
}

part! {
    /// A side to castle on.
    Side of CastlingSide {
        King = CastlingSide::KingSide => "king-side",
        Queen = CastlingSide::QueenSide => "queen-side",
    }
}

part! {
    /// The end of a name: check or mate.
    Ending of Option<Suffix> {
        None = None => "",
        Check = Some(Suffix::Check) => "-check",
        Mate = Some(Suffix::Checkmate) => "-mate",
    }
}

const ENDINGS: [Ending; 3] = [Ending::None, Ending::Check, Ending::Mate];

part! {
    /// A discriminator.
    Named of Discriminator {
        None = Discriminator::None => "none",
        File = Discriminator::File => "file",
        Rank = Discriminator::Rank => "rank",
        Square = Discriminator::Square => "square",
    }
}

impl fmt::Display for CanonicalKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CanonicalKind::EveryString => f.write_str("every-string"),
            CanonicalKind::Situation(situation) => situation.fmt(f),
            CanonicalKind::Castling(side, ending) => write!(f, "castling-{side}{ending}"),
            CanonicalKind::CompanionPinned(line, piece) => {
                write!(f, "companion-pinned-{line}-{piece}")
            }
            CanonicalKind::Disambiguate(named, piece) => write!(f, "disambiguate-{named}-{piece}"),
            CanonicalKind::EnPassant(ending) => write!(f, "en-passant{ending}"),
            CanonicalKind::Mate(piece) => write!(f, "mate-by-{piece}"),
            CanonicalKind::Promotion { to, capture, ending } => {
                let capture = if *capture { "-capture" } else { "" };
                write!(f, "promotion-{to}{capture}{ending}")
            }
        }
    }
}

impl CanonicalKind {
    fn advice(self) -> String {
        let suffix = |ending| match ending {
            Ending::None => "",
            Ending::Check => ", and append +",
            Ending::Mate => ", and append #",
        };
        match self {
            CanonicalKind::EveryString => {
                "One row for each string: what several wrong rows share shows the rule.".to_owned()
            }
            CanonicalKind::Situation(situation) => situation.advice().to_owned(),
            CanonicalKind::Castling(side, ending) => {
                let text = if side == Side::King { "O-O" } else { "O-O-O" };
                format!("Read and write {text}{}.", suffix(ending))
            }
            CanonicalKind::CompanionPinned(line, piece) => {
                let line = line.advice();
                format!("Insert nothing: the other {piece} is pinned {line} and may not move.")
            }
            CanonicalKind::Disambiguate(named, piece) => {
                format!("Insert the {named}: it tells the {piece} from two or more others.")
            }
            CanonicalKind::EnPassant(ending) => {
                format!("Name the file of the pawn, x and the square{}.", suffix(ending))
            }
            CanonicalKind::Mate(piece) => format!("Append #: the {piece} gives mate."),
            CanonicalKind::Promotion { to, ending, .. } => {
                format!("Write = and the letter of the {to}{}.", suffix(ending))
            }
        }
    }

    /// Every kind but [`CanonicalKind::EveryString`], sorted by name.
    pub fn all() -> Vec<CanonicalKind> {
        let mut all: Vec<_> =
            Situation::ALL.iter().copied().map(CanonicalKind::Situation).collect();
        for ending in ENDINGS {
            all.push(CanonicalKind::EnPassant(ending));
            all.extend([Side::King, Side::Queen].map(|side| CanonicalKind::Castling(side, ending)));
        }
        all.extend(Role::ALL.map(|role| CanonicalKind::Mate(role.into())));
        for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            let lines = PinLine::ALL.iter();
            all.extend(lines.map(|&line| CanonicalKind::CompanionPinned(line, piece)));
            for named in [Named::File, Named::Rank, Named::Square] {
                // No rook needs its square.
                if (piece, named) != (Piece::Rook, Named::Square) {
                    all.push(CanonicalKind::Disambiguate(named, piece));
                }
            }
            for capture in [false, true] {
                all.extend(ENDINGS.map(|ending| CanonicalKind::Promotion {
                    to: piece,
                    capture,
                    ending,
                }));
            }
        }
        all.sort_by_cached_key(ToString::to_string);
        all
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Canonical(kind) => kind.fmt(f),
            Kind::Refuse(kind) => kind.fmt(f),
            Kind::Lenient(kind) => kind.fmt(f),
            Kind::NullMove => f.write_str("null-move"),
            Kind::Legal => f.write_str("legal"),
            Kind::Movetext(kind) => kind.fmt(f),
        }
    }
}

impl Kind {
    /// Advice for a library that answers such a row wrongly.
    pub fn advice(self) -> String {
        match self {
            Kind::Canonical(kind) => kind.advice(),
            Kind::Refuse(kind) => kind.advice().to_owned(),
            Kind::Lenient(kind) => kind.advice().to_owned(),
            Kind::NullMove => NullMove::NullMove.advice().to_owned(),
            Kind::Legal => "List every legal move once, as SAN writes it.".to_owned(),
            Kind::Movetext(kind) => kind.advice().to_owned(),
        }
    }

    /// The table that has its rows.
    pub fn table(self) -> Table {
        match self {
            Kind::Canonical(_) => Table::Canonical,
            Kind::Refuse(_) => Table::Refuse,
            Kind::Lenient(_) => Table::Lenient,
            Kind::NullMove => Table::Null,
            Kind::Legal => Table::Legal,
            Kind::Movetext(_) => Table::Movetext,
        }
    }

    /// The kinds of `canonical.tsv`, except [`CanonicalKind::EveryString`].
    pub fn canonical() -> Vec<Kind> {
        let kinds = CanonicalKind::all().into_iter();
        kinds.map(Kind::Canonical).collect()
    }

    /// The kinds of texts to refuse.
    pub fn refuse() -> Vec<Kind> {
        RefuseKind::ALL.iter().copied().map(Kind::Refuse).collect()
    }

    /// The kinds of texts that may be refused.
    pub fn lenient() -> Vec<Kind> {
        let kinds = LenientKind::ALL.iter().copied();
        kinds.map(Kind::Lenient).collect()
    }

    /// Every kind.
    pub fn all() -> Vec<Kind> {
        let every_string = Kind::Canonical(CanonicalKind::EveryString);
        let movetext = MovetextKind::ALL.iter().copied().map(Kind::Movetext);
        let others = vec![Kind::NullMove, Kind::Legal, every_string];
        let others = others.into_iter().chain(movetext).collect();
        [Kind::canonical(), Kind::refuse(), Kind::lenient(), others].concat()
    }
}

impl FromStr for Kind {
    type Err = FieldError;

    fn from_str(name: &str) -> Result<Kind, FieldError> {
        static KINDS: LazyLock<HashMap<String, Kind>> = LazyLock::new(|| {
            let names = Kind::all().into_iter().map(|kind| (kind.to_string(), kind));
            names.collect()
        });
        KINDS.get(name).copied().ok_or(FieldError)
    }
}

impl FromStr for CanonicalKind {
    type Err = FieldError;

    fn from_str(name: &str) -> Result<CanonicalKind, FieldError> {
        match name.parse()? {
            Kind::Canonical(kind) => Ok(kind),
            _ => Err(FieldError),
        }
    }
}
