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
        judge::{Answers, Scores},
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

The README of the suite says what to print. If all answers are about rows of core.tsv, only\n\
those are judged; or else every row of the tables that they are about.")]
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
    /// Wrong answers to show of each kind
    #[arg(long, value_name = "N", default_value_t = 3)]
    show: usize,
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
        let read = answers.add(&text);
        read.with_context(|| path.display().to_string())?;
    }
    if answers.is_empty() {
        bail!("there are no answers");
    }
    let scores = suite.judge(&answers)?;
    match args.format {
        Format::Text => text(&scores, args.show, out)?,
        Format::Json => json(&scores, args.show, out)?,
    }
    let right = scores.values().all(|score| score.wrong.is_empty());
    Ok(if right { Answer::Yes } else { Answer::No })
}

fn text(scores: &Scores, show: usize, out: &mut impl Write) -> Result<()> {
    for file in Table::ALL {
        let of_file = scores.iter().filter(|((other, _), _)| *other == file);
        let (mut rows, mut right) = (0, 0);
        for (_, score) in of_file.clone() {
            rows += score.rows;
            right += score.right;
        }
        if rows == 0 {
            continue;
        }
        writeln!(out, "{}: {right} of {rows} right", file.name())?;
        for ((_, kind), score) in of_file {
            let mut notes = Vec::new();
            for (count, what) in [
                (score.misread, "read as another move"),
                (score.refused, "refused"),
                (score.accepted, "accepted"),
                (score.unable, "not offered"),
            ] {
                if count > 0 {
                    notes.push(format!(", {count} {what}"));
                }
            }
            let (right, rows, notes) = (score.right, score.rows, notes.concat());
            writeln!(out, "  {kind:36} {right:6} of {rows:6}{notes}")?;
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
            "wrong": wrong,
        }));
    }
    serde_json::to_writer_pretty(&mut *out, &kinds)?;
    writeln!(out)?;
    Ok(())
}
