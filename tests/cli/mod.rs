//! Tests the output, the exit code and the files of the real binary.

mod api;
mod commands;
mod completions;
mod corpus;
#[cfg(unix)]
mod docs;
mod explain;
#[cfg(unix)]
mod faults;
mod lint;
mod list;
#[cfg(unix)]
mod ours;
mod read;
