//! Counts games in groups: one group for each value or band of a tag, or for each truth value of a condition.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
    fmt,
    str::FromStr,
};

use shakmaty::Color;

use san_strings_core::Vocabulary;
use san_strings_pgn::lexer::{TagList, is_known};

use super::counts::{CountOrder, OTHERS, rows};
use crate::{
    select::{Condition, ConditionError, SeenTags, TagName, is_tag_name, number},
    table,
};

/// The maximum number of groups. A group contains the games with the same value of a [`GroupBy`], such as
/// the name of a player. Once there are this many groups, games with a new value are counted in the group
/// `(others)`.
const MOST: usize = 1_000_000;

/// The maximum length of a value, in characters.
const LONGEST: usize = 255;

/// A way to group games: by the value of a tag, by bands of a numeric tag, or by a condition.
///
/// ```
/// use san_strings_databases::GroupBy;
///
/// assert!(matches!("White".parse()?, GroupBy::Tag(_)));
/// assert!(matches!("WhiteElo/200".parse()?, GroupBy::Band(_, 200)));
/// assert!(matches!("WhiteElo>=2700".parse()?, GroupBy::Condition(_)));
/// # Ok::<_, san_strings_databases::ConditionError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum GroupBy {
    /// The value of a tag. If the tag name is `Player`, we group White's moves by the tag `White`, and Black's
    /// moves by the tag `Black`.
    Tag(TagName),
    /// The number in a tag, grouped into bands of this width: with `WhiteElo/200`, 2500 is in the band from
    /// 2400 to 2599. The value of a group is the lowest number of its band.
    Band(TagName, u32),
    /// Whether a condition holds: `true`, `false`, or `?` if the answer depends on an unknown value.
    Condition(Condition),
}

impl FromStr for GroupBy {
    type Err = ConditionError;

    /// Parses a tag name such as `White`, a tag name with a band width such as `WhiteElo/200`, or a
    /// condition.
    fn from_str(text: &str) -> Result<GroupBy, ConditionError> {
        if is_tag_name(text.trim()) {
            return Ok(GroupBy::Tag(TagName::new(text.trim())));
        }
        let Some((tag, width)) = text.split_once('/').filter(|(tag, _)| is_tag_name(tag.trim()))
        else {
            return text.parse().map(GroupBy::Condition);
        };
        match width.trim().parse() {
            Ok(width @ 1..) => Ok(GroupBy::Band(TagName::new(tag.trim()), width)),
            _ => Err(ConditionError {
                text: text.to_owned(),
                at: tag.len() + 1,
                what: format!(
                    "the width of a band must be a positive whole number, as in {}/200",
                    tag.trim()
                ),
            }),
        }
    }
}

impl fmt::Display for GroupBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GroupBy::Tag(tag) => tag.fmt(f),
            GroupBy::Band(tag, width) => write!(f, "{tag}/{width}"),
            GroupBy::Condition(condition) => condition.fmt(f),
        }
    }
}

impl GroupBy {
    /// Returns the group of the moves that `side` plays in a game: the value of the tag, the lowest number of
    /// the band, or `true` or `false` for a condition; [`Groups::UNKNOWN`] if the value is unknown.
    fn value(&self, tags: &TagList<'_>, side: Color) -> String {
        let value = match self {
            GroupBy::Tag(tag) => tag
                .value(tags, side)
                .filter(|value| is_known(value))
                .map(|value| value.trim().chars().take(LONGEST).collect()),
            GroupBy::Band(tag, width) => {
                let width = f64::from(*width);
                let number = tag.value(tags, side).and_then(|value| number(&value));
                number.map(|number| format!("{:.0}", (number / width).floor() * width + 0.0))
            }
            GroupBy::Condition(condition) => {
                condition.truth(tags, side).map(|truth| truth.to_string())
            }
        };
        value.unwrap_or_else(|| Groups::UNKNOWN.to_owned())
    }

    /// Returns the names of the tags that decide the group of a move. For a name such as `PlayerElo`, these
    /// are the tags of both players.
    fn tags(&self) -> Vec<&str> {
        match self {
            GroupBy::Tag(tag) | GroupBy::Band(tag, _) => tag.tags(),
            GroupBy::Condition(condition) => condition.tags(),
        }
    }

    /// Whether the group of a move depends on the side that moves, as with `PlayerElo`.
    fn is_of_players(&self) -> bool {
        match self {
            GroupBy::Tag(tag) | GroupBy::Band(tag, _) => tag.is_of_players(),
            GroupBy::Condition(condition) => condition.is_of_players(),
        }
    }
}

