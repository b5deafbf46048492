//! The reason for each bound in the table of shortest games: why no game that ends with the string is shorter.

use std::fmt;

use shakmaty::{
    Color,
    san::{SanPlus, Suffix},
};

use super::{
    bound::Bound,
    obstacle::{Obstacle, Obstacles},
    searched::{SEARCHED, searched},
};

/// Why no game that ends with a string has fewer than [`Why::at_least`] plies.
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
    /// White can play the string on the first move.
    First,
    /// The bound comes from counting the moves that the string needs.
    Count(&'static Bound),
    /// We searched all positions up to ply `searched`.
    All {
        /// The last ply that was searched, counted from 1.
        searched: usize,
    },
    /// A search rules out the plies up to `searched`: for each of them, we searched all positions that could lead
    /// to the string.
    Prospects {
        /// The last ply that was searched, counted from 1.
        searched: usize,
    },
    /// Counting moves rules out the plies before `count.plies`. A search rules out the plies from
    /// `count.plies` to `to`: for each of them, we searched all positions that could lead to the string. There are
    /// few such positions, because the side that plays the string has hardly any moves to spare.
    Plan {
        /// The bound from counting moves: the smaller of the bounds for White and for Black.
        count: &'static Bound,
        /// The last ply that was searched.
        to: usize,
    },
    /// At each ply from `from` to `to`, each way to play the string meets an obstacle. We keep only the
    /// obstacles of the last two plies, one ply for each side. The obstacles of each ply also rule out the earlier
    /// plies of the same side, because this side has made even fewer moves by then.
    Way {
        /// The string.
        san: SanPlus,
        /// The bound that rules out the plies before `from`. `None` if a search rules out these plies.
        count: Option<&'static Bound>,
        /// The first ply that obstacles rule out.
        from: usize,
        /// The last ply that obstacles rule out.
        to: usize,
        /// The obstacles at the plies `to - 1` and `to`. If `from` equals `to`, the first element is empty.
        obstacles: [Obstacles; 2],
    },
}

impl Why {
    /// Whether the reason rests on a search.
    pub fn is_searched(&self) -> bool {
        match self {
            Why::First | Why::Count(_) | Why::Way { count: Some(_), .. } => false,
            Why::All { .. } | Why::Prospects { .. } | Why::Plan { .. } | Why::Way { .. } => true,
        }
    }

    /// The name of the reason. In the table of shortest games, each entry of the last column begins with such a
    /// name.
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

    /// The last column of the table of shortest games: the name of the reason, such as `count`. For
    /// [`Why::Way`], the name is followed by the [`obstacles`](Why::obstacles), as in `way king,moves`.
    pub fn written(&self) -> String {
        let obstacles = self.obstacles().map(|(_, obstacles)| obstacles.to_string());
        let obstacles = obstacles.collect::<Vec<_>>().join(",");
        [self.name(), &obstacles].join(" ").trim_end().to_owned()
    }

    /// The last one or two plies that obstacles rule out, each with its obstacles.
    pub fn obstacles(&self) -> impl Iterator<Item = (usize, Obstacles)> {
        let (from, to, obstacles) = match *self {
            Why::Way { from, to, obstacles, .. } => (from, to, obstacles),
            _ => (1, 0, [Obstacles::default(); 2]),
        };
        let plies = [to.saturating_sub(1), to];
        plies.into_iter().zip(obstacles).filter(move |&(ply, _)| (from..=to).contains(&ply))
    }

    /// Parses a reason in the form that [`Why::written`] writes. `at_least` is the lower bound on the plies of
    /// a game that ends with `san`. `None` if the text is not a reason for this string and bound.
    pub fn named(written: &str, san: SanPlus, at_least: usize) -> Option<Why> {
        let before = at_least.checked_sub(1)?;
        let (name, obstacles) = written.split_once(' ').unwrap_or((written, ""));
        let why = match name {
            "first" => Some(Why::First),
            "count" => Some(Why::Count(Bound::occurring(san)?)),
            "all" => Some(Why::All { searched: before }),
            "prospects" => Some(Why::Prospects { searched: before }),
            "plan" => {
                let count = Bound::occurring(san).filter(|bound| bound.plies <= before)?;
                Some(Why::Plan { count, to: before })
            }
            "way" => {
                let mut named = obstacles.split(',').map(Obstacles::named);
                Some(Why::way(san, before, |_| named.next().flatten().unwrap_or_default()))
            }
            _ => None,
        };
        let is_named = |why: &Why| why.obstacles().all(|(_, found)| found != Obstacles::default());
        why.filter(|why| why.written() == written && is_named(why))
    }

    /// Makes a [`Why::Way`] that rules out plies up to `to`. `find` returns the obstacles of a ply.
    pub fn way(san: SanPlus, to: usize, mut find: impl FnMut(usize) -> Obstacles) -> Why {
        let count = Bound::occurring(san).filter(|bound| bound.plies > searched(san));
        let from = count.map_or(searched(san) + 1, |bound| bound.plies);
        let mut obstacles = [Obstacles::default(); 2];
        for (ply, obstacles) in (to.saturating_sub(1)..=to).zip(&mut obstacles) {
            if ply >= from {
                *obstacles = find(ply);
            }
        }
        Why::Way { san, count, from, to, obstacles }
    }

    /// The lower bound: no game that ends with the string has fewer plies.
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
        // Up to ply `SEARCHED`, we searched all positions, not only positions that could lead to the string.
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
                write!(f, ". {count}. For games of {plies} plies, {positions}")
            }
            Why::Way { san, count, from, .. } => {
                let before =
                    count.map_or_else(|| searched(from - 1), |bound| format!(". {bound}."));
                f.write_str(&before)?;
                let mut obstacles = self.obstacles();
                obstacles.try_for_each(|(ply, found)| write!(f, " {}", met(san, ply, found)))
            }
        }
    }
}

/// Writes a sentence about the obstacles that prevent the string from being played at a ply.
fn met(san: SanPlus, ply: usize, obstacles: Obstacles) -> String {
    let color = Color::from_white(ply % 2 == 1);
    let move_number = ply.div_ceil(2);
    let said = obstacles.iter().map(|obstacle| match obstacle {
        Obstacle::Moves => {
            let needed = Bound::occurring_of_side(san, color).map(|bound| bound.moves);
            let needed = needed.map_or_else(|| "more".to_owned(), |moves| moves.to_string());
            format!("needs {needed} moves, but has only {move_number}")
        }
        Obstacle::King => {
            let home = color.fold_wb("e1", "e8");
            format!("has no move to spare to get the king on {home} out of the way")
        }
        Obstacle::Pieces => "cannot get all pieces out of the way".to_owned(),
        Obstacle::Check => {
            let is_mate = san.suffix == Some(Suffix::Checkmate);
            format!("cannot give {}", if is_mate { "mate" } else { "check" })
        }
    });
    let said: Vec<_> = said.collect();
    let whichever = if said.len() > 1 { ", whichever way it is tried," } else { "," };
    let color = color.fold_wb("White", "Black");
    format!("By ply {ply}{whichever} {color} {}.", said.join(", or "))
}
