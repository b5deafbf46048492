//! The kinds of rows, and their names in the tables.

use std::{collections::HashMap, fmt, str::FromStr, sync::LazyLock};

use shakmaty::{CastlingSide, Role, san::Suffix};

use super::{Table, lenient, trap::Trap};
use san_strings_core::{
    Discriminator, english::role_name, kind::UnknownName, names, refusal::RefuseKind,
    spelling::Difference,
};

/// The kind of a row.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Kind {
    Canonical(CanonicalKind),
    Refuse(RefuseKind),
    Trap(Trap),
    Lenient(LenientKind),
    NullMove,
    Legal,
    Play(PlayKind),
    Movetext(MovetextKind),
}

/// How the text of a lenient row differs from SAN.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct LenientKind(pub Difference);

impl fmt::Display for LenientKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

impl FromStr for LenientKind {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<LenientKind, UnknownName> {
        let named = lenient::kinds().find(|kind| kind.name() == name);
        named.map(LenientKind).ok_or(UnknownName)
    }
}

/// Kinds of refusals that the suite has no rows for.
const WITHOUT_ROWS: [RefuseKind; 10] = [
    RefuseKind::AmbiguousSpelling,
    RefuseKind::CastlingKingGone,
    RefuseKind::EmptySquare,
    RefuseKind::NoSuchCapture,
    RefuseKind::NoSuchPiece,
    RefuseKind::NumericNotation,
    RefuseKind::OtherLetters,
    RefuseKind::PawnFileMissing,
    RefuseKind::Resignation,
    RefuseKind::Result,
];

names! {
    /// The only kind of row in `null.tsv`.
    NullMove {
        NullMove = "null-move",
    }
}

names! {
    /// What makes a move hard to read or write. [`CanonicalKind`] adds the difficulties that depend on a
    /// piece, a side or a suffix.
    Feature {
        BishopOrBPawn = "bishop-or-b-pawn",
        CaptureFromTwoFiles = "capture-from-two-files",
        CaptureOfCastlingRook = "capture-of-castling-rook",
        CastlingBSquareAttacked = "castling-b-square-attacked",
        CastlingRookAttacked = "castling-rook-attacked",
        CastlingRookMoveAmbiguous = "castling-rook-move-ambiguous",
        CheckAnsweredByEnPassant = "check-answered-by-en-passant",
        CheckByCastlingRook = "check-by-castling-rook",
        CompanionAlongPin = "companion-moves-along-pin",
        CompanionPinnedInCheck = "companion-pinned-in-check",
        CompanionPins = "companion-pins",
        DiscoveredCheckByKing = "discovered-check-by-king",
        DiscoveredCheckByPawn = "discovered-check-by-pawn",
        DoubleCheck = "double-check",
        EnPassantAlongPin = "en-passant-along-pin",
        EnPassantDiscoversDiagonal = "en-passant-discovers-diagonal",
        EnPassantDiscoversRank = "en-passant-discovers-rank",
        EnPassantOtherPawnPinned = "en-passant-other-pawn-pinned",
        EnPassantOutOfCheck = "en-passant-out-of-check",
        FromCorner = "from-corner",
        KingInDoubleCheck = "king-in-double-check",
        MateByDoubleCheck = "mate-by-double-check",
        MateDespiteEnPassant = "mate-despite-en-passant",
        MateDespitePinned = "mate-despite-pinned-piece",
        PieceToEnPassantSquare = "piece-to-en-passant-square",
        PinnedCompanionChangesDiscriminator = "pinned-companion-changes-discriminator",
        PromotionOtherRoleChecks = "promotion-other-role-checks",
        Stalemate = "stalemate",
        ToCorner = "to-corner",
    }
}

names! {
    /// The line along which a piece or pawn is pinned.
    PinLine {
        File = "file",
        Rank = "rank",
        Diagonal = "diagonal",
    }
}

