//! The public items of the library, as `src/lib.rs` lists them.

use std::fs;

use crate::common::repository;

/// The names that a file makes public with `pub use` and `pub type`, in order.
fn exported(path: &str) -> Vec<String> {
    let text = fs::read_to_string(repository().join(path)).expect("a source file");
    let mut names = Vec::new();
    for item in text.split(';') {
        if let Some((_, item)) = item.rsplit_once("\npub use ") {
            let inner = item.split(['{', '}', ',']);
            let last = |path: &str| path.trim().rsplit("::").next().map(str::to_owned);
            names.extend(inner.filter_map(last).filter(|name| !name.is_empty()));
        } else if let Some((_, item)) = item.rsplit_once("\npub type ") {
            names.extend(item.split_whitespace().next().map(str::to_owned));
        }
    }
    names.sort();
    names
}

/// A change of the public items has to change this list, and perhaps the major version.
#[test]
fn the_public_items_are_these() {
    assert_eq!(exported("src/lib.rs").join(" "), CRATE);
    assert_eq!(exported("src/tree/mod.rs").join(" "), TREE);
}

const CRATE: &str = "Answer AnyVocabulary Bound Companions CountOptions CountOrder Counter Counts CountsError \
                     Diagnostic Diagnostics Discriminator EncodeError EncodeOptions Encoded \
                     Encoder Example Found GameIds GameRef IdFormat Man NeededFrom PieceMove Problem \
                     Progress Reason SanStr ShortestGame ShortestGames Stopped SyntaxError \
                     Vocabulary Why decompressed parse run shakmaty";

const TREE: &str = "Bytes Cursor DeadPositions Difference DrawReason FolderError Game \
                    GrowOptions Grower Id Info InfoError NodeKey NodeQuery NodeView Outcome \
                    ParseStepError Partition PlyStats QueryError Root RootError Step Successor \
                    Summary Syzygy Target Tree TreeError TreeFileError TreeTable WriteOptions \
                    check_folders write_folders";
