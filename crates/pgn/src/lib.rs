//! PGN databases of any size: how often each string is played in them, and their ids.
//!
//! Bytes go one way. `open` opens a file, or the files in a zip; `decompress` decompresses them,
//! `encoding` makes UTF-8 of UTF-16, `format` names what is no PGN; `chunks` cuts them between games, for
//! all cores; `game` has the games of a chunk, which `pgn_reader` reads in their `parts`, with their
//! `tags`, `results` and `letters`; all look at bytes by `scan` and `byte_class`. `replay` plays the games from their `start`. `counter` counts the strings, as
//! written or as played; `encode` writes them as `game_ids`. `counts` are the result of a count,
//! and can be added. A `condition` on tags chooses games, and a `selection` says how many; `groups` have
//! the counts of games that are alike. A `diagnostic` says what is wrong, and where.
//! `lint` finds what is not as the export format wants it, by `check`, at its `place`, and mends it.
//!
//! Memory is bounded whatever the bytes are. The results depend on the bytes alone, not on the
//! number of threads.

mod byte_class;
mod check;
mod chunks;
mod comment;
mod condition;
mod counter;
mod counts;
mod decompress;
mod diagnostic;
mod encode;
mod encoding;
mod format;
mod game;
mod game_ids;
mod groups;
mod letters;
mod lines;
mod lint;
mod open;
mod parts;
mod pgn_reader;
mod place;
mod replay;
mod results;
mod scan;
mod seen_tags;
mod selection;
mod start;
mod tags;
mod termination;

pub use self::{
    comment::Evaluation,
    condition::{Condition, ConditionError, TagName},
    counter::{CountOptions, Counter, Problem},
    counts::{CountOrder, Counts, CountsError},
    decompress::{Contents, Peeked, Text, decompressed, is_packed},
    diagnostic::{Diagnostic, Diagnostics, Fault, GameRef, Mended, MendedKind},
    encode::{EncodeError, Encoded, Encoder, Errors},
    game::PgnFault,
    game_ids::{Column, GameIds, IdFormat},
    groups::{Group, GroupBy, Groups},
    lint::{Ending, Finding, Flaw, LintError, Linted, Linter},
    open::{Part, Watched, for_each_file, is_database},
    selection::Selection,
    start::position,
    termination::Termination,
};

#[cfg(test)]
#[path = "../tests/unit/linear.rs"]
mod linear_test;
#[cfg(test)]
#[path = "../tests/unit/reader.rs"]
mod reader_test;
