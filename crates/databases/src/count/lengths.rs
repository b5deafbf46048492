//! Measures the lengths of games.

use shakmaty::Outcome;

use crate::diagnostic::GameRef;
use san_strings_core::tokenizer::RESULTS;

/// The lengths of the counted games, grouped by result. A length is the number of plies in the main line.
///
/// ```
/// use san_strings_databases::{CountOptions, Counter};
///
/// let mut counter = Counter::new(CountOptions::default());
/// counter.add_games("a.pgn", &mut "1. e4 e5 1-0\n\n1. d4 d5 2. c4 c6 1-0\n".as_bytes(), &())?;
/// let all = counter.lengths.all();
/// assert_eq!((all.games, all.shortest, all.longest, all.mean()), (2, 2, 4, Some(3.0)));
/// assert_eq!(counter.lengths.longest.as_ref().map(|place| place.game), Some(2));
/// # Ok::<_, std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Lengths {
    of_results: [Length; 4],
    /// The location of the last ply of the longest game. If several games share the greatest length, the
    /// first of them counts as the longest. `None` if no game has a move.
    pub longest: Option<GameRef>,
}

/// A summary of the lengths of several games, in plies.
///
/// ```
/// use san_strings_databases::Length;
///
/// assert_eq!(Length::default().mean(), None);
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Length {
    /// The number of games.
    pub games: u64,
    /// The total number of plies.
    pub plies: u64,
    /// The length of the shortest game, or 0 if there are no games.
    pub shortest: u64,
    /// The length of the longest game, or 0 if there are no games.
    pub longest: u64,
}

impl Length {
    /// Returns the mean length, or `None` if there are no games.
    #[expect(clippy::cast_precision_loss, reason = "a mean is rounded")]
    pub fn mean(&self) -> Option<f64> {
        (self.games > 0).then(|| self.plies as f64 / self.games as f64)
    }

    fn append(&mut self, more: &Length) {
        if more.games == 0 {
            return;
        }
        let shortest = if self.games == 0 { more.shortest } else { self.shortest };
        *self = Length {
            games: self.games + more.games,
            plies: self.plies + more.plies,
            shortest: shortest.min(more.shortest),
            longest: self.longest.max(more.longest),
        };
    }
}

impl Lengths {
    /// Returns the lengths of games by result.
    pub fn by_result(&self) -> impl Iterator<Item = (&'static str, Length)> {
        RESULTS.iter().copied().zip(self.of_results)
    }

    /// Returns the lengths of all games.
    pub fn all(&self) -> Length {
        let mut all = Length::default();
        self.of_results.iter().for_each(|length| all.append(length));
        all
    }

    /// Adds a game. If the game is the longest so far, calls `place` to get the location of its last ply.
    pub(crate) fn add(
        &mut self,
        plies: usize,
        result: Option<Outcome>,
        place: impl FnOnce() -> GameRef,
    ) {
        let result = result.unwrap_or(Outcome::Unknown).as_str();
        let at = RESULTS.iter().position(|&name| name == result).expect("a result");
        if plies > plies_of(self.longest.as_ref()) {
            self.longest = Some(place());
        }
        let plies = plies as u64;
        self.of_results[at].append(&Length { games: 1, plies, shortest: plies, longest: plies });
    }

    /// Adds the lengths of the next chunk. `shift` converts a location in the chunk to a location in the file.
    pub(crate) fn append(&mut self, more: Lengths, shift: impl Fn(&mut GameRef)) {
        for (length, more) in self.of_results.iter_mut().zip(&more.of_results) {
            length.append(more);
        }
        let longest = more.longest.filter(|it| it.ply > plies_of(self.longest.as_ref()));
        if let Some(mut place) = longest {
            shift(&mut place);
            self.longest = Some(place);
        }
    }
}

fn plies_of(longest: Option<&GameRef>) -> usize {
    longest.map_or(0, |place| place.ply)
}
