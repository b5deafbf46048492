//! Tests that we do not overwrite files that change during a run, are read-only, or have several hard links.

use std::{
    fs,
    io::Write,
    time::{Duration, SystemTime},
};

use san_strings_files::{Kept, Others, Ours, Target};

/// Accepts any file.
struct Any;

impl Ours for Any {
    fn foreign(&self, _: &[u8]) -> Option<String> {
        None
    }
}

/// Another program writes the same number of bytes into the same file, so only the modification time shows
/// the change.
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

/// The program leaves a read-only file and a file with several hard links unchanged, even if it runs as root.
#[test]
fn a_file_with_other_names_or_read_only_is_not_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    let change = || Target::change(&path).expect("claimed").write(b"new");
    let kept = || change().expect_err("refused").kept();
    fs::write(&path, "old").expect("written");
    if cfg!(unix) {
        let other = folder.path().join("other");
        fs::hard_link(&path, &other).expect("a second name");
        assert_eq!(kept(), Some(Kept::HardLinks(2)));
        fs::remove_file(other).expect("removed");
    }
    let allow = |is_writable: bool| {
        let mut permissions = fs::metadata(&path).expect("there").permissions();
        permissions.set_readonly(!is_writable);
        fs::set_permissions(&path, permissions).expect("set");
    };
    allow(false);
    assert_eq!(kept(), Some(Kept::ReadOnly));
    assert_eq!(fs::read(&path).expect("kept"), b"old");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    allow(true);
    change().expect("changed");
    assert_eq!(fs::read(&path).expect("changed"), b"new");
}
