//! `san-strings tree grow`.

use std::{
    fmt,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};
use bytesize::ByteSize;
use clap::Args;
use indicatif::HumanCount;

use super::{Growth, Steps, folders_of, is_file, print_stats};
use crate::cli::{answer::Answer, report::print_first};
use san_strings_core::excerpt::printable_path;
use san_strings_files::{self as files, Others, Target, Terminal};
use san_strings_tree::{self as tree, Summary, Tree, TreeFile, WriteOptions};

#[derive(Args)]
pub(in crate::cli) struct GrowArgs {
    /// Folder for the tree, or a file whose name ends in `.tree`. A folder may be new or
    /// empty, or contain a tree with the same root
    #[arg(value_name = "DIR|FILE.tree")]
    path: PathBuf,
    #[command(flatten)]
    growth: Growth,
    #[command(flatten)]
    steps: Steps,
    /// Maximum size of the tree on disk. If the tree would exceed this size, growth ends with an error, and
    /// nothing is written
    #[arg(long, value_name = "SIZE", default_value = "1GB")]
    max_size: ByteSize,
    /// Delete plies deeper than `--plies`
    #[arg(long)]
    prune: bool,
    /// If a file that is not part of this tree is in the way, rename it to NAME.orig
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
    let mut growing = args.growth.begin(Some(path), |options| {
        options.partition = args.steps.partition();
    })?;
    let (is_file, limit) = (target.is_some(), args.max_size.0);
    let too_big = |tree: &Tree| {
        if is_file {
            return tree.outgrows(limit, terminal);
        }
        // If the tree grows by another ply, every node known so far gets a folder.
        let size = tree.nodes().saturating_mul(FOLDER_SIZE);
        Ok((size > limit).then_some(size))
    };
    growing.goes_on = Box::new(|tree| Ok(too_big(tree)?.is_none()));
    let wanted = usize::from(args.growth.plies);
    growing.finish(terminal, |tree| {
        if tree.plies() < wanted {
            let size = too_big(tree)?.unwrap_or_default();
            bail!(TooBig { plies: tree.plies() + 1, size, limit, is_file });
        }
        if let Some(target) = &mut target {
            let size = tree.file_size();
            if size > limit {
                bail!(TooBig { plies: wanted, size, limit, is_file });
            }
            let answer = write_file(tree, target, terminal, out)?;
            print_stats(tree, out)?;
            return Ok(answer);
        }
        let options = WriteOptions { prune: args.prune, force: args.force };
        write_folders(tree, path, options, terminal, out)?;
        print_stats(tree, out)?;
        Ok(Answer::Yes)
    })
}

/// The error if the tree would be larger than `--max-size`.
#[derive(Debug)]
struct TooBig {
    plies: usize,
    size: u64,
    limit: u64,
    is_file: bool,
}

impl std::error::Error for TooBig {}

impl fmt::Display for TooBig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooBig { plies, size, limit, .. } = *self;
        let [size, limit] = [size, limit].map(|bytes| ByteSize(bytes).display().si());
        let take = if plies == 1 { "ply takes" } else { "plies take" };
        write!(
            f,
            "{plies} {take} about {size}, more than `--max-size {limit}`: nothing was written; "
        )?;
        match plies - 1 {
            0 => write!(f, "pass a larger `--max-size`")?,
            fewer => write!(f, "pass `--plies {fewer}` or a larger `--max-size`")?,
        }
        if self.is_file {
            return Ok(());
        }
        write!(
            f,
            ", or grow a file with a name that ends in `.tree`, which needs about one bit per move"
        )
    }
}

/// Claims the path of a tree file for writing. If the file already has more plies than wanted, keeps it and
/// returns `None`, unless `--prune` or `--force` is set.
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
            // If the file contains a tree with a different root, or with more plies than requested, `--force`
            // renames the file instead of overwriting it.
            return Ok(Some(Target::export(path, others)?));
        }
        if root != wanted_root {
            bail!(
                "{shown}: already holds a tree with a different root: {root}; `--force` renames it to NAME.orig"
            );
        }
        if plies > wanted && !args.prune {
            writeln!(out, "{shown}: kept a tree of {plies} plies; `--prune` cuts it to {wanted}")?;
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

/// Disk space of a folder and its `info.txt`: one block each.
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
        write!(out, ", {removed} folders of deeper plies removed")?;
    }
    writeln!(out)?;
    if deeper > 0 {
        writeln!(
            out,
            "{shown}: kept {deeper} folders of deeper plies, with everything in them; `--prune` \
             removes them",
        )?;
    }
    let foreign = foreign
        .iter()
        .map(|path| format!("{}: does not belong to the tree, kept", printable_path(path)));
    print_first(foreign, 0, "more", out)
}
