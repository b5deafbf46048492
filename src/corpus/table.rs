//! The shortest games: `shortest_games.tsv`, a line for each string.
//!
//! The columns are the string, how many plies the game has that ends with it, whether
//! no shorter game exists, and the moves in SAN, from the initial position.
//!
//! That a game is shortest is known from a search through all positions
//! ([`exhaust`](super::exhaust)): when it has gone through `n` plies, every string that it
//! has not met needs more, and so a game of `n + 1` plies is shortest, however it was
//! found. So the table says by its longest proven game how far the search has gone.

use std::fmt::Write;

use rayon::prelude::*;
use shakmaty::{
    Chess, Move,
    san::{SanPlus, Suffix},
};

use super::{
    arbiter::{self, Played},
    verify::{Failure, Place},
};
use crate::san::{occurrence, tokens::Spelling, vocabulary::Vocabulary, witness::Witness};

/// The first line.
const HEADER: &str = "san\tplies\tproven\tmoves";

/// The table that travels inside the program.
pub const BUILT_IN: &str = include_str!("../../output/shortest_games.tsv");

/// A table of games, each of which can be looked up by its string.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    /// In the order of the strings.
    lines: Vec<Line<'a>>,
}

/// A line of a table, as it stands there.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Line<'a> {
    /// The string.
    pub san: &'a str,
    /// How many plies the game has that ends with it.
    pub plies: usize,
    /// Whether no shorter game exists.
    pub proven: bool,
    /// The moves of the game, with spaces between.
    pub moves: &'a str,
}

impl<'a> Table<'a> {
    /// Reads a table; lines that are none are left out.
    #[must_use]
    pub fn new(text: &'a str) -> Table<'a> {
        let lines = text.lines().skip(1).filter_map(Line::read);
        Table {
            lines: lines.collect(),
        }
    }

    /// The line of a string.
    ///
    /// ```
    /// use san_strings::{corpus::table::{BUILT_IN, Table}, shakmaty::san::SanPlus};
    ///
    /// let table = Table::new(BUILT_IN);
    /// let line = table.line("Qh4#".parse()?).expect("it occurs");
    /// assert_eq!((line.plies, line.proven), (4, true));
    /// # Ok::<_, shakmaty::san::ParseSanError>(())
    /// ```
    #[must_use]
    pub fn line(&self, san: SanPlus) -> Option<Line<'a>> {
        let key = |line: &Line<'_>| Spelling::from(line.san);
        let at = self.lines.binary_search_by_key(&san.into(), key).ok()?;
        Some(self.lines[at])
    }

    /// Every line.
    pub fn lines(&self) -> impl Iterator<Item = Line<'a>> {
        self.lines.iter().copied()
    }

    /// How many plies all positions have been gone through: a string without a proven
    /// game needs more.
    #[must_use]
    pub fn searched(&self) -> usize {
        let proven = self.lines.iter().filter(|line| line.proven);
        proven.map(|line| line.plies).max().unwrap_or(1) - 1
    }

    /// Every game that holds, with the string that it ends with.
    pub fn games(&self) -> impl Iterator<Item = (SanPlus, Vec<Move>)> {
        self.lines.iter().filter_map(|line| {
            let played = arbiter::play(line.moves.split(' ')).ok()?;
            Some((*played.sans.last()?, played.moves))
        })
    }
}

