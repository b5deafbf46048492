//! Checking every claim that a corpus makes.
//!
//! Each game is replayed by the rules and compared with the one way to write it.
//! Then the games together: every string that occurs is played, nothing else is,
//! and there is one game for each string with `#`, which is as few as there can
//! be, because mate ends a game.

use std::{
    cmp::Ordering,
    collections::{HashMap, HashSet},
    fmt,
};

use rayon::prelude::*;
use shakmaty::san::{SanPlus, Suffix};

use super::{
    arbiter::{Fault, replay, shown},
    pgn::{self, RawGame},
};
use crate::san::{occurrence, vocabulary::Vocabulary};

/// Games that are replayed at a time.
const BLOCK: usize = 1 << 12;

/// Failures of games that are kept: more than anybody reads.
const MOST: usize = 10_000;

/// What a corpus proves.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// How many games there are.
    pub games: usize,
    /// How many plies, in all games together.
    pub plies: usize,
    /// How many strings are played, plain, with `+` and with `#`.
    pub played: [usize; 3],
    /// How many strings with a suffix cannot occur, and are not played.
    pub impossible: usize,
    /// What is wrong: of the games, the first ten thousand failures.
    pub failures: Vec<Failure>,
    /// How many more games fail.
    pub more: usize,
}

/// A claim that does not hold.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Failure {
    /// Where it is; `None` if the file as a whole is wrong.
    pub place: Option<Place>,
    /// The ply, counted from 1, if it is about one.
    pub ply: Option<usize>,
    /// What is wrong there.
    pub cause: String,
}

impl Failure {
    /// One of the file as a whole.
    #[must_use]
    pub fn of_file(cause: String) -> Failure {
        Failure {
            place: None,
            ply: None,
            cause,
        }
    }
}

/// A place in a file, counted from 1.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Place {
    /// The number of a game, and the line it starts on.
    Game(usize, usize),
    /// The number of a line.
    Line(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Game(game, line) => write!(f, "game {game} (line {line})"),
            Place::Line(line) => write!(f, "line {line}"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}")?;
            if let Some(ply) = self.ply {
                let dots = if ply % 2 == 1 { "." } else { "..." };
                write!(f, ", ply {ply} (move {}{dots})", ply.div_ceil(2))?;
            }
            write!(f, ": ")?;
        }
        write!(f, "{}", self.cause)
    }
}

/// Checks every claim of the corpus in `text`.
#[must_use]
pub fn verify(text: &str) -> Report {
    let mut report = Report::default();
    if text.contains("\r\n") {
        let cause = "lines end with CR and LF, and should with LF alone: was the file taken for \
                     text on the way?";
        report.fail_as_a_whole(cause.to_owned());
    }
    let mut played: HashSet<SanPlus> = HashSet::new();
    let mut last: Option<SanPlus> = None;
    let vocabulary = Vocabulary::new();
    let order: HashMap<SanPlus, usize> = vocabulary
        .with_symbols()
        .enumerate()
        .map(|(place, entry)| (entry.san, place))
        .collect();
    let mut games = pgn::split(text).zip(1..);
    loop {
        // Millions of games are not held in memory at once.
        let block: Vec<(RawGame<'_>, usize)> = games.by_ref().take(BLOCK).collect();
        if block.is_empty() {
            break;
        }
        let replayed: Vec<_> = block
            .par_iter()
            .map(|&(game, n)| checked(game, n))
            .collect();
        for ((game, number), sans) in block.into_iter().zip(replayed) {
            report.games = number;
            let place = Place::Game(number, game.line);
            let sans = match sans {
                Ok(sans) => sans,
                Err((ply, cause)) => {
                    report.fail(place, ply, cause);
                    continue;
                }
            };
            let mate = sans.last().copied();
            let fault = match mate
                .map(|mate| order.get(&mate))
                .cmp(&last.map(|last| order.get(&last)))
            {
                Ordering::Greater => None,
                Ordering::Equal => Some("this mate ends the game before, too"),
                Ordering::Less => Some("this mate belongs before that of the game before"),
            };
            if let Some(fault) = fault {
                report.fail(place, Some(sans.len()), fault.to_owned());
            }
            last = mate;
            report.plies += sans.len();
            played.extend(sans);
        }
    }
    for (entry, occurs) in occurrence::decided(&vocabulary) {
        let san = entry.san;
        if played.remove(&san) {
            report.played[suffix_index(san)] += 1;
            if !occurs {
                report.fail_as_a_whole(format!("{san} is played, but cannot occur"));
            }
        } else if occurs {
            report.fail_as_a_whole(format!("{san} is never played"));
        } else {
            report.impossible += 1;
        }
    }
    for san in played {
        report.fail_as_a_whole(format!("{san} is played, but is in no list"));
    }
    let mates = occurrence::occurring(&vocabulary)
        .filter(|san| san.suffix == Some(Suffix::Checkmate))
        .count();
    if report.games != mates {
        let games = report.games;
        report.fail_as_a_whole(format!(
            "there are {games} games for {mates} strings that end a game"
        ));
    }
    report
}

/// Replays a game, the one with this number, and compares it with how it should be
/// written.
fn checked(game: RawGame<'_>, number: usize) -> Result<Vec<SanPlus>, Fault> {
    let (moves, sans) = replay(game)?;
    match first_difference(game.text, &pgn::export(&moves, number)) {
        Some(cause) => Err((None, cause)),
        None => Ok(sans),
    }
}

impl Report {
    /// Whether a corpus proves more strings than another, or as many in fewer
    /// plies.
    #[must_use]
    pub fn is_better_than(&self, other: &Report) -> bool {
        let strings = |report: &Report| report.played.iter().sum::<usize>();
        let valid = other.failures.is_empty();
        strings(self) > strings(other)
            || strings(self) == strings(other) && (!valid || self.plies < other.plies)
    }

    /// Keeps what is wrong with a game, if there is not too much of that already.
    fn fail(&mut self, place: Place, ply: Option<usize>, cause: String) {
        if self.failures.len() < MOST {
            self.failures.push(Failure {
                place: Some(place),
                ply,
                cause,
            });
        } else {
            self.more += 1;
        }
    }

    fn fail_as_a_whole(&mut self, cause: String) {
        self.failures.push(Failure::of_file(cause));
    }
}

/// 0 plain, 1 with `+`, 2 with `#`.
fn suffix_index(san: SanPlus) -> usize {
    match san.suffix {
        None => 0,
        Some(Suffix::Check) => 1,
        Some(Suffix::Checkmate) => 2,
    }
}

/// The first line of a game that is not as it should be.
fn first_difference(is: &str, should: &str) -> Option<String> {
    if is == should {
        return None;
    }
    let mut lines = is.split('\n').zip(should.split('\n'));
    Some(match lines.find(|(is, should)| is != should) {
        Some((is, should)) => format!(
            "a line is \"{}\", but should be \"{}\"",
            shown(is),
            shown(should)
        ),
        None => "an empty line is missing, or one too many, after the moves".to_owned(),
    })
}
