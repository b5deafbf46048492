//! The option `--where`: which games are read.

use clap::Args;
use indicatif::HumanCount;

use super::{
    Answer,
    stdout::{counted, eprint_line},
};
use san_strings_pgn::{Condition, Selection};

#[derive(Args)]
pub(super) struct WhereClause {
    /// Take only games whose tags fulfil this, such as 'WhiteElo>=2700 and Date>=2015': = != < <= > >=,
    /// ~ for "contains", `and`, `or`, `not`, parentheses; "a value with blanks" in quotation marks
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
            return Answer::Yes;
        }
        let missing = selection.missing(condition);
        let why = match &missing[..] {
            [] => String::new(),
            [tag] => format!("; the tag {tag} has a value in none of them"),
            tags => format!("; the tags {} have a value in none of them", tags.join(", ")),
        };
        let games = counted(left, "game");
        eprint_line(format_args!("error: where {condition}: none of {games} taken{why}"));
        Answer::No
    }
}
