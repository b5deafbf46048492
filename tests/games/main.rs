//! The corpus and the shortest games: whole, and broken in every way that a file can be.
#![cfg(feature = "cli")]

#[path = "../common/mod.rs"]
mod common;
mod corpus;
mod shortest;
