//! The program as its users meet it: the real binary, its output, exit code and files.

mod api;
mod commands;
mod completions;
#[cfg(unix)]
mod docs;
#[cfg(unix)]
mod faults;
#[cfg(unix)]
mod ours;
mod small_changes;
