//! The list applied to games: PGN databases of any size, and which strings are played in
//! them.
//!
//! Bytes go one way: [`source`] takes them out of their compression, [`blocks`] cuts them
//! into pieces between two games, which are worked on by all cores, [`game`] reads the
//! games of a piece, and [`numbers`] knows their strings. [`count`] counts their strings, [`replay`] asks first whether they
//! are legal, [`encode`] gives their numbers. [`counts`] are what a count amounts to, and
//! can be added; a [`note`] says what is wrong, and where.
//!
//! Memory is bounded whatever the bytes are, and what comes out depends on them alone,
//! not on the number of threads.

pub mod blocks;
pub mod count;
pub mod counts;
pub mod encode;
pub mod game;
pub mod note;
pub mod numbers;
pub mod replay;
pub mod source;
