//! `san-strings tree steps` and `tree step`: a tree that many processes grow.

use std::{io::Write, path::PathBuf};

use anyhow::{Result, bail};
use bytesize::ByteSize;
use clap::{Args, Subcommand, ValueEnum};
use san_strings::{
    files,
    tree::{Options, Root, Shares, Step, Tree, is_tree},
};
use serde_json::json;

use super::{
    Answer,
    growth::{Work, quarter, table, work_beside},
};

#[derive(Subcommand)]
pub(crate) enum Shared {
    /// Print the steps in which a tree grows, for an engine that runs them
    #[command(after_help = "\
Example:
  san-strings tree steps chess.tree --plies 6 --parts 8 > Makefile && make -j8")]
    Steps(Steps),
    /// Do one of these steps
    Step(OneStep),
}

#[derive(Args)]
pub(crate) struct Steps {
    /// The file for the tree, with a name that ends in `.tree`
    #[arg(value_name = "FILE.tree")]
    file: PathBuf,
    /// How many plies from the root
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    plies: u16,
    /// The root [default: the initial position]
    #[arg(long)]
    fen: Option<Root>,
    /// How many parts the nodes of a ply are in
    #[arg(long, value_name = "N", default_value = "16", value_parser = clap::value_parser!(u64).range(1..=1000))]
    parts: u64,
    /// How many files the moves of a ply are sorted in; more where memory is scarce
    #[arg(long, value_name = "N", default_value = "64", value_parser = power_of_two)]
    files: u64,
    /// The folder where the tree grows, which all processes see [default: FILE.tree.work]
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,
    /// For make, or for other programs
    #[arg(long, default_value = "make")]
    format: Format,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum Format {
    Make,
    Json,
}

fn power_of_two(text: &str) -> Result<u64, String> {
    let number: Option<u64> = text.parse().ok();
    let number = number.filter(|number| number.is_power_of_two() && *number <= 4096);
    number.ok_or_else(|| "a power of two up to 4096 is expected".to_owned())
}

#[derive(Args)]
pub(crate) struct OneStep {
    /// The folder where the tree grows
    #[arg(long, value_name = "DIR", global = true, default_value = "tree.work")]
    work: PathBuf,
    /// Memory to use [default: a quarter of the machine's]
    #[arg(long, value_name = "SIZE", global = true)]
    memory: Option<ByteSize>,
    #[command(subcommand)]
    step: What,
}

#[derive(Subcommand)]
enum What {
    /// Make the folder, and write down what grows there
    Begin {
        /// How many plies from the root
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
        plies: u16,
        /// The root [default: the initial position]
        #[arg(long)]
        fen: Option<Root>,
        /// How many parts the nodes of a ply are in
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1000))]
        parts: u64,
        /// How many files the moves of a ply are sorted in
        #[arg(long, value_name = "N", value_parser = power_of_two)]
        files: u64,
    },
    /// Write down the moves of a part of the nodes before a ply
    Expand {
        /// The ply they lead to
        #[arg(long)]
        ply: usize,
        /// The part, from 0
        #[arg(long)]
        part: u64,
    },
    /// Sort a file of the moves to a ply
    Sort {
        /// The ply
        #[arg(long)]
        ply: usize,
        /// The file, from 0
        #[arg(long)]
        file: u64,
    },
    /// Put a ply together
    Join {
        /// The ply
        #[arg(long)]
        ply: usize,
    },
    /// Find the outcomes, write the tree, and remove the folder
    Finish {
        /// The file for the tree
        #[arg(value_name = "FILE.tree")]
        file: PathBuf,
        /// Replace a file that is no tree
        #[arg(long)]
        force: bool,
    },
}

/// The words of a step, as they are written on a command line.
fn words(step: Step) -> Vec<String> {
    let numbers = match step {
        Step::Expand { ply, part } => vec![("--ply", ply as u64), ("--part", part)],
        Step::Sort { ply, file } => vec![("--ply", ply as u64), ("--file", file)],
        Step::Join { ply } => vec![("--ply", ply as u64)],
    };
    let name = match step {
        Step::Expand { .. } => "expand",
        Step::Sort { .. } => "sort",
        Step::Join { .. } => "join",
    };
    let mut words = vec![name.to_owned()];
    for (option, number) in numbers {
        words.extend([option.to_owned(), number.to_string()]);
    }
    words
}

impl Steps {
    fn work(&self) -> PathBuf {
        { self.work.clone() }.unwrap_or_else(|| work_beside(&self.file))
    }

    /// The words of the first step.
    fn begin(&self) -> Vec<String> {
        let mut words = vec!["begin".to_owned()];
        let options = [
            ("--plies", u64::from(self.plies)),
            ("--parts", self.parts),
            ("--files", self.files),
        ];
        for (option, number) in options {
            words.extend([option.to_owned(), number.to_string()]);
        }
        if let Some(Root(root)) = &self.fen {
            words.extend(["--fen".to_owned(), san_strings::tree::root_fen(root)]);
        }
        words
    }
}

