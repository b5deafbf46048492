//! The program `san-strings`, and the tables that come with it.
//!
//! [`run`] runs the whole program. [`shortest_games`] and [`lichess_counts`] return the two built-in
//! tables. This crate re-exports what users of the library need from six other crates. You can also use
//! each of these crates on its own:
//!
//! | crate | contents |
//! |---|---|
//! | [`san_strings_core`] | the strings, which of them can occur and why, their ids, and what a text means as a move: [`Vocabulary`], [`Reason`], [`Example`], [`read`] |
//! | [`san_strings_games`] | games that prove that strings occur: [`ShortestGames`], [`Bound`] |
//! | [`san_strings_pgn`] | parsing PGN, and finding what is wrong in it: [`Linter`] |
//! | [`san_strings_databases`] | PGN databases of any size: [`Counter`], [`Encoder`], [`lint_games`] |
//! | [`san_strings_files`] | writing files atomically, and reporting progress: [`Progress`] |
//! | [`san_strings_tree`] | the game tree of chess |
//!
//! ```
//! use san_strings::{parse, shortest_games};
//!
//! let game = shortest_games().game(parse("Qh4#")?).expect("it occurs");
//! assert_eq!((game.plies, game.at_least), (4, 4));
//! assert!(game.moves.ends_with(" g4 Qh4#"));
//! # Ok::<_, san_strings::SyntaxError>(())
//! ```

mod cli;
mod output;
mod tables;

#[doc(hidden)]
pub use self::cli::databases;
pub use self::{
    cli::{Answer, run},
    tables::{LICHESS_SOURCE, lichess_counts, shortest_games},
};
#[doc(inline)]
pub use san_strings_core::{
    Companions, Deviation, Difference, Discriminator, Entry, Example, FenError, Found, Language,
    Letters, Meaning, NeededFrom, PieceMove, Reading, Reason, Refusal, RefuseKind, SanStr, Slip,
    Spelled, Spelling, SyntaxError, Targets, UnknownName, Verdict, Vocabulary, meanings, parse,
    position, read, read_english, shakmaty,
};
#[doc(inline)]
pub use san_strings_databases::{
    Board, Column, Condition, ConditionError, Contents, CountOptions, CountOrder, Counter, Counts,
    CountsError, Diagnostic, Diagnostics, EncodeError, Encoded, Encoder, Errors, GameIds, GameRef,
    Group, GroupBy, Groups, IdFormat, Length, Lengths, LintError, Mended, MendedKind, Part,
    Problem, Selection, TagName, Text, decompressed, for_each_file, is_database, lint_games,
    mend_games,
};
#[doc(hidden)]
pub use san_strings_databases::{Watched, number};
#[doc(inline)]
pub use san_strings_files::{Progress, Stopped};
#[doc(inline)]
pub use san_strings_games::{Bound, Man, Obstacle, Obstacles, ShortestGame, ShortestGames, Why};
#[doc(inline)]
pub use san_strings_pgn::{
    Ending, Evaluation, Fault, Finding, Layout, Level, Linted, Linter, PgnFault, Suggestion,
    Termination,
};
#[doc(inline)]
pub use san_strings_tree as tree;