names! {
    /// What a move does to the castling rights or the en passant square. [`WingRule`] lists the rules
    /// that depend on the wing, kingside or queenside.
    PlayRule {
        EnPassantCapture = "takes-en-passant",
        EnPassantSquareGone = "en-passant-square-gone",
        EnPassantSquareGoneCastling = "en-passant-square-gone-castling",
        EnPassantSquareGonePromotion = "en-passant-square-gone-promotion",
        EnPassantSquareNoneReady = "en-passant-square-none-ready",
        EnPassantSquarePinned = "en-passant-square-pinned",
        EnPassantSquareReady = "en-passant-square-ready",
        EnPassantSquareReplaced = "en-passant-square-replaced",
        NoCastlingByPiece = "no-castling-by-piece",
        NoEnPassantByPiece = "no-en-passant-by-piece",
        NoEnPassantSquarePiece = "no-en-passant-square-piece",
        NoEnPassantSquareStep = "no-en-passant-square-step",
        RightsLostByKing = "rights-lost-king-moves",
    }
}

names! {
    /// How a move affects castling on one wing, kingside or queenside. A move can castle on this wing, lose
    /// or keep the right to castle there, or return the king or the rook to its initial square, which does
    /// not restore the right.
    WingRule {
        Castles = "castles",
        KeptFromCorner = "right-kept-from-corner",
        KeptOtherRook = "right-kept-other-rook-moves",
        KeptOtherRookTaken = "right-kept-other-rook-taken",
        KeptToCorner = "right-kept-to-corner",
        LostByCapture = "right-lost-rook-taken",
        LostByKing = "right-lost-king-moves",
        LostByPromotion = "right-lost-rook-taken-by-promotion",
        LostByRook = "right-lost-rook-moves",
        LostByRookTakesRook = "right-lost-rook-takes-rook",
        LostWithCastling = "right-lost-castles-other-wing",
        NotBackWithKing = "right-not-back-with-king",
        NotBackWithRook = "right-not-back-with-rook",
    }
}

names! {
    /// The rule of PGN movetext that a game tests.
    MovetextKind {
        CommentsInBraces = "comments-in-braces",
        CommentsToEndOfLine = "comments-to-end-of-line",
        EscapeLines = "escape-lines",
        Glyphs = "glyphs",
        LineEnds = "line-ends",
        MoveNumbers = "move-numbers",
        Nags = "nags",
        Results = "results",
        SetUp = "set-up",
        StateAfterVariation = "state-after-variation",
        Tags = "tags",
        Variations = "variations",
    }
}

names! {
    /// What a move does to the two counters of a FEN. A quiet piece move adds one to the halfmove clock;
    /// captures and pawn moves reset it. Every move by Black adds one to the move number.
    CounterRule {
        Capture = "counters-capture",
        Pawn = "counters-pawn",
        Piece = "counters-piece",
    }
}

/// The difficulty that a canonical row tests.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum CanonicalKind {
    /// One row for each string that can occur.
    EveryString,
    Feature(Feature),
    Castling(Side, Ending),
    /// A pinned piece moves along the line of its pin.
    AlongPin(Piece),
    /// A companion cannot go to the to-square, because a piece is in the way.
    CompanionBlocked(Piece),
    /// A companion cannot go to the to-square, because it is pinned to its king along this line.
    CompanionPinned(PinLine, Piece),
    /// There are at least two companions, and SAN names this part of the from-square to tell the pieces
    /// apart.
    Disambiguate(Named, Piece),
    EnPassant(Ending),
    /// There is exactly one companion. It is neither on the file nor on the rank of the from-square, so either
    /// of these two would tell the pieces apart. SAN names the file.
    FileBeforeRank(Piece),
    Mate(Piece),
    Promotion {
        to: Piece,
        capture: bool,
        ending: Ending,
    },
}

