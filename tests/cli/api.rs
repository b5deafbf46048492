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

/// A change of the public items has to change this list, and perhaps the major version. The modules
/// that some crates open are for the other crates of this project, and not listed.
#[test]
fn the_public_items_are_these() {
    for (path, items) in CRATES {
        assert_eq!(exported(path).join(" "), items, "{path}");
    }
}

const CRATES: [(&str, &str); 7] = [
    (
        "src/lib.rs",
        "Answer AnyVocabulary Bound Column Companions Condition ConditionError Contents CountOptions CountOrder \
         Counter Counts CountsError Deviation Diagnostic Diagnostics Difference Discriminator EncodeError Encoded \
         Encoder Ending Errors Evaluation Example Fault Finding Found GameIds GameRef Group GroupBy Groups IdFormat \
         LICHESS_SOURCE LintError Linted Linter Man Meaning Mended MendedKind NeededFrom Part PgnFault PieceMove Problem Progress \
         Reading Reason Refusal RefuseKind SanStr Selection ShortestGame ShortestGames Spelling Stopped SyntaxError \
         TagName Termination Text Vocabulary Watched Why decompressed for_each_file is_database lichess_counts lint_games mend_games parse position \
         read read_english run san_strings_tree as tree shakmaty shortest_games",
    ),
    (
        "crates/san/src/lib.rs",
        "AnyVocabulary Companions Deviation Difference Discriminator Example Found Meaning NeededFrom PieceMove \
         Reading Reason Refusal RefuseKind SanStr Spelling SyntaxError Vocabulary language meanings parse read \
         read_english reader shakmaty syntax",
    ),
    ("crates/games/src/lib.rs", "Bound Man ShortestGame ShortestGames Why"),
    (
        "crates/pgn/src/lib.rs",
        "Ending Evaluation Fault Finding Game GameError Games Linted Linter PgnFault PlayedMove Termination \
         games position",
    ),
    (
        "crates/databases/src/lib.rs",
        "Column Condition ConditionError Contents CountOptions CountOrder Counter Counts CountsError Diagnostic \
         Diagnostics EncodeError Encoded Encoder Errors GameIds GameRef Group GroupBy \
         Groups IdFormat LintError Mended MendedKind Part Peeked Problem Selection TagName \
         Text Watched decompressed for_each_file is_database is_packed lint_games mend_games",
    ),
    (
        "crates/files/src/lib.rs",
        "Kept Meter Others Ours Progress Staged Stopped Target Terminal Written is_staging printable \
         printable_path remove_stale set_aside threads",
    ),
    (
        "crates/tree/src/lib.rs",
        "Cursor DeadPositions Difference DrawReason Game GrowOptions Grower \
         Id Info InfoError NodeKey NodeQuery NodeView Outcome ParseStepError Partition \
         PlyStats QueryMove Root RootError Step Summary Syzygy Target Tree \
         TreeError TreeFile TreeFileError WriteOptions check_folders count_infos ensure_ours \
         recorded_root root_fen write_folders",
    ),
];
