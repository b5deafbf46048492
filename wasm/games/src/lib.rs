//! Functions that the npm package calls to read and lint games. They return JSON, which `wasm/js` parses into
//! objects.

use std::collections::BTreeMap;

use js_sys::Function;
use san_strings_answers::{
    failure, finding,
    serde_json::{self, Value, json},
};
use san_strings_core::Vocabulary;
use san_strings_pgn::{
    Evaluation, Fault, Finding, Game, Layout, Linter, PlayedMove, games, lint::Found, read::Place,
};
// With this line, the WebAssembly module also exports the functions of san-strings-wasm-read.
pub use san_strings_wasm_read as read;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// The result of linting a text.
#[wasm_bindgen]
pub struct Linted {
    answer: String,
    mended: Vec<u8>,
}

#[wasm_bindgen]
impl Linted {
    /// Returns the findings and the totals, as JSON.
    pub fn answer(&self) -> String {
        self.answer.clone()
    }

    /// Returns the corrected text. It is empty if `lint` was called without `mends`.
    pub fn mended(self) -> Vec<u8> {
        self.mended
    }
}

/// Lints a text, and corrects it if `mends` is set. Ranges are in UTF-16 code units if `in_utf16` is set,
/// otherwise in bytes. Calls `see` with the fraction of the text read so far, from 0 to 1.
#[wasm_bindgen]
pub fn lint(
    text: &[u8],
    options: &str,
    mends: bool,
    in_utf16: bool,
    see: Option<Function>,
) -> Linted {
    let options: Value = serde_json::from_str(options).unwrap_or_default();
    let most = options["most"].as_u64().and_then(|most| most.try_into().ok());
    let most = most.unwrap_or(usize::MAX);
    let linter = match linter(&options) {
        Ok(linter) => linter,
        Err(failed) => return Linted { answer: failed.to_string(), mended: Vec::new() },
    };
    let see = &mut |bytes: usize| {
        if let Some(see) = &see {
            // `see` never throws: if the user's callback throws, `wasm/js/api.js` catches the exception, and
            // rethrows it after we return.
            let _ = see.call1(&JsValue::NULL, &JsValue::from_f64(bytes as f64 / text.len() as f64));
        }
    };
    let mut found = linter.whole(text, mends, see);
    let mended = if mends { found.mended(text) } else { Vec::new() };
    if found.totals.games == 0 {
        found.findings.insert(0, Finding::of_file(Fault::NoGame));
    }
    let mut kinds = BTreeMap::<_, u64>::new();
    for finding in &found.findings {
        *kinds.entry(finding.kind()).or_default() += 1;
    }
    found.findings.truncate(most);
    let findings = findings(if mends { &mended } else { text }, &found, in_utf16);
    let answer = json!({
        "findings": findings, "kinds": kinds, "mended": found.totals.mended,
        "games": found.totals.games, "variants": found.totals.variants,
    });
    Linted { answer: answer.to_string(), mended }
}

/// Creates the linter from the user's options. If an option is invalid, returns an error object for JavaScript.
fn linter(options: &Value) -> Result<Linter, Value> {
    let kinds = |name: &str| {
        let all = options[name].as_array().into_iter().flatten().filter_map(Value::as_str);
        all.map(str::to_owned).collect::<Vec<_>>()
    };
    let (select, ignore) = (kinds("select"), kinds("ignore"));
    let is_none = |kind: &&String| !Linter::kinds().any(|known| known == **kind);
    if let Some(none) = select.iter().chain(&ignore).find(is_none) {
        return Err(failure("no-such-kind", &format!("unknown kind of finding: {none}")));
    }
    let layout = match options["layout"].as_str() {
        None | Some("games") => Layout::Games,
        Some("lines") => Layout::GameLines,
        Some("fen-lines") => Layout::FenLines,
        Some(other) => {
            let why = format!("unknown layout {other}: use games, lines or fen-lines");
            return Err(failure("no-such-layout", &why));
        }
    };
    let is = |name: &str| options[name].as_bool().unwrap_or_default();
    let linter = Linter { strict: is("strict"), layout, go_on: is("goOn"), ..Linter::default() };
    Ok(linter.choose(&select, &ignore))
}

/// Returns the findings as JSON, each with its range in the text.
fn findings(text: &[u8], found: &Found, in_utf16: bool) -> Vec<Value> {
    let in_utf16 = in_utf16 && !text.is_ascii();
    let units = |text: &[u8]| match in_utf16 {
        true => String::from_utf8_lossy(text).encode_utf16().count(),
        false => text.len(),
    };
    let (mut bytes, mut start) = (0, 0);
    let all = found.findings.iter();
    all.map(|one| {
        let mut answer = finding(one);
        let offset = usize::try_from(one.offset).unwrap_or(bytes);
        start += units(&text[bytes..offset]);
        bytes = offset;
        let length = if in_utf16 { one.text.encode_utf16().count() } else { one.length };
        answer["range"] = json!([start, start + length]);
        answer
    })
    .collect()
}

/// Reads the games of a text in batches.
#[wasm_bindgen]
pub struct Games {
    text: Vec<u8>,
    place: Option<Place>,
}

/// The number of games in a batch.
const BATCH: usize = 64;

#[wasm_bindgen]
impl Games {
    /// Prepares to read the games of a text.
    #[wasm_bindgen(constructor)]
    pub fn new(text: Vec<u8>) -> Games {
        Games { text, place: None }
    }

    /// Returns the next batch of games as a JSON array, which is empty after the last game.
    pub fn batch(&mut self) -> String {
        let mut all = games(&self.text);
        if let Some(place) = self.place {
            all = all.resume(place);
        }
        let batch: Value = all.by_ref().take(BATCH).map(|it| game(&it)).collect();
        self.place = Some(all.place());
        batch.to_string()
    }
}

fn game(game: &Game) -> Value {
    let mut tags = serde_json::Map::new();
    for (name, value) in &game.tags {
        tags.entry(name).or_insert_with(|| value.as_str().into());
    }
    let error = game.error.as_ref().map(|it| {
        let (kind, message) = (it.fault.kind(), it.fault.to_string());
        json!({ "line": it.line, "column": it.column, "kind": kind, "message": message })
    });
    json!({
        "tags": tags,
        "moves": game.moves.iter().map(played).collect::<Value>(),
        "result": game.result.map(|result| result.to_string()),
        "error": error,
    })
}

fn played(it: &PlayedMove) -> Value {
    let evaluation = it.evaluation.map(|evaluation| match evaluation {
        Evaluation::Centipawns(value) => json!({ "centipawns": value }),
        Evaluation::Mate { winner, moves } => {
            json!({ "mate": moves, "winner": winner.to_string() })
        }
    });
    json!({
        "san": it.san.to_string(),
        "uci": it.uci.to_string(),
        "id": Vocabulary::occurring().id_of(it.san),
        "comments": it.comments,
        "clock": it.clock,
        "evaluation": evaluation,
    })
}
