//! `san-strings judge`.

use std::{
    collections::HashSet,
    io::Write,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use super::{
    Answer, adapter,
    progress::Terminal,
    read_input,
    stdout::eprint_line,
    suite::{FOLDER, read_tables},
    verdict,
};
use crate::suite::{
    Suite, Table,
    judge::{self, Answers},
    question::Task,
};

/// How to say it.
#[derive(Clone, Copy, Default, Eq, PartialEq, ValueEnum)]
enum Format {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
    /// For servers that run tests
    Junit,
    /// The rows that fail, for `--known`
    Known,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings judge answers.tsv
  san-strings judge --run 'python mine.py'         asks the program, and judges its answers
  san-strings judge answers.tsv --only read        of a library that does not write
  san-strings judge answers.tsv --format known > known.txt
  san-strings judge answers.tsv --known known.txt  fails only if something else is wrong

The README of the suite describes the answers. If all answers are about rows of core.tsv, only\n\
those are judged; or else every row of the tables that they are about. Exit code: 0 if every\n\
answer is right and none is missing, 1 if not.")]
pub(super) struct JudgeArgs {
    /// Answers, a line each: the id of a row, a tab, the answer; `-` reads standard input
    #[arg(value_name = "FILE", required_unless_present = "run", conflicts_with = "run")]
    files: Vec<PathBuf>,
    /// Start this command in a shell, ask it, and judge its answers
    #[arg(long, value_name = "COMMAND")]
    run: Option<String>,
    /// Ask only the rows of core.tsv
    #[arg(long, requires = "run")]
    core: bool,
    /// Seconds to wait for an answer
    #[arg(long, value_name = "SECONDS", default_value_t = 10, requires = "run")]
    timeout: u64,
    /// The folder of the suite
    #[arg(long, value_name = "DIR", default_value = FOLDER)]
    suite: PathBuf,
    /// The name of the library [default: the file or the command]
    #[arg(long)]
    name: Option<String>,
    /// Rows that are known to fail, an id at the beginning of each line
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// How to print the verdict
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Judge only these capabilities of the library
    #[arg(long, value_enum, value_name = "TASK", value_delimiter = ',')]
    only: Vec<Task>,
    /// Wrong answers to show of each kind
    #[arg(long, value_name = "N", default_value_t = 1)]
    show: usize,
    /// Print all kinds, also those without a wrong answer
    #[arg(long)]
    all: bool,
}

impl JudgeArgs {
    /// Whether the verdict is for people.
    pub(super) fn prints_text(&self) -> bool {
        self.format == Format::Text
    }
}

pub(super) fn judge(args: &JudgeArgs, quiet: bool, out: &mut impl Write) -> Result<Answer> {
    let mut suite = Suite::default();
    if read_tables(&args.suite, &mut suite)? < Table::ALL.len() {
        let folder = args.suite.display();
        bail!("there is no suite in {folder}: `--suite` names the folder of the suite");
    }
    let tasks = match &args.only[..] {
        [] => &Task::ALL,
        only => only,
    };
    let known = match &args.known {
        None => HashSet::new(),
        Some(path) => {
            let read = suite.read_known(&read_file(path)?);
            read.with_context(|| path.display().to_string())?
        }
    };
    let mut questions = suite.questions(args.core);
    questions.retain(|question| tasks.contains(&question.task));
    let (answers, problem) = if let Some(command) = &args.run {
        let template = "{msg} {wide_bar} {human_pos} of {human_len}";
        let terminal = Terminal::new(template, quiet)?;
        let limit = Duration::from_secs(args.timeout);
        let asked = adapter::ask(command, &questions, limit, &terminal)?;
        terminal.bar.finish_and_clear();
        asked
    } else {
        let mut answers = Answers::default();
        for path in &args.files {
            let read = suite.read_answers(&read_file(path)?, &mut answers);
            read.with_context(|| path.display().to_string())?;
        }
        suite.keep_asked(&mut questions, &answers);
        (answers, None)
    };
    if let Some(problem) = &problem {
        eprint_line(format_args!("{problem}"));
    }
    if answers.0.is_empty() {
        bail!("there are no answers");
    }
    if questions.is_empty() {
        bail!("no answer is about what --only names");
    }
    let report = judge::judge(&questions, &answers, &known);
    let files = || {
        let files = args.files.iter().map(|path| path.display().to_string());
        files.collect::<Vec<String>>().join(" ")
    };
    let name = args.name.clone().or_else(|| args.run.clone());
    let name = name.unwrap_or_else(files);
    match args.format {
        Format::Text => verdict::text(&name, &report, (args.show, args.all), out)?,
        Format::Json => verdict::json(&name, &report, problem.as_deref(), args.show, out)?,
        Format::Junit => verdict::junit(&name, &report, args.show, out)?,
        Format::Known => verdict::known(&name, &report, out)?,
    }
    let is_right = problem.is_none() && report.sum(|score| score.new) == 0;
    Ok(if is_right { Answer::Yes } else { Answer::No })
}

/// The text of a file, which must be there.
fn read_file(path: &Path) -> Result<String> {
    let text = read_input(path)?;
    text.with_context(|| format!("there is no file {}", path.display()))
}
