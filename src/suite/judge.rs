//! What a library has answered, compared with the suite.

use std::collections::{BTreeMap, HashMap, HashSet};

use thiserror::Error;

use super::{
    Suite, Table,
    kind::{Kind, RefuseKind},
    refuse::MoveFinder,
    rows::{self, RowId, uci},
};
use crate::text::excerpt;

/// The answer of a reader that refuses the text.
pub const REFUSED: &str = "-";

/// The answer of a reader that does not write, or a writer that does not read.
const UNABLE: &str = "?";

/// How an answer is wrong.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// The text is refused, and should be read.
    Refused,
    /// The text is read as another move, or as a move although it is not one.
    Misread,
    /// The move is written in another way.
    Miswritten,
    /// The list of moves is another.
    Mislisted,
    /// There is no answer.
    Unanswered,
}

impl Verdict {
    /// The verdict in a word.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Refused => "refused",
            Verdict::Misread => "misread",
            Verdict::Miswritten => "miswritten",
            Verdict::Mislisted => "mislisted",
            Verdict::Unanswered => "unanswered",
        }
    }
}

/// A row with a wrong answer.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// The id of the row.
    pub id: RowId,
    /// The position.
    pub fen: String,
    /// What was to be read or written.
    pub given: String,
    /// What is right.
    pub expected: String,
    /// What was answered.
    pub got: String,
    /// How wrong it is.
    pub verdict: Verdict,
}

/// How the rows of a kind were answered.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// Rows.
    pub rows: usize,
    /// Those with a right answer.
    pub right: usize,
    /// Those whose text was refused and should have been read.
    pub refused: usize,
    /// Those whose text was read as another move, or as a move although it is not one.
    pub misread: usize,
    /// Those whose spelling, one of the lenient ones, was accepted.
    pub accepted: usize,
    /// Those that ask for what the library does not do.
    pub unable: usize,
    /// The first wrong answers.
    pub wrong: Vec<Wrong>,
}

/// The scores of all kinds, by table and name.
pub type Scores = BTreeMap<(Table, String), Score>;

/// Why answers cannot be judged.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum AnswerError {
    /// A line is not an answer.
    #[error("line {0}: should be the id of a row, a tab and the answer")]
    NotAnAnswer(usize),
    /// A row was answered before.
    #[error("line {line}: {id} has been answered before")]
    Twice {
        /// The line, from 1.
        line: usize,
        /// The id.
        id: String,
    },
    /// No row has this id.
    #[error("no row has the id \"{0}\"")]
    Unknown(String),
}

/// The answers of a library, by id.
#[derive(Clone, Debug, Default)]
pub struct Answers(BTreeMap<String, String>);

