//! Tries every small change to a file that the program wrote. The program must not recognize the changed
//! file as its own, unless the program could have written it.

use std::fs;

use san_strings_tree::{Tree, WriteOptions, write_folders};
use tempfile::tempdir;

use crate::{
    changes::changes,
    enumeration::{START, grown},
};

#[test]
fn a_tree_file_is_ours_as_a_whole() {
    let mut text = Vec::new();
    let grower = grown(START, 2).expect("a tree");
    grower.tree().write_file(&mut text).expect("written");
    assert!(Tree::from_file(&text).is_ok());
    changes(&text, 0..text.len(), |changed| {
        assert!(Tree::from_file(changed).is_err());
    });
}

/// If the program refuses a changed file, it must leave the file alone. The program may replace a changed
/// file only if the file is the beginning of the original, or an `info.txt` with the same Id and board state.
#[test]
fn an_info_is_ours_as_a_whole() {
    let grower = grown(START, 1).expect("a tree");
    let folder = tempdir().expect("a folder");
    let write = || write_folders(grower.tree(), folder.path(), WriteOptions::default(), &());
    write().expect("written");
    let path = folder.path().join("0/info.txt");
    let text = fs::read_to_string(&path).expect("an info");
    let lines: Vec<_> = text.lines().collect();
    changes(text.as_bytes(), 0..text.len(), |changed| {
        fs::write(&path, changed).expect("written");
        let is_written = write().is_ok();
        let now = fs::read(&path).expect("still there");
        if !is_written {
            assert_eq!(now, changed);
            fs::write(&path, &text).expect("mended");
            return;
        }
        assert_eq!(now, text.as_bytes());
        let found = String::from_utf8_lossy(changed);
        let other: Vec<_> = found.lines().collect();
        let is_info = || other[2] == lines[2] && other.last() == lines.last();
        assert!(text.as_bytes().starts_with(changed) || is_info(), "{found}");
    });
}
