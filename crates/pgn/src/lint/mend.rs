//! Applies every correction that `Spot::fix` returns for a game, then reads the corrected game again. Discards
//! the corrected game if its moves differ from the original moves, if it still contains a fault that has a
//! correction, or if the number of faults without a correction has changed.

use std::ops::Range;

use san_strings_core::Vocabulary;

use super::{
    check::{Checked, check},
    linter::Linter,
    spot::Spot,
};
use crate::game::{AHEAD, Game, PgnReader, Wanted};
use crate::play::Fault;

/// A byte range of a text, and its replacement.
pub type Edit = (Range<usize>, String);

/// A corrected game.
pub struct MendedGame {
    /// The text of the corrected game. Unless the game is at the start of the file, `text` begins with the
    /// byte before the game, which shows whether the game begins on a new line.
    pub text: Vec<u8>,
    /// Byte offset in `text` at which the game begins: 0 or 1.
    pub start: usize,
    pub checked: Checked,
    /// The corrections, at their byte ranges in the original text.
    pub edits: Vec<Edit>,
}

/// Corrects those faults of a game that have a certain correction, then reads the corrected game again. Returns
/// `None` if there is nothing to correct, if a fault with a correction is left, or if the corrected game differs
/// from the original game in its extent, its moves, or its number of faults without a correction.
pub fn mend(text: &[u8], game: &Game, checked: &Checked, linter: &Linter) -> Option<MendedGame> {
    let end = game.end;
    let edit = |spot: &Spot| Some((spot.range.clone(), spot.fix()?));
    let edits: Vec<Edit> = checked.spots.iter().filter_map(edit).collect();
    let mut done = game.tags.start.saturating_sub(1);
    let start = game.tags.start - done;
    let mut mended = Vec::with_capacity(end - done);
    for (range, new) in &edits {
        mended.extend(&text[done..range.start]);
        mended.extend(new.as_bytes());
        done = range.end;
    }
    if edits.is_empty() {
        return None;
    }
    mended.extend(&text[done..end]);
    // To find the end of the corrected game, the reader needs some of the text after the game. For example, a
    // result may continue on the next line.
    let length = mended.len();
    mended.extend(&text[end..text.len().min(end + AHEAD)]);
    let mut reader = PgnReader::new(&mended, Vocabulary::occurring(), Wanted::Structure);
    reader.go_to(start..mended.len());
    let again = reader.next_game()?;
    let is_same = again.end == length
        && again.tags == (start..start + game.tags.len())
        && again.fault == game.fault;
    let rest = check(&mended, &again, reader.parts(), linter);
    let is_same = is_same && rest.played == checked.played && left(&rest) == left(checked);
    let is_mended = rest.spots.iter().all(|spot| spot.fix().is_none());
    mended.truncate(length);
    let (text, checked) = (mended, rest);
    (is_same && is_mended).then_some(MendedGame { text, start, checked, edits })
}

/// Counts the faults that have no correction. We do not count a mismatch between the result and the tag
/// `Result`, because correcting the result can create or remove such a mismatch.
fn left(checked: &Checked) -> usize {
    let is_left = |spot: &&Spot| spot.fix().is_none() && !matches!(spot.fault, Fault::ResultTag(_));
    checked.spots.iter().filter(is_left).count()
}
