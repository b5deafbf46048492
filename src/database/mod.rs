//! PGN databases of any size: how often each string is played in them, and their ids.
//!
//! Bytes go one way. [`decompress`] takes them out of their compression; [`chunks`] cuts them
//! between two games, for all cores; [`game`] reads the games of a chunk. [`counter`] counts
//! their strings, [`replay`] asks first whether they are legal, [`encode`] writes their ids.
//! [`counts`] are what a count amounts to, and can be added; a [`diagnostic`] says what is
//! wrong, and where.
//!
//! Memory is bounded whatever the bytes are, and what comes out depends on them alone, not on
//! the number of threads.

pub mod chunks;
pub mod counter;
pub mod counts;
pub mod decompress;
pub mod diagnostic;
pub mod encode;
pub mod game;
pub mod replay;
