//! Runs the commands of the program `makers`, as users do.

#[path = "../../../tests/common/mod.rs"]
mod common;
mod conformance;
mod judge;
mod rows;
mod search;
mod site;
mod suite;
mod verify;
