//! Which strings can occur, and what `explain` says about each.

mod any_text;
#[cfg(feature = "cli")]
#[path = "../common/mod.rs"]
mod common;
mod examples;
#[cfg(feature = "cli")]
mod explain;
mod explanation;
mod no_check;
mod reading;
mod reason;
