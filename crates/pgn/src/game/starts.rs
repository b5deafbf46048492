//! Where a text that goes on can be cut between games, as the reader finds them.

use san_strings_core::Vocabulary;

use super::{parts::Wanted, pgn_reader::PgnReader};
use crate::lexer::PgnFault;

/// To see that a game begins, one looks no further ahead.
pub const AHEAD: usize = 1 << 10;

/// Where the games of a text begin that is the beginning of a longer one: the first, and those after a
/// game whose end does not depend on what comes next.
pub fn starts(text: &[u8]) -> Vec<usize> {
    let list = Vocabulary::occurring();
    let mut reader = PgnReader::new(text, list, Wanted::Words);
    let mut starts = Vec::new();
    while reader.skip_to_game() && reader.at() + AHEAD < text.len() {
        starts.push(reader.at());
        let game = reader.next_game();
        // Its comment may end later, if the text goes on.
        if starts.len() > 1 && game.is_some_and(|game| game.fault == Some(PgnFault::Comment)) {
            break;
        }
    }
    starts
}
