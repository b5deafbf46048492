//! The legal moves of whole games.

use numpy::PyReadonlyArray1;
use pyo3::{exceptions::PyValueError, prelude::*};
use rayon::prelude::*;
use san_strings::{
    Vocabulary as List,
    shakmaty::{Chess, Position},
};

use crate::{Ragged, cores::detached, encode::ragged, pieces, vocabulary::Vocabulary};

/// The ids of the legal moves before each ply of a game, and where each ply's end; or the ply
/// at which the game cannot go on.
fn legal(list: &List, ids: &[u16]) -> Result<(Vec<u16>, Vec<usize>), usize> {
    let mut position = Chess::default();
    let mut legal = Vec::with_capacity(32 * ids.len());
    let mut ends = Vec::with_capacity(ids.len());
    for (&id, ply) in ids.iter().zip(1_usize..) {
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
        position.play_unchecked(played.ok_or(ply)?);
    }
    Ok((legal, ends))
}

/// The ids of the legal moves before each ply, over all games.
#[pyfunction]
pub fn legal_of<'py>(
    py: Python<'py>,
    vocabulary: &Bound<'py, Vocabulary>,
    ids: PyReadonlyArray1<'py, u16>,
    offsets: PyReadonlyArray1<'py, i64>,
) -> PyResult<Ragged<'py>> {
    let list = vocabulary.get().list;
    let games = pieces(ids.as_slice()?, offsets.as_slice()?)?;
    let (ids, ends) = detached(py, || {
        let games: Vec<_> = games.par_iter().map(|ids| legal(list, ids)).collect();
        let (mut all, mut all_ends) = (Vec::new(), Vec::new());
        for (game, n) in games.into_iter().zip(1..) {
            let (ids, ends) = game.map_err(|ply: usize| {
                let message = format!("game {n}, ply {ply}: the move is not legal there");
                PyValueError::new_err(message)
            })?;
            all_ends.extend(ends.iter().map(|end| all.len() + end));
            all.extend(ids);
        }
        Ok::<_, PyErr>((all, all_ends))
    })?;
    Ok(ragged(py, ids, ends))
}
