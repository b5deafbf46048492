//! The lists, against brute force and by their symmetry, and in the formats that programs read.

mod brute_force;
#[cfg(feature = "cli")]
#[path = "../common/mod.rs"]
mod common;
#[cfg(feature = "cli")]
mod formats;
mod headline;
mod symmetry;
mod syntax;
mod vocabulary;
