//! `san-strings tree`.

use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::{Result, bail};
use bytesize::ByteSize;
use clap::Args;
use indicatif::{HumanCount, ProgressBar};
use san_strings::{
    files,
    tree::{
        Options, Progress, Root, Tables, Tree,
        disk::{self, Permit, Place},
    },
};
use shakmaty::Chess;
use sysinfo::System;

use super::{
    Answer, is_stream,
    look::show,
    name_some,
    progress::{bar, stop_on_ctrl_c},
};

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings tree chess --plies 4             grow the tree into the folder `chess`
  san-strings tree chess --at 'e4 e5 Nf3'      look at a node
  san-strings tree chess --plies 4 --check     is it all there?
  san-strings tree --count --plies 5           count and write nothing
  san-strings tree --tar - --plies 5 | zstd > chess.tar.zst

A run that was stopped goes on where it was: the same command again.")]
// Each is a flag of its own on the command line.
#[allow(clippy::struct_excessive_bools)]
pub(crate) struct Grow {
    /// The folder that holds the tree: empty, new, or with the tree of this root
    #[arg(required_unless_present_any = ["count", "tar"], conflicts_with_all = ["count", "tar"])]
    dir: Option<PathBuf>,
    /// How many plies from the root; the nodes of the last have no folder yet
    #[arg(
        long,
        value_name = "N",
        required_unless_present = "at",
        value_parser = clap::value_parser!(u16).range(1..)
    )]
    plies: Option<u16>,
    /// The root [default: the initial position]
    #[arg(long)]
    fen: Option<Root>,
    /// Write nothing: name what differs, is missing or is foreign
    #[arg(long, requires = "dir")]
    check: bool,
    /// Show a node: SAN moves from the root, or an Id
    #[arg(long, value_name = "MOVES|ID", requires = "dir", conflicts_with_all = ["plies", "fen", "check", "syzygy", "max_size"])]
    at: Option<Place>,
    /// Stop before the ply whose folders would make the tree bigger than this
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "1GB",
        conflicts_with = "count"
    )]
    max_size: ByteSize,
    /// Write the tree as a tar archive; `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    tar: Option<PathBuf>,
    /// Remove the folders beyond the plies asked for
    #[arg(long, requires = "dir", conflicts_with_all = ["check", "at"])]
    prune: bool,
    /// Replace what is not of the tree and stands in its way, or the file of --tar
    #[arg(long, conflicts_with_all = ["count", "check", "at"])]
    force: bool,
    /// Count the nodes and write nothing
    #[arg(long)]
    count: bool,
    /// Memory to use, however many nodes there are [default: a quarter of the machine's]
    #[arg(long, value_name = "SIZE")]
    memory: Option<ByteSize>,
    /// The folder for the files that the tree grows in [default: beside what is written, or
    /// the temporary folder]
    #[arg(long, value_name = "DIR", conflicts_with = "at")]
    work: Option<PathBuf>,
    /// Count positions instead of nodes, as others do
    #[arg(long, hide = true, requires = "count")]
    positions: bool,
    /// Endgame tables for positions with few pieces
    #[arg(long, value_name = "DIR")]
    syzygy: Option<PathBuf>,
}

/// What a folder with its `info.txt` takes: a block each.
const FOLDER_SIZE: u64 = 2 * 4096;

/// What it takes in an archive: two headers and mostly two blocks of text.
const ARCHIVE_SIZE: u64 = 4 * 512;

impl Grow {
    /// Whether standard output gets the archive.
    pub(crate) fn prints_an_archive(&self) -> bool {
        self.tar.as_deref().is_some_and(is_stream)
    }
}

