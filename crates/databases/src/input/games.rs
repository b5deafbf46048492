//! Reads the games of a chunk.

use san_strings_core::Vocabulary;
use san_strings_files::{Progress, Stopped};
use san_strings_pgn::{
    game::{PgnGame, Wanted},
    lexer::scan,
};

use super::chunks::{Chunk, Unit};

/// Passes the games of a chunk to `see`, in order, until `progress` stops the work. With `Unit::Line`, each
/// line should contain one game. If a line contains a second game, `see` receives this game as its second
/// argument. Returns the number of lines in the chunk.
pub fn for_each_game(
    chunk: Chunk<'_>,
    unit: Unit,
    vocabulary: &Vocabulary,
    wanted: Wanted,
    progress: &dyn Progress,
    mut see: impl FnMut(&PgnGame<'_>, Option<&PgnGame<'_>>),
) -> Result<u64, Stopped> {
    if unit == Unit::Line {
        return for_each_line(chunk, vocabulary, wanted, progress, see);
    }
    let mut reader = chunk.reader(vocabulary, wanted);
    loop {
        if progress.is_stopped() {
            return Err(Stopped);
        }
        let Some(game) = reader.read(0) else { break };
        see(&game, None);
    }
    Ok(scan::count(b'\n', chunk.text) as u64)
}

fn for_each_line(
    chunk: Chunk<'_>,
    vocabulary: &Vocabulary,
    wanted: Wanted,
    progress: &dyn Progress,
    mut see: impl FnMut(&PgnGame<'_>, Option<&PgnGame<'_>>),
) -> Result<u64, Stopped> {
    let mut before = 0;
    // A line that is longer than a block spans several chunks. We count the line only in its first chunk,
    // because `games` returns an empty text for the other chunks.
    let mut lines = chunk.games().split_inclusive(|&byte| byte == b'\n').peekable();
    while let Some(text) = lines.next() {
        if progress.is_stopped() {
            return Err(Stopped);
        }
        let is_cut = chunk.is_cut && lines.peek().is_none();
        let line = Chunk { is_cut, ..Chunk::whole(text) };
        line.reader(vocabulary, wanted).read_line(before, &mut see);
        before += 1;
    }
    Ok(before)
}
