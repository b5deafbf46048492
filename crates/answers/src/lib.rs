//! Builds answers as JSON: the output of `read`, `explain` and `lint` with `--format json`, and the objects
//! that our WebAssembly modules return to JavaScript.
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
//! # Stability
//!
//! Within a major version, the items on this page keep their meaning, and the JSON objects keep their
//! fields. New fields may be added.

mod board;
mod explained;
mod failure;
mod finding;
mod reading;

pub use self::{
    explained::{Explained, table_part},
    failure::failure,
    finding::finding,
    reading::{play, position_after, reading},
};
pub use san_strings_core;
pub use san_strings_games;
pub use san_strings_pgn;
pub use serde_json;
pub use shakmaty;
