//! Lines that are games: moves, without tags.

use std::mem;

use super::{
    chunks::Chunk,
    game::{PgnFault, PgnGame},
    open::is_nothing,
    parts::Wanted,
    pgn_reader::PgnReader,
};
use san_strings_core::Vocabulary;
use san_strings_files::{Progress, Stopped};

/// Reads the game of each line of a chunk, with the second that begins on the line, if one does, until
/// `progress` stops it. Gives the number of lines.
pub(super) fn for_each_line(
    chunk: Chunk<'_>,
    vocabulary: &Vocabulary,
    wanted: Wanted,
    progress: &dyn Progress,
    mut see: impl FnMut(&PgnGame<'_>, Option<&PgnGame<'_>>),
) -> Result<u64, Stopped> {
    let mut before = 0;
    // The line that goes on was counted.
    let text = if chunk.is_rest { &[] } else { chunk.text };
    let mut lines = text.split_inclusive(|&byte| byte == b'\n').peekable();
    while let Some(text) = lines.next() {
        if progress.is_stopped() {
            return Err(Stopped);
        }
        let is_cut = chunk.is_cut && lines.peek().is_none();
        let line = Chunk { is_cut, ..Chunk::whole(text) };
        read_line(line, before, vocabulary, wanted, &mut see);
        before += 1;
    }
    Ok(before)
}

/// Reads the game of one line, which is empty if nothing is there, with the second that begins there.
pub(super) fn read_line(
    line: Chunk<'_>,
    before: u64,
    vocabulary: &Vocabulary,
    wanted: Wanted,
    see: impl FnOnce(&PgnGame<'_>, Option<&PgnGame<'_>>),
) {
    let mut reader = PgnReader::new(line, vocabulary, wanted);
    let Some(game) = reader.next_game() else {
        let fault = (!is_nothing(line.text)).then_some(PgnFault::NoMoves);
        return see(&PgnGame { lines: before, fault, ..PgnGame::default() }, None);
    };
    let parts = mem::take(&mut reader.parts);
    let game = PgnGame::new(line.text, before, game, &parts);
    let second = reader.next_game();
    let second = second.map(|game| PgnGame::new(line.text, before, game, &reader.parts));
    let is_none = game.moves.is_empty() && game.result.is_none();
    let fault = game.fault.or(is_none.then_some(PgnFault::NoMoves));
    see(&PgnGame { fault, ..game }, second.as_ref());
}
