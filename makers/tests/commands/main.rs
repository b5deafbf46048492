//! The makers as those meet them who make the files again.

#[path = "../../../tests/common/mod.rs"]
mod common;
mod search;
mod suite;
