//! PGN databases of any size: how often each string is played in them, and their ids.
//!
//! Bytes go one way. [`decompress`] decompresses them; [`chunks`] cuts them between games, for
//! all cores; [`game`] reads the games of a chunk; both look at bytes by [`scan`]. [`counter`]
//! counts their strings, after a replay from the [`start`] if only legal moves count; [`encode`] writes them as
//! [`game_ids`]. [`counts`] are the result of a count, and can be added. A [`diagnostic`] says what is
//! wrong, and where.
//!
//! Memory is bounded whatever the bytes are. The results depend on the bytes alone, not on the
//! number of threads.

pub mod chunks;
pub mod counter;
pub mod counts;
pub mod decompress;
pub mod diagnostic;
pub mod encode;
pub mod game;
pub mod game_ids;
pub mod scan;
pub mod start;

pub use self::{
    counter::{CountOptions, Counter, Problem},
    counts::{CountOrder, Counts, CountsError},
    decompress::decompressed,
    diagnostic::{Diagnostic, Diagnostics, GameRef},
    encode::{EncodeError, Encoded, Encoder},
    game_ids::{GameIds, IdFormat},
};

#[cfg(test)]
#[path = "../tests/unit/linear.rs"]
mod linear_test;
