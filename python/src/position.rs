//! A position in which you play moves by their ids.

use numpy::{IntoPyArray, PyArray1};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyType};
use san_strings::{
    Reading as Read, Verdict, Vocabulary as List, position, read, read_english,
    shakmaty::{Chess, EnPassantMode, Move, Outcome, Position as _, fen::Fen},
};

use crate::{legal::fault, reading::Reading, vocabulary::Vocabulary};

/// A position in which you play moves by their ids: `Position(v)`, or `Position(v, fen)`. A castling right in
/// the FEN is ignored if its king or rook is missing.
///
/// >>> v = Vocabulary()
/// >>> p = Position(v)
/// >>> p.push(v["e4"])
/// >>> p.legal().size, int(p.mask().sum()), p.turn
/// (20, 20, 'black')
#[pyclass(module = "san_strings")]
pub struct Position {
    vocabulary: Py<Vocabulary>,
    position: Chess,
}

/// Parses an entry of [`GameIds::starts`]. Returns the position from which the game starts, or the reason why
/// the game cannot be played.
///
/// [`GameIds::starts`]: san_strings::GameIds::starts
pub fn start(start: Option<&str>) -> Result<Chess, String> {
    match start {
        None => Ok(Chess::default()),
        Some("") => Err("the game is a chess variant".to_owned()),
        Some(fen) => position(fen).map_err(|error| error.to_string()),
    }
}

pub fn of_fen(fen: &str) -> PyResult<Chess> {
    position(fen).map_err(|cause| PyValueError::new_err(format!("{fen:?}: {cause}")))
}

pub fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// Finds the legal move with this id. The error states the position and the reason.
pub fn move_of(list: &List, position: &Chess, id: i64) -> Result<Move, String> {
    let found = u16::try_from(id).map_err(|_| format!("there is no id {id}")).and_then(|id| {
        let mut found = None;
        list.for_each_legal(position, |other, m| found = found.or((other == id).then_some(m)));
        found.ok_or_else(|| fault(list, position, id))
    });
    found.map_err(|why| format!("in {}: {why}", fen(position)))
}

#[derive(FromPyObject)]
enum Played {
    Id(i64),
    Text(String),
}

impl Position {
    pub fn of(vocabulary: Py<Vocabulary>, position: Chess) -> Position {
        Position { vocabulary, position }
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (vocabulary, fen=None))]
    fn new(vocabulary: Py<Vocabulary>, fen: Option<&str>) -> PyResult<Position> {
        let position = fen.map_or_else(|| Ok(Chess::default()), of_fen)?;
        Ok(Position { vocabulary, position })
    }

    /// Plays a move, given as an id or as a text that `read` understands: `push("Nf3")`, `push("g1f3")`.
    fn push(&mut self, m: Played) -> PyResult<()> {
        let m = match m {
            Played::Id(id) => move_of(&self.vocabulary.get().list, &self.position, id)
                .map_err(PyValueError::new_err)?,
            Played::Text(text) => match read(&self.position, &text) {
                Read::Exact { m, .. } | Read::Mended { m, .. } => m,
                other => {
                    let why = Verdict::of(&self.position, &text, &other).why.unwrap_or_default();
                    let message = format!("in {}: {text}: {why}", self.fen());
                    return Err(PyValueError::new_err(message));
                }
            },
        };
        self.position.play_unchecked(m);
        Ok(())
    }

    /// Reads a text as a move in this position. If the text is not the canonical SAN of a legal move, the reading
    /// contains the correct SAN, or explains what is wrong. With `english=True`, piece letters of other
    /// languages, as in `Sf3`, are not recognized.
    #[pyo3(signature = (text, *, english=false))]
    fn read(&self, text: &str, english: bool) -> Reading {
        let read = if english { read_english } else { read };
        Reading::new(&self.position, text, &read(&self.position, text))
    }

    /// Returns the ids of the legal moves, sorted: `uint16`, shape `(moves,)`.
    fn legal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u16>> {
        let list = &self.vocabulary.get().list;
        let ids: Vec<u16> = list.legal(&self.position).map(|(id, _)| id).collect();
        ids.into_pyarray(py)
    }

    /// Returns the mask of the legal moves: a `bool` for each id, shape `(len(vocabulary),)`.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let vocabulary = self.vocabulary.get();
        let mut mask = vec![false; vocabulary.size()];
        for (id, _) in vocabulary.list.legal(&self.position) {
            mask[usize::from(id)] = true;
        }
        mask.into_pyarray(py)
    }

    /// Returns a copy of the position.
    fn copy(&self, py: Python<'_>) -> Position {
        Position { vocabulary: self.vocabulary.clone_ref(py), position: self.position.clone() }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (Py<Vocabulary>, String)) {
        (py.get_type::<Position>(), (self.vocabulary.clone_ref(py), self.fen()))
    }

    /// The position as FEN.
    #[getter]
    fn fen(&self) -> String {
        fen(&self.position)
    }

    /// The side to move: `"white"` or `"black"`.
    #[getter]
    fn turn(&self) -> &'static str {
        self.position.turn().fold_wb("white", "black")
    }

    /// The result if the game has ended by mate, stalemate or insufficient material, otherwise `None`.
    #[getter]
    fn result(&self) -> Option<&'static str> {
        match self.position.outcome() {
            Outcome::Known(outcome) => Some(outcome.as_str()),
            Outcome::Unknown => None,
        }
    }

    fn __repr__(&self) -> String {
        format!("Position(fen={:?})", self.fen())
    }
}
