//! Splits each string of a list into its parts, such as the piece and the to-square. Each part is a column of
//! an array. `docs/models.md` lists the columns.

use numpy::{PyArray2, ndarray::Array2};
use pyo3::prelude::*;
use san_strings::{
    Entry,
    shakmaty::{
        CastlingSide, File, Rank, Role, Square,
        san::{San, SanPlus, Suffix},
        uci::UciMove,
    },
};

use crate::vocabulary::Vocabulary;

/// The parts of a string. 0 means that a part is missing.
#[derive(Default)]
struct Parts {
    /// A role as a number, or one of the two kinds of castling.
    piece: u8,
    from_file: u8,
    from_rank: u8,
    capture: u8,
    to: u8,
    promotion: u8,
    suffix: u8,
}

/// Values of `piece` for castling. The values 1 to 6 are the roles.
const KING_SIDE: u8 = 7;
const QUEEN_SIDE: u8 = 8;

impl Parts {
    fn of_san(SanPlus { san, suffix }: SanPlus) -> Parts {
        let suffix = match suffix {
            None => 0,
            Some(Suffix::Check) => 1,
            Some(Suffix::Checkmate) => 2,
        };
        match san {
            San::Normal { role, file, rank, capture, to, promotion } => Parts {
                piece: role as u8,
                from_file: file.map_or(0, of_file),
                from_rank: rank.map_or(0, of_rank),
                capture: capture.into(),
                to: of_square(to),
                promotion: of_promotion(promotion),
                suffix,
            },
            San::Castle(CastlingSide::KingSide) => {
                Parts { piece: KING_SIDE, suffix, ..Parts::default() }
            }
            San::Castle(CastlingSide::QueenSide) => {
                Parts { piece: QUEEN_SIDE, suffix, ..Parts::default() }
            }
            San::Put { .. } | San::Null => unreachable!("no list has it"),
        }
    }

    fn of_uci(m: UciMove) -> Parts {
        let UciMove::Normal { from, to, promotion } = m else {
            unreachable!("no list has it");
        };
        Parts {
            from_file: of_file(from.file()),
            from_rank: of_rank(from.rank()),
            to: of_square(to),
            promotion: of_promotion(promotion),
            ..Parts::default()
        }
    }

    /// Returns the parts in the order of the columns.
    fn row(self) -> [u8; 7] {
        let Parts { piece, from_file, from_rank, capture, to, promotion, suffix } = self;
        [piece, from_file, from_rank, capture, to, promotion, suffix]
    }
}

fn of_file(file: File) -> u8 {
    file as u8 + 1
}

fn of_rank(rank: Rank) -> u8 {
    rank as u8 + 1
}

fn of_square(square: Square) -> u8 {
    square as u8 + 1
}

fn of_promotion(role: Option<Role>) -> u8 {
    role.map_or(0, |role| role as u8)
}

/// Returns the parts of all strings of a list, and zeros for the special tokens.
#[pyfunction]
pub fn parts_of<'py>(
    py: Python<'py>,
    vocabulary: &Bound<'py, Vocabulary>,
) -> Bound<'py, PyArray2<u8>> {
    let vocabulary = vocabulary.get();
    let parts = vocabulary.list.iter().map(|(_, entry)| match entry {
        Entry::San(san) => Parts::of_san(san),
        Entry::Uci(m) => Parts::of_uci(m),
    });
    let mut rows: Vec<_> = parts.map(Parts::row).collect();
    rows.resize(vocabulary.size(), [0; 7]);
    PyArray2::from_owned_array(py, Array2::from(rows))
}
