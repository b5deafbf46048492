//! The table of shortest games, `shortest_games.tsv`: one line per string.
//!
//! The columns are the string, the number of plies of a game that ends with it, a lower bound on the plies of
//! any such game, the moves in SAN from the initial position, and the reason for the bound ([`Why`]). If the
//! number of plies equals the bound, no game is shorter.
//!
//! [`verify`] replays every game, and recomputes the bounds that come from counting moves. The workspace
//! member `makers` checks the other bounds: it repeats the searches, and recomputes which
//! [obstacles](Why::Way) rule out a string.

use std::fmt;

use rayon::prelude::*;
use shakmaty::{
    Chess, Move,
    san::{SanPlus, Suffix},
};

use super::{
    bound::Bound,
    failure::{Failure, Location},
    replay::{self, Replay},
    verify::differs,
    why::Why,
};
use san_strings_core::{Example, SanStr, Vocabulary, english::average, excerpt::excerpt, parse};

/// The header line of the table of shortest games.
pub const HEADER: &str = "san\tplies\tat_least\tmoves\twhy";

/// The shortest known games: one for each string that occurs, in the order of the list of strings.
///
/// ```
/// use san_strings_games::san_strings_core::parse;
/// use san_strings_games::ShortestGames;
///
/// let table = "san\tplies\tat_least\tmoves\twhy\nQh4#\t4\t4\tf3 e5 g4 Qh4#\tall\n";
/// let game = ShortestGames::new(table).game(parse("Qh4#")?).expect("a line");
/// assert_eq!((game.plies, game.at_least), (4, 4));
/// assert!(game.is_shortest());
/// # Ok::<_, san_strings_core::SyntaxError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ShortestGames<'a> {
    games: Vec<ShortestGame<'a>>,
}

/// The shortest known game for a string.
///
/// ```
/// use san_strings_games::san_strings_core::parse;
/// use san_strings_games::ShortestGames;
///
/// let table = "san\tplies\tat_least\tmoves\twhy\nQh4#\t4\t4\tf3 e5 g4 Qh4#\tall\n";
/// let game = ShortestGames::new(table).game(parse("Qh4#")?).expect("a line");
/// assert_eq!(game.known_in_words(), "The shortest game has 4 plies");
/// let mate = game.example().expect("the game is legal");
/// assert_eq!(mate.mv.to().to_string(), "h4");
/// # Ok::<_, san_strings_core::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct ShortestGame<'a> {
    /// The string.
    pub san: &'a str,
    /// The length of the game, in plies.
    pub plies: usize,
    /// The lower bound: no game that ends with the string has fewer plies.
    pub at_least: usize,
    /// The moves of the game in SAN, from the initial position, separated by spaces.
    pub moves: &'a str,
    /// The reason why no game has fewer plies, as [`Why::written`] writes it.
    why: &'a str,
}

impl<'a> ShortestGames<'a> {
    /// Parses a table, and skips malformed lines.
    pub fn new(text: &'a str) -> ShortestGames<'a> {
        let games = text.lines().skip(1).filter_map(ShortestGame::read);
        ShortestGames { games: games.collect() }
    }

    /// Returns the game that ends with a string. `None` if the table has no such game, for example because the
    /// string cannot occur.
    pub fn game(&self, san: SanPlus) -> Option<ShortestGame<'a>> {
        let text = SanStr::from(san);
        let order = |game: &ShortestGame<'_>| (game.san.len(), game.san).cmp(&(text.len(), &text));
        let at = self.games.binary_search_by(order).ok()?;
        Some(self.games[at])
    }

    /// Iterates over all games, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = ShortestGame<'a>> {
        self.games.iter().copied()
    }

    /// Replays every game, and skips games that cannot be replayed.
    #[doc(hidden)]
    pub fn replays(&self) -> impl Iterator<Item = (ShortestGame<'a>, Replay)> {
        self.iter().filter_map(|game| Some((game, Replay::of(game.moves.split(' ')).ok()?)))
    }

    /// Yields each string with the moves of its game. Skips games that cannot be replayed.
    pub fn moves(&self) -> impl Iterator<Item = (SanPlus, Vec<Move>)> {
        self.replays().filter_map(|(_, replay)| Some((*replay.sans.last()?, replay.moves)))
    }
}

