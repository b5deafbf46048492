//! Checking every claim that a corpus makes.
//!
//! Each game is replayed by the rules and compared with the one way to write it.
//! Then the games together: every string that occurs is played, nothing else is,
//! and there is one game for each string with `#`, which is as few as there can
//! be, because mate ends a game.

use std::{cmp::Ordering, collections::HashSet, fmt};

use rayon::prelude::*;
use shakmaty::san::{SanPlus, Suffix};

use super::{
    average::average,
    pgn::{self, CORPUS, RawGame},
    replay::{Replay, ReplayError},
};
use san_strings_core::{SanStr, Vocabulary, excerpt::excerpt};

/// Games that are replayed at a time.
const GAMES_PER_BATCH: usize = 1 << 12;

/// Failures of games that are kept.
const MOST: usize = 10_000;

/// The results of verifying a corpus.
#[derive(Clone, Debug, Default)]
pub struct CorpusReport {
    /// How many games there are.
    pub games: usize,
    /// How many plies, in all games together.
    pub plies: usize,
    /// How many strings are played, plain, with `+` and with `#`.
    pub played: [usize; 3],
    /// How many strings with a suffix cannot occur, and are not played.
    pub impossible: usize,
    /// The failures: of the games, the first ten thousand.
    pub failures: Vec<Failure>,
    /// How many more games fail.
    pub more: usize,
}

/// The figures in one line, for people.
impl fmt::Display for CorpusReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [plain, check, mate] = self.played;
        write!(
            f,
            "{} games, {} plies, {} on average; {} strings played: {plain} plain, {check} with +, \
             {mate} with #; {} cannot occur",
            self.games,
            self.plies,
            average(self.plies, self.games),
            plain + check + mate,
            self.impossible,
        )
    }
}

/// A claim that does not hold.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Failure {
    /// The place in the file; `None` if the file as a whole is wrong.
    pub location: Option<Location>,
    /// The ply, counted from 1, if it is about one.
    pub ply: Option<usize>,
    /// The fault.
    pub cause: String,
}

impl Failure {
    /// One of the file as a whole.
    pub fn of_file(cause: String) -> Failure {
        Failure { location: None, ply: None, cause }
    }
}

/// A place in a file, counted from 1.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Location {
    /// The number of a game, and the line it starts on.
    Game(usize, usize),
    /// The number of a line.
    Line(usize),
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Game(game, line) => write!(f, "game {game} (line {line})"),
            Location::Line(line) => write!(f, "line {line}"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(location) = self.location {
            write!(f, "{location}")?;
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
pub fn verify(text: &str) -> CorpusReport {
    let mut report = CorpusReport::default();
    if text.contains("\r\n") {
        let cause = "lines end with CR and LF, and should with LF alone: was the file taken for \
                     text on the way?";
        report.fail_as_a_whole(cause.to_owned());
    }
    let mut played: HashSet<SanPlus> = HashSet::new();
    let mut last: Option<SanPlus> = None;
    let mut games = pgn::split(text).zip(1..);
    loop {
        // Millions of games are not held in memory at once.
        let batch: Vec<(RawGame<'_>, usize)> = games.by_ref().take(GAMES_PER_BATCH).collect();
        if batch.is_empty() {
            break;
        }
        let replayed: Vec<_> =
            batch.par_iter().map(|&(game, number)| replay(game, number)).collect();
        for ((game, number), sans) in batch.into_iter().zip(replayed) {
            report.games = number;
            let location = Location::Game(number, game.line);
            let sans = match sans {
                Ok(sans) => sans,
                Err(ReplayError { ply, cause }) => {
                    report.fail(location, ply, cause);
                    continue;
                }
            };
            let mate = sans.last().copied();
            let place = |mate: Option<SanPlus>| mate.map(SanStr::from);
            let fault = match place(mate).cmp(&place(last)) {
                Ordering::Greater => None,
                Ordering::Equal => Some("this mate ends the game before, too"),
                Ordering::Less => Some("this mate belongs before that of the game before"),
            };
            if let Some(fault) = fault {
                report.fail(location, Some(sans.len()), fault.to_owned());
            }
            last = mate;
            report.plies += sans.len();
            played.extend(sans);
        }
    }
    report.verify_coverage(played);
    report
}

/// Replays a game, the one with this number, and compares it with how it should be written.
fn replay(game: RawGame<'_>, number: usize) -> Result<Vec<SanPlus>, ReplayError> {
    let replay = Replay::of_corpus(game)?;
    match first_difference(game.text, &pgn::export(CORPUS, &replay.moves, number)) {
        Some(cause) => Err(ReplayError::of_game(cause)),
        None => Ok(replay.sans),
    }
}

impl CorpusReport {
    /// Keeps the failure of a game, unless there are too many already.
    fn fail(&mut self, location: Location, ply: Option<usize>, cause: String) {
        if self.failures.len() < MOST {
            self.failures.push(Failure { location: Some(location), ply, cause });
        } else {
            self.more += 1;
        }
    }

    /// Checks that the games play every string that occurs, and no other, with one game for
    /// each mate.
    fn verify_coverage(&mut self, mut played: HashSet<SanPlus>) {
        let occurring = Vocabulary::occurring();
        for san in Vocabulary::with_symbols().sans() {
            let occurs = occurring.id_of(san).is_some();
            if played.remove(&san) {
                self.played[suffix_index(san)] += 1;
                if !occurs {
                    self.fail_as_a_whole(format!("{san} is played, but cannot occur"));
                }
            } else if occurs {
                self.fail_as_a_whole(format!("{san} is never played"));
            } else {
                self.impossible += 1;
            }
        }
        for san in played {
            self.fail_as_a_whole(format!("{san} is played, but is in no list"));
        }
        let is_mate = |san: &SanPlus| san.suffix == Some(Suffix::Checkmate);
        let (games, mates) = (self.games, occurring.sans().filter(is_mate).count());
        if games != mates {
            let cause = format!("there are {games} games for {mates} strings that end a game");
            self.fail_as_a_whole(cause);
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
        Some((is, should)) => {
            format!("a line is \"{}\", but should be \"{}\"", excerpt(is), excerpt(should))
        }
        None => "an empty line is missing, or one too many, after the moves".to_owned(),
    })
}
