//! The tests of the crate `san-strings-tree`.

#[path = "../../../tests/common/changes.rs"]
mod changes;
mod crafted;
mod dead;
mod enumeration;
mod info_text;
mod small_changes;
