//! The questions that the rows ask of a library, and the right answers.

use std::collections::HashSet;

use super::{
    Suite, Table,
    kind::{CanonicalKind, Kind, RefuseKind},
    rows::{Row, RowId},
};

/// The answer of a reader that refuses the text.
pub const REFUSED: &str = "-";

/// A capability of a library.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Task {
    /// Find the move that a text means
    Read,
    /// Write a move
    Write,
    /// Write all legal moves
    Legal,
    /// Find the moves of a game's main line
    Movetext,
}

impl Task {
    /// All of them.
    pub const ALL: [Task; 4] = [Task::Read, Task::Write, Task::Legal, Task::Movetext];

    /// Its name in a question.
    pub fn name(self) -> &'static str {
        match self {
            Task::Read => "read",
            Task::Write => "write",
            Task::Legal => "legal",
            Task::Movetext => "movetext",
        }
    }
}

/// A question about a row. A row of `canonical.tsv` asks two.
#[derive(Clone, Debug)]
pub struct Question<'s> {
    pub id: RowId,
    pub kind: Kind,
    pub task: Task,
    /// The position.
    pub fen: &'s str,
    /// The text to read or the move to write; empty if the question is about all moves.
    pub text: &'s str,
    pub right: Right<'s>,
}

/// The right answers. A move is in UCI.
#[derive(Clone, Copy, Debug)]
pub enum Right<'s> {
    /// This move.
    Move(&'s str),
    /// This SAN.
    San(&'s str),
    /// A refusal, or this move.
    Refusal(Option<&'s str>),
    /// A refusal, or anything.
    Any,
    /// These words, in any order.
    Sans(&'s str),
    /// These moves.
    Moves(&'s str),
}

impl Suite {
    /// All questions, row by row: of the rows of the choice alone, or of all tables.
    pub fn questions(&self, only_core: bool) -> Vec<Question<'_>> {
        let mut all = Vec::new();
        let mut add = |id, kind, task, fen, text, right| {
            all.push(Question { id, kind, task, fen, text, right });
        };
        for (id, row) in numbered(&self.canonical) {
            let (kind, fen) = (Kind::Canonical(row.kind), &row.fen[..]);
            let (uci, san) = (&row.uci[..], &row.san[..]);
            add(id, kind, Task::Read, fen, san, Right::Move(uci));
            add(id, kind, Task::Write, fen, uci, Right::San(san));
        }
        // The base string of one that cannot occur has a row in the same position.
        let base = |fen: &str, text: &str| {
            let mut rows = self.canonical.iter();
            let base = text.trim_end_matches(['+', '#']);
            let row = rows.find(|row| {
                row.kind == CanonicalKind::EveryString && row.san == base && row.fen == fen
            });
            row.map(|row| &row.uci[..])
        };
        for (id, row) in numbered(&self.refuse) {
            let or = match row.kind {
                RefuseKind::CannotOccur => base(&row.fen, &row.text),
                _ => None,
            };
            let (kind, right) = (Kind::Refuse(row.kind), Right::Refusal(or));
            add(id, kind, Task::Read, &row.fen, &row.text, right);
        }
        for (id, row) in numbered(&self.lenient) {
            let (kind, right) = (Kind::Lenient(row.kind), Right::Refusal(Some(&row.uci)));
            add(id, kind, Task::Read, &row.fen, &row.text, right);
        }
        for (id, row) in numbered(&self.null) {
            add(id, Kind::NullMove, Task::Read, &row.fen, &row.text, Right::Any);
        }
        for (id, row) in numbered(&self.legal) {
            add(id, Kind::Legal, Task::Legal, &row.fen, "", Right::Sans(&row.sans));
        }
        for (id, row) in numbered(&self.movetext) {
            let (kind, right) = (Kind::Movetext(row.kind), Right::Moves(&row.moves));
            add(id, kind, Task::Movetext, &row.fen, &row.pgn, right);
        }
        if only_core {
            let core = self.core_ids();
            all.retain(|question| core.contains(&question.id));
        }
        all
    }

    /// The rows of the choice.
    pub fn core_ids(&self) -> HashSet<RowId> {
        self.core.iter().map(|row| row.id).collect()
    }

    /// Whether there is a row with this id that asks something.
    pub fn has(&self, RowId { table, number }: RowId) -> bool {
        let asks = !matches!(table, Table::Core | Table::Kinds);
        asks && (1..=self.len(table)).contains(&number)
    }
}

/// The rows of a table with their ids.
fn numbered<R: Row>(rows: &[R]) -> impl Iterator<Item = (RowId, &R)> {
    let table = R::TABLE;
    (1..).zip(rows).map(move |(number, row)| (RowId { table, number }, row))
}
