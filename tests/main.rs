//! Tests the program as its users run it. All tests are in one binary, which links once and keeps all cores
//! busy. Each crate has its own tests.

mod cli;
mod common;
#[cfg(unix)]
mod fuzz;
mod pgn;
mod tree;
