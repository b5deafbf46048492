//! Checking every row of a suite, by its position and nothing else.

use std::collections::{BTreeMap, HashMap, HashSet};

use rayon::prelude::*;
use shakmaty::{Chess, Move, Position};

use super::{
    EVENT, File, GAMES, Row, fen, legal_move,
    make::is_fit,
    position,
    refusal::{Reader, refusal},
    sans,
    situation::Situation,
    spelling,
};
use crate::{
    corpus::{
        arbiter::{Fault, play, shown},
        pgn::{self, RawGame},
        verify::{Failure, Place},
    },
    san::{occurrence, vocabulary::Vocabulary},
};

/// What is wrong with a suite, by file.
pub type Failures = Vec<(&'static str, Failure)>;

/// The games of a suite.
///
/// # Errors
///
/// What is wrong with them.
pub fn games(text: &str) -> Result<Vec<Vec<Move>>, Vec<Failure>> {
    let raw: Vec<(RawGame<'_>, usize)> = pgn::split(text).zip(1..).collect();
    let replayed: Vec<_> = raw
        .par_iter()
        .map(|&(game, number)| (game.line, number, replay(game, number)))
        .collect();
    let mut games = Vec::new();
    let mut failures = Vec::new();
    for (line, number, game) in replayed {
        match game {
            Ok(moves) => games.push(moves),
            Err((ply, cause)) => failures.push(Failure {
                place: Some(Place::Game(number, line)),
                ply,
                cause,
            }),
        }
    }
    if failures.is_empty() {
        Ok(games)
    } else {
        Err(failures)
    }
}

/// Replays a game and compares it with how it should be written.
fn replay(game: RawGame<'_>, number: usize) -> Result<Vec<Move>, Fault> {
    let is_result = |word: &&str| ["1-0", "0-1", "*"].contains(word);
    let played = play(game.words().take_while(|word| !is_result(word)))?;
    if game.text == pgn::export_of(EVENT, &played.moves, number) {
        Ok(played.moves)
    } else {
        Err((None, "is not as it should be written".to_owned()))
    }
}

/// Checks all rows. `games` are those that the positions come from.
#[must_use]
pub fn verify(games: &[Vec<Move>], tables: &BTreeMap<File, Vec<Row>>) -> Failures {
    let positions: HashSet<String> = games
        .par_iter()
        .flat_map_iter(|moves| fens(moves))
        .collect();
    let mut failures = Failures::new();
    for file in File::ALL {
        let rows = tables.get(&file).map_or(&[][..], Vec::as_slice);
        let faults: Vec<_> = rows
            .par_iter()
            .zip(1..rows.len() + 1)
            .filter_map(|(row, number)| {
                let fault = match file {
                    File::Core => core(row, tables),
                    _ => check(file, row, number, &positions, games),
                };
                Some((number + 1, fault.err()?))
            })
            .collect();
        for (line, cause) in faults {
            let failure = Failure {
                place: Some(Place::Line(line)),
                ply: None,
                cause,
            };
            failures.push((file.name(), failure));
        }
    }
    failures
}

/// The positions of a game, each before a move, and the last.
fn fens(moves: &[Move]) -> Vec<String> {
    let mut position = Chess::default();
    let mut fens = vec![fen(&position)];
    for &m in moves {
        position.play_unchecked(m);
        fens.push(fen(&position));
    }
    fens
}

/// Checks a row of a table with positions.
fn check(
    file: File,
    row: &Row,
    number: usize,
    positions: &HashSet<String>,
    games: &[Vec<Move>],
) -> Result<(), String> {
    let (id, fen) = match file {
        File::Legal => ("", row.field(0)),
        _ => (row.id(), row.fen()),
    };
    let should = format!("{}{number:05}", file.letter());
    if file != File::Legal && id != should {
        let id = shown(id);
        return Err(format!("the id is \"{id}\", but should be {should}"));
    }
    let position = position(fen).map_err(|error| format!("{id}: {error}"))?;
    let fail = |cause: String| Err(format!("{id}: {cause}"));
    if !positions.contains(fen) {
        return fail(format!("{fen} is in no game of {GAMES}"));
    }
    if !is_fit(&position) {
        return fail(format!("fifty moves without progress in {fen}"));
    }
    let text = row.field(3);
    let is = shown(text);
    match file {
        File::Canonical => canonical(row, &position, games).or_else(fail),
        File::Refuse => match refusal(&Reader::new(&position), text) {
            Some(found) if found.kind == row.kind() && found.why == row.field(4) => Ok(()),
            Some(found) => fail(format!("\"{is}\" is {}: {}", found.kind, found.why)),
            None => fail(format!("there is no reason to refuse \"{is}\"")),
        },
        File::Lenient if spelling::holds(&position, row.kind(), text, row.field(4)) => Ok(()),
        File::Lenient => fail(format!(
            "\"{is}\" is no such spelling of {}",
            shown(row.field(4))
        )),
        File::Null if position.is_check() || !spelling::NULL.contains(&text) => {
            fail(format!("\"{is}\" is no null move here"))
        }
        File::Legal if row.field(1) != sans(&position) => {
            fail(format!("the moves of {fen} are {}", sans(&position)))
        }
        _ => Ok(()),
    }
}

/// Checks a move and how it is written, both ways.
fn canonical(row: &Row, position: &Chess, games: &[Vec<Move>]) -> Result<(), String> {
    let (uci, san, after, source) = (row.field(3), row.field(4), row.field(5), row.field(6));
    let Some(m) = legal_move(position, uci) else {
        return Err(format!("\"{}\" is no legal move", shown(uci)));
    };
    let reader = Reader::new(position);
    let situation = Situation::new(position, &reader.legal, m);
    if situation.san.to_string() != san || reader.meant(san) != Some(m) {
        return Err(format!(
            "{uci} is written {}, not \"{}\"",
            situation.san,
            shown(san)
        ));
    }
    if fen(&situation.after) != after {
        return Err(format!("{san} leads to {}", fen(&situation.after)));
    }
    if row.kind() != "string" && !situation.kinds().iter().any(|kind| kind == row.kind()) {
        return Err(format!(
            "{san} is not of the kind \"{}\"",
            shown(row.kind())
        ));
    }
    let place = source.strip_prefix(GAMES).and_then(|place| {
        let (game, ply) = place.strip_prefix(':')?.split_once(':')?;
        Some((game.parse::<usize>().ok()?, ply.parse::<usize>().ok()?))
    });
    let before = place.and_then(|(game, ply)| {
        let moves = games.get(game.checked_sub(1)?)?.get(..ply)?;
        Some(fen(&crate::corpus::arbiter::after(moves)))
    });
    if before.as_deref() != Some(row.fen()) {
        return Err(format!(
            "\"{}\" is not where the position is",
            shown(source)
        ));
    }
    Ok(())
}

/// Checks that a row of the choice is one of another table.
fn core(row: &Row, tables: &BTreeMap<File, Vec<Row>>) -> Result<(), String> {
    let letter = row.id().chars().next();
    let file = File::ALL
        .into_iter()
        .find(|file| Some(file.letter()) == letter);
    let number = row
        .id()
        .get(1..)
        .and_then(|number| number.parse::<usize>().ok());
    let other = file
        .and_then(|file| tables.get(&file))
        .zip(number)
        .and_then(|(rows, number)| rows.get(number.checked_sub(1)?));
    let (Some(file), Some(other)) = (file, other) else {
        return Err(format!("\"{}\" is the id of no row", shown(row.id())));
    };
    if core_row(file, other).as_ref() == Some(row) {
        Ok(())
    } else {
        Err(format!("{} is not as in {}", row.id(), file.name()))
    }
}

/// A row of the first three tables as the choice has it.
pub(super) fn core_row(file: File, row: &Row) -> Option<Row> {
    let (text, uci) = match file {
        File::Canonical => (row.field(4), row.field(3)),
        File::Refuse => (row.field(3), "-"),
        File::Lenient => (row.field(3), row.field(4)),
        _ => return None,
    };
    Some(Row::new([row.id(), row.kind(), row.fen(), text, uci]))
}

/// The strings that have not one row of their own, and what is wrong with them.
#[must_use]
pub fn strings(tables: &BTreeMap<File, Vec<Row>>) -> Failures {
    let rows = tables.get(&File::Canonical).map_or(&[][..], Vec::as_slice);
    let mut times: HashMap<&str, usize> = HashMap::new();
    for row in rows.iter().filter(|row| row.kind() == "string") {
        *times.entry(row.field(4)).or_default() += 1;
    }
    let vocabulary = Vocabulary::new();
    let occurring = occurrence::occurring(&vocabulary);
    let wrong = occurring.filter_map(|san| {
        match times.get(san.to_string().as_str()).copied().unwrap_or(0) {
            1 => None,
            times => Some(format!("{san} has {times} rows of its own")),
        }
    });
    wrong
        .map(|cause| (File::Canonical.name(), Failure::of_file(cause)))
        .collect()
}
