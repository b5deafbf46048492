//! The tree on disk: a folder for each node, in each an `info.txt`, or the same as an
//! archive.

mod archive;
mod check;
mod info;
mod layout;
mod look;
mod own;
mod write;

pub use archive::{is_archive, write_archive};
pub use check::{Difference, check};
pub use info::{Info, InfoError};
pub use layout::DiskError;
pub use look::{Continuation, LookError, Place, View, look, look_at};
pub use own::refuse_others;
pub use write::{Permit, Summary, write_folders};
