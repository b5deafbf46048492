//! A file that changes during a run.

use std::{
    fs,
    io::Write,
    time::{Duration, SystemTime},
};

use san_strings_files::{Others, Ours, Target};

/// Any file.
struct Any;

impl Ours for Any {
    fn foreign(&self, _: &[u8]) -> Option<String> {
        None
    }
}

/// Another program has written as many bytes into the same file: only the time tells.
#[test]
fn a_change_of_equal_length_is_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    fs::write(&path, "one").expect("written");
    let mut target = Target::claim(&path, Others::Stay, &Any).expect("claimed");
    let mut file = fs::OpenOptions::new().write(true).open(&path).expect("open");
    file.write_all(b"two").expect("written");
    let later = SystemTime::now() + Duration::from_secs(1);
    file.set_modified(later).expect("a time");
    target.write(b"three").expect("written beside it");
    assert_eq!(target.path(), path);
    assert_eq!(fs::read(&path).expect("kept"), b"two");
    assert_eq!(fs::read(folder.path().join("file.new1")).expect("ours"), b"three");
}
