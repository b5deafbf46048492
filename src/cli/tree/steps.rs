//! `san-strings tree steps` and `tree step`, which let many processes grow one tree.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use serde_json::json;

use super::{Growth, Steps, scratch_beside};
use crate::cli::answer::Answer;
use san_strings_files::Terminal;
use san_strings_tree::{Partition, Root, Step, root_fen};

#[derive(Args)]
pub(in crate::cli) struct StepsArgs {
    /// File for the tree, with a name that ends in `.tree`
    #[arg(value_name = "FILE.tree")]
    file: PathBuf,
    #[command(flatten)]
    growth: Growth,
    /// How many parts to split the nodes of a ply into
    #[arg(long, value_name = "N", default_value = "16", value_parser = clap::value_parser!(u64).range(1..=1000))]
    parts: u64,
    /// Number of temporary files (buckets) for sorting the moves of a ply; use more if memory is scarce
    #[arg(long, value_name = "N", default_value = "64", value_parser = power_of_two)]
    files: u64,
    /// Output format: a Makefile, or JSON for other schedulers
    #[arg(long, default_value = "make")]
    format: Format,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum Format {
    Make,
    Json,
}

pub(super) fn power_of_two(text: &str) -> Result<u64, String> {
    let number: Option<u64> = text.parse().ok();
    let number = number.filter(|number| number.is_power_of_two() && *number <= 4096);
    number.ok_or_else(|| "expected a power of two between 1 and 4096".to_owned())
}

#[derive(Args)]
pub(in crate::cli) struct StepArgs {
    /// File for the tree
    #[arg(value_name = "FILE.tree")]
    file: PathBuf,
    /// The step, named after the file that it makes
    step: Step,
    #[command(flatten)]
    growth: Growth,
    #[command(flatten)]
    steps: Steps,
}

/// Prints all steps, each with the files that it needs.
pub(super) fn steps(args: &StepsArgs, out: &mut impl Write) -> Result<Answer> {
    let partition = Partition { parts: args.parts, files: args.files };
    let file = no_option(&args.file);
    let Growth { plies, start } = &args.growth;
    let scratch = { start.scratch_dir.clone() }.unwrap_or_else(|| scratch_beside(&file));
    let (file, scratch) = (file.display().to_string(), no_option(&scratch));
    let path = |step: &Step| scratch.join(step.to_string()).display().to_string();
    let mut options = vec!["--scratch-dir".to_owned(), scratch.display().to_string()];
    let (memory, parts, files) = (start.memory.0, args.parts, args.files);
    let numbers = format!("--plies {plies} --parts {parts} --files {files} --memory {memory}");
    options.extend(numbers.split(' ').map(str::to_owned));
    if let Some(Root(root)) = &start.fen {
        options.extend(["--fen".to_owned(), root_fen(root)]);
    }
    if let Some(tables) = &start.syzygy {
        options.extend(["--syzygy".to_owned(), no_option(tables).display().to_string()]);
    }
    let steps = Step::all(usize::from(*plies), partition).into_iter();
    let mut rules: Vec<_> = steps
        .map(|(step, needs)| Rule {
            makes: path(&step),
            needs: needs.iter().map(path).collect(),
            command: vec!["step".to_owned(), file.clone(), step.to_string()],
        })
        .collect();
    let needs = rules.last().map(|join| join.makes.clone()).into_iter().collect();
    let command = vec!["grow".to_owned(), file.clone()];
    rules.push(Rule { makes: file, needs, command });
    match args.format {
        Format::Json => print_json(&rules, &options, out)?,
        Format::Make => print_makefile(&rules, &options, out)?,
    }
    Ok(Answer::Yes)
}

/// Keeps a path from being mistaken for an option: `-x.tree` becomes `./-x.tree`.
fn no_option(path: &Path) -> PathBuf {
    let is_like_an_option = path.to_string_lossy().starts_with('-');
    if is_like_an_option { Path::new(".").join(path) } else { path.to_owned() }
}

/// A rule for a scheduler: the file that a step makes, the files that it needs, and the arguments after
/// `san-strings tree`.
struct Rule {
    makes: String,
    needs: Vec<String>,
    command: Vec<String>,
}

fn print_json(rules: &[Rule], options: &[String], out: &mut impl Write) -> Result<()> {
    let program = ["san-strings", "tree"].map(str::to_owned);
    let steps = rules.iter().map(|Rule { makes, needs, command }| {
        let command = [&program, &command[..], options].concat();
        json!({ "makes": makes, "needs": needs, "command": command })
    });
    serde_json::to_writer_pretty(&mut *out, &json!({ "steps": steps.collect::<Vec<_>>() }))?;
    Ok(writeln!(out)?)
}

fn print_makefile(rules: &[Rule], options: &[String], out: &mut impl Write) -> Result<()> {
    // We check all names before we print anything.
    let options: Result<Vec<_>> = options.iter().map(|word| quoted(word)).collect();
    let (options, count) = (options?.join(" "), rules.len());
    let mut lines = Vec::new();
    for Rule { makes, needs, command } in rules {
        let needs: Result<Vec<_>> = needs.iter().map(|name| plain(name)).collect();
        writeln!(lines, "{}: {}", plain(makes)?, needs?.join(" "))?;
        writeln!(lines, "\t$(SAN_STRINGS) tree {} $(OPTIONS)", command.join(" "))?;
    }
    let last = rules.last().map_or("", |rule| &rule.makes);
    writeln!(out, "# {count} steps: run `make -jN`, where N is the number of cores.")?;
    writeln!(out, "SAN_STRINGS = san-strings --quiet --jobs 1")?;
    writeln!(out, "OPTIONS = {options}\n\n{last}:\n")?;
    // Steps remove files that are no longer needed. `.SECONDARY` keeps `make` from building these files again.
    writeln!(out, ".SECONDARY:\n")?;
    out.write_all(&lines)?;
    Ok(writeln!(out)?)
}

/// Checks that a file name has only characters that the program `make` can handle.
fn plain(name: &str) -> Result<&str> {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+@,".contains(c);
    ensure!(
        name.chars().all(is_plain),
        "{name}: the path contains characters that `make` cannot handle; use `--format json`"
    );
    Ok(name)
}

/// Quotes a word for a shell command in a Makefile.
fn quoted(word: &str) -> Result<String> {
    if plain(word).is_ok() {
        return Ok(word.to_owned());
    }
    let is_quotable = !word.contains(['\'', '$', '\n']);
    ensure!(
        is_quotable,
        "{word}: the name contains characters that `make` cannot handle; use `--format json`"
    );
    Ok(format!("'{word}'"))
}

pub(super) fn step(args: &StepArgs, terminal: &Terminal) -> Result<Answer> {
    let mut growing = args.growth.begin(Some(&args.file), |options| {
        options.partition = args.steps.partition();
    })?;
    growing.grower.step(args.step, terminal)?;
    Ok(Answer::Yes)
}
