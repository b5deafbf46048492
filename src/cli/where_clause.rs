//! The option `--where`, which selects games by their tags.

use clap::Args;
use indicatif::HumanCount;

use super::{answer::Answer, report::counted, streams::eprint_line};
use san_strings_databases::{Condition, Selection};

#[derive(Args)]
pub(super) struct WhereClause {
    /// Use only games whose tags meet this condition, such as 'WhiteElo>=2700 and Date>=2015'.
    /// Operators: = != < <= > >=, ~ (contains this literal text), `and`, `or`, `not`, parentheses. Put
    /// a value with spaces in "quotation marks"
    #[arg(long = "where", value_name = "CONDITION")]
    pub condition: Option<Condition>,
}

impl WhereClause {
    /// Prints how many games were selected. Returns [`Answer::No`] if no game was selected, just as `grep` exits
    /// with 1 if no line matches.
    pub fn report(&self, selection: &Selection, quiet: bool) -> Answer {
        let Some(condition) = &self.condition else { return Answer::Yes };
        let Selection { taken, left, .. } = *selection;
        if taken > 0 {
            if !quiet {
                let (taken, left) = (counted(taken, "game"), HumanCount(left));
                eprint_line(format_args!(
                    "where {condition}: {taken} selected, {left} not selected"
                ));
            }
            warn_of_missing(&selection.missing(condition));
            return Answer::Yes;
        }
        // If no game was read at all, another message has already said why.
        if left > 0 {
            let games = counted(left, "game");
            eprint_line(format_args!("error: where {condition}: none of {games} selected"));
            warn_of_missing(&selection.missing(condition));
        }
        Answer::No
    }
}

/// Warns about tags in a condition or in `--by` that have no value in any game, because they may be
/// misspelled.
pub(super) fn warn_of_missing(tags: &[&str]) {
    match tags {
        [] => {}
        [tag] => eprint_line(format_args!("warning: no game has a value for the tag {tag}")),
        tags => {
            let tags = tags.join(", ");
            eprint_line(format_args!("warning: no game has a value for the tags {tags}"));
        }
    }
}