pub(crate) fn tree(args: &Grow, quiet: bool, out: &mut impl Write) -> Result<Answer> {
    if let (Some(folder), Some(place)) = (&args.dir, &args.at) {
        return show(folder, place, out);
    }
    let root = args
        .fen
        .clone()
        .map_or_else(Chess::default, |Root(root)| root);
    let tables = args.syzygy.as_deref().map(Tables::open).transpose()?;
    let stop = stop_on_ctrl_c();
    let work = Work {
        stop: &stop,
        bar: bar(
            "{msg:18} {bar:25} {human_pos}/{human_len} ({per_sec}, {eta} left)",
            quiet,
        )?,
    };
    let result = run(args, root, tables.as_ref(), &work, out);
    work.bar.finish_and_clear();
    match result {
        Err(_) if stop.load(Ordering::Relaxed) && args.dir.is_some() => {
            bail!("stopped; the same command goes on from here")
        }
        Err(_) if stop.load(Ordering::Relaxed) => bail!("stopped"),
        result => result,
    }
}

fn run(
    args: &Grow,
    root: Chess,
    tables: Option<&Tables>,
    work: &Work,
    out: &mut impl Write,
) -> Result<Answer> {
    if let Some(file) = &args.tar
        && !args.prints_an_archive()
        && !args.force
    {
        files::claim(file, disk::is_archive)?;
    }
    if let Some(folder) = &args.dir
        && !args.check
        && !args.force
    {
        // Before the long work, not after it.
        disk::refuse_others(&root, folder)?;
    }
    let mut tree = Tree::new(root, options(args)?)?;
    let answer = grow(args, &mut tree, tables, work, out);
    // What was stopped goes on another time.
    if answer.is_ok() || !work.stop.load(Ordering::Relaxed) {
        tree.remove_work()?;
    }
    answer
}

fn grow(
    args: &Grow,
    tree: &mut Tree,
    tables: Option<&Tables>,
    work: &Work,
    out: &mut impl Write,
) -> Result<Answer> {
    let too_big = grown(args, tree, work)?;
    if let Some(tables) = tables {
        tree.consult(tables, &work.watch())?;
    }
    tree.solve(&work.watch())?;
    match (&args.dir, &args.tar) {
        (Some(folder), _) if args.check => return check(tree, folder, work, out),
        (Some(folder), _) => {
            let permit = Permit {
                // A limit never deletes.
                prune: args.prune && too_big.is_none(),
                force: args.force,
            };
            write(tree, folder, permit, work, out)?;
        }
        (None, Some(_)) if args.prints_an_archive() => work.archive(tree, &mut *out)?,
        (None, Some(file)) => {
            files::prepare(file)?;
            files::put_with(file, |file| work.archive(tree, BufWriter::new(file)))?;
            let folders = folders_of(tree);
            writeln!(out, "{}: {folders}, written", file.display())?;
        }
        (None, None) => {}
    }
    work.bar.finish_and_clear();
    // An archive on standard output stands alone there.
    if !args.prints_an_archive() {
        table(tree, out)?;
    }
    match too_big {
        Some(message) => {
            out.flush()?;
            bail!(message)
        }
        None => Ok(Answer::Yes),
    }
}

/// How the tree grows, and where.
fn options(args: &Grow) -> Result<Options> {
    let plies = args.plies.map_or(0, usize::from);
    let beside = |path: &Path| {
        let mut name = path.as_os_str().to_owned();
        name.push(".work");
        PathBuf::from(name)
    };
    let work = match (&args.work, &args.dir, &args.tar) {
        (Some(work), ..) => Some(work.clone()),
        (_, Some(folder), _) if !args.check => Some(beside(folder)),
        (_, _, Some(file)) if !is_stream(file) => Some(beside(file)),
        _ => None,
    };
    Ok(Options {
        work,
        memory: args.memory.map_or_else(quarter, |memory| memory.0),
        positions: args.positions,
        ..Options::plies(plies)
    })
}

/// A quarter of the machine's memory, or of what the program may have of it.
fn quarter() -> u64 {
    let Ok(mut system) = System::new() else {
        return 1 << 30;
    };
    system.refresh_memory();
    let memory = system.total_memory();
    let limit = system.cgroup_limits().map(|limits| limits.total_memory);
    limit.map_or(memory, |limit| memory.min(limit)) / 4
}

