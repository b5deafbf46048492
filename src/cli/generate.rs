//! `san-strings generate`, which is also what the program does without a command.

use std::{io::Write, path::PathBuf};

use anyhow::Result;
use clap::Args;
use san_strings::output::{self, Written};

use super::Answer;

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings generate                             into ./output
  san-strings generate --output-dir lists          into another folder
  san-strings generate --check --output-dir lists  are they still right?")]
pub(crate) struct Generate {
    /// The folder for the files, made if it is missing
    #[arg(long, value_name = "DIR", default_value = "output")]
    output_dir: PathBuf,
    /// Write nothing: show how the files differ, exit with 1 if they do
    #[arg(long)]
    check: bool,
}

impl Default for Generate {
    fn default() -> Generate {
        Generate {
            output_dir: "output".into(),
            check: false,
        }
    }
}

pub(crate) fn generate(args: &Generate, out: &mut impl Write) -> Result<Answer> {
    if args.check {
        return check(args, out);
    }
    output::make_folder(&args.output_dir)?;
    for file in output::files() {
        let state = match file.write(&args.output_dir)? {
            Written::Written => "written",
            Written::AlreadyFresh => "already fresh",
        };
        let path = args.output_dir.join(file.name);
        writeln!(out, "{}: {} strings, {state}", path.display(), file.strings)?;
    }
    Ok(Answer::Yes)
}

fn check(args: &Generate, out: &mut impl Write) -> Result<Answer> {
    let mut answer = Answer::Yes;
    for file in output::files() {
        if let Some(difference) = file.difference(&args.output_dir)? {
            write!(out, "{difference}")?;
            answer = Answer::No;
        } else {
            let path = args.output_dir.join(file.name);
            writeln!(out, "{}: {} strings, fresh", path.display(), file.strings)?;
        }
    }
    Ok(answer)
}
