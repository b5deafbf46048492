//! Which strings there are.
//!
//! From the bottom up: [`geometry`] tells where a piece could come from;
//! [`discriminator`], the heart, which moves can need their file, rank or square
//! named; [`vocabulary`] lists every string; [`occurrence`] decides which of them can
//! occur. [`tokens`] numbers them, [`tokenizer`] tells others the numbers, [`lists`]
//! makes them files, [`stats`] counts them.
//!
//! Of a single string [`syntax`] says whether it is SAN at all, [`reason`] why it
//! cannot occur, [`witness`] finds a position in which it does, [`parts`] tells what
//! each part of it says there, and [`diagram`] draws that.

pub mod diagram;
pub mod discriminator;
pub mod geometry;
pub mod lists;
pub mod occurrence;
pub mod parts;
pub mod reason;
pub mod stats;
pub mod syntax;
pub mod tokenizer;
pub mod tokens;
pub mod vocabulary;
pub mod witness;
pub(crate) mod words;
