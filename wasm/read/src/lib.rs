//! Functions that the npm package calls to read and play moves. They return JSON, which `wasm/js` parses into
//! objects.

use san_strings_answers::{
    failure, play as play_moves, position_after, reading,
    serde_json::{Value, json},
    shakmaty::{Chess, Move, Position, san::SanPlus},
};
use san_strings_core::{
    FenError, Verdict, Vocabulary, fen::fen_of, position, read as read_text, read_english,
};
use wasm_bindgen::prelude::wasm_bindgen;

/// Reads a text in the position after `moves`. The moves start from `fen` or, by default, from the
/// initial position.
#[wasm_bindgen]
pub fn read(text: &str, fen: Option<String>, moves: &str, english: bool) -> String {
    let verdict = match position_after(fen.as_deref(), moves) {
        Ok(position) => {
            let read = if english { read_english } else { read_text };
            Verdict::of(&position, text, &read(&position, text))
        }
        Err(why) => Verdict::bad_position(why),
    };
    in_utf16(text, verdict)
}

/// Reports what is wrong with a FEN.
#[wasm_bindgen(js_name = readFen)]
pub fn read_fen(fen: &str) -> String {
    in_utf16(fen, Verdict::of_fen(fen))
}

/// Formats a verdict as JSON. Its ranges are in UTF-16 code units, like the indices of JavaScript strings.
fn in_utf16(text: &str, mut verdict: Verdict) -> String {
    if !text.is_ascii() {
        for place in verdict.ranges.iter_mut().flatten() {
            *place = text[..*place].encode_utf16().count();
        }
    }
    reading(text, &verdict).to_string()
}

/// Plays `moves` from `fen` or the initial position. Returns the legal moves in the position after them, in the
/// order of their ids.
#[wasm_bindgen(js_name = legalMoves)]
pub fn legal_moves(fen: Option<String>, moves: &str) -> String {
    let mut position = match start(fen.as_deref()) {
        Ok(start) => start,
        Err(failed) => return failed,
    };
    if let Err(why) = play_moves(&mut position, moves, |_, _, _| ()) {
        return failure("bad-moves", &why).to_string();
    }
    let list = Vocabulary::occurring();
    let written = |(id, m): (u16, Move)| {
        let san = list.text(id).map(|text| text.to_string());
        json!({ "san": san, "uci": uci(&position, m), "id": id })
    };
    list.legal(&position).map(written).collect::<Value>().to_string()
}

/// Plays moves in any spelling. Returns each move with the position after it. If a move cannot be played,
/// stops before it, and returns the reason.
#[wasm_bindgen]
pub fn play(moves: &str, fen: Option<String>) -> String {
    let mut position = match start(fen.as_deref()) {
        Ok(start) => start,
        Err(failed) => return failed,
    };
    let begin = fen_of(&position);
    let mut before = position.clone();
    let mut played = Vec::new();
    let see = |m: Move, san: SanPlus, after: &Chess| {
        let id = Vocabulary::occurring().id_of(san);
        let (san, uci) = (san.to_string(), uci(&before, m));
        played.push(json!({ "san": san, "uci": uci, "id": id, "fen": fen_of(after) }));
        before = after.clone();
    };
    let error = play_moves(&mut position, moves, see).err();
    json!({ "fen": begin, "moves": played, "error": error }).to_string()
}

/// Formats a move in UCI notation.
fn uci(position: &Chess, m: Move) -> String {
    m.to_uci(position.castles().mode()).to_string()
}

/// Returns the position of a FEN, or the initial position if there is no FEN. If the FEN is invalid, returns an
/// error object for JavaScript, as JSON.
fn start(fen: Option<&str>) -> Result<Chess, String> {
    let position = fen.map_or(Ok(Chess::default()), position);
    position.map_err(|error: FenError| failure(error.kind().name(), &error.to_string()).to_string())
}

/// Returns the strings of a list, one per line, in the order of their ids. `None` if no list has this name.
#[wasm_bindgen]
pub fn texts(list: &str) -> Option<String> {
    let texts: Vec<String> = named(list)?.texts().map(|text| text.to_string()).collect();
    Some(texts.join("\n"))
}

/// Returns the ids of the strings of a list that begin with `prefix`.
#[wasm_bindgen(js_name = startingWith)]
pub fn starting_with(list: &str, prefix: &str) -> Vec<u16> {
    named(list).into_iter().flat_map(|list| list.starting_with(prefix)).collect()
}

/// Returns the list with this name.
fn named(list: &str) -> Option<&'static Vocabulary> {
    Some(match list {
        "base" => Vocabulary::base(),
        "symbols" => Vocabulary::with_symbols(),
        "occurring" => Vocabulary::occurring(),
        "uci" => Vocabulary::uci(),
        _ => return None,
    })
}
