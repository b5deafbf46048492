//! Why no game that ends with a string is shorter.

use std::fmt;

use shakmaty::san::SanPlus;

use super::{
    bound::Bound,
    searched::{SEARCHED, searched},
};

/// Why no game that ends with a string has fewer plies.
///
/// ```
/// use san_strings_games::san_strings_core::parse;
/// use san_strings_games::Why;
///
/// let why = Why::named("all", parse("O-O")?, 7).expect("a reason");
/// assert_eq!(why, Why::All { searched: 6 });
/// assert_eq!(why.at_least(), 7);
/// # Ok::<_, san_strings_core::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Why {
    /// White can play it on the first move.
    First,
    /// The side that plays it needs so many moves.
    Count(&'static Bound),
    /// A search has gone through all positions up to this ply.
    All {
        /// The ply, from 1.
        searched: usize,
    },
    /// A search has gone through all positions up to this ply that could lead to the string.
    Prospects {
        /// The ply, from 1.
        searched: usize,
    },
    /// In some plies, beginning with those that counting gives, the side that plays it has few moves to
    /// spare. Searches have gone through all positions that could lead to the string then.
    Plan {
        /// The moves that the quicker side needs.
        count: &'static Bound,
        /// The most of these plies.
        to: usize,
    },
    /// In some plies, not all men can get out of the way.
    Way {
        /// What rules out games with fewer plies: the moves of the side that plays the string, or
        /// else the search of all plies before.
        count: Option<&'static Bound>,
        /// The fewest of these plies.
        from: usize,
        /// The most of these plies.
        to: usize,
    },
}

impl Why {
    /// Whether it rests on a search.
    pub fn is_searched(&self) -> bool {
        match self {
            Why::First | Why::Count(_) | Why::Way { count: Some(_), .. } => false,
            Why::All { .. } | Why::Prospects { .. } | Why::Plan { .. } | Why::Way { .. } => true,
        }
    }

    /// Each reason has a name, which the table of shortest games has in its last column.
    pub fn name(&self) -> &'static str {
        match self {
            Why::First => "first",
            Why::Count(_) => "count",
            Why::All { .. } => "all",
            Why::Prospects { .. } => "prospects",
            Why::Plan { .. } => "plan",
            Why::Way { .. } => "way",
        }
    }

    /// The reason with a name, for a string that occurs and the fewest plies that its games have.
    pub fn named(name: &str, san: SanPlus, at_least: usize) -> Option<Why> {
        let before = at_least.checked_sub(1)?;
        match name {
            "first" => Some(Why::First),
            "count" => Some(Why::Count(Bound::occurring(san)?)),
            "all" => Some(Why::All { searched: before }),
            "prospects" => Some(Why::Prospects { searched: before }),
            "plan" => {
                let count = Bound::occurring(san).filter(|bound| bound.plies <= before)?;
                Some(Why::Plan { count, to: before })
            }
            "way" => Some(Why::way(san, before)),
            _ => None,
        }
    }

    /// Men are in the way in up to so many plies of a game that ends with a string.
    pub fn way(san: SanPlus, to: usize) -> Why {
        let count = Bound::occurring(san).filter(|bound| bound.plies > searched(san));
        let from = count.map_or(searched(san) + 1, |bound| bound.plies);
        Why::Way { count, from, to }
    }

    /// The plies that a game has at least.
    pub fn at_least(&self) -> usize {
        match self {
            Why::First => 1,
            Why::Count(bound) => bound.plies,
            Why::All { searched } | Why::Prospects { searched } => searched + 1,
            Why::Plan { to, .. } | Why::Way { to, .. } => to + 1,
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Why::First {
            return write!(f, "White can play it on the first move.");
        }
        write!(f, "No game has fewer than {} plies", self.at_least())?;
        // Up to some ply, all positions were searched, whatever they could lead to.
        let searched = |ply| {
            let which = if ply > SEARCHED { " that could lead to it" } else { "" };
            format!(": all positions{which} up to ply {ply} were searched.")
        };
        let range = |from: usize, to: usize| {
            if from == to { from.to_string() } else { format!("{from} to {to}") }
        };
        match *self {
            Why::First => Ok(()),
            Why::Count(bound) => write!(f, ". {bound}."),
            Why::All { searched: ply } | Why::Prospects { searched: ply } => {
                f.write_str(&searched(ply))
            }
            Why::Plan { count, to } => {
                let plies = range(count.plies, to);
                let positions = "all positions that could lead to it were searched.";
                write!(f, ". {count}. In {plies} plies, {positions}")
            }
            Why::Way { count, from, to } => {
                let before =
                    count.map_or_else(|| searched(from - 1), |bound| format!(". {bound}."));
                let plies = range(from, to);
                write!(f, "{before} In {plies} plies, not all men can get out of the way.")
            }
        }
    }
}
