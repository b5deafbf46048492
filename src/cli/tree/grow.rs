//! `san-strings tree grow`.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};
use bytesize::ByteSize;
use clap::Args;
use indicatif::HumanCount;

use super::{Growth, Steps, folders_of, is_file, print_stats};
use crate::cli::{Answer, print_first};
use san_strings_files::{self as files, Others, Target, Terminal, printable_path};
use san_strings_tree::{self as tree, Summary, Tree, TreeFile, WriteOptions};

#[derive(Args)]
pub(in crate::cli) struct GrowArgs {
    /// The folder for the tree: empty, new, or with the tree of this root; or a file with a
    /// name that ends in `.tree`
    #[arg(value_name = "DIR|FILE.tree")]
    path: PathBuf,
    #[command(flatten)]
    growth: Growth,
    #[command(flatten)]
    steps: Steps,
    /// Maximum size on disk; growth stops before the ply that would exceed it
    #[arg(long, value_name = "SIZE", default_value = "1GB")]
    max_size: ByteSize,
    /// Delete folders deeper than `--plies`
    #[arg(long)]
    prune: bool,
    /// Rename files that others wrote and that stand in the way of the tree to NAME.orig
    #[arg(long)]
    force: bool,
}

pub(super) fn grow(args: &GrowArgs, terminal: &Terminal, out: &mut impl Write) -> Result<Answer> {
    let path = &args.path;
    let mut target = None;
    if is_file(path) {
        target = claim_file(args, out)?;
        if target.is_none() {
            return Ok(Answer::Yes);
        }
    } else if !args.force {
        tree::ensure_ours(&args.growth.start.root(), path)?;
    }
    files::ensure_writable(path)?;
    let limit = args.max_size.display().si();
    let size_of = |folders| ByteSize(folders * FOLDER_SIZE).display().si();
    let most_folders = if target.is_some() { u64::MAX } else { args.max_size.0 / FOLDER_SIZE };
    if most_folders == 0 {
        bail!("one folder takes {}, more than --max-size {limit}", size_of(1));
    }
    let mut growing = args.growth.begin(Some(path), |options| {
        options.partition = args.steps.partition();
    })?;
    let wanted = usize::from(args.growth.plies);
    // With one more ply, every node that is known now has a folder.
    growing.goes_on = Box::new(move |tree| Ok(tree.nodes() <= most_folders));
    growing.finish(terminal, |tree| {
        if let Some(target) = &mut target {
            let answer = write_file(tree, target, terminal, out)?;
            print_stats(tree, out)?;
            return Ok(answer);
        }
        let plies = tree.plies();
        // A limit never deletes.
        let prune = args.prune && plies == wanted;
        write_folders(tree, path, WriteOptions { prune, force: args.force }, terminal, out)?;
        print_stats(tree, out)?;
        if plies < wanted {
            out.flush()?;
            let folders = tree.nodes();
            bail!(
                "stopped at {plies} plies, which are complete: {} would take {folders} folders \
                 and some {}, more than --max-size {limit}",
                plies + 1,
                size_of(folders),
            );
        }
        Ok(Answer::Yes)
    })
}

/// Claims the file of a tree. `None` if it has more plies than are wanted, and keeps them.
fn claim_file(args: &GrowArgs, out: &mut impl Write) -> Result<Option<Target>> {
    let (path, shown) = (&args.path, printable_path(&args.path));
    let wanted_root = tree::root_fen(&args.growth.start.root());
    let wanted = usize::from(args.growth.plies);
    let others = Others::forced(args.force);
    if !path.is_symlink()
        && let Ok(stored) = Tree::open(path)
    {
        let (plies, root) = (stored.plies(), tree::root_fen(stored.root()));
        if args.force && (root != wanted_root || plies > wanted) {
            // A tree that says more than this one is not lost either.
            return Ok(Some(Target::export(path, others)?));
        }
        if root != wanted_root {
            bail!(
                "{shown}: already holds a tree with a different root: {root}; `--force` renames it to NAME.orig"
            );
        }
        if plies > wanted && !args.prune {
            writeln!(out, "{shown}: a tree of {plies} plies, kept; `--prune` makes it {wanted}")?;
            return Ok(None);
        }
    }
    Ok(Some(Target::claim(path, others, &TreeFile)?))
}

fn write_file(
    tree: &Tree,
    target: &mut Target,
    terminal: &Terminal,
    out: &mut impl Write,
) -> Result<Answer> {
    let mut bytes = 0;
    let state = target.write_with(|file| {
        tree.write_file(file)?;
        bytes = file.metadata()?.len();
        Ok(())
    })?;
    terminal.bar.finish_and_clear();
    let (size, nodes) = (ByteSize(bytes).display().si(), HumanCount(tree.nodes()));
    writeln!(out, "{}: {nodes} nodes in {size}, {state}", printable_path(target.path()))?;
    Ok(Answer::from(&state))
}

/// The disk space of a folder with its `info.txt`: a block each.
const FOLDER_SIZE: u64 = 2 * 4096;

fn write_folders(
    tree: &Tree,
    folder: &Path,
    options: WriteOptions,
    terminal: &Terminal,
    out: &mut impl Write,
) -> Result<()> {
    let Summary { unchanged, written, removed, deeper, foreign, .. } =
        tree::write_folders(tree, folder, options, terminal)?;
    terminal.bar.finish_and_clear();
    let (shown, folders) = (printable_path(folder), folders_of(tree));
    write!(out, "{shown}: {folders}, {written} written, {unchanged} unchanged")?;
    if removed > 0 {
        write!(out, ", {removed} of deeper plies removed")?;
    }
    writeln!(out)?;
    if deeper > 0 {
        writeln!(
            out,
            "{shown}: deeper plies kept, {deeper} folders and what is below them; --prune \
             removes them",
        )?;
    }
    let foreign = foreign.iter().map(|path| format!("{}: foreign, kept", printable_path(path)));
    print_first(foreign, 0, "more", out)
}
