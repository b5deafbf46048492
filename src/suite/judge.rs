//! What a library has answered, compared with the suite.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    ops::AddAssign,
};

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

/// The answer of a library that does not do such a thing. It is never right.
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
    /// Those without an answer.
    pub unanswered: usize,
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
    #[error("line {line}: no row has the id \"{id}\"")]
    Unknown {
        /// The line, from 1.
        line: usize,
        /// The id.
        id: String,
    },
}

/// The answers of a library, by the rows that they are about.
#[derive(Clone, Debug, Default)]
pub struct Answers(HashMap<RowId, String>);

impl Answers {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What a library can do.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Ability {
    /// Find the move that a text means
    Read,
    /// Write a move
    Write,
    /// Write all legal moves
    Legal,
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
        let mut questions: Vec<(RowId, _, _, _)> = Vec::new();
        let mut add = |table, kind, fen, question| {
            let last = questions.last().filter(|(id, ..)| id.table == table);
            let number = last.map_or(0, |(id, ..)| id.number) + 1;
            questions.push((RowId { table, number }, kind, fen, question));
        };
        for row in &self.canonical {
            let (uci, san) = (&row.uci, &row.san);
            let question = Question::Canonical { uci, san };
            add(
                Table::Canonical,
                Kind::Canonical(row.kind),
                &row.fen[..],
                question,
            );
        }
        for row in &self.refuse {
            let (kind, text) = (row.kind, &row.text);
            let question = Question::Refuse { kind, text };
            add(Table::Refuse, Kind::Refuse(kind), &row.fen, question);
        }
        for row in &self.lenient {
            let (text, uci) = (&row.text, &row.uci);
            let question = Question::Lenient { text, uci };
            add(Table::Lenient, Kind::Lenient(row.kind), &row.fen, question);
        }
        for row in &self.null {
            let question = Question::Null { text: &row.text };
            add(Table::Null, Kind::NullMove, &row.fen, question);
        }
        for row in &self.legal {
            let question = Question::Legal { sans: &row.sans };
            add(Table::Legal, Kind::Legal, &row.fen, question);
        }
        questions
    }

    /// Adds answers, a line each: the id of a row, a tab, and the answer.
    ///
    /// # Errors
    ///
    /// [`AnswerError`].
    pub fn read_answers(&self, text: &str, answers: &mut Answers) -> Result<(), AnswerError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = text.lines().zip(1..).filter(|(text, _)| !text.is_empty());
        for (text, line) in lines {
            let (id, answer) = text
                .split_once('\t')
                .ok_or(AnswerError::NotAnAnswer(line))?;
            let (row, id) = (id.parse(), excerpt(id));
            let Some(row) = row.ok().filter(|&row| self.has(row)) else {
                return Err(AnswerError::Unknown { line, id });
            };
            if answers.0.insert(row, answer.to_owned()).is_some() {
                return Err(AnswerError::Twice { line, id });
            }
        }
        Ok(())
    }

    /// Whether there is a row with this id that asks something.
    fn has(&self, RowId { table, number }: RowId) -> bool {
        table != Table::Core && (1..=self.len(table)).contains(&number)
    }

    /// Compares answers with the tables that they are about: with the rows of the choice
    /// alone, if they are about no others. What none of the abilities can do is not asked.
    pub fn judge(&self, Answers(answers): &Answers, abilities: &[Ability]) -> Scores {
        let core: HashSet<RowId> = self.core.iter().map(|row| row.id).collect();
        let only_core = answers.keys().all(|id| core.contains(id));
        let tables: HashSet<Table> = answers.keys().map(|id| id.table).collect();
        let mut scores = Scores::new();
        for (id, kind, fen, question) in self.questions() {
            let is_asked = if only_core {
                core.contains(&id)
            } else {
                tables.contains(&id.table)
            };
            if is_asked && question.is_for(abilities) {
                let score = scores.entry((id.table, kind.to_string())).or_default();
                let answer = answers.get(&id).map(String::as_str);
                score.enter(id, fen, &question, abilities, answer);
            }
        }
        scores
    }
}

impl AddAssign<&Score> for Score {
    /// Adds the numbers, and leaves the wrong answers.
    fn add_assign(&mut self, other: &Score) {
        self.rows += other.rows;
        self.right += other.right;
        self.refused += other.refused;
        self.misread += other.misread;
        self.accepted += other.accepted;
        self.unable += other.unable;
        self.unanswered += other.unanswered;
    }
}

