//! Plays moves, given as ids, in a batch of positions.

use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyReadonlyArray1, PyUntypedArrayMethods, ndarray::Array2,
};
use pyo3::{
    exceptions::{PyIndexError, PyMemoryError, PyValueError},
    prelude::*,
};
use rayon::prelude::*;
use san_strings::{
    Board, Vocabulary as List,
    shakmaty::{Chess, EnPassantMode, KnownOutcome, Outcome, Position as _, zobrist::Zobrist128},
};

use crate::{
    cores::detached,
    position::{Position, fen, move_of, of_fen},
    vocabulary::{Vocabulary, special},
};

/// A batch of positions, each with its history.
#[pyclass(subclass, module = "san_strings._native")]
pub struct Positions {
    vocabulary: Py<Vocabulary>,
    /// The number of threads, or 0 for one per core.
    #[pyo3(get)]
    threads: usize,
    starts: Vec<Chess>,
    games: Vec<Game>,
}

#[derive(Clone)]
struct Game {
    board: Board,
    /// Hashes of the positions since the last capture or pawn move, ending with the current position.
    past: Vec<Zobrist128>,
}

impl Game {
    fn new(start: Chess) -> Game {
        let mut game = Game { board: Board::new(start), past: Vec::new() };
        game.remember();
        game
    }

    fn remember(&mut self) {
        let position = self.board.position();
        if position.halfmoves() == 0 {
            self.past.clear();
        }
        self.past.push(position.zobrist_hash(EnPassantMode::Legal));
    }

    /// Returns 1 if White has won, -1 if Black has won, 0 for a draw, 2 if the game goes on. Draws by
    /// repetition or lack of progress follow article 9.6 of the FIDE Laws of Chess, or, with `claim`,
    /// articles 9.2 and 9.3.
    fn result(&self, claim: bool) -> i8 {
        let position = self.board.position();
        match position.outcome() {
            Outcome::Known(KnownOutcome::Decisive { winner }) => return winner.fold_wb(1, -1),
            Outcome::Known(KnownOutcome::Draw) => return 0,
            Outcome::Unknown => {}
        }
        let (plies, times) = if claim { (100, 3) } else { (150, 5) };
        let same = || self.past.iter().filter(|it| Some(*it) == self.past.last()).count();
        if position.halfmoves() >= plies || same() >= times { 0 } else { 2 }
    }
}

impl Positions {
    fn rows<T: Clone + Send + Sync>(
        &self,
        py: Python<'_>,
        width: usize,
        empty: T,
        fill: impl Fn(&List, &Game, &mut [T]) + Sync + Send,
    ) -> PyResult<Array2<T>> {
        let (list, games) = (&self.vocabulary.get().list, &self.games);
        room_for::<T>(width.saturating_mul(games.len()))?;
        let rows = detached(py, self.threads, || {
            let mut rows = vec![empty; width * games.len()];
            let all = rows.par_chunks_mut(width.max(1)).zip(games).with_min_len(AT_ONCE);
            all.for_each(|(row, game)| fill(list, game, row));
            rows
        });
        Ok(Array2::from_shape_vec((games.len(), width), rows).expect("a row for each"))
    }
}

/// Raises a `MemoryError` if this many items do not fit into memory. Without this function, Rust would abort
/// the process when it fails to allocate memory for the items.
fn room_for<T>(items: usize) -> PyResult<()> {
    let room = Vec::<T>::new().try_reserve_exact(items);
    room.map_err(|_| PyMemoryError::new_err(format!("not enough memory for {items} items")))
}

/// Minimum number of positions that a thread processes at a time. A single position takes only a few
/// microseconds, so a separate task for each position would cost more time than it saves.
const AT_ONCE: usize = 8;

#[pymethods]
impl Positions {
    #[new]
    fn new(
        vocabulary: Py<Vocabulary>,
        n: usize,
        fens: Option<Vec<String>>,
        threads: usize,
    ) -> PyResult<Positions> {
        room_for::<(Game, Chess)>(n)?;
        let starts = match fens {
            None => vec![Chess::default(); n],
            Some(fens) => fens.iter().map(|fen| of_fen(fen)).collect::<PyResult<_>>()?,
        };
        let games = starts.iter().cloned().map(Game::new).collect();
        Ok(Positions { vocabulary, threads, starts, games })
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    /// Plays a move in each position. If one of the moves is illegal, raises an error and plays nothing.
    #[pyo3(name = "_push")]
    fn push_ids(&mut self, py: Python<'_>, ids: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        if ids.len() != self.games.len() {
            let message = format!("{} ids for {} positions", ids.len(), self.games.len());
            return Err(PyValueError::new_err(message));
        }
        let (list, games, ids) = (&self.vocabulary.get().list, &self.games, ids.as_slice()?);
        let played = |(game, &id): (&Game, &i64)| {
            // An integer outside the range of ids is not a special token.
            let token = u16::try_from(id).ok().and_then(|id| special(list, id));
            if id == -1 || token.is_some_and(|token| token != "[UNK]") {
                return Ok(None);
            }
            move_of(list, game.board.position(), id).map(Some)
        };
        let moves = detached(py, self.threads, || {
            let all = games.par_iter().zip(ids).with_min_len(AT_ONCE);
            all.map(played).collect::<Vec<_>>()
        });
        let moves = moves.into_iter().enumerate().map(|(n, played)| {
            played.map_err(|fault| PyValueError::new_err(format!("position {n}, {fault}")))
        });
        let moves = moves.collect::<PyResult<Vec<_>>>()?;
        for (game, m) in self.games.iter_mut().zip(moves) {
            if let Some(m) = m {
                game.board.play(m);
                game.remember();
            }
        }
        Ok(())
    }

