//! Counts the games that a condition selects, and the games that it rejects.

use shakmaty::Color;

use san_strings_pgn::lexer::{TagList, Tags, escape};

use super::{condition::Condition, seen_tags::SeenTags};

/// How many games a condition selected, and how many it rejected.
///
/// ```
/// use san_strings_databases::{Condition, CountOptions, Counter};
///
/// let condition: Condition = "WhitElo>=2700".parse()?;
/// let options = CountOptions { condition: Some(condition.clone()), ..CountOptions::default() };
/// let mut counter = Counter::new(options);
/// counter.add_games("a.pgn", &mut "[WhiteElo \"2710\"]\n\n1. e4 *".as_bytes(), &())?;
/// assert_eq!((counter.selection.taken, counter.selection.left), (0, 1));
/// assert_eq!(counter.selection.missing(&condition), ["WhitElo"]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Selection {
    /// Number of games for which the condition holds, including broken games. If the condition depends on the
    /// side that moves, it has to hold for at least one side.
    pub taken: u64,
    /// Number of games for which the condition does not hold.
    pub left: u64,
    seen: SeenTags,
}

impl Selection {
    /// Checks whether a condition holds for White's moves, and whether it holds for Black's moves. Counts the
    /// game in `taken` if the condition holds for the moves of at least one side, otherwise in `left`.
    pub(crate) fn select(&mut self, condition: &Condition, tags: &TagList<'_>) -> [bool; 2] {
        self.seen.see(|| condition.tags(), tags);
        let takes = if condition.is_of_players() {
            Color::ALL.map(|side| condition.holds(tags, side))
        } else {
            [condition.holds(tags, Color::White); 2]
        };
        *(if takes == [false; 2] { &mut self.left } else { &mut self.taken }) += 1;
        takes
    }

    /// Counts a game in `taken` if a condition holds for the moves of at least one side, otherwise in `left`.
    /// Returns whether the condition holds for White's moves. `tags` contains the names and values of the game's
    /// tags.
    ///
    /// ```
    /// use san_strings_databases::{Condition, Selection};
    ///
    /// let (condition, mut selection): (Condition, _) = ("Elo>=2700".parse()?, Selection::default());
    /// assert!(selection.takes(&condition, [("Elo", "2710")]));
    /// assert_eq!((selection.taken, selection.left), (1, 0));
    /// # Ok::<_, san_strings_databases::ConditionError>(())
    /// ```
    pub fn takes<'t>(
        &mut self,
        condition: &Condition,
        tags: impl IntoIterator<Item = (&'t str, &'t str)>,
    ) -> bool {
        let tags = tags.into_iter().fold(String::new(), |all, (name, value)| {
            all + &format!("[{name} \"{}\"]\n", escape(value))
        });
        self.select(condition, &Tags(tags.as_bytes()).list())[0]
    }

    /// Adds the counts of another selection to this one.
    #[doc(hidden)]
    pub fn append(&mut self, other: &Selection) {
        self.taken += other.taken;
        self.left += other.left;
        self.seen.append(&other.seen);
    }

    /// Returns the tags of the condition that have no known value in any game. They may be misspelled.
    pub fn missing<'c>(&self, condition: &'c Condition) -> Vec<&'c str> {
        self.seen.missing(condition.tags())
    }
}
