//! Tests the command `tree` by running the program.

mod files;
mod folders;

use std::path::Path;

/// Runs `tree`, expects this exit code, and returns standard output and standard error.
fn run(folder: &Path, args: &[&str], code: i32) -> (String, String) {
    crate::common::run(folder, &[&["tree"], args].concat(), code)
}
