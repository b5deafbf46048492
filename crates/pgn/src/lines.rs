//! Lines that are games: moves, without tags.

use super::{
    chunks::Chunk,
    game::{PgnFault, PgnGame, next_game},
    open::is_nothing,
    pgn_reader::PgnReader,
    sink::Sink,
};
use san_strings_core::Vocabulary;
use san_strings_files::{Progress, Stopped};

/// Reads the game of each line of a chunk, with the second that begins on the line, if one does, until
/// `progress` stops it. Gives the number of lines.
///
/// # Errors
///
/// [`Stopped`].
pub(super) fn for_each_line<'a, S: Sink<'a> + Default>(
    chunk: Chunk<'a>,
    vocabulary: &'a Vocabulary,
    progress: &dyn Progress,
    mut see: impl FnMut(&PgnGame<'_>, Option<&PgnGame<'_>>),
) -> Result<u64, Stopped> {
    let mut before = 0;
    if chunk.is_rest {
        // The line that goes on was counted.
        return Ok(before);
    }
    let mut lines = chunk.text.split_inclusive(|&byte| byte == b'\n').peekable();
    while let Some(text) = lines.next() {
        if progress.is_stopped() {
            return Err(Stopped);
        }
        let is_cut = chunk.is_cut && lines.peek().is_none();
        let line = Chunk { text, is_cut, is_rest: false };
        read_line::<S>(line, before, vocabulary, &mut see);
        before += 1;
    }
    Ok(before)
}

/// Reads the game of one line, which is empty if nothing is there, with the second that begins there.
pub(super) fn read_line<'a, S: Sink<'a> + Default>(
    line: Chunk<'a>,
    before: u64,
    vocabulary: &'a Vocabulary,
    see: impl FnOnce(&PgnGame<'_>, Option<&PgnGame<'_>>),
) {
    let (mut first, mut others) = (S::default(), S::default());
    let mut reader = PgnReader::new(line.text, vocabulary);
    let Some(game) = next_game(&mut reader, line, &mut first) else {
        let fault = (!is_nothing(line.text)).then_some(PgnFault::NoMoves);
        return see(&PgnGame { lines: before, fault, ..PgnGame::default() }, None);
    };
    let second = next_game(&mut reader, line, &mut others);
    let second = second.map(|second| PgnGame { lines: before, ..second });
    let is_none = game.moves.is_empty() && game.result.is_none();
    let fault = game.fault.or(is_none.then_some(PgnFault::NoMoves));
    see(&PgnGame { lines: before, fault, ..game }, second.as_ref());
}
