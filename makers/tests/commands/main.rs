//! The makers as their users meet them.

#[path = "../../../tests/common/mod.rs"]
mod common;
mod conformance;
mod judge;
mod rows;
mod search;
mod site;
mod suite;
mod verify;
