//! The program as its users meet it. One test program, which is built once and keeps all cores busy.
//! What a crate does is tested in the crate.

mod cli;
mod common;
#[cfg(unix)]
mod fuzz;
mod pgn;
mod tree;
