//! The tree as a tar archive: the same folders and files, for trees with more
//! files than a file system likes, and for other machines.

use std::io::{self, Write};

use tar::{Builder, EntryType, Header};

use super::visit::for_each_folder;
use super::{
    Info,
    layout::{INFO, relative},
};
use crate::tree::{Tree, Watch};

/// Writes the tree as a tar archive, by ply. Its bytes depend on nothing but the
/// tree: nobody owns the files, and their time is the beginning of 1970.
///
/// # Errors
///
/// What `out` says, or [`TreeError::Stopped`](crate::tree::TreeError::Stopped) in an [`io::Error`].
pub fn write_archive(tree: &Tree, out: impl Write, watch: &Watch) -> io::Result<()> {
    let mut archive = Builder::new(out);
    for_each_folder(
        tree,
        watch,
        |cursor, nodes: &mut Vec<_>| -> io::Result<()> {
            nodes.push((relative(cursor.path()), Info::of(cursor).to_string()));
            Ok(())
        },
        |nodes| {
            for (path, info) in nodes {
                let mut header = Header::new_gnu();
                header.set_entry_type(EntryType::Directory);
                header.set_mode(0o755);
                header.set_size(0);
                archive.append_data(&mut header, path.join(""), io::empty())?;
                let mut header = Header::new_gnu();
                header.set_mode(0o644);
                header.set_size(info.len() as u64);
                archive.append_data(&mut header, path.join(INFO), info.as_bytes())?;
            }
            Ok(())
        },
    )?;
    archive.into_inner()?.flush()?;
    Ok(())
}
