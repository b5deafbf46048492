//! The option `--where`: which games are read.

use clap::Args;
use indicatif::HumanCount;

use super::{answer::Answer, report::counted, streams::eprint_line};
use san_strings_databases::{Condition, Selection};

#[derive(Args)]
pub(super) struct WhereClause {
    /// Take only games whose tags fulfil this, such as 'WhiteElo>=2700 and Date>=2015': = != < <= > >=,
    /// ~ for "contains" (a text, not a pattern), `and`, `or`, `not`, parentheses; "a value with blanks" in quotation
    /// marks
    #[arg(long = "where", value_name = "CONDITION")]
    pub condition: Option<Condition>,
}

impl WhereClause {
    /// Says how many games were taken, as `grep -c` would with its exit code: none is a no.
    pub fn report(&self, selection: &Selection, quiet: bool) -> Answer {
        let Some(condition) = &self.condition else { return Answer::Yes };
        let Selection { taken, left, .. } = *selection;
        if taken > 0 {
            if !quiet {
                let (taken, left) = (counted(taken, "game"), HumanCount(left));
                eprint_line(format_args!("where {condition}: {taken} taken, {left} not"));
            }
            warn_of_missing(&selection.missing(condition));
            return Answer::Yes;
        }
        // Where there is no game, something else is wrong, and was said.
        if left > 0 {
            let games = counted(left, "game");
            eprint_line(format_args!("error: where {condition}: none of {games} taken"));
            warn_of_missing(&selection.missing(condition));
        }
        Answer::No
    }
}

/// Names the tags of a condition or of `--by` that have a value in no game.
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