/// Prints all steps, and what each waits for.
pub(crate) fn steps(args: &Steps, out: &mut impl Write) -> Result<Answer> {
    let options = Options {
        shares: Some(Shares {
            parts: args.parts,
            files: args.files,
        }),
        ..Options::plies(usize::from(args.plies))
    };
    let work = args.work();
    let in_work = |name: &str| work.join(name).display().to_string();
    let file = args.file.display().to_string();
    let last = Step::Join { ply: options.plies };
    // What a step makes, what it needs, and its words.
    let mut all = vec![(in_work(MARKER), Vec::new(), args.begin())];
    for (step, needs) in Tree::steps(&options) {
        let needs: Vec<_> = if needs.is_empty() {
            vec![in_work(MARKER)]
        } else {
            needs.iter().map(|step| in_work(&step.file())).collect()
        };
        all.push((in_work(&step.file()), needs, words(step)));
    }
    let finish = vec!["finish".to_owned(), file.clone()];
    all.push((file.clone(), vec![in_work(&last.file())], finish));
    let folder = work.display().to_string();
    match args.format {
        Format::Make => {
            writeln!(
                out,
                "# {} steps: make -j, as many as there are cores.",
                all.len()
            )?;
            writeln!(out, "SAN_STRINGS = san-strings --quiet --jobs 1")?;
            writeln!(
                out,
                "STEP = $(SAN_STRINGS) tree step --work {}\n",
                quoted(&folder)?
            )?;
            writeln!(out, "{}:\n", plain(&file)?)?;
            // What a step needs no more is removed: make must not want it back.
            writeln!(out, ".SECONDARY:\n")?;
            for (file, needs, words) in all {
                let needs: Vec<_> = needs
                    .iter()
                    .map(|file| plain(file))
                    .collect::<Result<_>>()?;
                let words: Vec<_> = words
                    .iter()
                    .map(|word| quoted(word))
                    .collect::<Result<_>>()?;
                writeln!(out, "{}: {}", plain(&file)?, needs.join(" "))?;
                writeln!(out, "\t$(STEP) {}", words.join(" "))?;
            }
        }
        Format::Json => {
            let steps: Vec<_> = all
                .into_iter()
                .map(|(file, needs, words)| {
                    let mut command = vec!["san-strings", "tree", "step", "--work", &folder];
                    command.extend(words.iter().map(String::as_str));
                    json!({ "makes": file, "needs": needs, "command": command })
                })
                .collect();
            serde_json::to_writer_pretty(&mut *out, &json!({ "steps": steps }))?;
            writeln!(out)?;
        }
    }
    Ok(Answer::Yes)
}

/// The file that the first step writes.
const MARKER: &str = "tree.txt";

/// The name of a file as make has it.
fn plain(name: &str) -> Result<&str> {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+@,".contains(c);
    if name.chars().all(is_plain) {
        Ok(name)
    } else {
        bail!("{name}: make wants names without spaces and signs; `--format json` takes any")
    }
}

/// A word for the shell of a Makefile.
fn quoted(word: &str) -> Result<String> {
    if word.contains(['\'', '$', '\n']) {
        bail!("{word}: make wants names without quotation marks and dollars")
    }
    let is_plain = word
        .chars()
        .all(|c| c.is_alphanumeric() || "/._-+".contains(c));
    Ok(if is_plain {
        word.to_owned()
    } else {
        format!("'{word}'")
    })
}

/// Does a step.
pub(crate) fn step(args: &OneStep, work: &Work, out: &mut impl Write) -> Result<Answer> {
    let memory = args.memory.map_or_else(quarter, |memory| memory.0);
    if let What::Begin {
        plies,
        fen,
        parts,
        files,
    } = &args.step
    {
        let shares = Shares {
            parts: *parts,
            files: *files,
        };
        let options = Options {
            work: Some(args.work.clone()),
            shares: Some(shares),
            ..Options::plies(usize::from(*plies))
        };
        let root = fen.clone().map(|Root(root)| root);
        Tree::new(root.unwrap_or_default(), options)?;
        return Ok(Answer::Yes);
    }
    let mut tree = Tree::resume(&args.work, memory)?;
    let step = match &args.step {
        What::Expand { ply, part } => Step::Expand {
            ply: *ply,
            part: *part,
        },
        What::Sort { ply, file } => Step::Sort {
            ply: *ply,
            file: *file,
        },
        What::Join { ply } => Step::Join { ply: *ply },
        What::Finish { file, force } => {
            if !force {
                files::claim(file, is_tree)?;
            }
            tree.take_all()?;
            tree.solve(&work.watch())?;
            files::put_with(file, |file| tree.write_file(file))?;
            work.bar.finish_and_clear();
            table(&tree, out)?;
            tree.remove_work()?;
            return Ok(Answer::Yes);
        }
        What::Begin { .. } => return Ok(Answer::Yes),
    };
    tree.step(step, &work.watch())?;
    work.bar.finish_and_clear();
    Ok(Answer::Yes)
}
