//! `san-strings tree check`.

use std::{io::Write, path::PathBuf};

use anyhow::{Result, ensure};
use clap::Args;
use indicatif::HumanCount;

use super::{Start, folders_of, is_file, open};
use crate::cli::{
    answer::{Answer, misuse},
    diff::unified_diff,
    report::print_first,
};
use san_strings_core::excerpt::printable_path;
use san_strings_files::Terminal;
use san_strings_tree::{self as tree, Difference, Tree};

#[derive(Args)]
pub(in crate::cli) struct CheckArgs {
    /// Folder or file of the tree
    path: PathBuf,
    /// Number of plies to check [default: all plies of a file; for folders, up to the first ply with
    /// missing folders]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    plies: Option<u16>,
    #[command(flatten)]
    start: Start,
}

pub(super) fn check(args: &CheckArgs, terminal: &Terminal, out: &mut impl Write) -> Result<Answer> {
    let (path, shown) = (&args.path, printable_path(&args.path));
    if is_file(path) {
        if args.plies.is_some() || args.start.fen.is_some() {
            return Err(misuse(
                "the file has its own root and plies: leave out `--fen` and `--plies`",
            ));
        }
        let stored = open(path)?;
        let (root, plies) = (stored.root().clone(), stored.plies());
        let mut growing = args.start.begin(root, plies, Some(path), |_| {})?;
        // We stop at the first ply that differs. A file of a few bytes may claim any number of plies, and growing
        // them all could take forever.
        let is_same = |tree: &Tree, ply| ply == 0 || stored.has_same_ply(tree, ply);
        growing.goes_on = Box::new(|tree| Ok(is_same(tree, tree.plies())));
        return growing.finish(terminal, |tree| {
            let (ply, nodes) = (tree.plies(), HumanCount(tree.nodes()));
            if tree.has_same_file(&stored) {
                writeln!(out, "{shown}: {nodes} nodes, no differences")?;
                return Ok(Answer::Yes);
            }
            let what = if is_same(tree, ply) {
                "the outcomes in the file do not follow from its moves".to_owned()
            } else {
                format!("ply {ply} differs from the tree grown from this root")
            };
            writeln!(out, "{shown}: {what}")?;
            Ok(Answer::No)
        });
    }
    let recorded = if args.start.fen.is_none() { tree::recorded_root(path)? } else { None };
    let root = recorded.unwrap_or_else(|| args.start.root());
    let infos = if args.plies.is_none() { tree::count_infos(path)? } else { Vec::new() };
    let plies = args.plies.map_or(infos.len(), usize::from);
    ensure!(plies > 0, "there is no tree in {shown}");
    let mut growing = args.start.begin(root, plies, Some(path), |_| {})?;
    // `infos` also counts the `info.txt` files in nested folders that do not belong to the tree, so `plies` may
    // be too large. We stop at the first ply that has fewer `info.txt` files than nodes.
    growing.goes_on = Box::new(|tree| {
        let last = tree.plies().checked_sub(1).filter(|_| args.plies.is_none());
        Ok(last.is_none_or(|ply| {
            let ids = tree.ids(ply);
            ids.end - ids.start <= infos[ply]
        }))
    });
    growing.finish(terminal, |tree| {
        let mut differences = tree::check_folders(tree, path, terminal)?;
        terminal.bar.finish_and_clear();
        if tree.plies() < plies {
            differences.retain(|found| !matches!(found, Difference::Deeper(_)));
        }
        if differences.is_empty() {
            writeln!(out, "{shown}: {}, no differences", folders_of(tree))?;
            return Ok(Answer::Yes);
        }
        let shown_as = |found: &Difference| match found {
            Difference::Differs { path, expected, found } => {
                let (diff, _) = unified_diff(path, found.as_bytes(), expected.as_bytes());
                diff.trim_end_matches('\n').to_owned()
            }
            found => found.to_string(),
        };
        print_first(differences.iter().map(shown_as), 0, "more", out)?;
        if tree.plies() < plies {
            let ply = tree.plies() - 1;
            writeln!(out, "{shown}: ply {ply} lacks folders; deeper plies were not compared")?;
        }
        Ok(Answer::No)
    })
}
