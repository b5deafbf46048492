//! `san-strings tree check`.

use std::{io::Write, path::PathBuf};

use anyhow::{Result, ensure};
use clap::Args;
use indicatif::HumanCount;

use super::{Start, folders_of, is_file, open};
use crate::cli::{Answer, misuse, print_first};
use san_strings_files::{Terminal, printable_path};
use san_strings_tree as tree;

#[derive(Args)]
pub(in crate::cli) struct CheckArgs {
    /// The folder that holds the tree, or its file
    path: PathBuf,
    /// How many plies the tree has [default: as many as its folders, or its file]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    plies: Option<u16>,
    #[command(flatten)]
    start: Start,
}

pub(super) fn check(args: &CheckArgs, terminal: &Terminal, out: &mut impl Write) -> Result<Answer> {
    let (path, shown) = (&args.path, printable_path(&args.path));
    if is_file(path) {
        if args.plies.is_some() || args.start.fen.is_some() {
            return Err(misuse("the file has its own root and plies: leave out --fen and --plies"));
        }
        let stored = open(path)?;
        let (root, plies) = (stored.root().clone(), stored.plies());
        let growing = args.start.begin(root, plies, Some(path), |_| {})?;
        return growing.finish(terminal, |tree| {
            let nodes = HumanCount(tree.nodes());
            if tree.has_same_file(&stored) {
                writeln!(out, "{shown}: {nodes} nodes, all right")?;
                return Ok(Answer::Yes);
            }
            writeln!(out, "{shown}: not the tree that grows from its root")?;
            Ok(Answer::No)
        });
    }
    let recorded = if args.start.fen.is_none() { tree::recorded_root(path)? } else { None };
    let root = recorded.unwrap_or_else(|| args.start.root());
    let plies = match args.plies {
        Some(plies) => usize::from(plies),
        None => tree::depth(path)?,
    };
    ensure!(plies > 0, "there is no tree in {shown}");
    let growing = args.start.begin(root, plies, Some(path), |_| {})?;
    growing.finish(terminal, |tree| {
        let differences = tree::check_folders(tree, path, terminal)?;
        terminal.bar.finish_and_clear();
        if differences.is_empty() {
            writeln!(out, "{shown}: {}, all right", folders_of(tree))?;
            return Ok(Answer::Yes);
        }
        print_first(differences.iter(), 0, "more", out)?;
        Ok(Answer::No)
    })
}
