//! All tests of this crate.

mod any_text;
mod brute_force;
mod checks;
mod examples;
mod explanation;
mod headline;
mod no_check;
mod play;
mod reader;
mod reading;
mod reason;
mod search;
mod symmetry;
mod syntax;
mod vocabulary;
