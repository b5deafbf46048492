//! Checks every claim that a corpus makes.
//!
//! First we replay each game by the rules, and compare its text with what [`pgn::export`] writes. Then we check
//! the whole corpus: the games must play every string that occurs, and no other string, and there must be one
//! game for each string with `#`.

use std::{cmp::Ordering, collections::HashSet, fmt};

use rayon::prelude::*;
use shakmaty::san::{SanPlus, Suffix};

use super::{
    failure::{Failure, Location},
    pgn::{self, CORPUS, RawGame},
    replay::Replay,
};
use san_strings_core::{SanStr, Vocabulary, english::average, excerpt::excerpt};

/// The number of games that we replay at a time.
const GAMES_PER_BATCH: usize = 1 << 12;

/// The maximum number of failed games whose failures we keep. We count further failed games, but do not keep
/// their failures.
const MOST: usize = 10_000;

/// The results of verifying a corpus.
#[derive(Clone, Debug, Default)]
pub struct CorpusReport {
    /// The number of games.
    pub games: usize,
    /// The total number of plies of all games.
    pub plies: usize,
    /// The numbers of strings that the games play: plain, with `+`, and with `#`.
    pub played: [usize; 3],
    /// The number of strings that look possible but cannot occur. If a game plays such a string, we report a
    /// failure instead of counting the string.
    pub impossible: usize,
    /// The failures. We keep at most ten thousand failures of single games.
    pub failures: Vec<Failure>,
    /// The number of failed games that `failures` leaves out.
    pub more: usize,
}

/// Writes the figures of the report on one line.
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

/// Checks every claim that the corpus `text` makes.
pub fn verify(text: &str) -> CorpusReport {
    let mut report = CorpusReport::default();
    if text.contains("\r\n") {
        let cause = "lines end with CR LF, but should end with LF: did a program such as Git convert \
                     the line endings?";
        report.failures.push(Failure::new(cause));
    }
    let mut played: HashSet<SanPlus> = HashSet::new();
    let mut last = None;
    let mut games = pgn::split(text).zip(1..);
    loop {
        // We replay games in batches, because millions of games may not fit in memory.
        let batch: Vec<(RawGame<'_>, usize)> = games.by_ref().take(GAMES_PER_BATCH).collect();
        if batch.is_empty() {
            break;
        }
        let replayed: Vec<_> =
            batch.par_iter().map(|&(game, number)| replay(game, number)).collect();
        for ((game, number), sans) in batch.into_iter().zip(replayed) {
            report.games = number;
            let location = Location::Game(number, game.line);
            match sans {
                Ok(sans) => {
                    let mate = sans.last().map(|&san| SanStr::from(san));
                    if let Err(cause) = comes_after(mate, last) {
                        let failure = Failure { ply: Some(sans.len()), ..Failure::new(cause) };
                        report.fail(failure.at(location));
                    }
                    last = mate;
                    report.plies += sans.len();
                    played.extend(sans);
                }
                Err(failure) => report.fail(failure.at(location)),
            }
        }
    }
    report.verify_coverage(played);
    report
}

/// Checks that the mate that ends a game (`mate`) sorts after the mate that ends the previous game (`last`).
fn comes_after(mate: Option<SanStr>, last: Option<SanStr>) -> Result<(), &'static str> {
    match mate.cmp(&last) {
        Ordering::Greater => Ok(()),
        Ordering::Equal => Err("the previous game ends with this mate, too"),
        Ordering::Less => Err("this mate should come before the mate of the previous game"),
    }
}

fn replay(game: RawGame<'_>, number: usize) -> Result<Vec<SanPlus>, Failure> {
    let replay = Replay::of_corpus(game)?;
    match first_difference(game.text, &pgn::export(CORPUS, &replay.moves, number)) {
        Some(cause) => Err(Failure::new(cause)),
        None => Ok(replay.sans),
    }
}

impl CorpusReport {
    fn fail(&mut self, failure: Failure) {
        if self.failures.len() < MOST {
            self.failures.push(failure);
        } else {
            self.more += 1;
        }
    }

    fn verify_coverage(&mut self, mut played: HashSet<SanPlus>) {
        let occurring = Vocabulary::occurring();
        let mut fail = |cause| self.failures.push(Failure::new(cause));
        for san in Vocabulary::with_symbols().sans() {
            let occurs = occurring.id_of(san).is_some();
            if played.remove(&san) {
                self.played[san.suffix.map_or(0, |suffix| suffix as usize + 1)] += 1;
                if !occurs {
                    fail(format!("{san} is played, but is listed as a string that cannot occur"));
                }
            } else if occurs {
                fail(format!("{san} is never played"));
            } else {
                self.impossible += 1;
            }
        }
        for san in played {
            fail(format!("{san} is played, but is not in the list"));
        }
        let is_mate = |san: &SanPlus| san.suffix == Some(Suffix::Checkmate);
        let (games, mates) = (self.games, occurring.sans().filter(is_mate).count());
        if games != mates {
            fail(format!(
                "there are {games} games, but should be {mates}: one for each string with #"
            ));
        }
    }
}

/// Describes the first difference between the text of a game and the expected text. `None` if they are equal.
fn first_difference(is: &str, should: &str) -> Option<String> {
    if is == should {
        return None;
    }
    let mut lines = is.split('\n').zip(should.split('\n'));
    Some(match lines.find(|(is, should)| is != should) {
        Some((is, should)) => format!("a line {}", differs(is, should)),
        None => "expected exactly one empty line after the moves".to_owned(),
    })
}

pub(super) fn differs(is: &str, should: &str) -> String {
    format!("is \"{}\", but should be \"{}\"", excerpt(is), excerpt(should))
}
