//! The answers of a library, compared with the suite.
//!
//! `judge.py` in the folder of the suite does the same in Python, and prints the same.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap, HashSet},
    iter::repeat_n,
};

use thiserror::Error;

use super::{
    Suite, Table,
    kind::Kind,
    question::{Question, REFUSED, Right, Task},
    rows::{RowId, unescape},
};
use crate::text::excerpt;

/// The answer of a library that cannot do the task. It is never right.
const UNABLE: &str = "?";

/// The verdict on an answer, the worst last.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Verdict {
    /// The answer is right.
    Right,
    /// A text that may be refused was read.
    Accepted,
    /// The library cannot do the task.
    NotOffered,
    /// There is no answer.
    NotAnswered,
    /// The list of moves is wrong.
    Mislisted,
    /// The move is written differently.
    Miswritten,
    /// The text should be read, and is refused.
    Refused,
    /// The text is read as another move, or as a move although it is not one.
    Misread,
}

impl Verdict {
    /// All but the first, as they are counted.
    pub const COUNTED: [Verdict; 7] = [
        Verdict::Misread,
        Verdict::Refused,
        Verdict::Miswritten,
        Verdict::Mislisted,
        Verdict::NotOffered,
        Verdict::NotAnswered,
        Verdict::Accepted,
    ];

    /// The verdict in a word or two.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Right => "right",
            Verdict::Accepted => "accepted",
            Verdict::NotOffered => "not offered",
            Verdict::NotAnswered => "not answered",
            Verdict::Mislisted => "mislisted",
            Verdict::Miswritten => "miswritten",
            Verdict::Refused => "refused",
            Verdict::Misread => "misread",
        }
    }

    /// Whether the row is right.
    fn is_right(self) -> bool {
        self <= Verdict::Accepted
    }
}

/// A wrong answer, or none.
#[derive(Clone, Debug)]
pub struct Wrong {
    pub id: RowId,
    /// The position.
    pub fen: String,
    /// The text to read or the move to write.
    pub given: String,
    /// The right answer.
    pub expected: String,
    /// The answer given.
    pub got: String,
    pub verdict: Verdict,
}

/// How a library answered the rows of a kind.
#[derive(Clone, Debug)]
pub struct Score {
    pub kind: Kind,
    /// Rows.
    pub rows: usize,
    /// The rows that are not right.
    pub failed: Vec<RowId>,
    /// How many of these are not among the known failures.
    pub new: usize,
    /// Answers with each verdict but [`Verdict::Right`].
    pub counts: BTreeMap<Verdict, usize>,
    /// The answers that are wrong or missing, except the known failures.
    pub wrong: Vec<Wrong>,
}

impl Score {
    fn new(kind: Kind) -> Score {
        Score {
            kind,
            rows: 0,
            failed: Vec::new(),
            new: 0,
            counts: BTreeMap::new(),
            wrong: Vec::new(),
        }
    }

    /// How many answers have a verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.counts.get(&verdict).copied().unwrap_or(0)
    }

    /// Rows that are right.
    pub fn right(&self) -> usize {
        self.rows - self.failed.len()
    }
}

/// The scores of all kinds, the worst first.
#[derive(Clone, Debug)]
pub struct Report {
    pub scores: Vec<Score>,
    /// Rows that were known to fail, and are right.
    pub fixed: Vec<RowId>,
}

impl Report {
    /// The sum of something over all kinds.
    pub fn sum(&self, of: impl Fn(&Score) -> usize) -> usize {
        self.scores.iter().map(of).sum()
    }
}

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

/// The answers of a library, by the rows and tasks that they are about.
#[derive(Clone, Debug, Default)]
pub struct Answers(pub HashMap<(RowId, Task), String>);

