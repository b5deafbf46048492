//! The makers as their users meet them.

#[path = "../../../tests/common/mod.rs"]
mod common;
mod search;
mod suite;
mod verify;
