//! The tree of chess, against slow and obvious enumerations and as its users meet it.

mod dead;
mod enumeration;
mod files;
mod folders;
mod info_text;
mod moves;

use std::path::Path;

/// Standard output and standard error of a run of `tree` with this exit code.
fn run(folder: &Path, args: &[&str], code: i32) -> (String, String) {
    crate::common::run(folder, &[&["tree"], args].concat(), code)
}
