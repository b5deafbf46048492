//! What a library has answered, compared with the suite.

use std::collections::{BTreeMap, HashSet};

use super::{File, Row, refusal::Reader, uci};
use crate::corpus::arbiter::shown;

/// What stands for "it refuses the text".
pub const REFUSED: &str = "-";

/// What stands for "it cannot do that": a reader that does not write, a writer that does
/// not read.
pub const UNABLE: &str = "?";

/// How an answer compares with what is right.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// It is right.
    Right,
    /// The text is refused, and should be read.
    Refused,
    /// The text is read as another move, or as a move although it is none.
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
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Right => "right",
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
    pub id: String,
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
    /// Those whose text was read as another move, or as a move although it is none.
    pub misread: usize,
    /// Those whose spelling, one of the lenient ones, was accepted.
    pub accepted: usize,
    /// Those that ask for what the library does not do.
    pub unable: usize,
    /// The first wrong answers.
    pub wrong: Vec<Wrong>,
}

/// The scores of all kinds, by table and name.
pub type Scores = BTreeMap<(File, String), Score>;

/// Reads answers, a line each: the id of a row, a tab, and the answer.
///
/// # Errors
///
/// A sentence that names the line.
pub fn read_answers(text: &str, answers: &mut BTreeMap<String, String>) -> Result<(), String> {
    for (line, number) in text.lines().zip(1..) {
        if line.is_empty() {
            continue;
        }
        let Some((id, answer)) = line.split_once('\t') else {
            return Err(format!(
                "line {number}: should be the id of a row, a tab and the answer"
            ));
        };
        if answers.insert(id.to_owned(), answer.to_owned()).is_some() {
            let id = shown(id);
            return Err(format!("line {number}: {id} has been answered before"));
        }
    }
    Ok(())
}

/// The tables of a suite that answers are compared with.
#[derive(Clone, Debug, Default)]
pub struct Key {
    rows: Vec<(File, Row)>,
    core: HashSet<String>,
}

impl Key {
    /// Adds a table.
    pub fn add(&mut self, file: File, rows: Vec<Row>) {
        match file {
            File::Core => self.core.extend(rows.iter().map(|row| row.id().to_owned())),
            File::Legal => self.rows.extend(rows.into_iter().zip(1..).map(|(row, n)| {
                let id = format!("{}{n:05}", file.letter());
                (
                    file,
                    Row(vec![
                        id,
                        "legal".to_owned(),
                        row.field(0).to_owned(),
                        row.field(1).to_owned(),
                    ]),
                )
            })),
            _ => self.rows.extend(rows.into_iter().map(|row| (file, row))),
        }
    }

    /// Compares answers with the tables that they are about: with the rows of the choice
    /// alone, if they are about no others.
    ///
    /// # Errors
    ///
    /// A sentence that names an id that no row has.
    pub fn judge(&self, answers: &BTreeMap<String, String>) -> Result<Scores, String> {
        let ids: HashSet<&str> = self.rows.iter().map(|(_, row)| row.id()).collect();
        let mut unknown: Vec<&String> = answers
            .keys()
            .filter(|id| !ids.contains(id.as_str()))
            .collect();
        unknown.sort_unstable();
        if let Some(id) = unknown.first() {
            return Err(format!("\"{}\" is the id of no row", shown(id)));
        }
        let only_core = answers.keys().all(|id| self.core.contains(id));
        let letters: HashSet<Option<char>> = answers.keys().map(|id| id.chars().next()).collect();
        let mut scores = Scores::new();
        for (file, row) in &self.rows {
            let asked = if only_core {
                self.core.contains(row.id())
            } else {
                letters.contains(&Some(file.letter()))
            };
            if !asked {
                continue;
            }
            let score = scores.entry((*file, row.kind().to_owned())).or_default();
            let answer = answers.get(row.id()).map(String::as_str);
            score.enter(*file, row, answer);
        }
        Ok(scores)
    }
}

impl Score {
    fn enter(&mut self, file: File, row: &Row, answer: Option<&str>) {
        self.rows += 1;
        let Some(answer) = answer else {
            self.fail(row, row.field(3), "an answer", "", Verdict::Unanswered);
            return;
        };
        let unable = match file {
            File::Canonical => answer == format!("{UNABLE} {UNABLE}"),
            _ => answer == UNABLE,
        };
        if unable {
            self.unable += 1;
            return;
        }
        match file {
            File::Canonical => {
                let (read, written) = answer.split_once(' ').unwrap_or((answer, UNABLE));
                let (uci, san) = (row.field(3), row.field(4));
                if read == REFUSED {
                    self.fail(row, san, uci, read, Verdict::Refused);
                } else if read != uci && read != UNABLE {
                    self.fail(row, san, uci, read, Verdict::Misread);
                } else if written != san && written != UNABLE {
                    self.fail(row, uci, san, written, Verdict::Miswritten);
                } else {
                    self.right += 1;
                }
            }
            File::Refuse => {
                // Whoever reads no + and # at all reads the base string.
                let base = || {
                    let position = super::position(row.fen()).ok()?;
                    Reader::new(&position).meant(row.field(3)).map(uci)
                };
                if answer == REFUSED {
                    self.right += 1;
                } else if row.kind() == "cannot-occur" && base().as_deref() == Some(answer) {
                    self.right += 1;
                    self.accepted += 1;
                } else {
                    self.fail(row, row.field(3), REFUSED, answer, Verdict::Misread);
                }
            }
            File::Lenient => {
                let uci = row.field(4);
                if answer == uci {
                    self.right += 1;
                    self.accepted += 1;
                } else if answer == REFUSED {
                    self.right += 1;
                } else {
                    let expected = format!("{uci} or {REFUSED}");
                    self.fail(row, row.field(3), &expected, answer, Verdict::Misread);
                }
            }
            File::Legal => {
                let sans = row.field(3);
                if answer == sans {
                    self.right += 1;
                } else {
                    let (expected, got) = differences(sans, answer);
                    self.fail(row, "all moves", &expected, &got, Verdict::Mislisted);
                }
            }
            // Not one of these can be wrong.
            File::Null | File::Core => {
                self.right += 1;
                self.accepted += usize::from(answer != REFUSED);
            }
        }
    }

    fn fail(&mut self, row: &Row, given: &str, expected: &str, got: &str, verdict: Verdict) {
        match verdict {
            Verdict::Refused => self.refused += 1,
            Verdict::Misread => self.misread += 1,
            _ => {}
        }
        self.wrong.push(Wrong {
            id: row.id().to_owned(),
            fen: row.fen().to_owned(),
            given: given.to_owned(),
            expected: expected.to_owned(),
            got: got.to_owned(),
            verdict,
        });
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
