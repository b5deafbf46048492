//! Which strings there are, and why.
//!
//! From the bottom up: [`geometry`] has the squares that a piece could come from; [`discriminator`]
//! the moves that can need their file, rank or square named; [`base_strings`] every string without
//! `+` and `#`; [`occurrence`] which of them can give check; [`vocabulary`] the lists with their
//! ids, with that of [`uci`], and [`any_vocabulary`] is any of them. [`tokenizer`] and [`output`]
//! make files of them, [`breakdown`] counts them.
//!
//! For a single string, [`syntax`] reads it, [`reason`] says why it cannot occur, [`example`]
//! finds a position for it, [`explanation`] says what each part of it means there, and
//! [`diagram`] draws that. [`reading`] says what a text that is not SAN means, by the rules of
//! [`spelling`].

pub mod any_vocabulary;
mod base_strings;
pub mod breakdown;
pub mod diagram;
pub mod discriminator;
pub mod english;
pub mod example;
pub mod explanation;
pub mod geometry;
mod id_table;
pub mod occurrence;
pub mod output;
pub mod reading;
pub mod reason;
pub mod san_str;
pub mod spelling;
pub mod suffix;
pub mod syntax;
pub mod tokenizer;
mod uci;
pub mod vocabulary;