    /// Returns a mask of the legal ids for each position: `bool`, shape `(n, len(vocabulary))`.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let rows = self.rows(py, self.vocabulary.get().size(), false, |list, game, row| {
            list.for_each_legal(game.board.position(), |id, _| row[usize::from(id)] = true);
        });
        Ok(PyArray2::from_owned_array(py, rows?))
    }

    /// Returns the result of `mask` as a bitmask: eight ids per byte, lowest bit first.
    fn packed_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let width = self.vocabulary.get().size().div_ceil(8);
        let rows = self.rows(py, width, 0, |list, game, row| {
            list.for_each_legal(game.board.position(), |id, _| {
                row[usize::from(id >> 3)] |= 1 << (id & 7);
            });
        });
        Ok(PyArray2::from_owned_array(py, rows?))
    }

    /// Returns one row for each position: the ids of its legal moves, sorted, and padded with `[PAD]` to
    /// 218 ids.
    fn legal_ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u16>>> {
        let pad = self.vocabulary.get().list.len();
        let pad = u16::try_from(pad).expect("ids have 16 bits");
        let rows = self.rows(py, MOST, pad, |list, game, row| {
            for (place, (id, _)) in row.iter_mut().zip(list.legal(game.board.position())) {
                *place = id;
            }
        });
        Ok(PyArray2::from_owned_array(py, rows?))
    }

    #[pyo3(name = "_results")]
    fn results<'py>(&self, py: Python<'py>, claim: bool) -> Bound<'py, PyArray1<i8>> {
        let results: Vec<i8> = detached(py, self.threads, || {
            let games = self.games.par_iter().with_min_len(AT_ONCE);
            games.map(|game| game.result(claim)).collect()
        });
        results.into_pyarray(py)
    }

    /// Returns the boards, each as the bytes of a [`Board`].
    #[pyo3(name = "_bytes")]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let boards: Vec<_> = self.games.iter().map(|game| *game.board.bytes()).collect();
        boards.into_flattened().into_pyarray(py)
    }

    /// Resets the positions with these indices to their starting positions, or to the positions in `fens`.
    #[pyo3(name = "_reset")]
    fn reset_some(
        &mut self,
        indices: PyReadonlyArray1<'_, i64>,
        fens: Option<Vec<String>>,
    ) -> PyResult<()> {
        let indices =
            indices.as_slice()?.iter().map(|&n| self.index(n)).collect::<PyResult<Vec<_>>>()?;
        if let Some(fens) = fens {
            if fens.len() != indices.len() {
                let message = format!("{} FENs for {} positions", fens.len(), indices.len());
                return Err(PyValueError::new_err(message));
            }
            let starts = fens.iter().map(|fen| of_fen(fen)).collect::<PyResult<Vec<_>>>()?;
            for (&n, start) in indices.iter().zip(starts) {
                self.starts[n] = start;
            }
        }
        for n in indices {
            self.games[n] = Game::new(self.starts[n].clone());
        }
        Ok(())
    }

    /// Returns a copy of one position.
    fn __getitem__(&self, py: Python<'_>, n: i64) -> PyResult<Position> {
        let n = if n < 0 { n + i64::try_from(self.games.len())? } else { n };
        let position = self.games[self.index(n)?].board.position().clone();
        Ok(Position::of(self.vocabulary.clone_ref(py), position))
    }

    /// The positions as FENs.
    #[getter]
    fn fens(&self) -> Vec<String> {
        self.games.iter().map(|game| fen(game.board.position())).collect()
    }

    /// Copies all positions, with their starting positions and histories, from `others`.
    #[pyo3(name = "_assign")]
    fn assign(&mut self, others: &Positions) {
        self.starts.clone_from(&others.starts);
        self.games.clone_from(&others.games);
    }
}

impl Positions {
    fn index(&self, n: i64) -> PyResult<usize> {
        let message =
            || format!("there is no position {n}: there are {} positions", self.games.len());
        let index = usize::try_from(n).ok().filter(|&n| n < self.games.len());
        index.ok_or_else(|| PyIndexError::new_err(message()))
    }
}

/// Maximum number of legal moves in any position.
const MOST: usize = 218;
