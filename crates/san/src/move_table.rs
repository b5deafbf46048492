//! From a move to its id: by its parts, without its text.

use shakmaty::{
    CastlingSide, Role, Square,
    san::{San, SanPlus, Suffix},
    uci::UciMove,
};

/// A move as a list writes it.
pub trait Written: Copy {
    /// A number for each move of a list, below [`Written::NUMBERS`].
    fn number(self) -> usize;
    /// How many numbers there are.
    const NUMBERS: usize;
}

impl Written for SanPlus {
    #[inline]
    fn number(self) -> usize {
        let suffix = match self.suffix {
            None => 0,
            Some(Suffix::Check) => 1,
            Some(Suffix::Checkmate) => 2,
        };
        let (role, file, rank, capture, to) = match self.san {
            San::Normal { role, promotion: Some(promoted), .. }
                if role != Role::Pawn || matches!(promoted, Role::Pawn | Role::King) =>
            {
                NO_LIST
            }
            San::Normal { role, file, rank, capture, to, promotion } => {
                let file = file.map_or(0, |file| usize::from(file) + 1);
                let rank = rank.map_or(0, |rank| usize::from(rank) + 1);
                // A pawn that promotes has a number of its own.
                let role = promotion.map_or(usize::from(role) - 1, |role| usize::from(role) + 4);
                (role, file, rank, capture, to)
            }
            San::Castle(CastlingSide::KingSide) => (OTHER, 0, 1, false, Square::A1),
            San::Castle(CastlingSide::QueenSide) => (OTHER, 0, 2, false, Square::A1),
            San::Put { .. } | San::Null => NO_LIST,
        };
        let number = (suffix * ROLES + role) * 81 + file * 9 + rank;
        (number * 2 + usize::from(capture)) * 64 + usize::from(to)
    }

    const NUMBERS: usize = 3 * ROLES * 81 * 2 * 64;
}

/// The role of castling, and of what no list has.
const OTHER: usize = 10;

/// The role, file, rank, capture and to-square of what no list has.
const NO_LIST: (usize, usize, usize, bool, Square) = (OTHER, 0, 0, false, Square::A1);

/// The six roles, a pawn that becomes a knight, bishop, rook or queen, and what is none of these.
const ROLES: usize = 11;

impl Written for UciMove {
    #[inline]
    fn number(self) -> usize {
        match self {
            UciMove::Normal { from, to, promotion } => {
                // File by file, as the list is sorted.
                let [from, to] = [from, to].map(|square| usize::from(square.flip_diagonal()));
                (promotion.map_or(0, usize::from) * 64 + from) * 64 + to
            }
            // No list has these.
            UciMove::Put { .. } | UciMove::Null => 0,
        }
    }

    const NUMBERS: usize = 7 * 64 * 64;
}

/// The ids of the moves of a list.
#[derive(Clone, Debug)]
pub struct MoveTable(Vec<u16>);

/// The place of a move that is not in the list.
const NONE: u16 = u16::MAX;

impl MoveTable {
    /// The ids of these moves, from 0.
    pub fn new<M: Written>(moves: impl Iterator<Item = M>) -> MoveTable {
        let mut ids = vec![NONE; M::NUMBERS];
        for (m, id) in moves.zip(0..) {
            ids[m.number()] = id;
        }
        MoveTable(ids)
    }

    /// The id of a move, if it is in the list.
    #[inline]
    pub fn get<M: Written>(&self, m: M) -> Option<u16> {
        self.by_number(m.number())
    }

    /// The id of the move with a number, if it is in the list.
    #[inline]
    pub fn by_number(&self, number: usize) -> Option<u16> {
        Some(self.0[number]).filter(|&id| id != NONE)
    }
}
