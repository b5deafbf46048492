//! Which strings can occur, and what `explain` says about each.

mod any_text;
mod checks;
mod examples;
mod explain;
mod explanation;
mod no_check;
mod reading;
mod reason;
