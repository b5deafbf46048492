//! Looks up the id of a move from its parts, without writing the move as text.

use shakmaty::{
    CastlingSide, Role, Square,
    san::{San, SanPlus, Suffix},
    uci::UciMove,
};

use super::vocabulary::Entry;

/// Returns the index of a move. Each move that a list can contain has its own index, below [`NUMBERS`].
#[inline]
fn number(entry: Entry) -> usize {
    match entry {
        Entry::Uci(m) => number_of_uci(m),
        Entry::San(san) => NUMBERS_OF_UCI + number_of_san(san),
    }
}

/// Size of the table for a UCI list.
const NUMBERS_OF_UCI: usize = 7 * 64 * 64;

/// Size of the table for a SAN list.
const NUMBERS: usize = NUMBERS_OF_UCI + 3 * ROLES * 81 * 2 * 64;

#[inline]
fn number_of_san(san: SanPlus) -> usize {
    let suffix = match san.suffix {
        None => 0,
        Some(Suffix::Check) => 1,
        Some(Suffix::Checkmate) => 2,
    };
    let (role, file, rank, capture, to) = match san.san {
        San::Normal { role, promotion: Some(promoted), .. }
            if role != Role::Pawn || matches!(promoted, Role::Pawn | Role::King) =>
        {
            NO_LIST
        }
        San::Normal { role, file, rank, capture, to, promotion } => {
            let file = file.map_or(0, |file| usize::from(file) + 1);
            let rank = rank.map_or(0, |rank| usize::from(rank) + 1);
            // Each promotion counts as a role of its own.
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

/// The role index of castling, and of moves that no list contains.
const OTHER: usize = 10;

/// The role, file, rank, capture and to-square that we use for every move that no list contains.
const NO_LIST: (usize, usize, usize, bool, Square) = (OTHER, 0, 0, false, Square::A1);

/// Number of role indices: the six roles, the four promotions, and [`OTHER`].
const ROLES: usize = 11;

#[inline]
fn number_of_uci(m: UciMove) -> usize {
    match m {
        UciMove::Normal { from, to, promotion } => {
            // We number squares file by file (a1, a2, ...), as in the sorted list of UCI moves.
            let [from, to] = [from, to].map(|square| usize::from(square.flip_diagonal()));
            (promotion.map_or(0, usize::from) * 64 + from) * 64 + to
        }
        // No list contains these.
        UciMove::Put { .. } | UciMove::Null => 0,
    }
}

/// A table of the ids of the moves in a list. The function `number` returns the index of a move in the table.
/// UCI moves have the lowest indices, so the table for a UCI list is short.
#[derive(Clone, Debug)]
pub struct MoveTable(Vec<u16>);

/// Stored in place of an id if the move is not in the list.
const NONE: u16 = u16::MAX;

impl MoveTable {
    /// Builds a table for these moves, with ids from 0.
    pub fn new(entries: impl Iterator<Item = Entry>) -> MoveTable {
        let mut entries = entries.peekable();
        let is_uci = matches!(entries.peek(), Some(Entry::Uci(_)));
        let mut ids = vec![NONE; if is_uci { NUMBERS_OF_UCI } else { NUMBERS }];
        for (entry, id) in entries.zip(0..) {
            ids[number(entry)] = id;
        }
        MoveTable(ids)
    }

    /// The id of a move, if the move is in the list.
    #[inline]
    pub fn get(&self, entry: Entry) -> Option<u16> {
        self.by_number(number(entry))
    }

    /// The id of the move with this index, if the move is in the list.
    #[inline]
    pub fn by_number(&self, number: usize) -> Option<u16> {
        self.0.get(number).copied().filter(|&id| id != NONE)
    }
}