impl Suite {
    /// Adds answers, a line each: the id of a row, a tab, and the answer. For a row of moves and
    /// how they are written, two words: the move that was read, and the SAN that was written.
    ///
    /// # Errors
    ///
    /// [`AnswerError`].
    pub fn read_answers(&self, text: &str, answers: &mut Answers) -> Result<(), AnswerError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = text.lines().zip(1..).filter(|(text, _)| !text.is_empty());
        for (text, line) in lines {
            let (id, answer) = text.split_once('\t').ok_or(AnswerError::NotAnAnswer(line))?;
            let row = self.row_id(id, line)?;
            let task = match row.table {
                Table::Legal => Task::Legal,
                Table::Movetext => Task::Movetext,
                _ => Task::Read,
            };
            let (answer, written) = match row.table {
                Table::Canonical => answer.split_once(' ').unwrap_or((answer, "")),
                _ => (answer, ""),
            };
            if !written.is_empty() {
                let written = written.to_owned();
                answers.0.insert((row, Task::Write), written);
            }
            if answers.0.insert((row, task), answer.to_owned()).is_some() {
                let id = id.to_owned();
                return Err(AnswerError::Twice { line, id });
            }
        }
        Ok(())
    }

    /// The rows that are known to fail: an id begins each line that is neither empty nor begins
    /// with `#`.
    ///
    /// # Errors
    ///
    /// [`AnswerError`].
    pub fn read_known(&self, text: &str) -> Result<HashSet<RowId>, AnswerError> {
        let lines = text.lines().zip(1..);
        let lines = lines.filter(|(text, _)| !text.is_empty() && !text.starts_with('#'));
        let ids = lines.map(|(text, line)| {
            self.row_id(text.split_whitespace().next().unwrap_or_default(), line)
        });
        ids.collect()
    }

    fn row_id(&self, id: &str, line: usize) -> Result<RowId, AnswerError> {
        let row = id.parse().ok().filter(|&row| self.has(row));
        let id = excerpt(id);
        row.ok_or(AnswerError::Unknown { line, id })
    }

    /// Keeps the questions about the tables that are answered; those about the rows of the choice
    /// alone, if no others are answered.
    pub fn keep_asked(&self, questions: &mut Vec<Question<'_>>, answers: &Answers) {
        let core = self.core_ids();
        let only_core = answers.0.keys().all(|(id, _)| core.contains(id));
        let tables: HashSet<Table> = answers.0.keys().map(|(id, _)| id.table).collect();
        questions.retain(|Question { id, .. }| {
            tables.contains(&id.table) && (!only_core || core.contains(id))
        });
    }
}

