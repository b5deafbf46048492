//! `san-strings stats`.

use std::io::Write;

use anyhow::Result;
use san_strings::{
    Vocabulary,
    san::{occurrence, stats::Table},
};

use super::Answer;

pub(crate) fn stats(out: &mut impl Write) -> Result<Answer> {
    let vocabulary = Vocabulary::new();
    writeln!(
        out,
        "Base strings\n\n{}\nWith symbols: each plain, with + and with #\n\n{}\n\
         That occur: those of them that can be played\n\n{}",
        Table::count(vocabulary.base().iter().copied()),
        Table::count(vocabulary.with_symbols().map(|entry| entry.san.san)),
        Table::count(occurrence::occurring(&vocabulary).map(|san| san.san)),
    )?;
    Ok(Answer::Yes)
}
