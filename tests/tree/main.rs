//! The tree of chess, against slow and obvious enumerations and as its users meet it.
#![cfg(feature = "tree")]

#[cfg(feature = "cli")]
#[path = "../common/mod.rs"]
mod common;
mod dead;
mod enumeration;
#[cfg(feature = "cli")]
mod files;
#[cfg(feature = "cli")]
mod folders;
mod info_text;
mod moves;