/// The kind of a row of `play.tsv`: which effect of a move the row tests.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum PlayKind {
    Rule(PlayRule),
    Counters(CounterRule),
    Wing(WingRule, Side),
    /// A move that fits none of the other variants.
    Plain {
        piece: Piece,
        capture: bool,
    },
    Promotion {
        to: Piece,
        capture: bool,
    },
}

/// Declares an enum whose variants are parts of kind names.
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
    Side of CastlingSide {
        King = CastlingSide::KingSide => "king-side",
        Queen = CastlingSide::QueenSide => "queen-side",
    }
}

part! {
    /// The end of a kind's name: `-check`, `-mate` or nothing.
    Ending of Option<Suffix> {
        None = None => "",
        Check = Some(Suffix::Check) => "-check",
        Mate = Some(Suffix::Checkmate) => "-mate",
    }
}

const ENDINGS: [Ending; 3] = [Ending::None, Ending::Check, Ending::Mate];

part! {
    /// The discriminator: what SAN inserts to tell the moving piece from others of its kind.
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
            CanonicalKind::Feature(feature) => feature.fmt(f),
            CanonicalKind::Castling(side, ending) => write!(f, "castling-{side}{ending}"),
            CanonicalKind::AlongPin(piece) => write!(f, "along-pin-{piece}"),
            CanonicalKind::CompanionBlocked(piece) => write!(f, "companion-blocked-{piece}"),
            CanonicalKind::CompanionPinned(line, piece) => {
                write!(f, "companion-pinned-{line}-{piece}")
            }
            CanonicalKind::Disambiguate(named, piece) => write!(f, "disambiguate-{named}-{piece}"),
            CanonicalKind::EnPassant(ending) => write!(f, "en-passant{ending}"),
            CanonicalKind::FileBeforeRank(piece) => write!(f, "file-before-rank-{piece}"),
            CanonicalKind::Mate(piece) => write!(f, "mate-by-{piece}"),
            CanonicalKind::Promotion { to, capture, ending } => {
                let capture = if *capture { "-capture" } else { "" };
                write!(f, "promotion-{to}{capture}{ending}")
            }
        }
    }
}

impl CanonicalKind {
    /// Every kind except [`CanonicalKind::EveryString`], sorted by name.
    pub fn all() -> Vec<CanonicalKind> {
        let mut all: Vec<_> = Feature::ALL.iter().copied().map(CanonicalKind::Feature).collect();
        for ending in ENDINGS {
            all.push(CanonicalKind::EnPassant(ending));
            all.extend([Side::King, Side::Queen].map(|side| CanonicalKind::Castling(side, ending)));
        }
        all.extend(Role::ALL.map(|role| CanonicalKind::Mate(role.into())));
        let pinned = [Piece::Pawn, Piece::Bishop, Piece::Rook, Piece::Queen];
        all.extend(pinned.map(CanonicalKind::AlongPin));
        for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            if piece != Piece::Knight {
                all.push(CanonicalKind::CompanionBlocked(piece));
            }
            all.push(CanonicalKind::FileBeforeRank(piece));
            let lines = PinLine::ALL.iter();
            all.extend(lines.map(|&line| CanonicalKind::CompanionPinned(line, piece)));
            for named in [Named::File, Named::Rank, Named::Square] {
                // SAN never names the whole from-square of a rook.
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

impl fmt::Display for PlayKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let if_capture = |capture| if capture { "-capture" } else { "" };
        match *self {
            PlayKind::Rule(rule) => write!(f, "play-{rule}"),
            PlayKind::Counters(rule) => write!(f, "play-{rule}"),
            PlayKind::Wing(rule, side) => write!(f, "play-{rule}-{side}"),
            PlayKind::Plain { piece, capture } => write!(f, "play-{piece}{}", if_capture(capture)),
            PlayKind::Promotion { to, capture } => {
                write!(f, "play-promotion-{to}{}", if_capture(capture))
            }
        }
    }
}

impl PlayKind {
    /// Every kind, sorted by name.
    pub fn all() -> Vec<PlayKind> {
        let mut all: Vec<_> = PlayRule::ALL.iter().copied().map(PlayKind::Rule).collect();
        all.extend(CounterRule::ALL.iter().copied().map(PlayKind::Counters));
        for &rule in WingRule::ALL {
            all.extend([Side::King, Side::Queen].map(|side| PlayKind::Wing(rule, side)));
        }
        for capture in [false, true] {
            all.extend(Role::ALL.map(|role| PlayKind::Plain { piece: role.into(), capture }));
            let promotions = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
            all.extend(promotions.map(|to| PlayKind::Promotion { to, capture }));
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
            Kind::Trap(trap) => trap.fmt(f),
            Kind::Lenient(kind) => kind.fmt(f),
            Kind::NullMove => f.write_str("null-move"),
            Kind::Legal => f.write_str("legal"),
            Kind::Play(kind) => kind.fmt(f),
            Kind::Movetext(kind) => kind.fmt(f),
        }
    }
}

impl Kind {
    /// The table that contains the rows of this kind.
    pub fn table(self) -> Table {
        match self {
            Kind::Canonical(_) => Table::Canonical,
            Kind::Refuse(_) | Kind::Trap(_) => Table::Refuse,
            Kind::Lenient(_) => Table::Lenient,
            Kind::NullMove => Table::Null,
            Kind::Legal => Table::Legal,
            Kind::Play(_) => Table::Play,
            Kind::Movetext(_) => Table::Movetext,
        }
    }

