//! Explains in chess terms why a string cannot occur.

use std::fmt::{self, Display};

use shakmaty::{
    Bitboard, File, Rank, Role, Square,
    san::{San, SanPlus},
};

use super::{
    english::{enumerate, place_name, role_name},
    geometry::{half_ray, named, origins},
    no_check,
    occurrence::{can_check, placements},
};

/// Why a string cannot occur. `Display` prints the reason in one or two sentences.
///
/// ```
/// use san_strings_core::{Reason, parse};
///
/// let reason = Reason::of(parse("Ra1b2")?).expect("it cannot occur");
/// assert_eq!(
///     reason.to_string(),
///     "No rook goes from a1 to b2: a rook moves along ranks and files."
/// );
/// assert_eq!(Reason::of(parse("Rab2")?), None);
/// # Ok::<_, san_strings_core::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// A king with a discriminator: `Ke1e2`.
    OneKing,
    /// A pawn reaches the last rank without promoting: `e8`.
    Unpromoted(San, Square),
    /// A promotion on a rank other than the last: `e4=Q`.
    Promoted(Square),
    /// A pawn captures on a file that is not next to its own: `axc3`.
    FarCapture(File, Square),
    /// No piece of this role reaches the to-square from the named file, rank or square: `Nbh5`.
    NoOrigin(PieceMove),
    /// No position needs this discriminator: `Qa1a8`.
    Needless(PieceMove),
    /// The move cannot give check: `Rah1+`.
    NoCheck(San),
    /// A SAN that exists only in chess variants.
    NotChess,
}

/// The parts of a SAN that describe the move of a knight, bishop, rook or queen.
///
/// ```
/// use san_strings_core::{Reason, parse, shakmaty::Square};
///
/// let Some(Reason::NoOrigin(piece)) = Reason::of(parse("Nbh5")?) else { panic!("no knight") };
/// assert_eq!((piece.to, piece.rank), (Square::H5, None));
/// # Ok::<_, san_strings_core::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct PieceMove {
    /// The role of the piece.
    pub role: Role,
    /// The from-file, if the SAN names it.
    pub file: Option<File>,
    /// The from-rank, if the SAN names it.
    pub rank: Option<Rank>,
    /// The to-square.
    pub to: Square,
}

impl Reason {
    /// Returns the reason why `san` cannot occur, or `None` if it can.
    pub fn of(san: SanPlus) -> Option<Reason> {
        let base = san.san;
        let San::Normal { role, file, rank, to, promotion, .. } = base else {
            return (!matches!(base, San::Castle(_))).then_some(Reason::NotChess);
        };
        if placements(base).next().is_some() {
            return (san.suffix.is_some() && !can_check(base)).then_some(Reason::NoCheck(base));
        }
        let last_rank = Bitboard::BACKRANKS.contains(to);
        let piece_move = PieceMove { role, file, rank, to };
        Some(match (role, file) {
            (Role::King, _) => Reason::OneKing,
            (Role::Pawn, Some(file)) if file.distance(to.file()) != 1 => {
                Reason::FarCapture(file, to)
            }
            (Role::Pawn, _) if last_rank && promotion.is_none() => Reason::Unpromoted(base, to),
            (Role::Pawn, _) if !last_rank && promotion.is_some() => Reason::Promoted(to),
            _ if piece_move.origins_named().is_empty() => Reason::NoOrigin(piece_move),
            _ => Reason::Needless(piece_move),
        })
    }

    /// Returns the proof, with one line per case. Empty if the text of the reason needs no further proof.
    pub fn proof(self) -> Vec<String> {
        match self {
            Reason::Needless(piece_move) => piece_move.no_companions(),
            Reason::NoCheck(san) => no_check::cases(san).iter().map(ToString::to_string).collect(),
            _ => Vec::new(),
        }
    }
}

impl Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::OneKing => {
                write!(f, "Each side has only one king, so SAN never names the king's from-square.")
            }
            Reason::Unpromoted(san, to) => write!(
                f,
                "A pawn that reaches {to} must promote: {san}=Q, {san}=R, {san}=B or {san}=N."
            ),
            Reason::Promoted(to) => {
                write!(f, "A pawn promotes on the first or last rank only, not on {to}.")
            }
            Reason::FarCapture(file, to) => write!(
                f,
                "A pawn captures onto a neighbouring file, so never from the {file}-file onto {to}."
            ),
            Reason::NoOrigin(piece_move) => piece_move.write_no_origin(f),
            Reason::Needless(piece_move) => piece_move.write_needless(f),
            Reason::NoCheck(san) => {
                write!(f, "{san} can be played, but gives no check, wherever the king is.")
            }
            Reason::NotChess => write!(f, "There is no such move in standard chess."),
        }
    }
}

impl PieceMove {
    /// The squares on the named file and rank from which the piece reaches the to-square on an empty board.
    fn origins_named(self) -> Bitboard {
        origins(self.role, self.to) & named(self.file, self.rank)
    }

    fn write_no_origin(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, to) = (role_name(self.role), self.to);
        let place = place_name(self.file, self.rank).unwrap_or_else(|| "anywhere".to_owned());
        write!(f, "No {name} goes from {place} to {to}: a {name} ")?;
        match self.role {
            Role::Bishop => write!(f, "moves along diagonals."),
            Role::Rook => write!(f, "moves along ranks and files."),
            Role::Queen => write!(f, "moves along ranks, files and diagonals."),
            _ => {
                let squares = enumerate(origins(self.role, to), "or");
                write!(f, "reaches {to} only from {squares}.")
            }
        }
    }

    fn write_needless(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (role, to) = (role_name(self.role), self.to);
        let (named, others, none) = match (self.file, self.rank) {
            (_, None) => ("file", ", on another file, could", "None could"),
            (None, Some(_)) => ("rank", " on the same file could", "None could"),
            (Some(_), Some(_)) => (
                "square",
                " on the same file and another on the same rank could both",
                "They could not",
            ),
        };
        write!(f, "SAN names the {named} only if another {role}{others} go to {to} too. {none}.")
    }

    /// Says for each from-square why no companion can make this discriminator necessary.
    fn no_companions(self) -> Vec<String> {
        let (role, to) = (self.role, self.to);
        let line = |from: Square, where_: &str, squares: Bitboard| {
            let others = origins(role, to) & squares & !Bitboard::from(from);
            if others.is_empty() {
                return Some(format!(
                    "from {from}: no other square {where_} is a {}'s move from {to}",
                    role_name(role)
                ));
            }
            // We can give this reason only if all of `others` are on the ray from `to` through `from`. A
            // piece outside this ray neither blocks the piece on `from` nor is blocked by it.
            (others & !half_ray(to, from)).is_empty().then(|| {
                let are = if others.count() == 1 { "is" } else { "are" };
                format!(
                    "from {from}: {} {where_} {are} on the same line to {to} as {from}, so one of the two \
                     pieces would block the other",
                    enumerate(others, "and")
                )
            })
        };
        let lines = self.origins_named().into_iter().flat_map(|from| {
            let (file, rank) = (Bitboard::from(from.file()), Bitboard::from(from.rank()));
            let on_file = || line(from, &format!("on the {}-file", from.file()), file);
            let on_rank = || line(from, &format!("on rank {}", from.rank()), rank);
            match (self.file, self.rank) {
                (_, None) => [line(from, "on other files", !file), None],
                (None, Some(_)) => [on_file(), None],
                (Some(_), Some(_)) => [on_file(), on_rank()],
            }
        });
        lines.flatten().collect()
    }
}
