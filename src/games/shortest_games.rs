//! The shortest games: `shortest_games.tsv`, a line for each string.
//!
//! The columns are the string, the plies of the game that ends with it, the fewest plies that
//! any game can have, and the moves in SAN, from the initial position.
//!
//! The fewest plies of any game follow from counting moves ([`Bound`]) and from an
//! [enumeration](super::enumerate) of all positions: a string that it has not met after `n` plies
//! needs more. The built-in table claims this for [`searched`] plies; `verify --exhaustive` and
//! `--narrow` run the enumeration again. A game is shortest if it has no more plies than its bound,
//! however it was found. The verification computes every bound itself and trusts none in a file.

use std::{
    fmt::Write,
    sync::{LazyLock, OnceLock},
};

use rayon::prelude::*;
use shakmaty::{
    Chess, Color, EnPassantMode, Move, Position, Role, Setup,
    san::{San, SanPlus, Suffix},
};

use super::{
    bound::Bound,
    enumerate::{Exhaustive, PlyResult},
    prospects::Prospects,
    replay::{self, Replay, ReplayError},
    verify::{Failure, Location},
};
use crate::{Progress, SanStr, Stopped, Vocabulary, parse, san::example::Example, text::excerpt};

/// All positions up to this ply were enumerated: `verify --exhaustive 9` does it again.
pub const SEARCHED: usize = 9;

/// Up to this ply, all positions with prospects of some strings were enumerated: `verify --narrow
/// 12` does it again.
pub const NARROWED: usize = 12;

/// No game with at most this many plies ends with the string, except that of the table.
pub fn searched(san: SanPlus) -> usize {
    let San::Normal { role, .. } = san.san else {
        return SEARCHED;
    };
    let is_mate = san.suffix == Some(Suffix::Checkmate);
    match role {
        _ if !Prospects::covers(san) => SEARCHED,
        // Many more positions have prospects of a knight's move.
        Role::Knight if is_mate => SEARCHED,
        Role::Knight => SEARCHED + 1,
        _ if is_mate => NARROWED - 1,
        _ => NARROWED,
    }
}

/// The first line.
pub const HEADER: &str = "san\tplies\tat_least\tmoves";

/// The shortest game known for each string, in the order of the strings.
///
/// ```
/// use san_strings::{ShortestGames, parse};
///
/// let game = ShortestGames::built_in().game(parse("Qh4#")?).expect("it occurs");
/// assert_eq!((game.plies, game.at_least), (4, 4));
/// assert!(game.moves.ends_with(" g4 Qh4#"));
/// # Ok::<_, san_strings::SyntaxError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ShortestGames<'a> {
    games: Vec<ShortestGame<'a>>,
}

/// The shortest game known for a string.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct ShortestGame<'a> {
    /// The string.
    pub san: &'a str,
    /// The plies of the game that ends with it.
    pub plies: usize,
    /// No game that ends with the string has fewer plies.
    pub at_least: usize,
    /// The moves of the game, with spaces between.
    pub moves: &'a str,
}

impl ShortestGames<'static> {
    /// The games of every string that occurs.
    #[must_use]
    pub fn built_in() -> &'static ShortestGames<'static> {
        static GAMES: LazyLock<ShortestGames<'static>> =
            LazyLock::new(|| ShortestGames::new(ShortestGames::TABLE));
        &GAMES
    }

    /// Their table.
    pub(crate) const TABLE: &'static str = include_str!("../../output/shortest_games.tsv");
}

impl<'a> ShortestGames<'a> {
    /// Reads a table; other lines are left out.
    pub fn new(text: &'a str) -> ShortestGames<'a> {
        let games = text.lines().skip(1).filter_map(ShortestGame::read);
        ShortestGames { games: games.collect() }
    }

    /// The game that ends with a string; `None` if the string cannot occur.
    #[must_use]
    pub fn game(&self, san: SanPlus) -> Option<ShortestGame<'a>> {
        let text = SanStr::from(san);
        let order = |game: &ShortestGame<'_>| (game.san.len(), game.san).cmp(&(text.len(), &text));
        let at = self.games.binary_search_by(order).ok()?;
        Some(self.games[at])
    }

