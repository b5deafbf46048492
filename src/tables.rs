//! The tables that are built into the program.

use std::sync::LazyLock;

use san_strings_databases::Counts;
use san_strings_games::ShortestGames;

/// The table of shortest games from `output/`, embedded in the program.
pub(crate) const SHORTEST_GAMES: &str = include_str!("../output/shortest_games.tsv");

/// The counts from lichess.org; see `data/README.md`.
const LICHESS_COUNTS: &str = include_str!("../data/lichess_counts.tsv");

/// The source of [`lichess_counts`], as a phrase to print after a number of moves.
///
/// ```
/// use san_strings::{LICHESS_SOURCE, lichess_counts};
///
/// let counts = lichess_counts();
/// let text = format!("{} of {} {LICHESS_SOURCE}", counts.of("Qh4#"), counts.total());
/// assert!(text.starts_with("8084432 of 397801292866 moves of rated games on lichess.org"));
/// ```
pub const LICHESS_SOURCE: &str = "moves of rated games on lichess.org, July 2014 to September 2024";

/// The shortest known game for every string that occurs.
///
/// ```
/// use san_strings::{Vocabulary, shortest_games};
///
/// let games = shortest_games();
/// assert_eq!(games.iter().count(), Vocabulary::occurring().len());
/// assert_eq!(games.iter().filter(|game| game.plies == 1).count(), 20);
/// assert!(games.iter().all(|game| game.moves.ends_with(game.san)));
/// ```
pub fn shortest_games() -> &'static ShortestGames<'static> {
    static GAMES: LazyLock<ShortestGames<'static>> =
        LazyLock::new(|| ShortestGames::new(SHORTEST_GAMES));
    &GAMES
}

/// Returns how often each string was played in the rated games on lichess.org, July 2014 to September
/// 2024.
///
/// ```
/// use san_strings::{Vocabulary, lichess_counts};
///
/// let counts = lichess_counts();
/// assert_eq!(counts.total(), 397_801_292_866);
/// assert_eq!(counts.of("Qh4#"), 8_084_432);
///
/// let often = counts.most_frequent(Vocabulary::occurring(), 4000);
/// assert_eq!(often.len(), 4000);
/// let played: u64 = often.iter().map(|(_, san)| counts.of(san.to_string())).sum();
/// let left_out = 1.0 - played as f64 / counts.total() as f64;
/// assert_eq!(format!("{:.3} %", 100.0 * left_out), "0.083 %");
/// ```
#[expect(clippy::missing_panics_doc, reason = "a test reads the built-in counts")]
pub fn lichess_counts() -> Counts {
    let mut counts = Counts::default();
    counts.add_table(&mut LICHESS_COUNTS.as_bytes()).expect("the built-in counts are a table");
    counts
}