    /// The kinds of `canonical.tsv`, except [`CanonicalKind::EveryString`].
    pub fn canonical() -> Vec<Kind> {
        let kinds = CanonicalKind::all().into_iter();
        kinds.map(Kind::Canonical).collect()
    }

    /// Whether `refuse.tsv` has rows of this kind.
    pub fn has_rows(kind: RefuseKind) -> bool {
        !WITHOUT_ROWS.contains(&kind)
    }

    /// The kinds of `refuse.tsv`, except the traps.
    pub fn refuse() -> Vec<Kind> {
        let kinds = RefuseKind::ALL.iter().copied().filter(|&kind| Kind::has_rows(kind));
        kinds.map(Kind::Refuse).collect()
    }

    /// The traps of `refuse.tsv`: texts that resemble a legal move.
    pub fn traps() -> Vec<Kind> {
        Trap::all().into_iter().map(Kind::Trap).collect()
    }

    pub fn lenient() -> Vec<Kind> {
        lenient::kinds().map(|kind| Kind::Lenient(LenientKind(kind))).collect()
    }

    pub fn play() -> Vec<Kind> {
        PlayKind::all().into_iter().map(Kind::Play).collect()
    }

    pub fn all() -> Vec<Kind> {
        let every_string = Kind::Canonical(CanonicalKind::EveryString);
        let movetext = MovetextKind::ALL.iter().copied().map(Kind::Movetext);
        let others = vec![Kind::NullMove, Kind::Legal, every_string];
        let others = others.into_iter().chain(movetext).collect();
        let tables = [Kind::canonical(), Kind::refuse(), Kind::traps(), Kind::lenient()];
        [tables.concat(), Kind::play(), others].concat()
    }
}

impl FromStr for Kind {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Kind, UnknownName> {
        static KINDS: LazyLock<HashMap<String, Kind>> = LazyLock::new(|| {
            let names = Kind::all().into_iter().map(|kind| (kind.to_string(), kind));
            names.collect()
        });
        KINDS.get(name).copied().ok_or(UnknownName)
    }
}

impl FromStr for PlayKind {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<PlayKind, UnknownName> {
        match name.parse()? {
            Kind::Play(kind) => Ok(kind),
            _ => Err(UnknownName),
        }
    }
}

impl FromStr for CanonicalKind {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<CanonicalKind, UnknownName> {
        match name.parse()? {
            Kind::Canonical(kind) => Ok(kind),
            _ => Err(UnknownName),
        }
    }
}
