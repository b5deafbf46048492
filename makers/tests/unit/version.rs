//! The suite has another version when it has other rows.

use std::path::Path;

use san_strings_files::{read, sha256};

use crate::suite::{Table, version::SUITE_VERSION};

/// Each version, with a checksum of its rows. What has been published stays.
const VERSIONS: [(&str, &str); 1] =
    [("2.0.0", "71d074ea368defd41134582448726b25d0b7a4a49bde30007cd9e767917e2d0d")];

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
