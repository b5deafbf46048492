//! PGN databases of any size: how often each string is played in them, and their ids.
//!
//! Bytes go one way. [`decompress`] decompresses them; [`chunks`] cuts them between games, for
//! all cores; [`game`] reads the games of a chunk; both look at bytes by [`scan`]. [`counter`]
//! counts their strings, after [`replay`] if only legal moves count; [`encode`] writes them as
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
pub mod replay;
pub mod scan;
