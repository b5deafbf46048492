//! How often each string is played: counted on lichess.org, not by us. `data/README.md`
//! says by whom and how.

use shakmaty::san::SanPlus;

use crate::san::tokens::Spelling;

/// What was counted, to be said after a number.
pub const SOURCE: &str = "moves of rated games on lichess.org, July 2014 to September 2024";

/// Each string that was seen, and how often, in the order of the strings.
const LICHESS: &str = include_str!("../../data/lichess_counts.tsv");

/// How often each string was played.
///
/// ```
/// use san_strings::corpus::played::Counts;
///
/// let counts = Counts::lichess();
/// assert_eq!(counts.all(), 397_801_292_866);
/// assert_eq!(counts.of("Qh4#".parse()?), 8_084_432);
/// assert_eq!(counts.of("Qb6xe3#".parse()?), 0);
/// # Ok::<_, shakmaty::san::ParseSanError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counts(Vec<(Spelling, u64)>);

impl Counts {
    /// In the games of lichess.org: see [`SOURCE`].
    #[must_use]
    pub fn lichess() -> Counts {
        let counts = LICHESS.lines().filter_map(|line| {
            let (san, count) = line.split_once('\t')?;
            Some((san.into(), count.parse().ok()?))
        });
        Counts(counts.collect())
    }

    /// How often a string was played.
    #[must_use]
    pub fn of(&self, san: SanPlus) -> u64 {
        let at = self.0.binary_search_by_key(&san.into(), |(san, _)| *san);
        at.map_or(0, |at| self.0[at].1)
    }

    /// How many moves were counted.
    #[must_use]
    pub fn all(&self) -> u64 {
        self.0.iter().map(|(_, count)| count).sum()
    }
}
