//! `judge --run`: asks a program the questions of the suite.
//!
//! Questions go to its standard input, a line each: the id of the row, the task, the FEN and
//! the text, with tabs between them. It answers each in turn with a line: the id, a tab and the
//! answer. Questions are written without waiting for answers.

use std::{
    io::{BufRead, BufReader, BufWriter, Write},
    process::{Child, Command, Stdio},
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use anyhow::{Context, Result};

use super::progress::Terminal;
use crate::{
    progress::Progress,
    suite::{judge::Answers, question::Question},
    text::excerpt,
};

/// The answers of the program, and why it was stopped, if it has not answered everything.
///
/// # Errors
///
/// Where it cannot be started.
pub(super) fn ask(
    command: &str,
    questions: &[Question<'_>],
    limit: Duration,
    terminal: &Terminal,
) -> Result<(Answers, Option<String>)> {
    let mut adapter = start(command).with_context(|| format!("cannot run {command}"))?;
    let mut input = BufWriter::new(adapter.stdin.take().expect("a pipe"));
    let output = adapter.stdout.take().expect("a pipe");
    let lines: Vec<String> = questions.iter().map(line).collect();
    thread::spawn(move || {
        // An adapter that has ended reads nothing: its missing answers are reported below.
        let _ = lines.iter().try_for_each(|line| writeln!(input, "{line}"));
    });
    let (sender, answers) = channel();
    thread::spawn(move || {
        for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    let mut given = Answers::default();
    let mut problem = None;
    for (question, done) in questions.iter().zip(0..) {
        terminal.update("asking", done, questions.len() as u64);
        let asked = || excerpt(line(question).replace('\t', " "));
        let received = answers.recv_timeout(limit);
        let received =
            received.map(|line| String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned());
        problem = match received {
            _ if terminal.is_stopped() => Some("stopped".to_owned()),
            Err(RecvTimeoutError::Timeout) => {
                let seconds = limit.as_secs();
                Some(format!("no answer within {seconds} seconds to {}", asked()))
            }
            Err(RecvTimeoutError::Disconnected) => {
                Some(format!("the adapter ended without an answer to {}", asked()))
            }
            Ok(answer) => match answer.split_once('\t') {
                Some((id, answer)) if id == question.id.to_string() => {
                    given.0.insert((question.id, question.task), answer.to_owned());
                    continue;
                }
                _ => {
                    let answer = excerpt(answer);
                    Some(format!("\"{answer}\" is not an answer to {}", asked()))
                }
            },
        };
        break;
    }
    stop(&mut adapter);
    Ok((given, problem))
}

/// A question as the adapter reads it.
fn line(question: &Question<'_>) -> String {
    let Question { id, task, fen, text, .. } = question;
    format!("{id}\t{}\t{fen}\t{text}", task.name())
}

/// Starts the command in a shell, on Unix in a process group of its own.
fn start(command: &str) -> Result<Child> {
    #[cfg(unix)]
    let mut shell = {
        use std::os::unix::process::CommandExt;
        let mut shell = Command::new("sh");
        shell.arg("-c").process_group(0);
        shell
    };
    #[cfg(not(unix))]
    let mut shell = {
        let mut shell = Command::new("cmd");
        shell.arg("/C");
        shell
    };
    let shell = shell.arg(command).stdin(Stdio::piped()).stdout(Stdio::piped());
    Ok(shell.spawn()?)
}

/// Ends the adapter, unless it has ended already.
fn stop(adapter: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        let _ = kill_process_group(Pid::from_child(adapter), Signal::KILL);
    }
    let _ = adapter.kill();
    let _ = adapter.wait();
}
