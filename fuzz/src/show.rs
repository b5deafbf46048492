//! `tree show`: whatever files are in the folder of a tree, the command soon returns a view or an
//! error, and reads nothing outside the folder.

use std::{fs, path::Path};

use san_strings_tree::{GrowOptions, Grower, NodeQuery, NodeView, WriteOptions, write_folders};
use shakmaty::Chess;

/// Separator between the parts of an input.
const BREAK: u8 = 0xff;

/// Puts files and links into the folder of a tree, and shows a node. The bytes contain a query, and then
/// pairs: a path, and either the contents of a file or the target of a link.
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
    // The parts come in pairs. The first part is the path of a folder. The second part is the contents
    // of its `info.txt` or, if the folder is a link, `->` and the target.
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
                // We make a symbolic link. Its target may be outside the tree, or may be the link itself. Then
                // we replace `info.txt` with a link to an endless file.
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