/// The counts of one group of games.
///
/// ```
/// use san_strings_databases::{CountOptions, CountOrder, Counter};
///
/// let by = Some("Event".parse()?);
/// let mut counter = Counter::new(CountOptions { by, ..CountOptions::default() });
/// counter.add_games("a.pgn", &mut "[Event \"Paris\"]\n\n1. e4 e5 *".as_bytes(), &())?;
/// let (value, group) = counter.groups.rows(1, CountOrder::List)[0];
/// assert_eq!((value, group.games(), group.moves()), ("Paris", 1, 2));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Group {
    games: u64,
    listed: BTreeMap<u16, u64>,
    unlisted: BTreeMap<String, u64>,
    overflow: u64,
}

impl Group {
    /// Returns the number of games in which at least one side belongs to the group.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of moves counted.
    pub fn moves(&self) -> u64 {
        self.listed.values().chain(self.unlisted.values()).chain([&self.overflow]).sum()
    }

    /// Returns how often each string of [`Vocabulary::occurring`] was played. The keys are the ids of the
    /// strings. Strings that were not played are left out.
    pub fn listed(&self) -> &BTreeMap<u16, u64> {
        &self.listed
    }

    /// Returns each string that was played, with its count, as in [`Counts::rows`](super::Counts::rows).
    pub fn rows(&self, order: CountOrder) -> Vec<(String, u64)> {
        let list = Vocabulary::occurring();
        let row = |(&id, &count)| Some((list.text(id)?.to_string(), count));
        rows(self.listed.iter().filter_map(row), &self.unlisted, self.overflow, order)
    }
}

/// All groups, one for each value of `CountOptions::by`. Memory grows with the number of groups, which is at
/// most about a million, and with the number of different strings in each group.
///
/// ```
/// use san_strings_databases::{CountOptions, CountOrder, Counter};
///
/// let by = Some("WhiteElo>=2700".parse()?);
/// let mut counter = Counter::new(CountOptions { by, ..CountOptions::default() });
/// let pgn = "[WhiteElo \"2710\"]\n\n1. e4 *\n\n1. d4 *\n";
/// counter.add_games("a.pgn", &mut pgn.as_bytes(), &())?;
/// let rows = counter.groups.rows(1, CountOrder::List);
/// assert_eq!(rows.iter().map(|(value, _)| *value).collect::<Vec<_>>(), ["?", "true"]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Groups {
    by_value: BTreeMap<String, Group>,
    seen: SeenTags,
}

impl Groups {
    /// The header of a table of groups, as CSV.
    pub const HEADER: &str = table::GROUPS;

    /// The name of the group for games whose value is unknown.
    pub const UNKNOWN: &str = "?";

    /// Returns each group with at least `least_games` games, together with its value.
    /// [`CountOrder::List`] sorts by value, numbers first. [`CountOrder::MostFrequent`] puts the groups with the
    /// most games first.
    pub fn rows(&self, least_games: u64, order: CountOrder) -> Vec<(&str, &Group)> {
        let rows = self.by_value.iter().filter(|(_, group)| group.games >= least_games);
        let mut rows: Vec<_> = rows.map(|(value, group)| (&**value, group)).collect();
        match order {
            CountOrder::MostFrequent => rows.sort_by_key(|(_, group)| Reverse(group.games)),
            CountOrder::List => rows.sort_by_cached_key(|(value, _)| {
                let number = value.parse::<i64>();
                (number.is_err(), number.unwrap_or_default())
            }),
        }
        rows
    }

    /// For each string of [`Vocabulary::occurring`], returns the number of groups in which it was played, indexed
    /// by id. Does not count the group of games whose value is unknown.
    pub fn spread(&self) -> Vec<u32> {
        let mut spread = vec![0; Vocabulary::occurring().len()];
        let known = self.by_value.iter().filter(|(value, _)| *value != Groups::UNKNOWN);
        for &id in known.flat_map(|(_, group)| group.listed.keys()) {
            spread[usize::from(id)] += 1;
        }
        spread
    }

    /// Whether any group has a value other than `?`.
    pub fn has_known(&self) -> bool {
        self.by_value.keys().any(|value| value != Groups::UNKNOWN)
    }

    /// Returns the number of games in the group with this value. If the games are grouped by a condition, the
    /// value is `true`, `false` or `?`.
    pub fn games_of(&self, value: &str) -> u64 {
        self.by_value.get(value).map_or(0, |group| group.games)
    }

