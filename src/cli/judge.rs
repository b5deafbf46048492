//! `san-strings judge`.

use std::{io::Write, path::PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use super::{
    Answer, read_input,
    suite::{FOLDER, read_tables},
};
use crate::{
    suite::{
        Suite, Table,
        judge::{Ability, Answers, Score, Scores},
    },
    text::excerpt,
};

/// How to say it.
#[derive(Clone, Copy, Default, Eq, PartialEq, ValueEnum)]
enum Format {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings judge answers.tsv
  python mine.py | san-strings judge -
  san-strings judge answers.tsv --suite conformance --format json
  san-strings judge answers.tsv --only read        of a library that does not write

The README of the suite says what to print. If all answers are about rows of core.tsv, only\n\
those are judged; or else every row of the tables that they are about. Exit code: 0 if every\n\
answer is right and none is missing, 1 if not.")]
pub(super) struct JudgeArgs {
    /// Answers, a line each: the id of a row, a tab, the answer; `-` reads standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The folder of the suite
    #[arg(long, value_name = "DIR", default_value = FOLDER)]
    suite: PathBuf,
    /// How to print the verdict
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Judge only what the library can do
    #[arg(long, value_enum, value_name = "ABILITY", value_delimiter = ',')]
    only: Vec<Ability>,
    /// Wrong answers to show of each kind
    #[arg(long, value_name = "N", default_value_t = 3)]
    show: usize,
}

impl JudgeArgs {
    /// Whether the verdict is for people.
    pub(super) fn prints_text(&self) -> bool {
        self.format == Format::Text
    }
}

pub(super) fn judge(args: &JudgeArgs, out: &mut impl Write) -> Result<Answer> {
    let mut suite = Suite::default();
    if read_tables(&args.suite, &mut suite)? < Table::ALL.len() {
        let folder = args.suite.display();
        bail!("there is no suite in {folder}: `--suite` names the folder of the suite");
    }
    let mut answers = Answers::default();
    for path in &args.files {
        let text = read_input(path)?;
        let text = text.with_context(|| format!("there is no file {}", path.display()))?;
        let read = suite.read_answers(&text, &mut answers);
        read.with_context(|| path.display().to_string())?;
    }
    if answers.is_empty() {
        bail!("there are no answers");
    }
    let abilities = match &args.only[..] {
        [] => Ability::value_variants(),
        only => only,
    };
    let scores = suite.judge(&answers, abilities);
    if scores.is_empty() {
        bail!("no answer is about what --only names");
    }
    match args.format {
        Format::Text => text(&scores, args.show, out)?,
        Format::Json => json(&scores, args.show, out)?,
    }
    let right = scores.values().all(|score| score.right == score.rows);
    Ok(if right { Answer::Yes } else { Answer::No })
}

fn text(scores: &Scores, show: usize, out: &mut impl Write) -> Result<()> {
    for file in Table::ALL {
        let of_file = scores.iter().filter(|((other, _), _)| *other == file);
        let mut all = Score::default();
        for (_, score) in of_file.clone() {
            all += score;
        }
        if all.rows == 0 {
            continue;
        }
        let (right, rows) = (all.right, all.rows);
        writeln!(
            out,
            "{}: {right} of {rows} right{}",
            file.name(),
            notes(&all)
        )?;
        for ((_, kind), score) in of_file {
            let (right, rows) = (score.right, score.rows);
            writeln!(out, "  {kind:36} {right:6} of {rows:6}{}", notes(score))?;
            for wrong in score.wrong.iter().take(show) {
                let (id, fen, given) = (&wrong.id, &wrong.fen, shown(&wrong.given));
                let (got, expected) = (shown(&wrong.got), shown(&wrong.expected));
                writeln!(out, "    {id} {fen}")?;
                writeln!(out, "      {given}: expected {expected}, got {got}")?;
            }
            let more = score.wrong.len().saturating_sub(show);
            if more > 0 {
                writeln!(out, "    ... and {more} more")?;
            }
        }
    }
    Ok(())
}

/// What became of the rows, as far as it says more than how many are right.
fn notes(score: &Score) -> String {
    let notes = [
        (score.misread, "read as another move"),
        (score.refused, "refused"),
        (score.accepted, "accepted"),
        (score.unable, "not offered"),
        (score.unanswered, "not answered"),
    ];
    let notes = notes.into_iter().filter(|&(count, _)| count > 0);
    let notes: Vec<_> = notes
        .map(|(count, what)| format!(", {count} {what}"))
        .collect();
    notes.concat()
}

/// A text for a message.
fn shown(text: &str) -> String {
    if text.is_empty() {
        return "nothing".to_owned();
    }
    excerpt(text)
}

fn json(scores: &Scores, show: usize, out: &mut impl Write) -> Result<()> {
    let mut kinds = Vec::new();
    for ((file, kind), score) in scores {
        let wrong: Vec<serde_json::Value> = score
            .wrong
            .iter()
            .take(show)
            .map(|wrong| {
                serde_json::json!({
                    "id": wrong.id.to_string(),
                    "fen": wrong.fen,
                    "given": wrong.given,
                    "expected": wrong.expected,
                    "got": wrong.got,
                    "verdict": wrong.verdict.word(),
                })
            })
            .collect();
        kinds.push(serde_json::json!({
            "file": file.name(),
            "kind": kind,
            "rows": score.rows,
            "right": score.right,
            "refused": score.refused,
            "misread": score.misread,
            "accepted": score.accepted,
            "unable": score.unable,
            "unanswered": score.unanswered,
            "wrong": wrong,
        }));
    }
    serde_json::to_writer_pretty(&mut *out, &kinds)?;
    writeln!(out)?;
    Ok(())
}