impl Score {
    fn enter(
        &mut self,
        id: RowId,
        fen: &str,
        question: &Question<'_>,
        abilities: &[Ability],
        answer: Option<&str>,
    ) {
        self.rows += 1;
        let judged = match answer {
            None => Err(Mistake::unanswered(question.given())),
            Some(answer) => question.judge(fen, answer, abilities),
        };
        match judged {
            Ok(Grade::Right) => self.right += 1,
            Ok(Grade::Accepted) => {
                self.right += 1;
                self.accepted += 1;
            }
            Ok(Grade::Unable) => self.unable += 1,
            Err(mistake) => {
                match mistake.verdict {
                    Verdict::Refused => self.refused += 1,
                    Verdict::Misread => self.misread += 1,
                    Verdict::Unanswered => self.unanswered += 1,
                    Verdict::Miswritten | Verdict::Mislisted => {}
                }
                self.wrong.push(Wrong {
                    id,
                    fen: fen.to_owned(),
                    given: mistake.given.to_owned(),
                    expected: mistake.expected,
                    got: mistake.got,
                    verdict: mistake.verdict,
                });
            }
        }
    }
}

/// What an answer is that is not wrong.
enum Grade {
    Right,
    /// A text that may be refused was read.
    Accepted,
    /// The library does not do such a thing.
    Unable,
}

/// A wrong answer.
struct Mistake<'q> {
    given: &'q str,
    expected: String,
    got: String,
    verdict: Verdict,
}

impl Mistake<'_> {
    fn unanswered(given: &str) -> Mistake<'_> {
        Mistake {
            given,
            expected: "an answer".to_owned(),
            got: String::new(),
            verdict: Verdict::Unanswered,
        }
    }
}

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

    /// Whether one of the abilities is asked for.
    fn is_for(&self, abilities: &[Ability]) -> bool {
        abilities.iter().any(|ability| match self {
            Question::Canonical { .. } => *ability != Ability::Legal,
            Question::Legal { .. } => *ability == Ability::Legal,
            _ => *ability == Ability::Read,
        })
    }

    fn judge(&self, fen: &str, answer: &str, abilities: &[Ability]) -> Result<Grade, Mistake<'_>> {
        let wrong = |given, expected: &str, got: &str, verdict| {
            Err(Mistake {
                given,
                expected: expected.to_owned(),
                got: got.to_owned(),
                verdict,
            })
        };
        match *self {
            Question::Canonical { uci, san } => {
                let (read, written) = answer.split_once(' ').unwrap_or((answer, ""));
                let [reads, writes] =
                    [Ability::Read, Ability::Write].map(|ability| abilities.contains(&ability));
                if reads && read == REFUSED {
                    wrong(san, uci, read, Verdict::Refused)
                } else if reads && read != uci && read != UNABLE {
                    wrong(san, uci, read, Verdict::Misread)
                } else if writes && written.is_empty() {
                    Err(Mistake::unanswered(uci))
                } else if writes && written != san && written != UNABLE {
                    wrong(uci, san, written, Verdict::Miswritten)
                } else if reads && read == UNABLE || writes && written == UNABLE {
                    Ok(Grade::Unable)
                } else {
                    Ok(Grade::Right)
                }
            }
            _ if answer == UNABLE => Ok(Grade::Unable),
            Question::Refuse { kind, text } => {
                // Whoever reads no + and # at all reads the base string.
                let base = || {
                    let position = rows::position(fen).ok()?;
                    MoveFinder::new(&position).meant(text).map(uci)
                };
                if answer == REFUSED {
                    Ok(Grade::Right)
                } else if kind == RefuseKind::CannotOccur && base().as_deref() == Some(answer) {
                    Ok(Grade::Accepted)
                } else {
                    wrong(text, REFUSED, answer, Verdict::Misread)
                }
            }
            Question::Lenient { .. } | Question::Null { .. } if answer == REFUSED => {
                Ok(Grade::Right)
            }
            Question::Lenient { text, uci } if answer != uci => {
                let expected = format!("{uci} or {REFUSED}");
                wrong(text, &expected, answer, Verdict::Misread)
            }
            // Null moves only inform.
            Question::Lenient { .. } | Question::Null { .. } => Ok(Grade::Accepted),
            Question::Legal { sans } if answer == sans => Ok(Grade::Right),
            Question::Legal { sans } => {
                let (expected, got) = differences(sans, answer);
                wrong("all moves", &expected, &got, Verdict::Mislisted)
            }
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
