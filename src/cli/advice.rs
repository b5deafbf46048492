//! Adds advice to an error message: which option or command helps.

use anyhow::Error;

use san_strings_files::{FileError, Kept};
use san_strings_tree::TreeError;

/// Returns advice on an error, if we have any.
pub(super) fn advice(error: &Error) -> Option<&'static str> {
    error.chain().find_map(|cause| {
        if let Some(error) = cause.downcast_ref() {
            return of_tree(error);
        }
        let error: &FileError = cause.downcast_ref()?;
        match error.kept() {
            Some(Kept::HardLinks(_)) => Some(
                "write the result with `--output NEW`, then copy NEW over the file with `cat NEW > FILE`",
            ),
            Some(Kept::ReadOnly) => {
                Some("make it writable, or write the result with `--output NEW`")
            }
            _ => error.is_foreign().then_some("`--force` renames it to NAME.orig"),
        }
    })
}

fn of_tree(error: &TreeError) -> Option<&'static str> {
    match error {
        TreeError::NoStep => Some("`san-strings tree steps` lists the steps"),
        TreeError::NotScratch(_) => Some("choose another folder with `--scratch-dir`"),
        TreeError::DamagedScratch(_) => Some("`tree grow` with the same options recreates it"),
        TreeError::OtherSteps(_) => {
            Some("remove it, or choose another folder with `--scratch-dir`")
        }
        TreeError::NoRoom { .. } => Some(
            "free some space, or choose another disk with `--scratch-dir`, then run the same \
             command again to resume",
        ),
        TreeError::NoTree(_) => Some("`san-strings tree grow` grows one"),
        TreeError::Foreign(_) => Some("choose a folder that is empty or new"),
        TreeError::OtherRoot { .. } => {
            Some("choose another folder, or pass the root of that tree with `--fen`")
        }
        TreeError::InTheWay(_) => Some("nothing was written; `--force` renames them to NAME.orig"),
        _ => None,
    }
}
