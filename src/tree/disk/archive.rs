//! The tree as a tar archive: the same folders and files, for trees with more
//! files than a file system likes, and for other machines.

use std::{
    io::{self, Write},
    path::Path,
};

use tar::{Builder, EntryType, Header};

use super::{
    Info,
    layout::{INFO, ROOT, relative, root_text},
};
use crate::tree::{Tree, Watch, visit::for_each_folder};

/// Writes the tree as a tar archive, by ply. Its bytes depend on nothing but the
/// tree: nobody owns the files, and their time is the beginning of 1970.
///
/// # Errors
///
/// What `out` says, or [`TreeError::Stopped`](crate::tree::TreeError::Stopped) in an [`io::Error`].
pub fn write_archive(tree: &Tree, out: impl Write, watch: &Watch) -> io::Result<()> {
    let mut archive = Builder::new(out);
    if let Some(root) = root_text(tree.root()) {
        append(&mut archive, Path::new(ROOT), &root)?;
    }
    for_each_folder(
        tree,
        watch,
        |cursor, nodes: &mut Vec<_>| -> io::Result<()> {
            nodes.push((relative(&cursor.path()), Info::of(cursor)?.to_string()));
            Ok(())
        },
        |nodes| {
            for (path, info) in nodes {
                let mut header = Header::new_gnu();
                header.set_entry_type(EntryType::Directory);
                header.set_mode(0o755);
                header.set_size(0);
                archive.append_data(&mut header, path.join(""), io::empty())?;
                append(&mut archive, &path.join(INFO), &info)?;
            }
            Ok(())
        },
    )?;
    archive.into_inner()?.flush()?;
    Ok(())
}

/// Whether the contents of a file show that it is such an archive: it begins with the
/// root, or the file that stands beside it.
#[must_use]
pub fn is_archive(contents: &[u8]) -> bool {
    let magic = contents.get(257..262) == Some(b"ustar");
    magic && (contents.starts_with(b"0/\0") || contents.starts_with(b"root.fen\0"))
}

/// Appends a file.
fn append(archive: &mut Builder<impl Write>, path: &Path, text: &str) -> io::Result<()> {
    let mut header = Header::new_gnu();
    header.set_mode(0o644);
    header.set_size(text.len() as u64);
    archive.append_data(&mut header, path, text.as_bytes())
}
