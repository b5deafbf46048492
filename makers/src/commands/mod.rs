//! The commands: arguments in, text out.

pub mod search;
pub mod suite;
pub mod verify;
