//! The kinds of rows, each with its name in one place.

use std::{collections::HashMap, fmt, str::FromStr, sync::LazyLock};

use shakmaty::{CastlingSide, Role, san::Suffix};

use super::rows::FieldError;
use crate::{Discriminator, san::english::role_name};

/// The kind of a row.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Kind {
    Canonical(CanonicalKind),
    Refuse(RefuseKind),
    Lenient(LenientKind),
    NullMove,
    Legal,
}

/// Declares an enum whose variants have names.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
        pub enum $name { $($variant,)* }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
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
    }
}

named! {
    /// Why a text is not a move.
    RefuseKind {
        AmbiguousFile = "ambiguous-file",
        AmbiguousNone = "ambiguous-none",
        AmbiguousRank = "ambiguous-rank",
        CannotOccur = "cannot-occur",
        CaptureOfNothing = "capture-of-nothing",
        CaptureOfOwn = "capture-of-own",
        CastlingBlocked = "castling-blocked",
        CastlingIntoCheck = "castling-into-check",
        CastlingOutOfCheck = "castling-out-of-check",
        CastlingRookGone = "castling-rook-gone",
        CastlingThroughCheck = "castling-through-check",
        CastlingWithoutRight = "castling-without-right",
        CheckNotAnswered = "check-not-answered",
        EnPassantNotAvailable = "en-passant-not-available",
        EnPassantPinned = "en-passant-pinned",
        JumpOverPiece = "jump-over-piece",
        KingIntoCheck = "king-into-check",
        KingNextToKing = "king-next-to-king",
        LeadingGarbage = "leading-garbage",
        OffTheBoard = "off-the-board",
        PinnedNamed = "pinned-named",
        PinnedUnnamed = "pinned-unnamed",
        PromotionBeforeLastRank = "promotion-before-last-rank",
        PromotionByPiece = "promotion-by-piece",
        PromotionMissing = "promotion-missing",
        PromotionToKing = "promotion-to-king",
        PromotionToPawn = "promotion-to-pawn",
        PushOntoPiece = "push-onto-piece",
        PushThroughPiece = "push-through-piece",
        TrailingGarbage = "trailing-garbage",
        WrongDiscriminator = "wrong-discriminator",
        WrongSide = "wrong-side",
    }
}

named! {
    /// How a spelling of a move differs from SAN.
    LenientKind {
        CaptureColon = "capture-colon",
        CaptureTrailingColon = "capture-trailing-colon",
        CaptureWithoutX = "capture-without-x",
        CastlingAsKingMove = "castling-as-king-move",
        CastlingWithZeros = "castling-with-zeros",
        CheckAdded = "check-added",
        CheckInsteadOfMate = "check-instead-of-mate",
        CheckMissing = "check-missing",
        DoubleCheckAsPlusPlus = "double-check-as-plus-plus",
        EnPassantEp = "en-passant-e.p.",
        Figurine = "figurine",
        LongAlgebraic = "long-algebraic",
        LongAlgebraicWithoutDash = "long-algebraic-without-dash",
        LowerCasePiece = "lower-case-piece",
        MateAdded = "mate-added",
        MateAsPlusPlus = "mate-as-plus-plus",
        MateInsteadOfCheck = "mate-instead-of-check",
        MateMissing = "mate-missing",
        Nag = "nag",
        NeedlessFile = "needless-file",
        NeedlessRank = "needless-rank",
        NeedlessSquare = "needless-square",
        PawnWithLetter = "pawn-with-letter",
        PromotionLowerCase = "promotion-lower-case",
        PromotionInParentheses = "promotion-in-parentheses",
        PromotionWithoutEquals = "promotion-without-equals",
        SuffixAnnotation = "suffix-annotation",
    }
}

named! {
    /// What makes a move hard to read or write, where that has no parameters.
    Situation {
        CaptureFromTwoFiles = "capture-from-two-files",
        CastlingBSquareAttacked = "castling-b-square-attacked",
        CastlingRookAttacked = "castling-rook-attacked",
        CastlingRookMoveAmbiguous = "castling-rook-move-ambiguous",
        CheckByCastlingRook = "check-by-castling-rook",
        CompanionPinnedInCheck = "companion-pinned-in-check",
        DiscoveredCheckByKing = "discovered-check-by-king",
        DiscoveredCheckByPawn = "discovered-check-by-pawn",
        DoubleCheck = "double-check",
        EnPassantDiscoversRank = "en-passant-discovers-rank",
        EnPassantOtherPawnPinned = "en-passant-other-pawn-pinned",
        FromCorner = "from-corner",
        KingInDoubleCheck = "king-in-double-check",
        PieceToEnPassantSquare = "piece-to-en-passant-square",
        PinnedCompanionChangesDiscriminator = "pinned-companion-changes-discriminator",
        ToCorner = "to-corner",
    }
}

named! {
    /// The line along which a companion is pinned.
    PinLine {
        File = "file",
        Rank = "rank",
        Diagonal = "diagonal",
    }
}

/// What a move and its SAN show.
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
            CanonicalKind::Promotion {
                to,
                capture,
                ending,
            } => {
                let capture = if *capture { "-capture" } else { "" };
                write!(f, "promotion-{to}{capture}{ending}")
            }
        }
    }
}

impl CanonicalKind {
    /// Every kind but [`CanonicalKind::EveryString`], sorted by name.
    pub fn all() -> Vec<CanonicalKind> {
        let mut all: Vec<_> = Situation::ALL
            .iter()
            .copied()
            .map(CanonicalKind::Situation)
            .collect();
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
        }
    }
}

impl Kind {
    /// Those of moves and how they are written, but for [`CanonicalKind::EveryString`].
    pub fn canonical() -> Vec<Kind> {
        let kinds = CanonicalKind::all().into_iter();
        kinds.map(Kind::Canonical).collect()
    }

    /// Those of texts to be refused.
    pub fn refuse() -> Vec<Kind> {
        RefuseKind::ALL.iter().copied().map(Kind::Refuse).collect()
    }

    /// Those of texts that may be refused.
    pub fn lenient() -> Vec<Kind> {
        let kinds = LenientKind::ALL.iter().copied();
        kinds.map(Kind::Lenient).collect()
    }
}

impl FromStr for Kind {
    type Err = FieldError;

    fn from_str(name: &str) -> Result<Kind, FieldError> {
        static KINDS: LazyLock<HashMap<String, Kind>> = LazyLock::new(|| {
            let every_string = Kind::Canonical(CanonicalKind::EveryString);
            let others = vec![Kind::NullMove, Kind::Legal, every_string];
            let kinds = [others, Kind::canonical(), Kind::refuse(), Kind::lenient()].concat();
            let names = kinds.into_iter().map(|kind| (kind.to_string(), kind));
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
