//! What there is to say of a game, and where it is.

use std::{borrow::Cow, sync::Arc};

use super::game::Game;
use crate::corpus::arbiter::shown;

/// Where a move is played.
#[derive(Clone, Debug)]
pub struct Place {
    /// The file, as an index of [`Count::files`](super::count::Count::files).
    pub file: usize,
    /// The number of the game in its file, counted from 1, and so are those that are left
    /// out.
    pub game: u64,
    /// The ply, counted from 1.
    pub ply: usize,
    /// The tag `Site` of the game, or else `Event`.
    pub name: Arc<str>,
}

/// What there is to say of a move or of a game.
#[derive(Clone, Debug)]
pub struct Note {
    /// Where it is.
    pub place: Place,
    /// The move as it is written; empty where there is none.
    pub text: String,
    /// What is wrong.
    pub what: String,
}

impl Note {
    /// About the move at this place, or about a game that cannot be read on there.
    pub(super) fn new(place: Place, game: &Game<'_>, what: &str) -> Note {
        let word = game.moves.get(place.ply - 1);
        let text = word.map_or(&b""[..], |word| word.text);
        Note {
            place,
            text: String::from_utf8_lossy(text).into_owned(),
            what: what.to_owned(),
        }
    }
}

/// Makes places, with one text for all in a game.
#[derive(Debug, Default)]
pub(super) struct Names(Option<(u64, Arc<str>)>);

impl Names {
    /// Where a move is, or a game.
    pub fn place(&mut self, number: u64, game: &Game<'_>, ply: usize) -> Place {
        let name = match &self.0 {
            Some((of, name)) if *of == number => Arc::clone(name),
            _ => {
                let is_said = |value: &Cow<'_, str>| value != "?" && !value.is_empty();
                let tag = |name| game.tags.get(name).filter(is_said);
                let name = tag("Site").or_else(|| tag("Event")).unwrap_or_default();
                let name: Arc<str> = shown(&name).into();
                self.0 = Some((number, Arc::clone(&name)));
                name
            }
        };
        Place {
            file: 0,
            game: number,
            ply,
            name,
        }
    }
}
