//! Tests the program as its users run it. All tests are in one binary, so that cargo links only once
//! and the tests keep all cores busy. Each crate also has its own tests.

mod cli;
mod common;
#[cfg(unix)]
mod fuzz;
mod pgn;
mod tree;
