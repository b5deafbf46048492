//! The kinds of texts that are no move, and of spellings that are not SAN, each with its name.

/// A text that names no variant of an enum.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct UnknownName;

/// Declares an enum whose variants have names.
#[macro_export]
macro_rules! names {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
        #[allow(missing_docs, reason = "the name of a variant says what it is")]
        pub enum $name { $($variant,)* }

        impl $name {
            /// Every variant, in the order of the names.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The name of the variant.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::kind::UnknownName;

            fn from_str(text: &str) -> Result<$name, $crate::kind::UnknownName> {
                let named = $name::ALL.iter().find(|kind| kind.name() == text);
                named.copied().ok_or($crate::kind::UnknownName)
            }
        }
    };
}

names! {
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
        KingToOwnRook = "king-to-own-rook",
        LeadingGarbage = "leading-garbage",
        Mated = "mated",
        OffTheBoard = "off-the-board",
        PawnCaptureAmbiguous = "pawn-capture-ambiguous",
        PinnedNamed = "pinned-named",
        PinnedUnnamed = "pinned-unnamed",
        PromotionBeforeLastRank = "promotion-before-last-rank",
        PromotionByPiece = "promotion-by-piece",
        PromotionMissing = "promotion-missing",
        PromotionToKing = "promotion-to-king",
        PromotionToPawn = "promotion-to-pawn",
        PushOntoPiece = "push-onto-piece",
        PushThroughPiece = "push-through-piece",
        Stalemated = "stalemated",
        TrailingGarbage = "trailing-garbage",
        WrongDiscriminator = "wrong-discriminator",
        WrongSide = "wrong-side",
    }
}

names! {
    /// How a spelling of a move differs from SAN.
    LenientKind {
        CaptureColon = "capture-colon",
        CaptureTrailingColon = "capture-trailing-colon",
        CaptureWithoutX = "capture-without-x",
        CastlingAsKingMove = "castling-as-king-move",
        CastlingLowerCase = "castling-lower-case",
        CastlingWithZeros = "castling-with-zeros",
        CheckAdded = "check-added",
        CheckBeforePromotion = "check-before-promotion",
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
        MoveNumber = "move-number",
        Nag = "nag",
        NeedlessFile = "needless-file",
        NeedlessFileCompanionPinned = "needless-file-companion-pinned",
        NeedlessRank = "needless-rank",
        NeedlessRankCompanionPinned = "needless-rank-companion-pinned",
        NeedlessSquare = "needless-square",
        NeedlessSquareCompanionPinned = "needless-square-companion-pinned",
        PawnCaptureWithoutFile = "pawn-capture-without-file",
        PawnWithLetter = "pawn-with-letter",
        PromotionInParentheses = "promotion-in-parentheses",
        PromotionLowerCase = "promotion-lower-case",
        PromotionWithoutEquals = "promotion-without-equals",
        RankForFile = "rank-for-file",
        SquareForFile = "square-for-file",
        SquareForRank = "square-for-rank",
        SuffixAnnotation = "suffix-annotation",
    }
}
