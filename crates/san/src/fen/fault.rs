//! The faults that a FEN can have.

use std::fmt;

use shakmaty::{Bitboard, Color, Square};

use crate::{english::enumerate, excerpt::excerpt, names};

names! {
    /// The severity of a fault in a FEN.
    ///
    /// ```
    /// use san_strings_core::{FenFault, FenKind, shakmaty::Color};
    ///
    /// assert_eq!(FenFault::NoKing(Color::White).kind(), FenKind::Unreadable);
    /// assert_eq!(FenKind::Unreadable.name(), "wrong-fen");
    /// ```
    FenKind {
        /// We cannot tell which moves are legal, so we reject the FEN.
        Unreadable = "wrong-fen",
        /// No game can reach the position, but we can tell which moves are legal.
        Impossible = "impossible-position",
        /// The position is clear, but the FEN is not written as the standard requires.
        Spelling = "fen-spelling",
    }
}

/// One thing that is wrong with a FEN.
///
/// ```
/// use san_strings_core::{FenFault, JudgedFen, shakmaty::Square};
///
/// let faults = JudgedFen::of("4k3/8/8/8/8/8/4P3/4K2R w Kq e3 0 1").faults;
/// assert_eq!(faults, [FenFault::Right('q'), FenFault::NotPassed(Square::E3)]);
/// assert_eq!(faults[1].to_string(), "the en passant square is e3, but no pawn could have just passed it");
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum FenFault {
    /// The board has this number of ranks instead of eight.
    Ranks(usize),
    /// A rank does not have eight squares.
    RankLength {
        /// The rank, from 1 to 8.
        rank: usize,
        /// The number of squares that the FEN gives this rank.
        squares: usize,
    },
    /// The board contains these characters, which are neither pieces nor digits from 1 to 8. Each is listed
    /// once.
    NoPieces(String),
    /// Two digits are adjacent, although a single digit must count the whole run of empty squares: `44`
    /// instead of `8`.
    Digits,
    /// A feature of a variant: a pocket or a `~` after a promoted piece (Crazyhouse), or a count of
    /// checks (Three-check).
    Variant,
    /// The side to move is neither `w` nor `b`.
    Turn(String),
    /// The castling rights contain an unknown letter, or too many letters.
    Castling(String),
    /// The castling rights are not in the order `KQkq`, or contain a letter twice.
    CastlingOrder(String),
    /// The en passant field is neither a square nor `-`.
    EnPassant(String),
    /// The halfmove clock is not a number.
    Clock(String),
    /// The move number is not a number.
    Number(String),
    /// The move number is 0.
    ZeroNumber,
    /// There are more than six fields. The value is the seventh field.
    ManyFields(String),
    /// There are fewer than six fields. The value is the number of fields.
    FewFields(usize),
    /// The fields are not separated by single spaces.
    Blanks,
    /// The text is an EPD, with operations in place of the halfmove clock and the move number (PGN standard,
    /// section 16.2).
    Operations,
    /// The board has no pieces.
    EmptyBoard,
    /// A side has no king.
    NoKing(Color),
    /// A side has more than one king, on these squares.
    Kings(Bitboard),
    /// A side has more than eight pawns.
    Pawns {
        /// The side.
        side: Color,
        /// The number of pawns.
        pawns: usize,
    },
    /// A side has more than sixteen pieces and pawns.
    Men {
        /// The side.
        side: Color,
        /// The number of pieces and pawns.
        men: usize,
    },
    /// A side has more promoted pieces than missing pawns. A second light-squared bishop, or a second
    /// dark-squared bishop, counts as promoted.
    Promoted {
        /// The side.
        side: Color,
        /// The minimum number of promoted pawns among the side's pieces.
        promoted: usize,
        /// The number of pawns that the side still has.
        pawns: usize,
    },
    /// Pawns are on rank 1 or 8.
    LastRank(Bitboard),
    /// A castling right lacks its king or rook. We ignore the right.
    Right(char),
    /// The king or rook of a castling right is not on the square where it starts in standard chess, so we
    /// read the FEN as Chess960.
    Chess960,
    /// The last move cannot have been a double step over the en passant square. We ignore the square.
    NotPassed(Square),
    /// The halfmove clock is not 0, although a pawn has just passed over the en passant square.
    ClockAfterPawn {
        /// The en passant square.
        passed: Square,
        /// The halfmove clock.
        halfmoves: u32,
    },
    /// The halfmove clock counts more plies than the move number allows.
    Clocks {
        /// The halfmove clock.
        halfmoves: u32,
        /// The number of plies before the position, according to the move number.
        plies: u64,
    },
    /// The side to move could capture the opponent's king.
    OtherKing {
        /// The square of the king that could be captured.
        king: Square,
        /// The pieces that attack this king.
        attackers: Bitboard,
        /// Whether the side to move is also in check.
        is_both: bool,
    },
    /// No last move could have led to this check, for example because two rooks give check along the same line.
    Check {
        /// The checking pieces.
        checkers: Bitboard,
    },
}

