//! The lists, against brute force and by their symmetry, and in the formats that programs read.

mod brute_force;
mod formats;
mod headline;
mod symmetry;
mod syntax;
mod vocabulary;
