//! `san-strings stats`.

use std::io::Write;

use anyhow::Result;

use super::Answer;
use san_strings_core::{Vocabulary, breakdown::Breakdown};

pub(super) fn stats(out: &mut impl Write) -> Result<Answer> {
    let count = |list: &Vocabulary| Breakdown::count(list, &|_| true);
    writeln!(
        out,
        "Base strings\n\n{}\nWith symbols: each plain, with + and with #\n\n{}\n\
         That occur: those of them that can be played\n\n{}",
        count(Vocabulary::base()),
        count(Vocabulary::with_symbols()),
        count(Vocabulary::occurring()),
    )?;
    Ok(Answer::Yes)
}
