//! PGN databases of any size: how often each string is played in them, and their ids.
//!
//! Bytes go one way. `input` opens files, or the files in a zip, decompresses them, makes UTF-8 of UTF-16,
//! names what is no PGN, and cuts them between games, for all cores; [`san_strings_pgn`] reads and plays the
//! games of each chunk. `select` chooses games by a condition on their tags. `count` counts the strings, as
//! written or as played; `encode` writes them as ids; `lint` finds what is wrong in a file and mends it. A
//! `diagnostic` says what is wrong with a game, and where.
//!
//! Long work takes a [`Progress`], which shows how far it is and can stop it; `&()` is one that does neither.
//!
//! What is on this page keeps its meaning within a major version. Moves and faults are types of [`shakmaty`],
//! [`san_strings_core`] and [`san_strings_pgn`], which are here, too.
//!
//! Memory is bounded whatever the bytes are. The results depend on the bytes alone, not on the
//! number of threads.

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
