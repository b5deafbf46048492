//! The legal moves of whole games.

use numpy::PyReadonlyArray1;
use pyo3::{exceptions::PyValueError, prelude::*};
use rayon::prelude::*;
use san_strings::{
    AnyVocabulary, Progress,
    shakmaty::{Chess, Position},
};

use crate::{
    Ragged,
    cores::{Stop, interruptible},
    encode::ragged,
    pieces,
    vocabulary::{Vocabulary, special},
};

/// Ids, and where those of each ply end.
type LegalIds = (Vec<u16>, Vec<usize>);

/// The ids of the legal moves before each ply of a game; or the ply at which the game cannot go
/// on, and why. If that is no error, there are none after it.
fn legal(
    list: &AnyVocabulary,
    ids: &[u16],
    is_strict: bool,
    stop: &Stop,
) -> Result<LegalIds, (usize, String)> {
    if stop.is_stopped() {
        return Ok(LegalIds::default());
    }
    let mut position = Chess::default();
    let mut legal = Vec::with_capacity(32 * ids.len());
    let mut ends = Vec::with_capacity(ids.len());
    for (&id, ply) in ids.iter().zip(1_usize..) {
        // What is made of the rest is not looked at.
        if stop.is_stopped() {
            break;
        }
        let start = legal.len();
        let mut played = None;
        for (m, other) in list.legal(&position) {
            legal.push(other);
            if other == id {
                played = Some(m);
            }
        }
        legal[start..].sort_unstable();
        ends.push(legal.len());
        match played {
            Some(m) => position.play_unchecked(m),
            None if is_strict => return Err((ply, fault(list, &position, id))),
            None => {
                ends.resize(ids.len(), legal.len());
                break;
            }
        }
    }
    Ok((legal, ends))
}

/// Why the string with an id is not one of the legal moves of a position.
pub fn fault(list: &AnyVocabulary, position: &Chess, id: u16) -> String {
    let Some(text) = list.text(id) else {
        return match special(list, id) {
            Some(special) => format!("{special} is no move"),
            None => format!("there is no id {id}"),
        };
    };
    match list.written(position, id) {
        Some(right) if right != text => format!("{text} should be {right}"),
        _ => format!("{text} is not a legal move, or could be several"),
    }
}

/// The error for a game, counted from 1, that is broken at a ply.
pub fn broken_error(game: usize, (ply, fault): (usize, String)) -> PyErr {
    PyValueError::new_err(format!("game {game}, ply {ply}: {fault}"))
}

/// The ids of the legal moves before each ply, over all games.
#[pyfunction]
pub fn legal_of<'py>(
    py: Python<'py>,
    vocabulary: &Bound<'py, Vocabulary>,
    ids: PyReadonlyArray1<'py, u16>,
    offsets: PyReadonlyArray1<'py, i64>,
    strict: bool,
) -> PyResult<Ragged<'py>> {
    let list = &vocabulary.get().list;
    let games = pieces(ids.as_slice()?, offsets.as_slice()?)?;
    let legal = interruptible(py, |stop| {
        let games: Vec<_> = games.par_iter().map(|ids| legal(list, ids, strict, stop)).collect();
        let (mut all, mut all_ends) = (Vec::new(), Vec::new());
        for (game, n) in games.into_iter().zip(1..) {
            let (ids, ends) = game.map_err(|broken| broken_error(n, broken))?;
            all_ends.extend(ends.iter().map(|end| all.len() + end));
            all.extend(ids);
        }
        Ok::<_, PyErr>((all, all_ends))
    });
    let (ids, ends) = legal??;
    Ok(ragged(py, ids, ends))
}
