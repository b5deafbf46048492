//! Diagnostics about games: each fault and its place.

use std::{borrow::Cow, sync::Arc};

use super::game::PgnGame;
use san_strings_core::excerpt::excerpt;

/// Where a move is played.
#[derive(Clone, Debug)]
pub struct GameRef {
    /// The file, as an index of [`Counter::files`](super::counter::Counter::files).
    pub file: usize,
    /// The number of the game in its file, counted from 1. Games left out count, too.
    pub game: u64,
    /// The ply, counted from 1.
    pub ply: usize,
    /// The tag `Site` of the game, or else `Event`.
    pub name: Arc<str>,
}

/// A fault of a move or a game.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The move or the game.
    pub place: GameRef,
    /// The move as it is written; empty where there is none.
    pub text: String,
    /// The fault.
    pub what: String,
}

/// The first diagnostics of a problem, in the order of the games, and how many there are.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Diagnostics {
    /// The first diagnostics.
    pub first: Vec<Diagnostic>,
    /// The number of all diagnostics.
    pub all: u64,
}

impl Diagnostics {
    /// Adds a diagnostic, and keeps it if fewer than `most` are kept so far.
    pub(super) fn push(&mut self, most: usize, diagnostic: impl FnOnce() -> Diagnostic) {
        self.all += 1;
        if self.first.len() < most {
            self.first.push(diagnostic());
        }
    }

    /// Adds the diagnostics of the next chunk. Its games are numbered from its beginning: `shift`
    /// counts those before it, too.
    pub(super) fn append(&mut self, more: Diagnostics, most: usize, shift: impl Fn(&mut GameRef)) {
        self.all += more.all;
        for mut diagnostic in more.first {
            if self.first.len() < most {
                shift(&mut diagnostic.place);
                self.first.push(diagnostic);
            }
        }
    }
}

/// The name of the last game, which all places in it share.
#[derive(Debug, Default)]
pub(super) struct SiteCache {
    /// The number of the game, from 1; 0 if there was none.
    game: u64,
    name: Arc<str>,
}

impl SiteCache {
    /// The place of a move in a game, under the name of the game's site or event.
    pub fn place(&mut self, number: u64, game: &PgnGame<'_>, ply: usize) -> GameRef {
        if self.game != number {
            let is_given = |value: &Cow<'_, str>| value != "?" && !value.is_empty();
            let tag = |name| game.tags.get(name).filter(is_given);
            let name = tag("Site").or_else(|| tag("Event")).unwrap_or_default();
            *self = SiteCache { game: number, name: excerpt(&*name).into() };
        }
        GameRef { file: 0, game: number, ply, name: Arc::clone(&self.name) }
    }

    /// A fault of the move at a ply, or of a game that cannot be read on there.
    pub fn diagnostic(
        &mut self,
        number: u64,
        game: &PgnGame<'_>,
        ply: usize,
        what: &str,
    ) -> Diagnostic {
        let word = game.moves.get(ply - 1);
        let text = word.map_or("".into(), |word| String::from_utf8_lossy(word.text)).into_owned();
        Diagnostic { place: self.place(number, game, ply), text, what: what.to_owned() }
    }
}
