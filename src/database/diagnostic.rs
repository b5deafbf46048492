//! Diagnostics about games: each fault and its place.

use std::{borrow::Cow, sync::Arc};

use super::game::PgnGame;
use crate::text::excerpt;

/// Where a move is played.
#[derive(Clone, Debug)]
pub struct GameRef {
    /// The file, as an index of [`Count::files`](super::counter::Counter::files).
    pub file: usize,
    /// The number of the game in its file, counted from 1, and so are those that are left
    /// out.
    pub game: u64,
    /// The ply, counted from 1.
    pub ply: usize,
    /// The tag `Site` of the game, or else `Event`.
    pub name: Arc<str>,
}

/// A fault of a move or a game.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Where it is.
    pub place: GameRef,
    /// The move as it is written; empty where there is none.
    pub text: String,
    /// The fault.
    pub what: String,
}

impl Diagnostic {
    /// About the move at this place, or about a game that cannot be read on there.
    pub(super) fn new(place: GameRef, game: &PgnGame<'_>, what: &str) -> Diagnostic {
        let word = game.moves.get(place.ply - 1);
        let text = word.map_or(&b""[..], |word| word.text);
        Diagnostic {
            place,
            text: String::from_utf8_lossy(text).into_owned(),
            what: what.to_owned(),
        }
    }
}

/// The first diagnostics of a problem, in the order of the games, and how many there are.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Diagnostics {
    /// The first of them.
    pub first: Vec<Diagnostic>,
    /// How many there are.
    pub all: u64,
}

impl Diagnostics {
    /// Adds one, and keeps it if there are fewer than `most`.
    pub(super) fn push(&mut self, most: usize, diagnostic: impl FnOnce() -> Diagnostic) {
        self.all += 1;
        if self.first.len() < most {
            self.first.push(diagnostic());
        }
    }

    /// Adds those of the games that follow, whose places are counted from their chunk.
    pub(super) fn append(
        &mut self,
        more: Diagnostics,
        most: usize,
        here: impl Fn(GameRef) -> GameRef,
    ) {
        self.all += more.all;
        let room = most.saturating_sub(self.first.len());
        let more = more.first.into_iter().take(room);
        self.first.extend(
            more.map(|diagnostic| Diagnostic { place: here(diagnostic.place), ..diagnostic }),
        );
    }
}

/// Makes references to a game, with one text for all in it.
#[derive(Debug, Default)]
pub(super) struct SiteCache(Option<(u64, Arc<str>)>);

impl SiteCache {
    /// Where a move is, or a game.
    pub fn place(&mut self, number: u64, game: &PgnGame<'_>, ply: usize) -> GameRef {
        let name = match &self.0 {
            Some((of, name)) if *of == number => Arc::clone(name),
            _ => {
                let is_given = |value: &Cow<'_, str>| value != "?" && !value.is_empty();
                let tag = |name| game.tags.get(name).filter(is_given);
                let name = tag("Site").or_else(|| tag("Event")).unwrap_or_default();
                let name: Arc<str> = excerpt(&*name).into();
                self.0 = Some((number, Arc::clone(&name)));
                name
            }
        };
        GameRef { file: 0, game: number, ply, name }
    }
}