impl FenFault {
    /// How serious the fault is.
    pub fn kind(&self) -> FenKind {
        self.kind_and_name().0
    }

    /// The machine-readable name of the fault.
    ///
    /// ```
    /// assert_eq!(san_strings_core::FenFault::Right('K').name(), "castling-right");
    /// ```
    pub fn name(&self) -> &'static str {
        self.kind_and_name().1
    }

    fn kind_and_name(&self) -> (FenKind, &'static str) {
        use FenKind::{Impossible, Spelling, Unreadable};
        match self {
            FenFault::Ranks(_) => (Unreadable, "ranks"),
            FenFault::RankLength { .. } => (Unreadable, "rank-length"),
            FenFault::NoPieces(_) => (Unreadable, "no-piece"),
            FenFault::Digits => (Spelling, "digits"),
            FenFault::Variant => (Unreadable, "variant"),
            FenFault::Turn(_) => (Unreadable, "side-to-move"),
            FenFault::Castling(_) => (Unreadable, "castling-field"),
            FenFault::CastlingOrder(_) => (Spelling, "castling-order"),
            FenFault::EnPassant(_) => (Unreadable, "en-passant-field"),
            FenFault::Clock(_) => (Unreadable, "halfmove-clock"),
            FenFault::Number(_) => (Unreadable, "move-number"),
            FenFault::ZeroNumber => (Spelling, "move-number-zero"),
            FenFault::ManyFields(_) => (Unreadable, "too-many-fields"),
            FenFault::FewFields(_) => (Spelling, "missing-fields"),
            FenFault::Blanks => (Spelling, "blanks"),
            FenFault::Operations => (Spelling, "epd-operations"),
            FenFault::EmptyBoard => (Unreadable, "empty-board"),
            FenFault::NoKing(_) => (Unreadable, "no-king"),
            FenFault::Kings(_) => (Unreadable, "too-many-kings"),
            FenFault::Pawns { .. } => (Impossible, "too-many-pawns"),
            FenFault::Men { .. } => (Impossible, "too-many-men"),
            FenFault::Promoted { .. } => (Impossible, "too-many-promoted"),
            FenFault::LastRank(_) => (Unreadable, "pawn-on-last-rank"),
            FenFault::Right(_) => (Impossible, "castling-right"),
            FenFault::Chess960 => (Spelling, "chess960"),
            FenFault::NotPassed(_) => (Impossible, "en-passant-square"),
            FenFault::ClockAfterPawn { .. } => (Impossible, "clock-after-pawn"),
            FenFault::Clocks { .. } => (Impossible, "clocks"),
            FenFault::OtherKing { .. } => (Unreadable, "other-king-in-check"),
            FenFault::Check { .. } => (Impossible, "impossible-check"),
        }
    }
}

