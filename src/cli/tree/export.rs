//! `san-strings tree export`.

use std::{io::Write, path::PathBuf};

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::{Growth, print_stats};
use crate::cli::{answer::Answer, streams::is_stream};
use san_strings_core::excerpt::printable_path;
use san_strings_files::{Others, Target, Terminal};
use san_strings_tree::Tree;

#[derive(Args)]
pub(in crate::cli) struct ExportArgs {
    #[command(flatten)]
    growth: Growth,
    /// Table to write: one row per node, or one row per move
    #[arg(long, default_value = "nodes")]
    table: Table,
    /// File to write; `-` is standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    pub(super) csv: PathBuf,
    /// If the file exists, rename it to FILE.orig
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Table {
    Nodes,
    Edges,
}

pub(super) fn export(
    args: &ExportArgs,
    terminal: &Terminal,
    out: &mut impl Write,
) -> Result<Answer> {
    let write = |tree: &Tree, mut out: &mut dyn Write| match args.table {
        Table::Nodes => tree.write_nodes(&mut out, terminal),
        Table::Edges => tree.write_edges(&mut out, terminal),
    };
    let target =
        (!is_stream(&args.csv)).then(|| Target::export(&args.csv, Others::forced(args.force)));
    let target = target.transpose()?;
    target.iter().try_for_each(Target::ensure_writable)?;
    let beside = target.as_ref().map(Target::path);
    args.growth.begin(beside, |_| {})?.finish(terminal, |tree| {
        let Some(mut target) = target else {
            write(tree, out)?;
            return Ok(Answer::Yes);
        };
        let state = target.write_with(|file| write(tree, file))?;
        terminal.bar.finish_and_clear();
        writeln!(out, "{}: {state}", printable_path(target.path()))?;
        print_stats(tree, out)?;
        Ok(Answer::from(&state))
    })
}