impl Answers {
    /// Adds answers, a line each: the id of a row, a tab, and the answer.
    ///
    /// # Errors
    ///
    /// [`AnswerError`].
    pub fn add(&mut self, text: &str) -> Result<(), AnswerError> {
        for (text, line) in text.lines().zip(1..) {
            if text.is_empty() {
                continue;
            }
            let (id, answer) = text
                .split_once('\t')
                .ok_or(AnswerError::NotAnAnswer(line))?;
            if self.0.insert(id.to_owned(), answer.to_owned()).is_some() {
                let id = excerpt(id);
                return Err(AnswerError::Twice { line, id });
            }
        }
        Ok(())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What a row asks, and what is right.
enum Question<'s> {
    Canonical { uci: &'s str, san: &'s str },
    Refuse { kind: RefuseKind, text: &'s str },
    Lenient { text: &'s str, uci: &'s str },
    Null { text: &'s str },
    Legal { sans: &'s str },
}

impl Suite {
    /// Every row that can be answered: its id, kind, position, and question.
    fn questions(&self) -> Vec<(RowId, Kind, &str, Question<'_>)> {
        let mut questions = Vec::new();
        let mut add = |table, at: usize, kind, fen, question| {
            let number = at + 1;
            questions.push((RowId { table, number }, kind, fen, question));
        };
        for (at, row) in self.canonical.iter().enumerate() {
            let (kind, uci, san) = (Kind::Canonical(row.kind), &row.uci, &row.san);
            add(
                Table::Canonical,
                at,
                kind,
                row.fen.as_str(),
                Question::Canonical { uci, san },
            );
        }
        for (at, row) in self.refuse.iter().enumerate() {
            let (kind, text) = (row.kind, &row.text);
            let question = Question::Refuse { kind, text };
            add(Table::Refuse, at, Kind::Refuse(kind), &row.fen, question);
        }
        for (at, row) in self.lenient.iter().enumerate() {
            let (kind, text, uci) = (Kind::Lenient(row.kind), &row.text, &row.uci);
            add(
                Table::Lenient,
                at,
                kind,
                &row.fen,
                Question::Lenient { text, uci },
            );
        }
        for (at, row) in self.null.iter().enumerate() {
            add(
                Table::Null,
                at,
                Kind::NullMove,
                &row.fen,
                Question::Null { text: &row.text },
            );
        }
        for (at, row) in self.legal.iter().enumerate() {
            add(
                Table::Legal,
                at,
                Kind::Legal,
                &row.fen,
                Question::Legal { sans: &row.sans },
            );
        }
        questions
    }

    /// Compares answers with the tables that they are about: with the rows of the choice
    /// alone, if they are about no others.
    ///
    /// # Errors
    ///
    /// [`AnswerError::Unknown`].
    pub fn judge(&self, Answers(answers): &Answers) -> Result<Scores, AnswerError> {
        let questions = self.questions();
        let ids: HashMap<String, RowId> = questions
            .iter()
            .map(|&(id, ..)| (id.to_string(), id))
            .collect();
        let mut answered: HashMap<RowId, &str> = HashMap::new();
        for (id, answer) in answers {
            let id = ids
                .get(id)
                .ok_or_else(|| AnswerError::Unknown(excerpt(id)))?;
            answered.insert(*id, answer);
        }
        let core: HashSet<RowId> = self.core.iter().map(|row| row.id).collect();
        let only_core = answered.keys().all(|id| core.contains(id));
        let tables: HashSet<Table> = answered.keys().map(|id| id.table).collect();
        let mut scores = Scores::new();
        for (id, kind, fen, question) in questions {
            let is_asked = if only_core {
                core.contains(&id)
            } else {
                tables.contains(&id.table)
            };
            if is_asked {
                let score = scores.entry((id.table, kind.to_string())).or_default();
                score.enter(id, fen, &question, answered.get(&id).copied());
            }
        }
        Ok(scores)
    }
}

impl Score {
    fn enter(&mut self, id: RowId, fen: &str, question: &Question<'_>, answer: Option<&str>) {
        self.rows += 1;
        let Some(answer) = answer else {
            self.fail(
                id,
                fen,
                (question.given(), "an answer", ""),
                Verdict::Unanswered,
            );
            return;
        };
        if question.is_unable(answer) {
            self.unable += 1;
            return;
        }
        match question.judge(fen, answer) {
            Ok(is_accepted) => {
                self.right += 1;
                self.accepted += usize::from(is_accepted);
            }
            Err((given, expected, got, verdict)) => {
                self.fail(id, fen, (given, &expected, &got), verdict);
            }
        }
    }

    fn fail(
        &mut self,
        id: RowId,
        fen: &str,
        (given, expected, got): (&str, &str, &str),
        verdict: Verdict,
    ) {
        match verdict {
            Verdict::Refused => self.refused += 1,
            Verdict::Misread => self.misread += 1,
            _ => {}
        }
        self.wrong.push(Wrong {
            id,
            fen: fen.to_owned(),
            given: given.to_owned(),
            expected: expected.to_owned(),
            got: got.to_owned(),
            verdict,
        });
    }
}

/// What was given, what is right, what was answered, and how wrong that is.
type Mistake<'q> = (&'q str, String, String, Verdict);

impl Question<'_> {
    fn given(&self) -> &str {
        match self {
            Question::Canonical { uci, .. } => uci,
            Question::Refuse { text, .. }
            | Question::Lenient { text, .. }
            | Question::Null { text } => text,
            Question::Legal { .. } => "all moves",
        }
    }

    fn is_unable(&self, answer: &str) -> bool {
        match self {
            Question::Canonical { .. } => answer == format!("{UNABLE} {UNABLE}"),
            _ => answer == UNABLE,
        }
    }

    /// Whether an answer accepts a text that may be refused, if it is right.
    fn judge(&self, fen: &str, answer: &str) -> Result<bool, Mistake<'_>> {
        let wrong = |given, expected: &str, got: &str, verdict| {
            Err((given, expected.to_owned(), got.to_owned(), verdict))
        };
        match *self {
            Question::Canonical { uci, san } => {
                let (read, written) = answer.split_once(' ').unwrap_or((answer, UNABLE));
                if read == REFUSED {
                    wrong(san, uci, read, Verdict::Refused)
                } else if read != uci && read != UNABLE {
                    wrong(san, uci, read, Verdict::Misread)
                } else if written != san && written != UNABLE {
                    wrong(uci, san, written, Verdict::Miswritten)
                } else {
                    Ok(false)
                }
            }
            Question::Refuse { kind, text } => {
                // Whoever reads no + and # at all reads the base string.
                let base = || {
                    let position = rows::position(fen).ok()?;
                    MoveFinder::new(&position).meant(text).map(uci)
                };
                if answer == REFUSED {
                    Ok(false)
                } else if kind == RefuseKind::CannotOccur && base().as_deref() == Some(answer) {
                    Ok(true)
                } else {
                    wrong(text, REFUSED, answer, Verdict::Misread)
                }
            }
            Question::Lenient { text, uci } => {
                if answer == uci {
                    Ok(true)
                } else if answer == REFUSED {
                    Ok(false)
                } else {
                    wrong(
                        text,
                        &format!("{uci} or {REFUSED}"),
                        answer,
                        Verdict::Misread,
                    )
                }
            }
            Question::Legal { sans } if answer == sans => Ok(false),
            Question::Legal { sans } => {
                let (expected, got) = differences(sans, answer);
                wrong("all moves", &expected, &got, Verdict::Mislisted)
            }
            // Null moves only inform.
            Question::Null { .. } => Ok(answer != REFUSED),
        }
    }
}

/// The moves that only one of two lists has.
fn differences(expected: &str, got: &str) -> (String, String) {
    let words = |text: &str| -> HashSet<String> { text.split(' ').map(str::to_owned).collect() };
    let (should, is) = (words(expected), words(got));
    let only = |here: &HashSet<String>, there: &HashSet<String>| {
        let mut only: Vec<&str> = here.difference(there).map(String::as_str).collect();
        only.sort_unstable();
        only.join(" ")
    };
    match (only(&should, &is), only(&is, &should)) {
        (missing, extra) if missing.is_empty() && extra.is_empty() => {
            ("the same in order".to_owned(), "another order".to_owned())
        }
        other => other,
    }
}