    /// Looks for games shorter than these at a ply beyond [`SEARCHED`], of the strings that are
    /// [searched](searched) there.
    ///
    /// # Errors
    ///
    /// [`Stopped`]
    #[doc(hidden)]
    pub fn look_narrowly(&self, ply: usize, progress: &dyn Progress) -> Result<PlyResult, Stopped> {
        let longer = self.iter().filter(|game| game.plies > ply);
        let sans = longer.filter_map(|game| parse(game.san).ok());
        let is_possible = |&san: &SanPlus| {
            let bound = Bound::occurring(san);
            searched(san) >= ply && bound.is_some_and(|bound| bound.plies <= ply)
        };
        let sans: Vec<SanPlus> = sans.filter(is_possible).collect();
        Exhaustive::at_ply(ply, &sans, progress)
    }

    /// Every game, in the order of the strings.
    pub fn iter(&self) -> impl Iterator<Item = ShortestGame<'a>> {
        self.games.iter().copied()
    }

    /// The moves of every game that holds, with the string that it ends with.
    pub fn moves(&self) -> impl Iterator<Item = (SanPlus, Vec<Move>)> {
        self.games.iter().filter_map(|game| {
            let replay = Replay::of(game.moves.split(' ')).ok()?;
            Some((*replay.sans.last()?, replay.moves))
        })
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
        };
        columns.next().is_none().then_some(game)
    }

    /// Whether it is proven that no game is shorter.
    #[must_use]
    pub fn is_shortest(&self) -> bool {
        self.plies == self.at_least
    }

    /// How many plies the game has, and any game needs.
    pub(crate) fn known_in_words(&self) -> String {
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

    /// Why no game has fewer plies.
    pub(crate) fn why_no_fewer(&self) -> String {
        let san = parse(self.san).expect("a string that occurs");
        let bound = Bound::occurring(san).expect("it occurs");
        let (plies, before) = (self.at_least, self.at_least - 1);
        let reason = match bound.plies {
            1 => return "The first move can play it.".to_owned(),
            counted if counted >= plies => format!(". {}.", bound.in_words()),
            _ if before <= SEARCHED => {
                format!(": all positions up to ply {before} were searched.")
            }
            _ if before <= searched(san) => {
                format!(": all positions that could lead to it up to ply {before} were searched.")
            }
            _ => format!(
                ". {}. In {before} plies, not all men can get out of their way.",
                bound.in_words()
            ),
        };
        format!("No game has fewer than {plies} plies{reason}")
    }

    /// The position in which the string is played, and the move.
    #[must_use]
    pub fn example(&self) -> Option<Example> {
        let replay = Replay::of(self.moves.split(' ')).ok()?;
        replay::last(&replay.moves)
    }
}

/// Writes the table of games, each with the string it ends with, in the order of the list.
pub fn export<'a>(games: impl Iterator<Item = (SanPlus, &'a [Move])>) -> String {
    let mut text = format!("{HEADER}\n");
    for (san, moves) in games {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "{san}\t{}\t{}", moves.len(), at_least(san));
        let mut position = Chess::default();
        let mut separator = '\t';
        for &m in moves {
            let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
            let _ = write!(text, "{separator}{san}");
            separator = ' ';
        }
        text.push('\n');
    }
    text
}

/// The fewest plies that a game which ends with the string can have, as far as is known.
pub fn at_least(san: SanPlus) -> usize {
    static KNOWN: LazyLock<Vec<OnceLock<usize>>> =
        LazyLock::new(|| vec![OnceLock::new(); Vocabulary::occurring().len()]);
    let compute = || {
        let known = ShortestGames::built_in().game(san);
        match known.map(|game| game.plies) {
            Some(plies) if plies <= searched(san) => plies,
            _ => {
                let counted = Bound::occurring(san).map_or(0, |bound| bound.plies);
                with_prospects(san, counted.max(searched(san) + 1))
            }
        }
    };
    match Vocabulary::occurring().id_of(san) {
        Some(id) => *KNOWN[usize::from(id)].get_or_init(compute),
        None => 0,
    }
}

/// The fewest plies, from some number on, for which the initial position has prospects of a string
/// that occurs.
fn with_prospects(san: SanPlus, from: usize) -> usize {
    static START: LazyLock<Setup> =
        LazyLock::new(|| Chess::default().to_setup(EnPassantMode::Legal));
    let has_prospects = |&ply: &usize| {
        let color = Color::from_white(ply % 2 == 1);
        !Prospects::covers(san) || Prospects::new(color, &[san]).any(&START, ply)
    };
    let mut plies = from..;
    plies.find(has_prospects).expect("it occurs")
}

