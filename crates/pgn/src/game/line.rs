//! A line that is one game.

use super::{pgn_game::PgnGame, pgn_reader::PgnReader};
use crate::lexer::{PgnFault, is_nothing};

impl PgnReader<'_> {
    /// Reads the game of a text that is one line, with the second that begins there, if one does. The game
    /// is empty if nothing is there; `lines` are those before.
    pub fn read_line(mut self, lines: u64, see: impl FnOnce(&PgnGame<'_>, Option<&PgnGame<'_>>)) {
        let text = self.whole();
        let Some(game) = self.next_game() else {
            let fault = (!is_nothing(text)).then_some(PgnFault::NoMoves);
            return see(&PgnGame { lines, fault, ..PgnGame::default() }, None);
        };
        let parts = self.take_parts();
        let game = PgnGame::new(text, lines, game, &parts);
        let is_none = game.moves.is_empty() && game.result.is_none();
        let fault = game.fault.or(is_none.then_some(PgnFault::NoMoves));
        see(&PgnGame { fault, ..game }, self.read(lines).as_ref());
    }
}