impl<'a> ShortestGame<'a> {
    fn read(line: &'a str) -> Option<ShortestGame<'a>> {
        let mut columns = line.split('\t');
        let game = ShortestGame {
            san: columns.next()?,
            plies: columns.next()?.parse().ok().filter(|&plies| plies > 0)?,
            at_least: columns.next()?.parse().ok()?,
            moves: columns.next()?,
            why: columns.next()?,
        };
        columns.next().is_none().then_some(game)
    }

    /// Whether the game is proven to be the shortest.
    pub fn is_shortest(&self) -> bool {
        self.plies == self.at_least
    }

    /// Says how many plies the game has. If the game is not proven to be the shortest, also gives the lower
    /// bound.
    pub fn known_in_words(&self) -> String {
        let least = self.at_least;
        let plies = match self.plies {
            1 => "1 ply".to_owned(),
            plies => format!("{plies} plies"),
        };
        if self.is_shortest() {
            format!("The shortest game has {plies}")
        } else {
            format!("The shortest game known has {plies}, and none has fewer than {least}")
        }
    }

    /// Why no game has fewer plies. `None` if the table's line for the string is invalid, for example because
    /// it names an unknown reason. All lines of the built-in table are valid.
    pub fn why(&self) -> Option<Why> {
        Why::named(self.why, parse(self.san).ok()?, self.at_least)
    }

    /// The position in which the string is played, and the move.
    pub fn example(&self) -> Option<Example> {
        let replay = Replay::of(self.moves.split(' ')).ok()?;
        replay::last(&replay.moves)
    }
}

/// Formats the game as a line of the table.
impl fmt::Display for ShortestGame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ShortestGame { san, plies, at_least, moves, why } = self;
        write!(f, "{san}\t{plies}\t{at_least}\t{moves}\t{why}")
    }
}

/// Writes a table. `games` must be in the order of [`Vocabulary::occurring`]. Each entry is a string, the moves
/// of the game that ends with it, and the reason for the lower bound on the plies of any such game.
pub fn export<'a>(games: impl Iterator<Item = (SanPlus, &'a [Move], Why)>) -> String {
    let lines = games.map(|(san, moves, why)| line(san, moves, why) + "\n");
    format!("{HEADER}\n") + &lines.collect::<String>()
}

fn line(san: SanPlus, moves: &[Move], why: Why) -> String {
    let mut position = Chess::default();
    let play = |&m| SanPlus::from_move_and_play_unchecked(&mut position, m).to_string();
    let game = moves.iter().map(play).collect::<Vec<_>>().join(" ");
    let (san, why, at_least) = (san.to_string(), why.written(), why.at_least());
    let game = ShortestGame { san: &san, plies: moves.len(), at_least, moves: &game, why: &why };
    game.to_string()
}

/// Whether a text begins like a table of shortest games.
pub fn is_table(text: &str) -> bool {
    text.starts_with(HEADER)
}

/// The results of verifying a table.
#[derive(Clone, Debug, Default)]
pub struct ShortestReport {
    /// The number of games that passed all checks.
    pub games: usize,
    /// The total number of plies of the games that passed all checks.
    pub plies: usize,
    /// The number of games that are proven to be the shortest possible.
    pub shortest: usize,
    /// The number of games that a search has proven to be the shortest possible.
    pub searched: usize,
    /// The number of games that end with `#`.
    pub mates: usize,
    /// The total number of plies of the games that end with `#`.
    pub plies_of_mates: usize,
    /// The sum of all gaps. The gap of a game is its number of plies minus its lower bound.
    pub gap: usize,
    /// The length of the longest game, in plies.
    pub longest: usize,
    /// The failures.
    pub failures: Vec<Failure>,
}

