//! The positions of whole games, as arrays.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use san_strings::{Board, Progress, Vocabulary as List};

use crate::{
    cores::Stop,
    legal::{each_game, fault},
    pieces,
    position::start,
    vocabulary::Vocabulary,
};

/// The boards of a game, one per ply.
type Boards = Vec<[u8; Board::BYTES]>;

/// Returns the board before each ply of a game. If a move cannot be played and `is_strict` is set, returns an
/// error with the ply and the reason. If `is_strict` is not set, the boards of the plies after this move are
/// empty.
fn boards(
    list: &List,
    begin: Option<&str>,
    ids: &[u16],
    is_strict: bool,
    stop: &Stop,
) -> Result<Boards, (usize, String)> {
    let mut boards = Boards::with_capacity(ids.len());
    let mut board = match start(begin) {
        Ok(position) => Board::new(position),
        Err(fault) if is_strict => return Err((1, fault)),
        Err(_) => return Ok(vec![Board::EMPTY; ids.len()]),
    };
    // If the loop is stopped early, for example by Ctrl-C, the caller discards the boards.
    for (&id, ply) in ids.iter().zip(1..).take_while(|_| !stop.is_stopped()) {
        boards.push(*board.bytes());
        match list.play(&mut board.position().clone(), id) {
            Some(m) => board.play(m),
            None if is_strict => return Err((ply, fault(list, board.position(), id))),
            None => break,
        }
    }
    boards.resize(ids.len(), Board::EMPTY);
    Ok(boards)
}

/// Returns the board before each ply of each game, as the bytes of a [`Board`].
#[pyfunction]
pub fn boards_of<'py>(
    py: Python<'py>,
    vocabulary: &Bound<'py, Vocabulary>,
    ids: PyReadonlyArray1<'py, u16>,
    offsets: PyReadonlyArray1<'py, i64>,
    starts: Option<Vec<Option<String>>>,
    strict: bool,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let list = &vocabulary.get().list;
    let games = pieces(ids.as_slice()?, offsets.as_slice()?)?;
    let work =
        |begin: Option<&str>, ids: &[u16], stop: &Stop| boards(list, begin, ids, strict, stop);
    let mut all = Boards::with_capacity(games.iter().map(|ids| ids.len()).sum());
    each_game(py, threads, &games, starts.as_deref(), work, |game| all.extend(game))?;
    Ok(all.into_flattened().into_pyarray(py))
}
