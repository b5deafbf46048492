//! Tests that the suite gets a new version when its rows change.

use std::path::Path;

use san_strings_files::read;

use crate::{
    sha256::sha256,
    suite::{Table, version::SUITE_VERSION},
};

/// Each version of the suite, with a checksum of its rows. Published versions never change.
const VERSIONS: [(&str, &str); 2] = [
    ("2.0.0", "d997f55634759447e11c30f414ac794829517e6f845e58e224a5abdf16f88ff3"),
    ("2.1.0", "92741bbc0348c2bc66b8dfd61a8f95fbdd57a0586132b8363b6d393fc2c11cb2"),
];

#[test]
fn other_rows_are_another_version() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../output/conformance"));
    let tables = Table::ALL.into_iter().filter(|&table| table != Table::Kinds);
    let contents = |table: Table| read(&folder.join(table.name())).expect("it can be read");
    let rows: Vec<u8> = tables.flat_map(|table| contents(table).expect("a table")).collect();
    assert_eq!(
        VERSIONS.last(),
        Some(&(SUITE_VERSION, &sha256(&rows)[..])),
        "rows have changed: raise SUITE_VERSION, and add it here with this checksum"
    );
}