/// Checks a table: replays its games, recomputes the bounds that come from counting moves, and calls `check`
/// with each string and the reason for its bound. `verify` itself neither repeats searches nor looks for
/// [obstacles](Why::Way): `check` may do both.
pub fn verify(
    text: &str,
    check: impl Fn(SanPlus, Why) -> Result<(), String> + Sync,
) -> ShortestReport {
    let mut report = ShortestReport::default();
    let (head, rest) = text.split_once('\n').unwrap_or((text, ""));
    if head != HEADER {
        report.failures.push(Failure::new(differs(head, HEADER)).at(Location::Line(1)));
    }
    let strings = Vocabulary::occurring();
    let lines: Vec<&str> = rest.split_terminator('\n').collect();
    let pairs: Vec<_> = lines.iter().zip(strings.sans()).collect();
    let verify = |line, san| {
        let (game, why) = verify_line(line, san)?;
        check(san, why).map_err(Failure::new)?;
        Ok::<_, Failure>((san, game, why))
    };
    let games: Vec<_> = pairs.par_iter().map(|&(line, san)| verify(line, san)).collect();
    for (game, number) in games.into_iter().zip(2..) {
        match game {
            Ok((san, game, why)) => report.add(san, game, why),
            Err(failure) => report.failures.push(failure.at(Location::Line(number))),
        }
    }
    let (is, should) = (lines.len(), strings.len());
    if is > should {
        let failure = Failure::new(format!("surplus line: the list has only {should} strings"));
        report.failures.push(failure.at(Location::Line(should + 2)));
    }
    if is < should {
        report.failures.push(Failure::new(format!("{} strings have no line", should - is)));
    } else if !text.ends_with('\n') {
        let cause = "the last line does not end with a newline (file truncated?)";
        report.failures.push(Failure::new(cause));
    }
    report
}

/// Formats the report as one line.
impl fmt::Display for ShortestReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ShortestReport { games, plies, shortest, searched, .. } = *self;
        write!(
            f,
            "{games} games, {plies} plies: {} on average, {} for games that end with mate, {} at most; {shortest} \
             proven shortest, {searched} of them by searches; on average {} plies above the lower bound",
            average(plies, games),
            average(self.plies_of_mates, self.mates),
            self.longest,
            average(self.gap, games),
        )
    }
}

impl ShortestReport {
    /// Adds a verified game to the totals.
    fn add(&mut self, san: SanPlus, game: ShortestGame<'_>, why: Why) {
        self.games += 1;
        self.plies += game.plies;
        self.longest = self.longest.max(game.plies);
        self.gap += game.plies - game.at_least;
        if game.is_shortest() {
            self.shortest += 1;
            self.searched += usize::from(why.is_searched());
        }
        if san.suffix == Some(Suffix::Checkmate) {
            self.mates += 1;
            self.plies_of_mates += game.plies;
        }
    }
}

/// Parses the line `text`, which must be about the string `san`, and replays the game in the line. The lower
/// bound in the line must follow from the reason in the line. The lower bound must be at least the bound from
/// counting moves, and at most the number of plies of the game. Searches are not repeated.
///
/// # Errors
///
/// [`Failure`] if the line is not about `san`, or if one of the line's claims does not hold.
pub fn verify_line(text: &str, san: SanPlus) -> Result<(ShortestGame<'_>, Why), Failure> {
    let fail = |cause| Err(Failure::new(cause));
    let Some(game) = ShortestGame::read(text) else {
        let text = excerpt(text);
        return fail(format!(
            "\"{text}\" should be five columns separated by tabs, with numbers in the second and third"
        ));
    };
    if game.san != san.to_string() {
        return fail(format!("its string is {}, but should be {san}", excerpt(game.san)));
    }
    let replay = Replay::of(game.moves.split(' '))?;
    if replay.sans.last() != Some(&san) {
        let failure = Failure::new(format!("the last move should be {san}"));
        return Err(Failure { ply: Some(replay.sans.len()), ..failure });
    }
    let ShortestGame { plies, at_least, .. } = game;
    let counted = Bound::occurring(san).map_or(0, |bound| bound.plies);
    let why = game.why().filter(|why| why.at_least() == at_least);
    let Some(why) = why.filter(|_| (counted..=plies).contains(&at_least)) else {
        let reason = excerpt(game.why);
        return fail(format!(
            "the bound of {at_least} plies does not follow from the reason \"{reason}\", or is not between \
             {counted}, the bound from counting moves, and {plies}, the plies of the game"
        ));
    };
    let should = line(san, &replay.moves, why);
    if text == should { Ok((game, why)) } else { fail(differs(text, &should)) }
}