/// Whether a text begins as such a table does.
pub fn is_table(text: &str) -> bool {
    text.starts_with(HEADER)
}

/// Games, and their plies together.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Totals {
    pub games: usize,
    pub plies: usize,
}

impl Totals {
    fn add(&mut self, plies: usize) {
        self.games += 1;
        self.plies += plies;
    }
}

/// The figures of a table.
#[derive(Clone, Debug, Default)]
pub struct ShortestReport {
    /// The games that hold.
    pub all: Totals,
    /// Of these, the games that end with `#`.
    pub mates: Totals,
    /// How many are shortest by the enumeration, and how many others by counting moves.
    pub enumerated: usize,
    pub counted: usize,
    /// By how many plies all games together are longer than the bounds.
    pub gap: usize,
    /// The plies of the longest game.
    pub longest: usize,
    /// The failures.
    pub failures: Vec<Failure>,
}

/// Checks the claims of a table by replaying each game. That no game is shorter cannot be
/// seen from the games: it takes an [enumeration](super::enumerate).
pub fn verify(text: &str) -> ShortestReport {
    let mut report = ShortestReport::default();
    let (head, rest) = text.split_once('\n').unwrap_or((text, ""));
    if head != HEADER {
        let (is, should) = (excerpt(head), excerpt(HEADER));
        let cause = format!("is \"{is}\", but should be \"{should}\"");
        report.fail(1, ReplayError::of_game(cause));
    }
    let strings = Vocabulary::occurring();
    let lines: Vec<&str> = rest.split_terminator('\n').collect();
    let pairs: Vec<_> = lines.iter().zip(strings.sans()).collect();
    let games: Vec<_> =
        pairs.par_iter().map(|&(line, san)| (san, verify_line(line, san))).collect();
    for ((san, found), number) in games.into_iter().zip(2..) {
        match found {
            Ok(plies) => {
                report.all.add(plies);
                report.longest = report.longest.max(plies);
                let gap = plies - at_least(san).min(plies);
                report.gap += gap;
                if plies <= searched(san) + 1 {
                    report.enumerated += usize::from(gap == 0);
                } else {
                    report.counted += usize::from(gap == 0);
                }
                if san.suffix == Some(Suffix::Checkmate) {
                    report.mates.add(plies);
                }
            }
            Err(error) => report.fail(number, error),
        }
    }
    if lines.len() > strings.len() {
        let error = ReplayError::of_game("is one too many");
        report.fail(strings.len() + 2, error);
    }
    let missing = strings.len().saturating_sub(lines.len());
    if missing > 0 {
        let cause = format!("{missing} strings have no line");
        report.failures.push(Failure::of_file(cause));
    } else if !text.ends_with('\n') {
        let cause = "the last line has no end".to_owned();
        report.failures.push(Failure::of_file(cause));
    }
    report
}

impl ShortestReport {
    fn fail(&mut self, line: usize, error: ReplayError) {
        let ReplayError { ply, cause } = error;
        self.failures.push(Failure { location: Some(Location::Line(line)), ply, cause });
    }
}

/// The plies of the game in the line of a string.
pub fn verify_line(text: &str, san: SanPlus) -> Result<usize, ReplayError> {
    let Some(line) = ShortestGame::read(text) else {
        let cause = format!("\"{}\" has not the four columns", excerpt(text));
        return Err(ReplayError::of_game(cause));
    };
    if line.san != san.to_string() {
        let cause = format!("is about {}, but should be about {san}", excerpt(line.san));
        return Err(ReplayError::of_game(cause));
    }
    let replay = Replay::of(line.moves.split(' '))?;
    if replay.sans.last() != Some(&san) {
        return Err(ReplayError {
            ply: Some(replay.sans.len()),
            cause: format!("the last move should be {san}"),
        });
    }
    let should = export([(san, replay.moves.as_slice())].into_iter());
    let should = should.lines().nth(1).expect("a header and a line");
    if text != should {
        let (is, should) = (excerpt(text), excerpt(should));
        let cause = format!("is \"{is}\", but should be \"{should}\"");
        return Err(ReplayError::of_game(cause));
    }
    Ok(replay.moves.len())
}
