//! Tests the tree of chess with the real binary.

mod files;
mod folders;

use std::path::Path;

/// Standard output and standard error of a run of `tree` with this exit code.
fn run(folder: &Path, args: &[&str], code: i32) -> (String, String) {
    crate::common::run(folder, &[&["tree"], args].concat(), code)
}
