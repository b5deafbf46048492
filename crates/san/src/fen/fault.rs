//! What can be wrong with a FEN.

use std::fmt;

use shakmaty::{Bitboard, Color, Square};

use crate::{english::enumerate, excerpt::excerpt, names};

names! {
    /// What a fault of a FEN means for whoever reads it.
    ///
    /// ```
    /// use san_strings_core::{FenFault, FenKind, shakmaty::Color};
    ///
    /// assert_eq!(FenFault::NoKing(Color::White).kind(), FenKind::Unreadable);
    /// assert_eq!(FenKind::Unreadable.name(), "wrong-fen");
    /// ```
    FenKind {
        /// There is no position in which moves are legal or not.
        Unreadable = "wrong-fen",
        /// No game can reach the position; which moves are legal in it is plain.
        Impossible = "impossible-position",
        /// The position is plain, and the standard writes it otherwise.
        Spelling = "fen-spelling",
    }
}

/// What is wrong with a FEN.
///
/// ```
/// use san_strings_core::{FenFault, JudgedFen, shakmaty::Square};
///
/// let faults = JudgedFen::of("4k3/8/8/8/8/8/4P3/4K2R w Kq e3 0 1").faults;
/// assert_eq!(faults, [FenFault::Right('q'), FenFault::NotPassed(Square::E3)]);
/// assert_eq!(faults[1].to_string(), "no pawn can just have passed e3");
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum FenFault {
    /// The board has not eight ranks, but so many.
    Ranks(usize),
    /// A rank has not eight squares, but so many.
    RankLength {
        /// The rank, from 1 to 8.
        rank: usize,
        /// Its squares.
        squares: usize,
    },
    /// Characters of the board are no pieces: these, each once.
    NoPieces(String),
    /// Two digits stand side by side where one would do.
    Digits,
    /// It has a pocket or pieces marked as promoted, as in Crazyhouse, or counts checks.
    Variant,
    /// The side to move is neither `w` nor `b`.
    Turn(String),
    /// The castling rights have other letters.
    Castling(String),
    /// The castling rights have the letters in another order than `KQkq`, or twice.
    CastlingOrder(String),
    /// The place of the square for a capture en passant has something else.
    EnPassant(String),
    /// The halfmove clock is no number.
    Clock(String),
    /// The number of the move is no number.
    Number(String),
    /// The number of the move is 0.
    ZeroNumber,
    /// It has more than six fields; this is the seventh.
    ManyFields(String),
    /// It ends after so many fields.
    FewFields(usize),
    /// Underscores or other blanks than single spaces stand between the fields.
    Blanks,
    /// It is an EPD: operators stand where a FEN has its clocks (PGN standard, section 16.2).
    Operators,
    /// No man is on the board.
    EmptyBoard,
    /// A side has no king.
    NoKing(Color),
    /// A side has several kings, on these squares.
    Kings(Bitboard),
    /// A side has more than eight pawns.
    Pawns {
        /// The side.
        side: Color,
        /// Its pawns.
        pawns: usize,
    },
    /// A side has more than sixteen men.
    Men {
        /// The side.
        side: Color,
        /// Its men.
        men: usize,
    },
    /// A side has more promoted pieces than pawns are missing. Of bishops on squares of one colour, one can be an
    /// original.
    Promoted {
        /// The side.
        side: Color,
        /// The pieces that must have been promoted.
        promoted: usize,
        /// Its pawns.
        pawns: usize,
    },
    /// Pawns stand on rank 1 or 8.
    LastRank(Bitboard),
    /// A castling right lacks its king or rook, and counts as none.
    Right(char),
    /// A castling right has its king or rook on another square than in chess, so it is read as one of Chess960.
    Chess960,
    /// No pawn can just have passed the square for a capture en passant, and it counts as none.
    NotPassed(Square),
    /// A pawn has just passed a square, and the clock counts moves after it.
    ClockAfterPawn {
        /// The square.
        passed: Square,
        /// The halfmove clock.
        halfmoves: u32,
    },
    /// More halfmoves are counted since the last capture or move of a pawn than were played.
    Clocks {
        /// The halfmove clock.
        halfmoves: u32,
        /// The plies before the position, by its number.
        plies: u64,
    },
    /// The side that has just moved is in check.
    OtherKing {
        /// Its king.
        king: Square,
        /// The men that attack it.
        attackers: Bitboard,
        /// Whether the side to move is in check, too.
        is_both: bool,
    },
    /// No last move can have given the check, such as one of two rooks on the same line.
    Check {
        /// The men that give it.
        checkers: Bitboard,
    },
}

