//! The positions of whole games, as arrays.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray1, ndarray::Array2};
use pyo3::prelude::*;
use san_strings::{
    Progress, Vocabulary as List,
    shakmaty::{CastlingSide, Chess, Color, EnPassantMode, Position, Role},
};

use crate::{
    cores::Stop,
    legal::{each_game, fault},
    pieces,
    position::start,
    vocabulary::Vocabulary,
};

/// What some positions have, one after the other.
#[derive(Default)]
struct Boards {
    /// The man on each square from a1 to h8: 0 for none, 1 to 6 for White's pawn, knight, bishop, rook,
    /// queen and king, 7 to 12 for Black's.
    squares: Vec<u8>,
    /// The castling rights: 1, 2, 4 and 8 for `K`, `Q`, `k` and `q`, added.
    castling: Vec<u8>,
    /// The square behind a pawn that can be captured en passant, or -1.
    en_passant: Vec<i8>,
    /// The plies since the last capture or pawn's move, 255 at most.
    halfmoves: Vec<u8>,
}

impl Boards {
    fn with_capacity(boards: usize) -> Boards {
        Boards {
            squares: Vec::with_capacity(64 * boards),
            castling: Vec::with_capacity(boards),
            en_passant: Vec::with_capacity(boards),
            halfmoves: Vec::with_capacity(boards),
        }
    }

    fn push(&mut self, position: &Chess) {
        let board = position.board();
        let mut squares = [0; 64];
        for (color, before) in [(Color::White, 0), (Color::Black, 6)] {
            for role in Role::ALL {
                for square in board.by_piece(role.of(color)) {
                    squares[usize::from(square)] = before + role as u8;
                }
            }
        }
        self.squares.extend_from_slice(&squares);
        let has = |color, side| u8::from(position.castles().has(color, side));
        let (king, queen) = (CastlingSide::KingSide, CastlingSide::QueenSide);
        self.castling.push(
            has(Color::White, king)
                | has(Color::White, queen) << 1
                | has(Color::Black, king) << 2
                | has(Color::Black, queen) << 3,
        );
        let square = position.ep_square(EnPassantMode::Legal);
        self.en_passant.push(square.map_or(-1, |square| square as i8));
        self.halfmoves.push(u8::try_from(position.halfmoves()).unwrap_or(u8::MAX));
    }

    fn append(&mut self, more: &Boards) {
        self.squares.extend_from_slice(&more.squares);
        self.castling.extend_from_slice(&more.castling);
        self.en_passant.extend_from_slice(&more.en_passant);
        self.halfmoves.extend_from_slice(&more.halfmoves);
    }

    /// Adds empty boards until there are so many.
    fn fill(&mut self, boards: usize) {
        self.squares.resize(64 * boards, 0);
        self.castling.resize(boards, 0);
        self.en_passant.resize(boards, -1);
        self.halfmoves.resize(boards, 0);
    }
}

/// The boards before each ply of a game; or the ply at which the game cannot go on, and why. If that is
/// no error, there are empty ones after it.
fn boards(
    list: &List,
    begin: Option<&str>,
    ids: &[u16],
    is_strict: bool,
    stop: &Stop,
) -> Result<Boards, (usize, String)> {
    let mut boards = Boards::with_capacity(ids.len());
    let mut position = match start(begin) {
        Ok(position) => position,
        Err(fault) if is_strict => return Err((1, fault)),
        Err(_) => {
            boards.fill(ids.len());
            return Ok(boards);
        }
    };
    // What is made of the rest is not looked at.
    for (&id, ply) in ids.iter().zip(1..).take_while(|_| !stop.is_stopped()) {
        boards.push(&position);
        if list.play(&mut position, id).is_none() {
            if is_strict {
                return Err((ply, fault(list, &position, id)));
            }
            break;
        }
    }
    boards.fill(ids.len());
    Ok(boards)
}

/// The squares, castling rights, en-passant squares and counts of plies before each ply of some games.
type Arrays<'py> = (
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<u8>>,
);

/// The boards before each ply, over all games.
#[pyfunction]
pub fn boards_of<'py>(
    py: Python<'py>,
    vocabulary: &Bound<'py, Vocabulary>,
    ids: PyReadonlyArray1<'py, u16>,
    offsets: PyReadonlyArray1<'py, i64>,
    starts: Option<Vec<Option<String>>>,
    strict: bool,
) -> PyResult<Arrays<'py>> {
    let list = &vocabulary.get().list;
    let games = pieces(ids.as_slice()?, offsets.as_slice()?)?;
    let work =
        |begin: Option<&str>, ids: &[u16], stop: &Stop| boards(list, begin, ids, strict, stop);
    let plies = games.iter().map(|ids| ids.len()).sum();
    let mut all = Boards::with_capacity(plies);
    each_game(py, &games, starts.as_deref(), work, |game| all.append(&game))?;
    let squares = Array2::from_shape_vec((plies, 64), all.squares).expect("64 squares a board");
    Ok((
        PyArray2::from_owned_array(py, squares),
        all.castling.into_pyarray(py),
        all.en_passant.into_pyarray(py),
        all.halfmoves.into_pyarray(py),
    ))
}
