//! The corpus and the shortest games: whole, and broken in every way that a file can be.

mod bound;
mod corpus;
mod shortest;

use crate::common::{repository, san_strings};

/// The failures that `verify` names first, in a text that it refuses.
fn failures(text: impl Into<Vec<u8>>) -> Vec<String> {
    let mut verify = san_strings(repository(), &["verify", "-"]);
    let assert = verify.write_stdin(text).assert().code(1).stderr("");
    let said = String::from_utf8(assert.get_output().stdout.clone()).expect("text");
    said.lines().skip(1).map(str::to_owned).collect()
}
