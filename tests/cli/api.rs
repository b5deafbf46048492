//! Checks which public items our crates export.

use std::fs;

use crate::common::repository;

/// The names that a file exports with `pub use` and `pub type`, in order, without hidden items.
fn exported(path: &str) -> Vec<String> {
    let text = fs::read_to_string(repository().join(path)).expect("a source file");
    let mut names = Vec::new();
    for item in text.split(';') {
        if let Some((before, item)) = item.rsplit_once("\npub use ")
            && !before.ends_with("#[doc(hidden)]")
        {
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

/// If you change the public items, change this list, and perhaps the major version. The list leaves out hidden
/// items, which only the other crates of this project use.
#[test]
fn the_public_items_are_these() {
    for (path, items) in CRATES {
        assert_eq!(exported(path).join(" "), items, "{path}");
    }
}

const CRATES: [(&str, &str); 8] = [
    (
        "src/lib.rs",
        "Answer Board Bound Column Companions Condition ConditionError Contents CountOptions CountOrder Counter \
         Counts CountsError Deviation Diagnostic Diagnostics Difference Discriminator EncodeError Encoded \
         Encoder Ending Entry Errors Evaluation Example Fault FenError Finding Found GameIds GameRef Group \
         GroupBy Groups IdFormat LICHESS_SOURCE Language Layout Length Lengths Letters Level LintError Linted Linter Man \
         Meaning Mended MendedKind NeededFrom Obstacle Obstacles Part PgnFault PieceMove Problem Progress Reading Reason Refusal \
         RefuseKind SanStr Selection ShortestGame ShortestGames Slip Spelled Spelling Stopped Suggestion \
         SyntaxError TagName Targets Termination Text UnknownName Verdict Vocabulary Why decompressed \
         for_each_file is_database lichess_counts lint_games meanings mend_games parse position read \
         read_english run san_strings_tree as tree shakmaty shortest_games",
    ),
    (
        "crates/san/src/lib.rs",
        "Companions Deviation Difference Discriminator Entry Example FenError FenFault FenKind Found \
         JudgedFen Language Letters Meaning NeededFrom PieceMove Reading Reason Refusal RefuseKind SanStr \
         Slip Spelled Spelling Suggestion SyntaxError Targets UnknownName Verdict Vocabulary meanings parse \
         position read read_english shakmaty suggestions",
    ),
    (
        "crates/games/src/lib.rs",
        "Bound Man Obstacle Obstacles ShortestGame ShortestGames Why san_strings_core shakmaty",
    ),
    (
        "crates/pgn/src/lib.rs",
        "Ending Evaluation Fault Finding Game GameError Games Layout Level Linted Linter PgnFault PlayedMove \
         Suggestion Termination games san_strings_core shakmaty",
    ),
    (
        "crates/databases/src/lib.rs",
        "Board Column Condition ConditionError Contents CountOptions CountOrder Counter Counts CountsError \
         Diagnostic Diagnostics EncodeError Encoded Encoder Errors GameIds GameRef Group GroupBy Groups \
         IdFormat Length Lengths LintError Mended MendedKind Part Problem Progress Selection Stopped TagName Text \
         decompressed for_each_file is_database lint_games mend_games san_strings_core san_strings_pgn \
         shakmaty",
    ),
    (
        "crates/answers/src/lib.rs",
        "Explained failure finding play position_after reading san_strings_core san_strings_games \
         san_strings_pgn serde_json shakmaty table_part",
    ),
    ("crates/files/src/lib.rs", "Progress Stopped"),
    (
        "crates/tree/src/lib.rs",
        "Cursor DeadPositions DrawReason Game GrowOptions Grower Id InfoError NodeKey Outcome PlyStats \
         Progress Root Stopped Summary Syzygy Target Tree TreeError TreeFileError WriteOptions \
         san_strings_core shakmaty write_folders",
    ),
];
