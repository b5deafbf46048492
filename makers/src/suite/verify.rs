//! Checks every row of a suite: computes from the row's position what the row should contain.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use rayon::prelude::*;
use san_strings_core::{move_finder::MoveFinder, spelling::NULL};
use shakmaty::{Chess, Move, Position};

use super::{
    EVENT, GAMES, Suite, Table,
    canonical::HardMove,
    found::refused,
    kind::{CanonicalKind, Kind},
    lenient,
    play::row_of,
    rows::{
        CanonicalRow, CoreRow, KindRow, LegalRow, LenientRow, MovetextRow, NullRow, PlayRow,
        RefuseRow, Row, RowId, fen, legal_move, legal_row, position, unescape, within_fifty_moves,
    },
    trap,
};
use san_strings_core::{Vocabulary, excerpt::excerpt};
use san_strings_databases::Encoder;
use san_strings_games::{
    failure::{Failure, Location},
    pgn::{self, RawGame},
    replay::{Replay, after},
};

/// The failures found in a suite, each with the name of the file that is wrong.
pub type Failures = Vec<(&'static str, Failure)>;

/// Reads the games of a suite.
///
/// # Errors
///
/// Returns the failures of all games, if there are any.
pub fn games(text: &str) -> Result<Vec<Vec<Move>>, Vec<Failure>> {
    let raw: Vec<(RawGame<'_>, usize)> = pgn::split(text).zip(1..).collect();
    let replayed: Vec<_> = raw
        .par_iter()
        .map(|&(game, number)| (game.line, number, Replay::of_event(EVENT, game, number)))
        .collect();
    let mut games = Vec::new();
    let mut failures = Vec::new();
    for (line, number, game) in replayed {
        match game {
            Ok(replay) => games.push(replay.moves),
            Err(failure) => failures.push(failure.at(Location::Game(number, line))),
        }
    }
    if failures.is_empty() { Ok(games) } else { Err(failures) }
}

impl Suite {
    /// Checks all rows.
    pub fn verify(&self) -> Failures {
        let games = self.games.par_iter();
        let fens: HashSet<String> = games.flat_map_iter(|moves| fens(moves)).collect();
        let mut failures = Failures::new();
        Self::verify_table(&self.canonical, &fens, &mut failures, |row, position| {
            self.verify_canonical(row, position)
        });
        Self::verify_table(&self.refuse, &fens, &mut failures, verify_refuse);
        Self::verify_table(&self.lenient, &fens, &mut failures, verify_lenient);
        Self::verify_table(&self.null, &fens, &mut failures, verify_null);
        Self::verify_table(&self.legal, &fens, &mut failures, verify_legal);
        Self::verify_table(&self.play, &fens, &mut failures, verify_play);
        Self::verify_table(&self.movetext, &fens, &mut failures, verify_movetext);
        for (row, line) in self.core.iter().zip(2..) {
            let cause = match self.core_row(row.id) {
                Some(other) if other == *row => continue,
                Some(_) => format!("{} differs from its row in {}", row.id, row.id.table.name()),
                None => format!("no row has the id \"{}\"", row.id),
            };
            failures.push((CoreRow::TABLE.name(), failure(line, cause)));
        }
        for (row, line) in self.kinds.iter().zip(2..) {
            let is_written = row.file == Table::Canonical;
            for (column, advice, is_wanted) in
                [("advice", &row.advice, true), ("to_read", &row.to_read, is_written)]
            {
                if advice.is_empty() == is_wanted {
                    let should = if is_wanted { "write" } else { "leave out" };
                    let cause = format!("{}: {should} the advice in the column {column}", row.kind);
                    failures.push((KindRow::TABLE.name(), failure(line, cause)));
                }
            }
        }
        failures
    }

    /// Checks the rows of a table. The position of each row must occur in one of the suite's games.
    fn verify_table<R: Row + Sync>(
        rows: &[R],
        fens: &HashSet<String>,
        failures: &mut Failures,
        verify: impl Fn(&R, &Chess) -> Result<(), String> + Sync,
    ) {
        let verify = |row: &R| {
            let position = position(row.fen()).map_err(|error| error.to_string())?;
            if !fens.contains(row.fen()) {
                return Err(format!("{} does not occur in any game of {GAMES}", row.fen()));
            }
            if !within_fifty_moves(&position) {
                return Err(format!("fifty moves without a capture or pawn move in {}", row.fen()));
            }
            verify(row, &position)
        };
        let causes: Vec<_> = rows
            .par_iter()
            .zip(1..rows.len() + 1)
            .filter_map(|(row, number)| Some((number, verify(row).err()?)))
            .collect();
        let table = R::TABLE;
        for (number, cause) in causes {
            let id = RowId { table, number };
            let cause = format!("{id}: {cause}");
            failures.push((table.name(), failure(number + 1, cause)));
        }
    }

    fn verify_canonical(&self, row: &CanonicalRow, position: &Chess) -> Result<(), String> {
        let (uci, san) = (excerpt(&row.uci), excerpt(&row.san));
        let Some(m) = legal_move(position, &row.uci) else {
            return Err(format!("\"{uci}\" is not a legal move"));
        };
        let finder = MoveFinder::new(position);
        let hard = HardMove::new(position, &finder.legal, m);
        if hard.san.to_string() != row.san || finder.meant(&row.san) != Some(m) {
            return Err(format!("{uci} is written {}, not \"{san}\"", hard.san));
        }
        if fen(&hard.after) != row.fen_after {
            return Err(format!("{san} leads to {}", fen(&hard.after)));
        }
        if row.kind != CanonicalKind::EveryString && !hard.kinds().contains(&row.kind) {
            return Err(format!("{san} is not of the kind \"{}\"", row.kind));
        }
        let moves = self.games.get(row.source.game);
        let moves = moves.and_then(|moves| moves.get(..row.source.ply));
        if moves.is_none_or(|moves| fen(&after(moves)) != row.fen) {
            return Err(format!(
                "{san}: the position does not match the game and ply given as its source"
            ));
        }
        Ok(())
    }

    /// Computes the table of kinds from the other tables. The columns `advice` and `to_read` are written by hand,
    /// so we copy them from the existing table.
    pub fn kind_rows(&self) -> Vec<KindRow> {
        let mut found: HashMap<Kind, (usize, String, String)> = HashMap::new();
        let mut see = |kind, fen: &str, example: String| {
            let placement = |fen: &str| fen.split(' ').next().map(str::len);
            let entry = found.entry(kind);
            let (rows, simplest, text) =
                entry.or_insert_with(|| (0, fen.to_owned(), example.clone()));
            *rows += 1;
            if placement(fen) < placement(simplest) {
                (*simplest, *text) = (fen.to_owned(), example);
            }
        };
        for row in &self.canonical {
            see(Kind::Canonical(row.kind), &row.fen, format!("{} is {}", row.uci, row.san));
        }
        for row in &self.refuse {
            see(row.kind, &row.fen, row.text.clone());
        }
        for row in &self.lenient {
            see(Kind::Lenient(row.kind), &row.fen, format!("{} is {}", row.text, row.uci));
        }
        for row in &self.null {
            see(Kind::NullMove, &row.fen, row.text.clone());
        }
        for row in &self.legal {
            see(Kind::Legal, &row.fen, row.sans.clone());
        }
        for row in &self.play {
            see(Kind::Play(row.kind), &row.fen, format!("after {} {}", row.uci, row.after));
        }
        for row in &self.movetext {
            see(Kind::Movetext(row.kind), &row.fen, row.pgn.clone());
        }
        let rows = Kind::all().into_iter().filter_map(|kind| {
            let (rows, fen, example) = found.remove(&kind)?;
            let written = self.kinds.iter().find(|row| row.kind == kind);
            let advice = |of: fn(&KindRow) -> &String| written.map(of).cloned().unwrap_or_default();
            let (file, to_read) = (kind.table(), advice(|row| &row.to_read));
            Some(KindRow {
                file,
                kind,
                rows,
                fen,
                example,
                advice: advice(|row| &row.advice),
                to_read,
            })
        });
        let mut rows: Vec<KindRow> = rows.collect();
        rows.sort_by_cached_key(|row| (row.file, row.kind.to_string()));
        rows
    }

    /// Checks that each string that can occur has exactly one row of the kind `every-string`.
    pub fn verify_strings(&self) -> Failures {
        let mut times: HashMap<&str, usize> = HashMap::new();
        let rows = self.canonical.iter();
        for row in rows.filter(|row| row.kind == CanonicalKind::EveryString) {
            *times.entry(row.san.as_str()).or_default() += 1;
        }
        let wrong = Vocabulary::occurring().sans().filter_map(|san| {
            match times.get(san.to_string().as_str()).copied().unwrap_or(0) {
                1 => None,
                times => Some(format!(
                    "{san} has {times} rows of the kind `every-string`, but should have one"
                )),
            }
        });
        wrong.map(|cause| (Table::Canonical.name(), Failure::new(cause))).collect()
    }
}

fn failure(line: usize, cause: String) -> Failure {
    Failure::new(cause).at(Location::Line(line))
}

fn fens(moves: &[Move]) -> Vec<String> {
    let mut position = Chess::default();
    let mut fens = vec![fen(&position)];
    for &m in moves {
        position.play_unchecked(m);
        fens.push(fen(&position));
    }
    fens
}

fn verify_refuse(row: &RefuseRow, position: &Chess) -> Result<(), String> {
    let is = excerpt(&row.text);
    if let Kind::Trap(trap) = row.kind {
        let is_right = trap::is_valid_row(position, trap, &row.text) && row.why == trap.why();
        return if is_right {
            Ok(())
        } else {
            Err(format!("\"{is}\" is not a text of this kind in this position"))
        };
    }
    match refused(position, &row.text) {
        Some((kind, why)) if Kind::Refuse(kind) == row.kind && why == row.why => Ok(()),
        Some((kind, why)) => Err(format!("\"{is}\" is {kind}: {why}")),
        None => Err(format!("there is no reason to refuse \"{is}\"")),
    }
}

fn verify_lenient(row: &LenientRow, position: &Chess) -> Result<(), String> {
    if lenient::is_valid_row(position, row.kind.0, &row.text, &row.uci) {
        return Ok(());
    }
    let (is, uci) = (excerpt(&row.text), excerpt(&row.uci));
    Err(format!("\"{is}\" is not a spelling of this kind for {uci}"))
}

fn verify_null(row: &NullRow, position: &Chess) -> Result<(), String> {
    if position.is_check() || !NULL.contains(&row.text.as_str()) {
        return Err(format!("\"{}\" is not a null move here", excerpt(&row.text)));
    }
    Ok(())
}

fn verify_legal(row: &LegalRow, position: &Chess) -> Result<(), String> {
    let should = legal_row(position);
    if should == *row {
        return Ok(());
    }
    Err(format!("the moves of {} are {}", row.fen, should.sans))
}

fn verify_play(row: &PlayRow, position: &Chess) -> Result<(), String> {
    let uci = excerpt(&row.uci);
    let Some(m) = legal_move(position, &row.uci) else {
        return Err(format!("\"{uci}\" is not a legal move"));
    };
    match row_of(position, m, row.kind) {
        Some(should) if should == *row => Ok(()),
        Some(should) => Err(format!("the position after {uci} should be {}", should.after)),
        None => Err(format!("{uci} is not of the kind {}, or is also of another kind", row.kind)),
    }
}

/// Reads the game with the database encoder, and compares its starting position and main line with the row.
fn verify_movetext(row: &MovetextRow, position: &Chess) -> Result<(), String> {
    let list = Vocabulary::uci();
    let encoder = Encoder { vocabulary: Arc::clone(list), variants: true, ..Encoder::default() };
    let game = encoder.encode_text(unescape(&row.pgn).as_bytes());
    let (game, _) = game.map_err(|error| format!("cannot be read as one game: {error}"))?;
    let start = game.starts[0].clone().unwrap_or_else(|| fen(&Chess::default()));
    if start != fen(position) {
        return Err(format!("it starts from {start}"));
    }
    let moves = game.ids.iter().filter_map(|&id| list.text(id));
    let moves: Vec<String> = moves.map(|uci| uci.to_string()).collect();
    match moves.join(" ") {
        moves if moves == row.moves => Ok(()),
        moves => Err(format!("the main line is {moves}")),
    }
}
