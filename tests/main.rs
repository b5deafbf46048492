//! The tests, a folder for each wing: one program, which is built once and keeps all cores busy.

mod cli;
mod common;
mod database;
mod games;
mod list;
mod occurrence;
mod site;
mod suite;
mod tree;
