//! Functions that the npm package exports to explain a string without a position.

use san_strings_answers::{
    Explained, failure,
    san_strings_games::{ShortestGames, shortest_games::HEADER},
    table_part,
};
use san_strings_core::{SanStr, Vocabulary, parse};
use wasm_bindgen::prelude::wasm_bindgen;

/// The table of shortest games is split into parts. Returns the name of the part that contains a string: its
/// to-square, or `castling`. `None` if the text is not a string that occurs.
#[wasm_bindgen]
pub fn place(text: &str) -> Option<String> {
    let san = parse(text).ok().filter(|&san| Vocabulary::occurring().id_of(san).is_some())?;
    Some(table_part(san))
}

/// Explains, without a position, what a text means as a move. Returns JSON. `part` is the text of one part
/// of the table of shortest games: the part that [`place`] names. The sixth column says how often each
/// string was played on lichess.org.
#[wasm_bindgen]
pub fn explain(text: &str, part: Option<String>) -> String {
    let part = part.unwrap_or_default();
    let line = |san| {
        let text = SanStr::from(san);
        let is_of = |line: &&str| line.split('\t').next() == Some(&text);
        part.lines().find(is_of)?.rsplit_once('\t')
    };
    let (row, count) = parse(text).ok().and_then(line).unwrap_or_default();
    let table = format!("{HEADER}\n{row}");
    let games = ShortestGames::new(&table);
    let Some(explained) = Explained::of(text.as_bytes(), |san| games.game(san)) else {
        let why = "this part of the table of shortest games lacks the string";
        return failure("no-game", why).to_string();
    };
    let mut answer = explained.json(count.parse().unwrap_or_default());
    answer["board"] = explained.board();
    answer.to_string()
}
