//! `san-strings generate`, which is also the default command.

use std::{
    ffi::OsString,
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::Result;
use clap::{Args, builder::PossibleValuesParser};

use super::{answer::Answer, diff::unified_diff, report::counted, streams::eprint_line};
use crate::output::{self, NAMES, OutputFile};
use san_strings_core::excerpt::printable_path;
use san_strings_files::{self as files, Others, Target, Written};

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings generate                             write into ./output
  san-strings generate --output-dir lists          write into another folder
  san-strings generate --check --output-dir lists  are the files there up to date?
  san-strings generate --check san_strings.txt     check this file only

Nothing is lost: a file or link of the same name with other contents is first renamed to\n\
NAME.orig, or to NAME.orig.1 and so on if that exists.

Exit code: 1 if a file cannot be written; with --check, 1 if a file differs or is missing.")]
pub(super) struct GenerateArgs {
    /// Files to write or check [default: all]
    #[arg(value_name = "NAME", value_parser = PossibleValuesParser::new(NAMES))]
    names: Vec<String>,
    /// Folder for the files, created if it is missing
    #[arg(long, value_name = "DIR", default_value = "output")]
    output_dir: PathBuf,
    /// Write nothing; compare with the files on disk, show the differences, and exit with 1 if there
    /// are any. To check the games, use `verify`
    #[arg(long)]
    check: bool,
}

impl Default for GenerateArgs {
    fn default() -> GenerateArgs {
        GenerateArgs { names: Vec::new(), output_dir: "output".into(), check: false }
    }
}

impl GenerateArgs {
    /// The files that the user asked for.
    fn files(&self) -> Vec<OutputFile> {
        let is_asked_for = |file: &OutputFile| {
            self.names.is_empty() || self.names.iter().any(|name| name == file.name)
        };
        output::files().into_iter().filter(is_asked_for).collect()
    }
}

/// Hint for a user who runs the program without a command.
pub(super) const HINT: &str = "; `san-strings --help` lists the other commands";

/// Writes or checks the files. The last line of the report ends with `hint`.
pub(super) fn generate(args: &GenerateArgs, hint: &str, out: &mut impl Write) -> Result<Answer> {
    if args.check {
        return check(args, out);
    }
    files::make_folder(&args.output_dir)?;
    // We claim all files before we write the first file. So if a file cannot be replaced, for example because
    // there is a folder with the same name, we write nothing.
    let mut claimed = Vec::new();
    for file in args.files() {
        let target = Target::claim(&args.output_dir.join(file.name), Others::SetAside, &file)?;
        claimed.push((target, file));
    }
    let mut answer = Answer::Yes;
    let (mut written, mut up_to_date) = (Vec::new(), Vec::new());
    for (mut target, file) in claimed {
        let state = target.write(&file.text)?;
        answer = answer.max(Answer::from(&state));
        match state {
            Written::Replaced => written.push(file),
            Written::UpToDate => up_to_date.push(file),
            _ => writeln!(out, "{}: {state}", printable_path(target.path()))?,
        }
    }
    let mut said = Vec::new();
    if !written.is_empty() {
        said.push(format!("{} written", in_words(&written)));
    }
    said.extend(are_up_to_date(&up_to_date));
    if !said.is_empty() {
        let folder = printable_path(&args.output_dir);
        writeln!(out, "{folder}: {}{hint}", said.join(", "))?;
    }
    Ok(answer)
}

/// Formats the number of files of each kind, such as `3 lists and 3 tokenizer files`.
fn in_words(files: &[OutputFile]) -> String {
    let lists = files.iter().filter(|file| file.is_list()).count();
    let kinds = [(lists, "list"), (files.len() - lists, "tokenizer file")];
    let kinds = kinds.into_iter().filter(|&(number, _)| number > 0);
    let kinds: Vec<_> = kinds.map(|(number, kind)| counted(number as u64, kind)).collect();
    kinds.join(" and ")
}

/// Returns a message such as `3 lists are up to date`. `None` if `files` is empty.
fn are_up_to_date(files: &[OutputFile]) -> Option<String> {
    let verb = if files.len() == 1 { "is" } else { "are" };
    (!files.is_empty()).then(|| format!("{} {verb} up to date", in_words(files)))
}

fn check(args: &GenerateArgs, out: &mut impl Write) -> Result<Answer> {
    let mut answer = Answer::Yes;
    let mut up_to_date = Vec::new();
    for file in args.files() {
        let path = args.output_dir.join(file.name);
        let shown = printable_path(&path);
        match files::read(&path)? {
            Some(found) if found == file.text => {
                up_to_date.push(file);
                continue;
            }
            Some(found) => {
                let (diff, beyond) = unified_diff(&path, &found, &file.text);
                write!(out, "{diff}")?;
                // Remarks on the diff go to standard error, so that `patch` accepts the diff.
                out.flush()?;
                if beyond > 0 {
                    eprint_line(format_args!("{shown}: {beyond} more lines differ"));
                }
                if found.windows(2).any(|pair| pair == b"\r\n") {
                    let what = "lines end with CR LF, but should end with LF";
                    eprint_line(format_args!("{shown}: {what}"));
                }
            }
            None => writeln!(out, "{shown}: missing")?,
        }
        answer = Answer::No;
    }
    if let Some(said) = are_up_to_date(&up_to_date) {
        let games = if args.names.is_empty() { "; `verify` checks the games" } else { "" };
        writeln!(out, "{}: {said}{games}", printable_path(&args.output_dir))?;
    }
    if args.names.is_empty() {
        out.flush()?;
        name_others(&args.output_dir);
    }
    Ok(answer)
}

/// Prints the names of the files in `folder` that `generate` neither writes nor checks.
fn name_others(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name());
    let is_other = |name: &OsString| !NAMES.iter().any(|&known| name.as_os_str() == known);
    let mut others: Vec<_> = names.filter(is_other).collect();
    others.sort();
    if !others.is_empty() {
        let shown = others.iter().map(|name| printable_path(&folder.join(name)));
        let shown = shown.collect::<Vec<_>>().join(", ");
        eprint_line(format_args!("not checked: {shown}"));
    }
}