impl fmt::Display for FenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenFault::Ranks(ranks) => write!(f, "the board should have 8 ranks, not {ranks}"),
            FenFault::RankLength { rank, squares } => {
                write!(f, "rank {rank} should have 8 squares, not {squares}")
            }
            FenFault::NoPieces(characters) => {
                write!(f, "the board has characters that are not pieces: {}", excerpt(characters))
            }
            FenFault::Digits => f.write_str(
                "adjacent digits should be added up: one digit counts a run of empty squares",
            ),
            FenFault::Variant => f.write_str(
                "a pocket, a promoted piece (~) or a check counter belongs to a chess variant",
            ),
            FenFault::Turn(text) => {
                write!(f, "the side to move should be w or b, not {}", excerpt(text))
            }
            FenFault::Castling(text) => {
                write!(f, "castling rights should be letters from KQkq, or `-`, not {}", excerpt(text))
            }
            FenFault::CastlingOrder(text) => {
                write!(
                    f,
                    "castling rights should be in the order KQkq, without repeated letters, not {}",
                    excerpt(text)
                )
            }
            FenFault::EnPassant(text) => {
                write!(f, "the en passant field should be a square or `-`, not {}", excerpt(text))
            }
            FenFault::Clock(text) => {
                write!(f, "the halfmove clock should be a number, not {}", excerpt(text))
            }
            FenFault::Number(text) => {
                write!(f, "the move number should be a number, not {}", excerpt(text))
            }
            FenFault::ZeroNumber => f.write_str("move numbers should begin at 1, not 0"),
            FenFault::ManyFields(text) => {
                write!(f, "a FEN should have 6 fields, but {} follows them", excerpt(text))
            }
            FenFault::FewFields(fields) => {
                let read = ["w - - 0 1", "- - 0 1", "- 0 1", "0 1", "1"];
                let read = read.get(fields.saturating_sub(1)).copied().unwrap_or_default();
                write!(f, "a FEN should have 6 fields, not {fields}: the rest is read as {read}")
            }
            FenFault::Blanks => f.write_str("single spaces should separate the fields"),
            FenFault::Operations => f.write_str("there are EPD operations where a FEN has its clocks"),
            FenFault::EmptyBoard => f.write_str("the board is empty"),
            FenFault::NoKing(side) => write!(f, "{} has no king", name(*side)),
            FenFault::Kings(squares) => {
                write!(f, "one side has several kings, on {}", enumerate(*squares, "and"))
            }
            FenFault::Pawns { side, pawns } => {
                write!(f, "{} has {pawns} pawns, more than 8", name(*side))
            }
            FenFault::Men { side, men } => {
                write!(f, "{} has {men} pieces and pawns, more than 16", name(*side))
            }
            FenFault::Promoted { side, promoted, pawns } => {
                let pieces = if *promoted == 1 { "piece" } else { "pieces" };
                let side = name(*side);
                write!(f, "{side} has {promoted} promoted {pieces}, but still {pawns} of 8 pawns")
            }
            FenFault::LastRank(squares) => {
                write!(f, "pawns cannot be on rank 1 or 8, but are on {}", enumerate(*squares, "and"))
            }
            FenFault::Right(right) => write!(f, "castling right {right}: the king or the rook is missing"),
            FenFault::Chess960 => f.write_str(
                "a king or rook with a castling right is not on its initial square: read as Chess960",
            ),
            FenFault::NotPassed(square) => write!(
                f,
                "the en passant square is {square}, but no pawn could have just passed it"
            ),
            FenFault::ClockAfterPawn { passed, halfmoves } => {
                write!(
                    f,
                    "a pawn has just passed the en passant square {passed}, so the halfmove clock \
                     should be 0, not {halfmoves}"
                )
            }
            FenFault::Clocks { halfmoves, plies } => {
                let plies = if *plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
                write!(f, "the halfmove clock is {halfmoves}, but the move number allows only {plies}")
            }
            FenFault::OtherKing { king, attackers, is_both } => {
                let both = if *is_both { "both kings are in check: " } else { "" };
                let attackers = enumerate(*attackers, "and");
                write!(f, "{both}the king on {king} could be captured from {attackers}")
            }
            FenFault::Check { checkers } => {
                write!(
                    f,
                    "no last move could have given the check from {}",
                    enumerate(*checkers, "and")
                )
            }
        }
    }
}

fn name(side: Color) -> &'static str {
    side.fold_wb("White", "Black")
}
