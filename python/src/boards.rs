//! The positions of whole games, as arrays.

use numpy::{PyArray1, PyArray2, PyReadonlyArray1, ndarray::Array2};
use pyo3::prelude::*;
use rayon::prelude::*;
use san_strings::{
    AnyVocabulary, Progress,
    shakmaty::{CastlingSide, Chess, Color, EnPassantMode, Piece, Position},
};

use crate::{
    cores::{Stop, interruptible},
    legal::{broken_error, fault},
    pieces,
    vocabulary::Vocabulary,
};

/// What a position has.
#[derive(Clone)]
struct Board {
    /// The man on each square from a1 to h8: 0 for none, 1 to 6 for White's pawn, knight, bishop, rook,
    /// queen and king, 7 to 12 for Black's.
    squares: [u8; 64],
    /// The castling rights: 1, 2, 4 and 8 for `K`, `Q`, `k` and `q`.
    castling: u8,
    /// The square behind a pawn that can be captured en passant, or -1.
    en_passant: i8,
    /// The plies since the last capture or pawn's move, 255 at most.
    halfmoves: u8,
}

impl Board {
    const NONE: Board = Board { squares: [0; 64], castling: 0, en_passant: -1, halfmoves: 0 };

    fn of(position: &Chess) -> Board {
        let mut board = Board::NONE;
        for (square, Piece { color, role }) in position.board().clone() {
            board.squares[usize::from(square)] = color.fold_wb(0, 6) + role as u8;
        }
        let rights = Color::ALL
            .into_iter()
            .flat_map(|color| CastlingSide::ALL.into_iter().map(move |side| (color, side)));
        for (n, (color, side)) in rights.enumerate() {
            board.castling |= u8::from(position.castles().has(color, side)) << n;
        }
        board.en_passant =
            position.ep_square(EnPassantMode::Legal).map_or(-1, |square| square as i8);
        board.halfmoves = u8::try_from(position.halfmoves()).unwrap_or(u8::MAX);
        board
    }
}

/// The boards before each ply of a game; or the ply at which the game cannot go on, and why. If that is
/// no error, there are empty ones after it.
fn boards(
    list: &AnyVocabulary,
    ids: &[u16],
    is_strict: bool,
    stop: &Stop,
) -> Result<Vec<Board>, (usize, String)> {
    let mut position = Chess::default();
    let mut boards = Vec::with_capacity(ids.len());
    // What is made of the rest is not looked at.
    for (&id, ply) in ids.iter().zip(1..).take_while(|_| !stop.is_stopped()) {
        boards.push(Board::of(&position));
        match list.legal_move(&position, id) {
            Some(m) => position.play_unchecked(m),
            None if is_strict => return Err((ply, fault(list, &position, id))),
            None => break,
        }
    }
    boards.resize(ids.len(), Board::NONE);
    Ok(boards)
}

/// The squares, castling rights, en-passant squares and counts of plies before each ply of some games.
type Boards<'py> = (
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
    strict: bool,
) -> PyResult<Boards<'py>> {
    let list = &vocabulary.get().list;
    let games = pieces(ids.as_slice()?, offsets.as_slice()?)?;
    let all = interruptible(py, |stop| {
        let games: Vec<_> = games.par_iter().map(|ids| boards(list, ids, strict, stop)).collect();
        let mut all = Vec::new();
        for (game, n) in games.into_iter().zip(1..) {
            all.extend(game.map_err(|broken| broken_error(n, broken))?);
        }
        Ok::<_, PyErr>(all)
    })??;
    let squares = all.iter().flat_map(|board| board.squares).collect();
    let squares = Array2::from_shape_vec((all.len(), 64), squares).expect("64 squares a board");
    Ok((
        PyArray2::from_owned_array(py, squares),
        PyArray1::from_iter(py, all.iter().map(|board| board.castling)),
        PyArray1::from_iter(py, all.iter().map(|board| board.en_passant)),
        PyArray1::from_iter(py, all.iter().map(|board| board.halfmoves)),
    ))
}