/// Compares answers with the right ones, question by question.
pub fn judge(questions: &[Question<'_>], answers: &Answers, known: &HashSet<RowId>) -> Report {
    let mut scores: BTreeMap<Kind, Score> = BTreeMap::new();
    let mut fixed = Vec::new();
    for row in questions.chunk_by(|one, other| one.id == other.id) {
        let (id, kind) = (row[0].id, row[0].kind);
        let score = scores.entry(kind).or_insert_with(|| Score::new(kind));
        let is_known = known.contains(&id);
        score.rows += 1;
        let mut worst = Verdict::Right;
        for question in row {
            let answer = answers.0.get(&(id, question.task)).map(String::as_str);
            let (verdict, expected, got) = question.judge(answer);
            worst = worst.max(verdict);
            if verdict != Verdict::Right {
                *score.counts.entry(verdict).or_default() += 1;
            }
            if verdict >= Verdict::NotAnswered && !is_known {
                let (fen, given) = (question.fen.to_owned(), question.given());
                score.wrong.push(Wrong { id, fen, given, expected, got, verdict });
            }
        }
        if !worst.is_right() {
            score.failed.push(id);
            score.new += usize::from(!is_known);
        } else if is_known {
            fixed.push(id);
        }
    }
    let mut scores: Vec<Score> = scores.into_values().collect();
    scores.sort_by_cached_key(|score| {
        let bad = [Verdict::Misread, Verdict::Refused].map(|verdict| score.count(verdict));
        let worst = Reverse((bad, score.failed.len()));
        (worst, score.kind.table(), score.kind.to_string())
    });
    fixed.sort_unstable();
    Report { scores, fixed }
}

impl Question<'_> {
    /// The text to read or the move to write, for people.
    fn given(&self) -> String {
        match self.task {
            Task::Legal => "all moves".to_owned(),
            // Without the tags.
            Task::Movetext => {
                let game = unescape(self.text).replace('\r', "");
                let movetext = game.split_once("]\n\n").map(|(_, movetext)| movetext.to_owned());
                movetext.unwrap_or(game)
            }
            _ => self.text.to_owned(),
        }
    }

    /// The answer, the right one, and the difference, in words.
    fn judge(&self, answer: Option<&str>) -> (Verdict, String, String) {
        let Some(answer) = answer else {
            return (Verdict::NotAnswered, "an answer".to_owned(), String::new());
        };
        if answer == UNABLE {
            return (Verdict::NotOffered, String::new(), String::new());
        }
        let is_move = |uci| self.is_move(answer, uci);
        let (verdict, expected) = match self.right {
            Right::Any if answer != REFUSED => (Verdict::Accepted, String::new()),
            Right::Move(uci) if is_move(uci) => (Verdict::Right, String::new()),
            Right::San(san) if answer == san => (Verdict::Right, String::new()),
            Right::Refusal(_) | Right::Any if answer == REFUSED => (Verdict::Right, String::new()),
            Right::Refusal(Some(uci)) if is_move(uci) => (Verdict::Accepted, String::new()),
            Right::Sans(sans) => return judge_list(sans, answer),
            Right::Moves(moves) if self.are_moves(answer, moves) => (Verdict::Right, String::new()),
            Right::Move(right) | Right::Moves(right) if answer == REFUSED => {
                (Verdict::Refused, right.to_owned())
            }
            Right::Move(right) | Right::Moves(right) => (Verdict::Misread, right.to_owned()),
            Right::San(san) => (Verdict::Miswritten, san.to_owned()),
            Right::Refusal(Some(uci)) => (Verdict::Misread, format!("{uci} or {REFUSED}")),
            Right::Refusal(None) | Right::Any => (Verdict::Misread, REFUSED.to_owned()),
        };
        (verdict, expected, answer.to_owned())
    }

    /// Whether a word is a move in UCI. A king that castles may also go to its rook.
    fn is_move(&self, word: &str, uci: &str) -> bool {
        let to_rook = match uci {
            "e1g1" => "e1h1",
            "e1c1" => "e1a1",
            "e8g8" => "e8h8",
            "e8c8" => "e8a8",
            _ => return word == uci,
        };
        let rank = usize::from(uci.starts_with("e1")) * 7;
        word == uci || word == to_rook && (self.task == Task::Movetext || self.has_king(rank))
    }

    /// Whether a king stands on the e-file, on a rank that is counted from the eighth.
    fn has_king(&self, rank: usize) -> bool {
        let rank = self.fen.split(['/', ' ']).nth(rank).unwrap_or_default();
        let squares = rank.chars().flat_map(|c| {
            let empty = c.to_digit(10).map(|n| n as usize);
            repeat_n(c, empty.unwrap_or(1))
        });
        squares.clone().nth(4).is_some_and(|c| c.eq_ignore_ascii_case(&'k'))
    }

    fn are_moves(&self, answer: &str, moves: &str) -> bool {
        let (words, moves) = (answer.split_whitespace(), moves.split_whitespace());
        words.clone().count() == moves.clone().count()
            && words.zip(moves).all(|(word, uci)| self.is_move(word, uci))
    }
}

/// A list of moves in words, and the moves that only one of the two lists has.
fn judge_list(sans: &str, answer: &str) -> (Verdict, String, String) {
    let words = |text: &'_ str| {
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        words.sort_unstable();
        words
    };
    let (should, mut is) = (words(sans), words(answer));
    if should.is_empty() && is == [REFUSED] {
        is.clear();
    }
    if should == is {
        return (Verdict::Right, String::new(), String::new());
    }
    let only = |here: &[String], there: &[String]| {
        let mut there = there.to_vec();
        let mut only = here.to_vec();
        only.retain(|word| {
            let at = there.iter().position(|other| other == word);
            at.map(|at| there.swap_remove(at)).is_none()
        });
        only.join(" ")
    };
    (Verdict::Mislisted, only(&should, &is), only(&is, &should))
}