/// Grows the tree to as many plies as are wanted and fit, and gives what to say if that
/// is fewer.
fn grown(args: &Grow, tree: &mut Tree, work: &Work) -> Result<Option<String>> {
    let size = if args.tar.is_some() {
        ARCHIVE_SIZE
    } else {
        FOLDER_SIZE
    };
    let plies = args.plies.map_or(0, usize::from);
    for ply in 0..plies {
        // With one more ply, every node that is known now has a folder.
        let estimate = ByteSize(tree.nodes() * size);
        if !args.count && estimate > args.max_size {
            let (estimate, limit) = (estimate.display().si(), args.max_size.display().si());
            if ply == 0 {
                bail!("one folder takes {estimate}, more than --max-size {limit}");
            }
            return Ok(Some(format!(
                "stopped at {ply} plies, which are complete: {} would take {} folders and some \
                 {estimate}, more than --max-size {limit}",
                ply + 1,
                tree.nodes(),
            )));
        }
        tree.grow(&work.watch())?;
    }
    Ok(None)
}

/// The progress bar, and what stops the work.
struct Work<'s> {
    stop: &'s AtomicBool,
    bar: ProgressBar,
}

impl Work<'_> {
    fn watch(&self) -> impl Fn(Progress) -> bool + Sync {
        |progress: Progress| {
            let (stage, ply) = (progress.stage, progress.ply);
            self.bar.set_message(format!("{stage}, ply {ply}"));
            self.bar.set_length(progress.of);
            self.bar.set_position(progress.done);
            !self.stop.load(Ordering::Relaxed)
        }
    }

    fn archive(&self, tree: &Tree, out: impl Write) -> io::Result<()> {
        disk::write_archive(tree, out, &self.watch())
    }
}

fn write(
    tree: &Tree,
    folder: &Path,
    permit: Permit,
    work: &Work,
    out: &mut impl Write,
) -> Result<()> {
    let summary = disk::write_folders(tree, folder, permit, &work.watch())?;
    work.bar.finish_and_clear();
    write!(
        out,
        "{}: {}, {} written, {} right already",
        folder.display(),
        folders_of(tree),
        summary.written,
        summary.right
    )?;
    if summary.removed > 0 {
        write!(out, ", {} of deeper plies removed", summary.removed)?;
    }
    writeln!(out)?;
    if summary.deeper > 0 {
        writeln!(
            out,
            "{}: deeper plies left as they are, {} folders and what is below them; --prune \
             removes them",
            folder.display(),
            summary.deeper
        )?;
    }
    let foreign = summary.foreign.iter();
    name_some(
        foreign.map(|path| format!("{}: foreign, left alone", path.display())),
        0,
        "more",
        out,
    )
}

/// How many folders the tree has, in words.
fn folders_of(tree: &Tree) -> String {
    match tree.folders() {
        1 => "1 folder".to_owned(),
        count => format!("{count} folders"),
    }
}

/// Compares the folders with the tree.
fn check(tree: &Tree, folder: &Path, work: &Work, out: &mut impl Write) -> Result<Answer> {
    let differences = disk::check(tree, folder, &work.watch())?;
    work.bar.finish_and_clear();
    if differences.is_empty() {
        let folders = folders_of(tree);
        writeln!(out, "{}: {folders}, all right", folder.display())?;
        return Ok(Answer::Yes);
    }
    name_some(differences.iter(), 0, "more", out)?;
    Ok(Answer::No)
}

/// What there is at each ply.
fn table(tree: &Tree, out: &mut impl Write) -> Result<()> {
    writeln!(
        out,
        "{:>3} {:>13} {:>13} {:>13} {:>9} {:>9}",
        "ply", "nodes", "moves", "equivalent", "mates", "solved"
    )?;
    for (ply, layer) in tree.layers().into_iter().enumerate() {
        writeln!(
            out,
            "{ply:>3} {:>13} {:>13} {:>13} {:>9} {:>9}",
            grouped(layer.nodes),
            grouped(layer.moves),
            grouped(layer.equivalent()),
            grouped(layer.mates),
            grouped(layer.solved)
        )?;
    }
    Ok(())
}

fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}
