//! Explains why a string can or cannot occur.

use pyo3::{exceptions::PyValueError, prelude::*};
use san_strings::{
    Reason, lichess_counts, parse,
    shakmaty::{EnPassantMode, fen::Fen},
    shortest_games,
};

/// Whether the string occurs, the reason if it does not, the shortest known game, the plies of this game, a
/// lower bound on the plies of any game with the string, how often the string was played, and the position
/// before the last move of the game.
type Verdict =
    (bool, Option<String>, Option<Vec<String>>, Option<usize>, Option<usize>, u64, Option<String>);

#[pyfunction]
pub fn explain(text: &str) -> PyResult<Verdict> {
    let san = parse(text)
        .map_err(|error| PyValueError::new_err(format!("{text:?} is not SAN: {error}")))?;
    if let Some(reason) = Reason::of(san) {
        return Ok((false, Some(reason.to_string()), None, None, None, 0, None));
    }
    let game = shortest_games().game(san);
    let moves = game.map(|game| game.moves.split(' ').map(str::to_owned).collect());
    let (plies, at_least) = game.map(|game| (game.plies, game.at_least)).unzip();
    let example = game.and_then(|game| game.example());
    let fen = example.map(|it| Fen::from_position(&it.position, EnPassantMode::Legal).to_string());
    Ok((true, None, moves, plies, at_least, lichess_counts().of(text), fen))
}
