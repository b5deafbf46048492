//! Names of tags in conditions.

use std::{borrow::Cow, fmt};

use shakmaty::Color;

use crate::tags::TagList;

/// Stands for the year of the tag `Date`, where a game does not have it as a tag.
const YEAR: &str = "Year";

/// The name of a tag, or of one of each player, or `Year`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TagName {
    name: String,
    /// The tags that `Player...` or `Opponent...` stands for, when White moves and when Black does.
    of_players: Option<[String; 2]>,
}

impl TagName {
    pub(in super::super) fn new(name: &str) -> TagName {
        let of = |own: &str, first: &str, second: &str| {
            let rest = name.strip_prefix(own)?;
            let is_end = !rest.starts_with(|char: char| char.is_ascii_lowercase());
            is_end.then(|| [format!("{first}{rest}"), format!("{second}{rest}")])
        };
        let of_players =
            of("Player", "White", "Black").or_else(|| of("Opponent", "Black", "White"));
        TagName { name: name.to_owned(), of_players }
    }

    /// Whether the tag depends on the side that moves.
    pub fn is_of_players(&self) -> bool {
        self.of_players.is_some()
    }

    /// The tag for the moves of one side.
    pub fn of(&self, side: Color) -> &str {
        match &self.of_players {
            Some(names) => &names[side.fold_wb(0, 1)],
            None if self.name == YEAR => "Date",
            None => &self.name,
        }
    }

    /// Its value in a game, for the moves of one side.
    pub(in super::super) fn value<'a>(
        &self,
        tags: &TagList<'a>,
        side: Color,
    ) -> Option<Cow<'a, str>> {
        if self.name == YEAR {
            let year = |date: Cow<'_, str>| Cow::Owned(date.trim().chars().take(4).collect());
            return tags.get(YEAR).or_else(|| tags.get(self.of(side)).map(year));
        }
        tags.get(self.of(side))
    }
}

impl fmt::Display for TagName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