impl FenFault {
    /// What it means for whoever reads the FEN.
    pub fn kind(&self) -> FenKind {
        self.kind_and_name().0
    }

    /// Its name, for programs.
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
            FenFault::Operators => (Spelling, "epd-operators"),
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
                write!(f, "no pieces are {}", excerpt(characters))
            }
            FenFault::Digits => f.write_str("one digit should stand for a run of empty squares"),
            FenFault::Variant => f.write_str("pockets, ~ and counted checks belong to variants"),
            FenFault::Turn(text) => {
                write!(f, "the side to move should be w or b, not {}", excerpt(text))
            }
            FenFault::Castling(text) => {
                write!(f, "castling rights should be letters of KQkq, or -, not {}", excerpt(text))
            }
            FenFault::CastlingOrder(text) => {
                write!(
                    f,
                    "castling rights should be in the order KQkq, each once, not {}",
                    excerpt(text)
                )
            }
            FenFault::EnPassant(text) => {
                write!(f, "the en passant field should be a square, or -, not {}", excerpt(text))
            }
            FenFault::Clock(text) => {
                write!(f, "the halfmove clock should be a number, not {}", excerpt(text))
            }
            FenFault::Number(text) => {
                write!(f, "the move number should be a number, not {}", excerpt(text))
            }
            FenFault::ZeroNumber => f.write_str("move numbers should begin at 1, not 0"),
            FenFault::ManyFields(text) => {
                write!(f, "nothing should follow the 6 fields, as {} does", excerpt(text))
            }
            FenFault::FewFields(fields) => {
                let read = ["w - - 0 1", "- - 0 1", "- 0 1", "0 1", "1"];
                let read = read.get(fields.saturating_sub(1)).copied().unwrap_or_default();
                write!(f, "a FEN should have 6 fields, not {fields}: the rest is read as {read}")
            }
            FenFault::Blanks => f.write_str("single spaces should stand between the fields"),
            FenFault::Operators => f.write_str("EPD operators stand where a FEN has its clocks"),
            FenFault::EmptyBoard => f.write_str("the board is empty"),
            FenFault::NoKing(side) => write!(f, "{} has no king", name(*side)),
            FenFault::Kings(squares) => {
                write!(f, "kings of one side stand on {}", enumerate(*squares, "and"))
            }
            FenFault::Pawns { side, pawns } => {
                write!(f, "{} has {pawns} pawns, more than 8", name(*side))
            }
            FenFault::Men { side, men } => {
                write!(f, "{} has {men} men, more than 16", name(*side))
            }
            FenFault::Promoted { side, promoted, pawns } => {
                let is_one = *promoted == 1;
                let (pieces, were) = if is_one { ("piece", "was") } else { ("pieces", "were") };
                let side = name(*side);
                write!(
                    f,
                    "{promoted} {pieces} of {side} {were} promoted, but {pawns} pawns are left"
                )
            }
            FenFault::LastRank(squares) => {
                write!(f, "pawns never stand on rank 1 or 8, as on {}", enumerate(*squares, "and"))
            }
            FenFault::Right(right) => write!(f, "castling right {right} lacks its king or rook"),
            FenFault::Chess960 => f.write_str(
                "a king or rook with a castling right is not at home in chess: read as Chess960",
            ),
            FenFault::NotPassed(square) => write!(f, "no pawn can just have passed {square}"),
            FenFault::ClockAfterPawn { passed, halfmoves } => {
                write!(
                    f,
                    "a pawn has just passed {passed}, so the halfmove clock is 0, not {halfmoves}"
                )
            }
            FenFault::Clocks { halfmoves, plies } => {
                let plies = if *plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
                write!(f, "the halfmove clock is {halfmoves} after {plies}")
            }
            FenFault::OtherKing { king, attackers, is_both } => {
                let both = if *is_both { "both kings are in check: " } else { "" };
                let attackers = enumerate(*attackers, "and");
                write!(f, "{both}the king on {king} could be captured from {attackers}")
            }
            FenFault::Check { checkers } => {
                write!(
                    f,
                    "no last move can have given the check from {}",
                    enumerate(*checkers, "and")
                )
            }
        }
    }
}

fn name(side: Color) -> &'static str {
    side.fold_wb("White", "Black")
}
