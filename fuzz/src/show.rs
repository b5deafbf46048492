//! `tree show`: whatever lies in the folder of a tree, the answer is a view or an error,
//! soon, and nothing outside the folder is read.

use std::{fs, path::Path};

use san_strings_tree::{GrowOptions, Grower, NodeQuery, NodeView, WriteOptions, write_folders};
use shakmaty::Chess;

/// What stands between the parts of an input.
const BREAK: u8 = 0xff;

/// Asks it of these bytes.
pub fn run(bytes: &[u8]) {
    let mut parts = bytes.split(|&byte| byte == BREAK);
    let query = parts.next().unwrap_or_default();
    let Ok(query) = String::from_utf8_lossy(query).parse::<NodeQuery>() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let grower = Grower::new(Chess::default(), GrowOptions::new(1));
    let mut grower = grower.expect("a temporary folder");
    grower.grow(&()).expect("nothing stops it");
    write_folders(grower.tree(), folder, WriteOptions::default(), &()).expect("a tree");
    // Then a file, and what is put into it, or a link, and where it leads.
    while let (Some(path), Some(contents)) = (parts.next(), parts.next()) {
        let path: String = path
            .iter()
            .take(60)
            .map(|&byte| match byte {
                b'0'..=b'9' | b'/' => char::from(byte),
                _ => char::from(b'0' + byte % 10),
            })
            .collect();
        let path = folder.join(path.trim_start_matches('/'));
        let _ = fs::create_dir_all(&path);
        match contents.strip_prefix(b"->") {
            Some(target) => {
                let target = String::from_utf8_lossy(target).replace('\0', "");
                // Out of the tree, onto itself, to what would never end.
                let _ = std::os::unix::fs::symlink(Path::new(&target), path.join("0"));
                let _ = fs::remove_file(path.join("info.txt"));
                let _ = std::os::unix::fs::symlink(Path::new("/dev/zero"), path.join("info.txt"));
            }
            None => drop(fs::write(path.join("info.txt"), contents)),
        }
    }
    match NodeView::in_folder(folder, &query) {
        Ok(view) => assert!(view.folder.is_some_and(|path| path.starts_with(folder))),
        Err(error) => drop(error.to_string()),
    }
}