    /// Returns the tags of `by` that have no known value in any game. They may be misspelled.
    pub fn missing<'b>(&self, by: &'b GroupBy) -> Vec<&'b str> {
        self.seen.missing(by.tags())
    }

    /// Adds the counts of a chunk. Counts an unlisted string individually if `is_named` returns `true` for
    /// it, and otherwise together with other unlisted strings.
    #[doc(hidden)]
    pub fn append(&mut self, chunk: ChunkGroups, is_named: impl Fn(&str) -> bool) {
        let ChunkGroups { names, groups, seen } = chunk;
        self.seen.append(&seen);
        let mut names: Vec<(String, usize)> = names.into_iter().collect();
        // We add the groups in the order in which their values first occur, so that the result does not
        // depend on where the file was cut into chunks.
        names.sort_by_key(|&(_, index)| index);
        for ((value, _), new) in names.into_iter().zip(groups) {
            if new.games == 0 {
                continue;
            }
            let has_room = self.by_value.len() < MOST || self.by_value.contains_key(&value);
            let value = if has_room { value } else { OTHERS.to_owned() };
            let group = self.by_value.entry(value).or_default();
            group.games += new.games;
            group.overflow += new.overflow;
            for same in new.ids.chunk_by(PartialEq::eq) {
                *group.listed.entry(same[0]).or_default() += same.len() as u64;
            }
            for (text, count) in new.unlisted {
                if is_named(&text) {
                    *group.unlisted.entry(text).or_default() += count;
                } else {
                    group.overflow += count;
                }
            }
        }
    }
}

#[derive(Default)]
pub struct ChunkGroups {
    /// Maps the value of each group to the index of the group in `groups`.
    names: HashMap<String, usize>,
    groups: Vec<ChunkGroup>,
    seen: SeenTags,
}

#[derive(Default)]
struct ChunkGroup {
    games: u64,
    ids: Vec<u16>,
    unlisted: HashMap<String, u64>,
    overflow: u64,
}

/// The indices of the groups that count White's and Black's moves in a game.
pub type OfSides = [usize; 2];

impl ChunkGroups {
    pub fn of_game(&mut self, by: &GroupBy, tags: &TagList<'_>) -> OfSides {
        self.seen.see(|| by.tags(), tags);
        if by.is_of_players() {
            Color::ALL.map(|side| self.index(by.value(tags, side)))
        } else {
            [self.index(by.value(tags, Color::White)); 2]
        }
    }

    fn index(&mut self, value: String) -> usize {
        let next = self.groups.len();
        let index = *self.names.entry(value).or_insert(next);
        self.groups.extend((index == next).then(ChunkGroup::default));
        index
    }

    /// Counts a game in White's group if White's moves are counted, and in Black's group if Black's moves are
    /// counted. If both sides belong to the same group, counts the game there only once.
    pub fn add_game(&mut self, [white, black]: OfSides, [is_white, is_black]: [bool; 2]) {
        let sides = [is_white.then_some(white), is_black.then_some(black)];
        let is_other = |other: &usize| Some(*other) != sides[0];
        for index in sides[0].into_iter().chain(sides[1].filter(is_other)) {
            self.groups[index].games += 1;
        }
    }

    pub fn add(&mut self, index: usize, id: u16) {
        self.groups[index].ids.push(id);
    }

    /// Counts an unlisted string. If the counter has no room for another unlisted string, pass `None`,
    /// which only adds 1 to `overflow`.
    pub fn add_unlisted(&mut self, index: usize, text: Option<&str>) {
        let group = &mut self.groups[index];
        match text {
            Some(text) => *group.unlisted.entry(text.to_owned()).or_default() += 1,
            None => group.overflow += 1,
        }
    }

    /// Sorts the ids of each group, as [`Groups::append`] requires.
    pub fn sort(&mut self) {
        self.groups.iter_mut().for_each(|group| group.ids.sort_unstable());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_beyond_a_million_count_as_others() {
        let id = Vocabulary::occurring().id("e4").expect("it occurs");
        let mut chunk = ChunkGroups::default();
        for n in 0..MOST + 2 {
            let index = chunk.index(n.to_string());
            chunk.add_game([index; 2], [true; 2]);
            chunk.add(index, id);
        }
        let mut groups = Groups::default();
        groups.append(chunk, |_| true);
        let rows = groups.rows(2, CountOrder::List);
        let [(OTHERS, others)] = rows[..] else { panic!("{} rows", rows.len()) };
        assert_eq!((others.games(), others.moves()), (2, 2));
        assert_eq!(groups.rows(0, CountOrder::List).len(), MOST + 1);
        assert_eq!(groups.spread()[usize::from(id)] as usize, MOST + 1);
    }

    /// [`Groups::append`] counts an unlisted string in the row `(others)` if `is_named` returns `false` for it.
    #[test]
    fn unlisted_strings_are_named_as_in_the_whole() {
        let mut chunk = ChunkGroups::default();
        let index = chunk.index("a".to_owned());
        chunk.add_game([index; 2], [true, false]);
        for text in [Some("Zf3"), Some("Zf3"), Some("Zf4"), None] {
            chunk.add_unlisted(index, text);
        }
        let mut groups = Groups::default();
        groups.append(chunk, |text| text == "Zf3");
        let rows = groups.rows(0, CountOrder::List);
        let rows = rows[0].1.rows(CountOrder::List);
        assert_eq!(rows, [("Zf3".to_owned(), 2), (OTHERS.to_owned(), 2)]);
    }
}
