//! Counts, encodes and lints the games of PGN databases of any size.
//!
//! Data flows through the modules in one direction:
//!
//! - `input` opens plain files and zips, decompresses them, converts UTF-16 to UTF-8, and rejects files that
//!   are not PGN. It cuts the text into chunks of whole games, so that all cores can work in parallel.
//! - [`san_strings_pgn`] reads and plays the games of each chunk.
//! - `select` chooses games by a condition on their tags.
//! - `count` counts the SAN strings, as written or as played.
//! - `encode` turns the moves of games into ids for training models.
//! - `lint` finds faults in files and corrects them.
//! - `diagnostic` describes what is wrong with a game, and where.
//!
//! Long-running functions take a [`Progress`], which reports their progress and can stop them. Pass `&()` if
//! you need neither reports nor a way to stop the function.
//!
//! Within a major version, the items on this page stay compatible. Some of them use types from
//! [`shakmaty`], [`san_strings_core`] and [`san_strings_pgn`], which this crate re-exports.
//!
//! Memory is bounded, whatever the input. The results depend only on the input, not on the number of threads.

mod count;
mod diagnostic;
mod encode;
mod input;
mod lint;
mod select;
mod table;

pub use self::{
    count::{
        CountOptions, CountOrder, Counter, Counts, CountsError, Group, GroupBy, Groups, Length,
        Lengths, Problem,
    },
    diagnostic::{Diagnostic, Diagnostics, GameRef, Mended, MendedKind},
    encode::{Board, Column, EncodeError, Encoded, Encoder, Errors, GameIds, IdFormat},
    input::{Contents, Part, Text, decompressed, for_each_file, is_database},
    lint::{LintError, lint_games, mend_games},
    select::{Condition, ConditionError, Selection, TagName},
};
#[doc(hidden)]
pub use self::{
    input::{Peeked, Watched, is_packed},
    select::number,
};
pub use san_strings_core;
pub use san_strings_files::{Progress, Stopped};
pub use san_strings_pgn;
pub use shakmaty;

#[cfg(all(test, debug_assertions))]
#[path = "../tests/unit/linear.rs"]
mod linear_test;
#[cfg(test)]
#[path = "../tests/unit/reader.rs"]
mod reader_test;
