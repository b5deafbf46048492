//! Tests of the program as its users meet it. We have one test program: it is built once, and keeps all cores
//! busy. Each crate has its own tests.

mod cli;
mod common;
#[cfg(unix)]
mod fuzz;
mod pgn;
mod tree;
