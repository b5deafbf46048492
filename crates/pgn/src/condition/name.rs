//! Names of tags in conditions.

use std::fmt;

use shakmaty::Color;

/// The name of a tag, or of one of each player.
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
        self.of_players.as_ref().map_or(&self.name, |names| &names[side.fold_wb(0, 1)])
    }
}

impl fmt::Display for TagName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
