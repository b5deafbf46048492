//! Reasons why a side cannot play a string at a ply.

use std::fmt;

/// A reason why a side cannot play a string at a ply. We look for obstacles at plies that the
/// [`Bound`](super::Bound) does not rule out.
///
/// ```
/// use san_strings_games::{Obstacle, Obstacles};
///
/// let found = Obstacles::from_iter([Obstacle::Check, Obstacle::King]);
/// assert_eq!(found.to_string(), "king+check");
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Obstacle {
    /// The side needs more moves than it can make by this ply.
    Moves,
    /// The side's king blocks the path of a piece, and the side has no move to spare for the king.
    King,
    /// Pieces block the move, and not all of them can move away or be captured before this ply.
    Pieces,
    /// The SAN ends in `+` or `#`, but the side cannot give this check or mate.
    Check,
}

impl Obstacle {
    /// Every obstacle, in the order in which the table of shortest games lists them.
    pub const ALL: [Obstacle; 4] =
        [Obstacle::Moves, Obstacle::King, Obstacle::Pieces, Obstacle::Check];

    /// The name of the obstacle in the table of shortest games.
    pub fn name(self) -> &'static str {
        match self {
            Obstacle::Moves => "moves",
            Obstacle::King => "king",
            Obstacle::Pieces => "pieces",
            Obstacle::Check => "check",
        }
    }
}

/// The obstacles that rule out a string at a ply. Every way to play the string at this ply meets at least one
/// of these obstacles. Empty if we know of no obstacles.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Obstacles(u8);

impl Obstacles {
    /// Adds an obstacle.
    pub fn insert(&mut self, obstacle: Obstacle) {
        self.0 |= 1 << obstacle as u8;
    }

    /// The obstacles in the set, in the order of [`Obstacle::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Obstacle> {
        Obstacle::ALL.into_iter().filter(move |&one| self.0 & (1 << one as u8) != 0)
    }

    /// Parses the names of obstacles, joined by `+`, such as `king+check`. `None` if a name is unknown, or if
    /// the names are not in the order of [`Obstacle::ALL`].
    pub fn named(names: &str) -> Option<Obstacles> {
        let find = |name| Obstacle::ALL.into_iter().find(|obstacle| obstacle.name() == name);
        let found: Option<Obstacles> = names.split('+').map(find).collect();
        found.filter(|found| found.to_string() == names)
    }
}

impl FromIterator<Obstacle> for Obstacles {
    fn from_iter<I: IntoIterator<Item = Obstacle>>(all: I) -> Obstacles {
        let mut found = Obstacles::default();
        all.into_iter().for_each(|obstacle| found.insert(obstacle));
        found
    }
}

impl fmt::Display for Obstacles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.iter().map(Obstacle::name).collect();
        f.write_str(&names.join("+"))
    }
}
