//! Tag names in conditions.

use std::{borrow::Cow, fmt};

use shakmaty::Color;

use super::value::year;
use san_strings_pgn::lexer::TagList;

/// The name of a tag, or of a value that is derived from tags, such as `PlayerElo`.
///
/// ```
/// use san_strings_databases::GroupBy;
///
/// let GroupBy::Tag(tag) = "PlayerElo".parse()? else { panic!("it is a tag") };
/// assert!(tag.is_of_players());
/// assert_eq!(tag.tags(), ["WhiteElo", "BlackElo"]);
/// # Ok::<_, san_strings_databases::ConditionError>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TagName {
    name: String,
    kind: Kind,
}

#[derive(Clone, Debug, Eq, PartialEq)]
enum Kind {
    Tag,
    /// `Year`: the value of the tag `Year` or, if the game has no such tag, the year of the tag `Date`.
    Year,
    /// `Player...` or `Opponent...`: the tag to look up for White's moves, and the tag for Black's moves. For
    /// example, `PlayerElo` is `WhiteElo` for White's moves.
    OfPlayers([String; 2]),
    /// `PlayerColor` if `is_own` is set, otherwise `OpponentColor`.
    Color {
        is_own: bool,
    },
}

impl TagName {
    pub(crate) fn new(name: &str) -> TagName {
        // In `PlayerElo`, the capital E shows where `Player` ends. If all letters have the same case, as in
        // `playerelo` and `PLAYERELO`, nothing shows where it ends, so we accept any letter after `Player`.
        let is_uniform = !name.contains(|char: char| char.is_ascii_uppercase())
            || !name.contains(|char: char| char.is_ascii_lowercase());
        let after = |first: &str| {
            let rest = name.get(first.len()..)?;
            let is_end = !rest.starts_with(|char: char| char.is_ascii_lowercase()) || is_uniform;
            (is_end && name[..first.len()].eq_ignore_ascii_case(first)).then_some(rest)
        };
        let kind = match (after("Player"), after("Opponent")) {
            (Some(rest), _) if rest.eq_ignore_ascii_case("Color") => Kind::Color { is_own: true },
            (_, Some(rest)) if rest.eq_ignore_ascii_case("Color") => Kind::Color { is_own: false },
            (Some(rest), _) => Kind::OfPlayers([format!("White{rest}"), format!("Black{rest}")]),
            (_, Some(rest)) => Kind::OfPlayers([format!("Black{rest}"), format!("White{rest}")]),
            _ if name.eq_ignore_ascii_case("Year") => Kind::Year,
            _ => Kind::Tag,
        };
        TagName { name: name.to_owned(), kind }
    }

    /// Whether the value depends on the side that moves, as the value of `PlayerElo` does.
    pub fn is_of_players(&self) -> bool {
        matches!(self.kind, Kind::OfPlayers(_) | Kind::Color { .. })
    }

    pub(crate) fn is_color(&self) -> bool {
        matches!(self.kind, Kind::Color { .. })
    }

    /// Returns the names of the tags that can contain the value. If the value depends on the player, these are
    /// two tags, one for each side. No tag contains the value of `PlayerColor` or `OpponentColor`. For
    /// `Year`, returns only the tag `Year`, not `Date`.
    pub fn tags(&self) -> Vec<&str> {
        match &self.kind {
            Kind::Tag | Kind::Year => vec![&self.name],
            Kind::OfPlayers(names) => names.iter().map(|name| &**name).collect(),
            Kind::Color { .. } => Vec::new(),
        }
    }

    /// Returns the value that this name has in a game when `side` makes a move. For most names, this value is the
    /// same for both sides.
    pub(crate) fn value<'a>(&self, tags: &TagList<'a>, side: Color) -> Option<Cow<'a, str>> {
        match &self.kind {
            Kind::Tag => tags.get(&self.name),
            Kind::Year => {
                let year = |date: Cow<'_, str>| Some(Cow::Owned(year(&date)?.to_owned()));
                tags.get(&self.name).or_else(|| tags.get("Date").and_then(year))
            }
            Kind::OfPlayers(names) => tags.get(&names[side.fold_wb(0, 1)]),
            Kind::Color { is_own } => {
                let color = if *is_own { side } else { side.other() };
                Some(Cow::Borrowed(color.fold_wb("white", "black")))
            }
        }
    }
}

impl fmt::Display for TagName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