impl<'a> Line<'a> {
    fn read(line: &'a str) -> Option<Line<'a>> {
        let mut columns = line.split('\t');
        let line = Line {
            san: columns.next()?,
            plies: columns.next()?.parse().ok().filter(|&plies| plies > 0)?,
            proven: columns.next()?.parse().ok()?,
            moves: columns.next()?,
        };
        columns.next().is_none().then_some(line)
    }

    /// The position in which the string is played, and the move.
    #[must_use]
    pub fn witness(&self) -> Option<Witness> {
        let played = arbiter::play(self.moves.split(' ')).ok()?;
        let (&m, before) = played.moves.split_last()?;
        let position = arbiter::after(before);
        Some(Witness { position, m })
    }
}

/// Writes the table of games, each with the string it ends with, in the order of the
/// list, where all positions have been gone through for so many plies.
#[must_use]
pub fn export<'a>(games: impl Iterator<Item = (SanPlus, &'a [Move])>, searched: usize) -> String {
    let mut text = format!("{HEADER}\n");
    for (san, moves) in games {
        let (plies, proven) = (moves.len(), moves.len() <= searched + 1);
        // Writing to a `String` cannot fail.
        let _ = write!(text, "{san}\t{plies}\t{proven}");
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

/// Whether the contents of a file show that it is such a table, of any version and
/// perhaps damaged.
#[must_use]
pub fn is_table(contents: &[u8]) -> bool {
    contents.starts_with(HEADER.as_bytes())
}

/// What a table proves.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// How many games hold, and how many plies they have together.
    pub games: (usize, usize),
    /// The same of those that end with `#`.
    pub mates: (usize, usize),
    /// How many of them are said to be shortest.
    pub proven: usize,
    /// How many plies all positions have been gone through, as the table has it.
    pub searched: usize,
    /// The plies of the longest game.
    pub longest: usize,
    /// What is wrong.
    pub failures: Vec<Failure>,
}

/// Checks the claims of a table, each line by replaying its game. That a game is
/// shortest cannot be seen from it: [`exhaust`](super::exhaust) tells.
#[must_use]
pub fn verify(text: &str) -> Report {
    let mut report = Report {
        searched: Table::new(text).searched(),
        ..Report::default()
    };
    let (head, rest) = text.split_once('\n').unwrap_or((text, ""));
    if head != HEADER {
        let cause = format!(
            "is \"{}\", but should be \"{}\"",
            arbiter::shown(head),
            HEADER.escape_default()
        );
        report.fail(1, None, cause);
    }
    let vocabulary = Vocabulary::new();
    let strings: Vec<SanPlus> = occurrence::occurring(&vocabulary).collect();
    let lines: Vec<&str> = rest.split_terminator('\n').collect();
    let pairs = lines.par_iter().zip(&strings);
    let games: Vec<_> = pairs
        .map(|(line, &san)| game(line, san, report.searched))
        .collect();
    for ((found, san), number) in games.into_iter().zip(&strings).zip(2..) {
        match found {
            Ok(plies) => {
                report.games.0 += 1;
                report.games.1 += plies;
                report.longest = report.longest.max(plies);
                report.proven += usize::from(plies <= report.searched + 1);
                if san.suffix == Some(Suffix::Checkmate) {
                    report.mates.0 += 1;
                    report.mates.1 += plies;
                }
            }
            Err((ply, cause)) => report.fail(number, ply, cause),
        }
    }
    if lines.len() > strings.len() {
        report.fail(strings.len() + 2, None, "is one too many".to_owned());
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

impl Report {
    fn fail(&mut self, line: usize, ply: Option<usize>, cause: String) {
        self.failures.push(Failure {
            place: Some(Place::Line(line)),
            ply,
            cause,
        });
    }
}

/// The plies of the game in a line that should be that of a string.
fn game(text: &str, san: SanPlus, searched: usize) -> Result<usize, arbiter::Fault> {
    let Some(line) = Line::read(text) else {
        let cause = format!("\"{}\" has not the four columns", arbiter::shown(text));
        return Err((None, cause));
    };
    if line.san != san.to_string() {
        let cause = format!(
            "is about {}, but should be about {san}",
            arbiter::shown(line.san)
        );
        return Err((None, cause));
    }
    let Played { moves, sans, .. } = arbiter::play(line.moves.split(' '))?;
    if sans.last() != Some(&san) {
        return Err((Some(sans.len()), format!("the last move should be {san}")));
    }
    let should = export([(san, moves.as_slice())].into_iter(), searched);
    let should = should.lines().nth(1).unwrap_or_default();
    if text != should {
        let cause = format!(
            "is \"{}\", but should be \"{}\"",
            arbiter::shown(text),
            arbiter::shown(should)
        );
        return Err((None, cause));
    }
    Ok(moves.len())
}
