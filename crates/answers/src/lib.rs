//! Answers as JSON: what `read`, `explain` and `lint` print with `--format json`, and what a browser gets.
//!
//! ```
//! use san_strings_answers::{position_after, reading};
//! use san_strings_answers::san_strings_core::{Verdict, read};
//!
//! let position = position_after(None, "1. e4 e5")?;
//! let verdict = Verdict::of(&position, "Ng1-f3", &read(&position, "Ng1-f3"));
//! let answer = reading("Ng1-f3", &verdict);
//! assert_eq!((answer["verdict"].as_str(), answer["san"].as_str()), (Some("mended"), Some("Nf3")));
//! # Ok::<_, String>(())
//! ```
//!
//! # What stays
//!
//! Within a major version the items on this page keep their meaning, and objects keep their fields; new fields may come.

mod board;
mod explained;
mod finding;
mod reading;

use serde_json::{Value, json};

pub use self::{
    explained::{Explained, table_part},
    finding::finding,
    reading::{play, position_after, reading},
};
pub use san_strings_core;
pub use san_strings_games;
pub use san_strings_pgn;
pub use serde_json;
pub use shakmaty;

/// Why something was not answered: what becomes an `Error` with a `kind` in JavaScript.
///
/// ```
/// let failed = san_strings_answers::failure("wrong-fen", "it is empty");
/// assert_eq!(failed["fails"]["kind"], "wrong-fen");
/// ```
pub fn failure(kind: &str, message: &str) -> Value {
    json!({ "fails": { "kind": kind, "message": message } })
}
