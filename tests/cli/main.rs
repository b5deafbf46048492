//! The program as its users meet it: the real binary, its output, exit code and files.
#![cfg(feature = "cli")]

mod api;
mod commands;
#[path = "../common/mod.rs"]
mod common;
mod completions;
#[cfg(unix)]
mod docs;
#[cfg(unix)]
mod faults;
#[cfg(unix)]
mod ours;
mod small_changes;
