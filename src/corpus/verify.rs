//! Checking every claim that a corpus makes.
//!
//! Each game is replayed by the rules and compared with the one way to write it.
//! Then the games together: every string that occurs is played, nothing else is,
//! and there is one game for each string with `#`, which is as few as there can
//! be, because mate ends a game.

use std::{
    collections::{HashMap, HashSet},
    fmt,
};

use rayon::prelude::*;
use shakmaty::{
    Chess, EnPassantMode, Move, Position,
    san::{SanPlus, Suffix},
    zobrist::Zobrist64,
};

use super::pgn::{self, RawGame};
use crate::{occurrence, syntax, vocabulary::Vocabulary, witness::Witness};

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
    /// What is wrong.
    pub failures: Vec<Failure>,
}

/// A claim that does not hold.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Failure {
    /// The number of the game and the line it starts on, both counted from 1;
    /// `None` if the corpus as a whole is wrong.
    pub game: Option<(usize, usize)>,
    /// The ply, counted from 1, if it is about one.
    pub ply: Option<usize>,
    /// What is wrong there.
    pub cause: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((game, line)) = self.game {
            write!(f, "game {game} (line {line})")?;
            if let Some(ply) = self.ply {
                let dots = if ply % 2 == 1 { "." } else { "..." };
                write!(f, ", ply {ply} (move {}{dots})", ply.div_ceil(2))?;
            }
            write!(f, ": ")?;
        }
        write!(f, "{}", self.cause)
    }
}

/// The ply of a game, counted from 1, if it is about one, and what is wrong.
pub type Fault = (Option<usize>, String);

/// Plays moves, and watches for the end of the game by the Laws of Chess.
#[derive(Clone, Debug)]
pub struct Arbiter {
    position: Chess,
    seen: HashMap<Zobrist64, u32>,
    over: Option<&'static str>,
}

impl Arbiter {
    /// At the start of a game.
    #[must_use]
    pub fn new() -> Arbiter {
        let position = Chess::default();
        let seen = HashMap::from([(position.zobrist_hash(EnPassantMode::Legal), 1)]);
        Arbiter {
            position,
            seen,
            over: None,
        }
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// Plays a legal move, and tells how it is written.
    pub fn play(&mut self, m: Move) -> SanPlus {
        let san = SanPlus::from_move_and_play_unchecked(&mut self.position, m);
        let position = &self.position;
        if position.halfmoves() == 0 {
            self.seen.clear();
        }
        let hash = position.zobrist_hash(EnPassantMode::Legal);
        let times = self.seen.entry(hash).or_default();
        *times += 1;
        self.over = if san.suffix == Some(Suffix::Checkmate) {
            Some("mate")
        } else if position.is_stalemate() {
            Some("stalemate")
        } else if position.is_insufficient_material() {
            Some("insufficient material")
        } else if *times >= 5 {
            Some("fivefold repetition")
        } else if position.halfmoves() >= 150 {
            Some("seventy-five moves")
        } else {
            None
        };
        san
    }

    /// Why the game is over, if it is.
    #[must_use]
    pub fn over(&self) -> Option<&'static str> {
        self.over
    }
}

impl Default for Arbiter {
    fn default() -> Arbiter {
        Arbiter::new()
    }
}

/// Replays the first plies of a game: the position and the move in it that make
/// the last of these plies.
#[must_use]
pub fn at(game: RawGame<'_>, plies: usize) -> Option<Witness> {
    let mut position = Chess::default();
    let mut last = None;
    for word in game.words().take(plies) {
        let san = syntax::parse(word.as_bytes()).ok()?;
        let m = san.san.to_move(&position).ok()?;
        let before = position.clone();
        if SanPlus::from_move_and_play_unchecked(&mut position, m) != san {
            return None;
        }
        last = Some(Witness {
            position: before,
            m,
        });
    }
    last
}

/// Replays a game, up to what is wrong with it.
///
/// # Errors
///
/// The first [`Fault`].
pub fn replay(game: RawGame<'_>) -> Result<(Vec<Move>, Vec<SanPlus>), Fault> {
    let mut arbiter = Arbiter::new();
    let mut moves = Vec::new();
    let mut sans = Vec::new();
    let mut words = game.words();
    let result = loop {
        let Some(word) = words.next() else {
            return Err((None, "the game has no result".to_owned()));
        };
        if ["1-0", "0-1", "1/2-1/2", "*"].contains(&word) {
            break word;
        }
        let fail = |cause| Err((Some(moves.len() + 1), cause));
        let shown = word.escape_default();
        if let Some(end) = arbiter.over() {
            return fail(format!("{shown} is played, but the game is over: {end}"));
        }
        let san = match syntax::parse(word.as_bytes()) {
            Ok(san) => san,
            Err(error) => return fail(format!("{shown} is not SAN: {error}")),
        };
        let Ok(m) = san.san.to_move(arbiter.position()) else {
            return fail(format!("{shown} is no legal move, or not the only one"));
        };
        let written = arbiter.play(m);
        if written != san {
            return fail(format!("{shown} should be written {written}"));
        }
        moves.push(m);
        sans.push(san);
    };
    if arbiter.over() != Some("mate") {
        return Err((None, "the game does not end in mate".to_owned()));
    }
    let right = pgn::result(arbiter.position().turn().other());
    if result != right {
        return Err((
            None,
            format!("the result is {result}, but should be {right}"),
        ));
    }
    Ok((moves, sans))
}

/// Checks every claim of the corpus in `text`.
#[must_use]
pub fn verify(text: &str) -> Report {
    let raw: Vec<RawGame<'_>> = pgn::split(text).collect();
    let replayed: Vec<_> = raw
        .par_iter()
        .enumerate()
        .map(|(index, &game)| {
            let (moves, sans) = replay(game)?;
            match first_difference(game.text, &pgn::write(&moves, index + 1)) {
                Some(cause) => Err((None, cause)),
                None => Ok(sans),
            }
        })
        .collect();

    let mut report = Report {
        games: raw.len(),
        ..Report::default()
    };
    let mut played: HashSet<SanPlus> = HashSet::new();
    let mut last: Option<SanPlus> = None;
    let vocabulary = Vocabulary::new();
    let order: HashMap<SanPlus, usize> = vocabulary
        .with_symbols()
        .enumerate()
        .map(|(place, entry)| (entry.san, place))
        .collect();
    for (index, (game, sans)) in raw.iter().zip(replayed).enumerate() {
        let mut fail = |ply, cause| {
            report.failures.push(Failure {
                game: Some((index + 1, game.line)),
                ply,
                cause,
            });
        };
        let sans = match sans {
            Ok(sans) => sans,
            Err((ply, cause)) => {
                fail(ply, cause);
                continue;
            }
        };
        let mate = sans.last().copied();
        match mate
            .map(|mate| order.get(&mate))
            .cmp(&last.map(|last| order.get(&last)))
        {
            std::cmp::Ordering::Greater => {}
            std::cmp::Ordering::Equal => {
                fail(
                    Some(sans.len()),
                    "this mate ends the game before, too".to_owned(),
                );
            }
            std::cmp::Ordering::Less => {
                fail(
                    Some(sans.len()),
                    "this mate belongs before that of the game before".to_owned(),
                );
            }
        }
        last = mate;
        report.plies += sans.len();
        played.extend(sans);
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

    fn fail_as_a_whole(&mut self, cause: String) {
        self.failures.push(Failure {
            game: None,
            ply: None,
            cause,
        });
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
            "a line is \"{}\", but should be \"{should}\"",
            is.escape_default()
        ),
        None => "an empty line is missing, or one too many, after the moves".to_owned(),
    })
}
